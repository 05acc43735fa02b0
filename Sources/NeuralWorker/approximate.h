// SPDX-License-Identifier: MIT

// Functions that a compiler can vectorise, because they have no branches, tables or calls. Their error is below
// 1e-6, which is −120 dB.

#ifndef GUION2AUDIO_APPROXIMATE_H
#define GUION2AUDIO_APPROXIMATE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "arithmetic.h"

static inline float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The nearest integer, for values below 2^22. At 1.5 · 2^23 a float has no fraction.
static inline float nearest(float x) { return (x + 12582912.0f) - 12582912.0f; }

// e^x for x up to 88. Values below −87 are treated as −87.
static inline float approximate_exp(float x) {
  x = x > -87.0f ? x : -87.0f;
  const float n = nearest(x * 1.44269504f);
  // ln 2 in two parts. The first has few bits, so that its product with n is exact.
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  const float p = 0.5f + r * (1.66666667e-1f + r * (4.16666667e-2f + r * (8.33333333e-3f + r * 1.38888889e-3f)));
  return (1.0f + r + r * r * p) * float_of((uint32_t)((int32_t)n + 127) << 23);
}

static inline float approximate_tanh(float x) {
  const float limited = x > 10.0f ? 10.0f : x < -10.0f ? -10.0f : x;
  return 1.0f - 2.0f / (approximate_exp(2.0f * limited) + 1.0f);
}

// ln x for x from 2^-25 to 1: x is m · 2^n with m near 1, and ln m is 2 artanh((m − 1) / (m + 1)).
static inline float approximate_log(float x) {
  const int32_t n = (int32_t)(bits_of(x * 1.41421356f) >> 23) - 127;
  const float m = float_of(bits_of(x) - ((uint32_t)n << 23));
  const float s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
  const float series = 2.0f + s2 * (0.666666667f + s2 * (0.4f + s2 * (0.285714286f + s2 * 0.222222222f)));
  return (float)n * 0.693147181f + s * series;
}

// Sine and cosine for |x| below 10,000.
static inline void approximate_sincos(float x, float *sine, float *cosine) {
  const float quarter = nearest(x * 0.636619772f);
  // π/2 in three parts; the first two have few bits.
  const float r = ((x - quarter * 1.5703125f) - quarter * 4.83751297e-4f) - quarter * 7.54978995e-8f;
  const float r2 = r * r;
  const float s = r + r * r2 * (-1.66666667e-1f + r2 * (8.33333333e-3f + r2 * (-1.98412698e-4f + r2 * 2.75573192e-6f)));
  const float c = 1.0f + r2 * (-0.5f + r2 * (4.16666667e-2f + r2 * (-1.38888889e-3f + r2 * 2.48015873e-5f)));
  const int32_t n = (int32_t)quarter;
  const float a = n & 1 ? c : s, b = n & 1 ? s : c;
  *sine = n & 2 ? -a : a;
  *cosine = (n + 1) & 2 ? -b : b;
}

#endif
