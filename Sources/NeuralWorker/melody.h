// SPDX-License-Identifier: MIT

// How the fundamental and the level of a line differ from the model's, for each frame.

#ifndef GUION2AUDIO_MELODY_H
#define GUION2AUDIO_MELODY_H

#include <stddef.h>

#include "line.h"

// Writes the factors of the fundamental and of the sound for each frame.
//
// `durations` has the samples of each id. `fundamental` has a value in Hz for each frame.
void make_melody(const struct line *line, uint64_t seed, const uint32_t *durations, const float *fundamental,
                 size_t frames, float *lift, float *level);

#endif
