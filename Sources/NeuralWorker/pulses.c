// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "pulses.h"

#include <math.h>
#include <stdbool.h>

#include "noise.h"

#define TWO_PI 6.283185307179586
#define HIGHEST_HARMONIC 11000.0f

// The tremor of old voices is a sum of two sines, so that it does not sound like a machine. Both frequencies, in
// Hz, are in the range that is measured in old speakers (4 to 6 Hz).
#define TREMOR_FREQUENCIES {4.3, 5.6}

// The amplitude of a pulse deviates more than its period (jitter and shimmer of hoarse voices).
#define SHIMMER_OF_JITTER 8.0f

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

// The deviations of the current period.
struct wobble {
  double period;    // number of the period; the pulse is in its middle
  float frequency;  // factor of the fundamental
  float amplitude;
};

// Draws the deviations of a new period. The amplitude changes halfway between two pulses, where samples are
// small, so that no click is heard.
static void update_wobble(const struct pulse_manner *manner, double cycles, struct wobble *wobble) {
  const double period = floor(cycles * (1.0 / SAMPLE_RATE) + 0.5);
  if (period == wobble->period) return;
  wobble->period = period;
  const uint64_t number = (uint64_t)period;
  wobble->frequency = 1 + manner->roughness * signed_uniform(manner->seed, 2, number);
  wobble->amplitude = 1 + SHIMMER_OF_JITTER * manner->roughness * signed_uniform(manner->seed, 3, number);
}

// Returns the deviation of the tremor at a sample, from -1 to 1.
static float tremor_at(uint64_t seed, size_t sample) {
  static const double frequencies[] = TREMOR_FREQUENCIES;
  double sum = 0;
  for (uint64_t i = 0; i < 2; i++)
    sum += sin(TWO_PI * (frequencies[i] * (double)sample / SAMPLE_RATE + signed_uniform(seed, 4, i)));
  return (float)(sum / 2);
}

void make_pulses(const float *fundamental, size_t frames, const struct pulse_manner *manner, float *samples) {
  float weights[HOP];
  make_weights(weights);
  struct wobble wobble = {-1, 1, 1};
  double cycles = 0;  // sum of the fundamentals
  for (size_t frame = 0; frame < frames; frame++) {
    for (int i = 0; i < HOP; i++) {
      const float own = fundamental_at(fundamental, frames, frame, i, weights[i]);
      const bool is_voiced = own > LOWEST_FUNDAMENTAL;
      float f = (is_voiced ? own : LOWEST_FUNDAMENTAL) * manner->pitch;
      if (manner->tremor > 0) f *= 1 + manner->tremor * tremor_at(manner->seed, frame * HOP + (size_t)i);
      if (manner->roughness > 0) {
        update_wobble(manner, cycles, &wobble);
        f *= wobble.frequency;
      }
      cycles += f;
      double whole;
      const float phase = (float)(modf(cycles * (1.0 / SAMPLE_RATE), &whole) * TWO_PI);
      samples[frame * HOP + (size_t)i] = is_voiced ? wobble.amplitude * harmonic_sum(phase, floorf(HIGHEST_HARMONIC / f)) : 0;
    }
  }
}
