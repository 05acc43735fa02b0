// SPDX-License-Identifier: MIT

// The voice's excitation: a pulse train that follows the fundamental.

#ifndef GUION2AUDIO_PULSES_H
#define GUION2AUDIO_PULSES_H

#include <stddef.h>
#include <stdint.h>

enum { SAMPLE_RATE = 24000, HOP = 300 };  // samples per second, and per frame

// Only frames with a higher fundamental, in Hz, are voiced.
#define LOWEST_FUNDAMENTAL 40.0f

// How the pulses follow the fundamental.
struct pulse_manner {
  float pitch;      // factor of the fundamental
  float roughness;  // largest deviation of a period, as a fraction of the period; 0 for none
  float tremor;     // largest deviation of the fundamental in a slow tremor, as a fraction; 0 for no tremor
  uint64_t seed;    // of roughness and tremor
};

// Writes `frames` · HOP samples with all harmonics below 11 kHz at amplitude 1, and 0 in unvoiced frames.
//
// `fundamental` has a value in Hz for the centre of each frame.
void make_pulses(const float *fundamental, size_t frames, const struct pulse_manner *manner, float *samples);

#endif
