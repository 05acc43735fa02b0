// SPDX-License-Identifier: MIT

// The voice's excitation: a pulse train that follows the fundamental.

#ifndef GUION2AUDIO_PULSES_H
#define GUION2AUDIO_PULSES_H

#include <stddef.h>

enum { SAMPLE_RATE = 24000, HOP = 300 };  // samples per second, and per frame

// Only frames with a higher fundamental, in Hz, are voiced.
#define LOWEST_FUNDAMENTAL 40.0f

// Writes `frames` · HOP samples with all harmonics below 11 kHz at amplitude 1, and 0 in unvoiced frames.
//
// `fundamental` has a value in Hz for the centre of each frame; `pitch` multiplies it.
void make_pulses(const float *fundamental, size_t frames, float pitch, float *samples);

#endif
