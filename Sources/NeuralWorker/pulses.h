// SPDX-License-Identifier: MIT

// The voice's excitation: a pulse train that follows the fundamental.

#ifndef GUION2AUDIO_PULSES_H
#define GUION2AUDIO_PULSES_H

#include <stddef.h>

enum { SAMPLE_RATE = 24000, HOP = 300 };  // samples a second, and in a frame

// Frames with a lower fundamental, in Hz, are unvoiced.
#define LOWEST_FUNDAMENTAL 40.0f

// Writes `frames` · HOP samples, all harmonics below 11 kHz at amplitude 1, and 0 where it is unvoiced.
//
// `fundamental` has a value in Hz for the middle of each frame; `pitch` multiplies it.
void make_pulses(const float *fundamental, size_t frames, float pitch, float *samples);

#endif
