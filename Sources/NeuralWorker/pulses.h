// SPDX-License-Identifier: MIT

// The voice's excitation: a pulse train that follows the fundamental.

#ifndef GUION2AUDIO_PULSES_H
#define GUION2AUDIO_PULSES_H

#include <stddef.h>
#include <stdint.h>

enum { SAMPLE_RATE = 24000, HOP = 300 };  // samples per second, and per frame

// Only frames with a higher fundamental, in Hz, are voiced.
#define LOWEST_FUNDAMENTAL 40.0f

// The pulses at the beginning of a frame.
struct pulse_state {
  float fundamental;  // in Hz; 0 if both frames around it are unvoiced
  float phase;        // in radians
};

// Writes `frames` · HOP samples with all harmonics below 11 kHz at amplitude 1, and 0 in unvoiced frames, and the
// state at the beginning of each frame.
//
// `fundamental` has a value in Hz for the centre of each frame, and `lift` has its factor, or is NULL for no change.
void make_pulses(const float *fundamental, const float *lift, size_t frames, float *samples,
                 struct pulse_state *states);

// Moves and scales each period of a sound at random, as in a hoarse voice. `roughness` is the largest deviation of a
// period, as a fraction of the period. `from` has the sound, and `samples` gets the result.
void roughen(const float *fundamental, const float *lift, size_t frames, float roughness, uint64_t seed,
             const float *from, float *samples);

#endif
