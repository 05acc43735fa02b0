// SPDX-License-Identifier: MIT

// Computes samples from the graph's predictions for each frame.

#ifndef GUION2AUDIO_SPECTRUM_H
#define GUION2AUDIO_SPECTRUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harmonics.h"

// The graph's results. Each table has a row of `count` values for each bin.
struct frames {
  size_t count;
  const float *harmonic;        // logarithm of the pulses' envelope
  const float *harmonic_phase;  // the tanh of the value is the phase of the pulses, in half turns
  const float *noise;           // logarithm of the noise's envelope
  const float *free;            // logarithm of the magnitude of the rest
  const float *free_phase;      // phase of the rest, in radians
  const float *fundamental;     // in Hz, for each frame
  const float *lift;            // factor of the fundamental, for each frame
  const float *level;           // factor of the sound, for each frame
};

struct manner {
  float formant;  // factor of the envelopes' frequencies
  float breath;   // level of breath in voiced frames, relative to a whisper; 0 for none
  float tilt;     // decibels per octave that voiced frames gain above 1 kHz and lose below it
  float roughness;  // as in `roughen`
  bool is_whispered;
  uint64_t seed;  // of the noise
};

// Prepares the transforms, once per process; returns false if memory is exhausted.
bool prepare_spectrum(void);

// Computes count · HOP samples with full scale at 1. Returns false if memory is exhausted.
bool make_samples(const struct frames *frames, const struct manner *manner, float *samples);

#endif
