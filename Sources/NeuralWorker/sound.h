// SPDX-License-Identifier: MIT

// The sound of a line, and its way into the slot.

#ifndef GUION2AUDIO_SOUND_H
#define GUION2AUDIO_SOUND_H

#include <worker.h>

#include "line.h"

enum { MAX_LINE_SECONDS = 600 };

struct sound {
  float *samples;  // full scale at 1
  size_t count;
  uint32_t durations[MAX_IDS];  // samples that each id takes; together `count`
  uint32_t kept_opening;        // samples of the first id that stay
  uint32_t cut_closing;         // samples of the last id that are left out
};

// Reads how many samples each id takes. False, with the reply, if they are not together as long as the sound of so
// many units.
bool read_durations(const struct line *line, const float *durations, size_t units, struct sound *sound,
                    struct reply *reply);

// Keeps a copy of samples; false, with the reply, without memory.
bool copy_samples(const float *samples, size_t count, struct sound *sound, struct reply *reply);

// Checks the samples, and writes durations and samples to the slot, without most of the pads.
void deliver_sound(const struct line *line, struct sound *sound, const struct request *request,
                   struct reply *reply);

#endif
