// SPDX-License-Identifier: MIT

#include "pulses.h"

#include <math.h>
#include <stdbool.h>

#define TWO_PI 6.283185307179586
#define HIGHEST_HARMONIC 11000.0f

// Computes the position of each sample between the centres of two frames, from 0 to 1.
static void make_weights(float weights[HOP]) {
  for (int i = 0; i < HOP; i++) weights[i] = (float)fmod((i + 0.5) / HOP + 0.5, 1.0);
}

// Returns the fundamental at a sample of a frame, interpolated linearly; at both ends the value of the nearest
// frame.
static float fundamental_at(const float *fundamental, size_t frames, size_t frame, int sample, float weight) {
  const size_t before = sample < HOP / 2 ? (frame > 0 ? frame - 1 : 0) : frame;
  const size_t after = sample < HOP / 2 ? frame : (frame + 1 < frames ? frame + 1 : frame);
  return fundamental[before] * (1.0f - weight) + fundamental[after] * weight;
}

// Returns Σ cos(h·phase) for h from 1 to `harmonics`, which is sin((harmonics + ½)·phase) / (2 sin(phase / 2))
// − ½.
//
// Below a threshold, the quotient is replaced by its limit. This threshold and the arithmetic in floats are the
// same as in the training of the model. With exact arithmetic, the audio would differ by an error at −53 dB.
static float harmonic_sum(float phase, float harmonics) {
  const float n = harmonics + 0.5f;
  const float divisor = sinf(phase * 0.5f) * 2.0f;
  const float quotient = fabsf(divisor) <= 2e-3f ? n : sinf(n * phase) / divisor;
  return quotient - 0.5f;
}

void make_pulses(const float *fundamental, size_t frames, float pitch, float *samples) {
  float weights[HOP];
  make_weights(weights);
  double cycles = 0;  // sum of the fundamentals
  for (size_t frame = 0; frame < frames; frame++) {
    for (int i = 0; i < HOP; i++) {
      const float own = fundamental_at(fundamental, frames, frame, i, weights[i]);
      const bool is_voiced = own > LOWEST_FUNDAMENTAL;
      const float f = (is_voiced ? own : LOWEST_FUNDAMENTAL) * pitch;
      cycles += f;
      double whole;
      const float phase = (float)(modf(cycles * (1.0 / SAMPLE_RATE), &whole) * TWO_PI);
      samples[frame * HOP + (size_t)i] = is_voiced ? harmonic_sum(phase, floorf(HIGHEST_HARMONIC / f)) : 0;
    }
  }
}
