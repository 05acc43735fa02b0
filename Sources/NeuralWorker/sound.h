// SPDX-License-Identifier: MIT

// The audio of a line, and how it is written into the slot.

#ifndef GUION2AUDIO_SOUND_H
#define GUION2AUDIO_SOUND_H

#include <worker.h>

#include "line.h"

enum { MAX_LINE_SECONDS = 600 };

struct sound {
  float *samples;  // full scale at 1
  size_t count;
  uint32_t durations[MAX_IDS];  // samples of each id; their sum is `count`
  uint32_t kept_opening;        // samples of the first id to keep
  uint32_t cut_closing;         // samples of the last id to remove
};

// Reads the duration of each id. Returns false with the reply if the sum of the durations differs from `units`.
bool read_durations(const struct line *line, const float *durations, size_t units, struct sound *sound,
                    struct reply *reply);

// Copies samples; returns false with the reply if memory is exhausted.
bool copy_samples(const float *samples, size_t count, struct sound *sound, struct reply *reply);

// Raises and amplifies the samples of ids with prosody, for graphs that cannot do so. Returns false with the reply if
// memory is exhausted.
bool stress(const struct line *line, struct sound *sound, struct reply *reply);

// Checks the samples, and writes durations and samples to the slot without most of the pads.
void deliver_sound(const struct line *line, struct sound *sound, const struct request *request,
                   struct reply *reply);

#endif
