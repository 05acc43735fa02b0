// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "pulses.h"

#include <math.h>
#include <stdbool.h>

#include "noise.h"

#define TWO_PI 6.283185307179586
#define HIGHEST_HARMONIC 11000.0f

// The amplitude of a period deviates more than its position (jitter and shimmer of hoarse voices).
#define SHIMMER_OF_JITTER 8.0f

// Computes the position of each sample between the centres of two frames, from 0 to 1.
static void make_weights(float weights[HOP]) {
  for (int i = 0; i < HOP; i++) weights[i] = (float)fmod((i + 0.5) / HOP + 0.5, 1.0);
}

// Returns the value of a row at a sample of a frame, interpolated linearly; at both ends the value of the nearest
// frame.
static float value_at(const float *row, size_t frames, size_t frame, int sample, float weight) {
  const size_t before = sample < HOP / 2 ? (frame > 0 ? frame - 1 : 0) : frame;
  const size_t after = sample < HOP / 2 ? frame : (frame + 1 < frames ? frame + 1 : frame);
  return row[before] * (1.0f - weight) + row[after] * weight;
}

// Returns the fundamental at the beginning of a frame: the mean of the voiced ones of the two frames around it.
static float fundamental_between(const float *fundamental, size_t frame) {
  const float after = fundamental[frame], before = fundamental[frame > 0 ? frame - 1 : 0];
  if (before <= LOWEST_FUNDAMENTAL) return after > LOWEST_FUNDAMENTAL ? after : 0;
  return after > LOWEST_FUNDAMENTAL ? (before + after) / 2 : before;
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

void make_pulses(const float *fundamental, const float *lift, size_t frames, float *samples,
                 struct pulse_state *states) {
  float weights[HOP];
  make_weights(weights);
  double cycles = 0;  // sum of the fundamentals
  for (size_t frame = 0; frame < frames; frame++) {
    for (int i = 0; i < HOP; i++) {
      const float own = value_at(fundamental, frames, frame, i, weights[i]);
      const bool is_voiced = own > LOWEST_FUNDAMENTAL;
      const float factor = lift ? value_at(lift, frames, frame, i, weights[i]) : 1;
      const float f = (is_voiced ? own : LOWEST_FUNDAMENTAL) * factor;
      cycles += f;
      double whole;
      const float phase = (float)(modf(cycles * (1.0 / SAMPLE_RATE), &whole) * TWO_PI);
      if (i == 0) states[frame] = (struct pulse_state){fundamental_between(fundamental, frame) * factor, phase};
      samples[frame * HOP + (size_t)i] = is_voiced ? harmonic_sum(phase, floorf(HIGHEST_HARMONIC / f)) : 0;
    }
  }
}

// The deviations at the beginning of a period.
struct wobble {
  float delay;  // in samples
  float amplitude;
};

static struct wobble draw_wobble(float roughness, uint64_t seed, uint64_t period, float f) {
  return (struct wobble){
      .delay = roughness * signed_uniform(seed, 2, period) * SAMPLE_RATE / f,
      .amplitude = 1 + SHIMMER_OF_JITTER * roughness * signed_uniform(seed, 3, period),
  };
}

// Returns the sample at a position between two samples, on a curve through the four nearest.
static float sample_at(const float *samples, size_t count, double place) {
  if (place < 1 || place >= (double)count - 2) return 0;
  const size_t below = (size_t)place;
  const float t = (float)(place - (double)below), *at = samples + below;
  return at[0] + 0.5f * t * (at[1] - at[-1] + t * (2 * at[-1] - 5 * at[0] + 4 * at[1] - at[2] +
                                                  t * (3 * (at[0] - at[1]) + at[2] - at[-1])));
}

void roughen(const float *fundamental, const float *lift, size_t frames, float roughness, uint64_t seed,
             const float *from, float *samples) {
  float weights[HOP];
  make_weights(weights);
  struct wobble last = {0, 1}, next = {0, 1};
  double cycles = 0, period = 0;
  for (size_t frame = 0; frame < frames; frame++) {
    for (int i = 0; i < HOP; i++) {
      const size_t place = frame * HOP + (size_t)i;
      const float own = value_at(fundamental, frames, frame, i, weights[i]);
      const float f = (own > LOWEST_FUNDAMENTAL ? own : LOWEST_FUNDAMENTAL) * value_at(lift, frames, frame, i, weights[i]);
      cycles += f / SAMPLE_RATE;
      if (floor(cycles) != period) {
        period = floor(cycles);
        last = next;
        next = own > LOWEST_FUNDAMENTAL ? draw_wobble(roughness, seed, (uint64_t)period, f) : (struct wobble){0, 1};
      }
      const float share = (float)(cycles - period);
      const float delay = last.delay + (next.delay - last.delay) * share;
      const float amplitude = last.amplitude + (next.amplitude - last.amplitude) * share;
      samples[place] = amplitude * sample_at(from, frames * HOP, (double)place + delay);
    }
  }
}
