// SPDX-License-Identifier: MIT

// Moves the harmonics of a frame to another fundamental and other formants.

#ifndef GUION2AUDIO_HARMONICS_H
#define GUION2AUDIO_HARMONICS_H

#include <stddef.h>

#include "pulses.h"

enum {
  WINDOW = 4 * HOP,
  BINS = WINDOW / 2 + 1,
  ROW = BINS + 7,  // bins per frame in memory
};

// The spectrum of a frame whose phases are those at the middle of its window.
struct spectrum {
  float real[ROW], imaginary[ROW];
};

// Moves the spectrum of a voiced frame from one state of the pulses to another. `formant` is the factor of the
// envelope's frequencies.
void move_harmonics(const struct spectrum *from, struct pulse_state old, struct pulse_state new, float formant,
                    struct spectrum *to);

#endif
