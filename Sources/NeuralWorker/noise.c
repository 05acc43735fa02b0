// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "noise.h"

#include "approximate.h"

// Mixes 64 bits (the finaliser of SplitMix64).
static uint64_t mix64(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// Mixes 32 bits (the finaliser of MurmurHash3).
static inline uint32_t mix32(uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}

// Returns a number above 0 and below 1, in steps of 2^-24.
static inline float uniform(uint32_t x) { return (float)(int32_t)(x >> 8) * 0x1p-24f + 0x1p-25f; }

float signed_uniform(uint64_t seed, uint32_t stream, uint64_t place) {
  return 2 * uniform((uint32_t)mix64(seed ^ mix64(place << 8 | stream))) - 1;
}

void make_noise(uint64_t seed, uint32_t stream, size_t frame, size_t count, float *restrict real,
                float *restrict imaginary) {
  const uint64_t key = mix64(seed ^ mix64((uint64_t)frame << 8 | stream));
  const uint32_t one = (uint32_t)key, other = (uint32_t)(key >> 32);
  for (size_t i = 0; i < count; i++) {
    const uint32_t place = (uint32_t)i * 0x9e3779b1u;
    const float radius = sqrtf(-2.0f * approximate_log(uniform(mix32(place + one))));
    float sine, cosine;
    approximate_sincos(6.28318531f * uniform(mix32(place ^ other)), &sine, &cosine);
    real[i] = radius * cosine;
    imaginary[i] = radius * sine;
  }
}

void make_noise_table(uint64_t seed, uint32_t stream, size_t rows, size_t columns, float *restrict table) {
  enum { PAIRS = 256 };
  float real[PAIRS], imaginary[PAIRS];
  for (size_t row = 0; row < rows; row++) {
    for (size_t start = 0; start < columns; start += 2 * PAIRS) {
      const size_t place = row << 16 | start / (2 * PAIRS);
      make_noise(seed, stream, place, PAIRS, real, imaginary);
      const size_t count = columns - start < 2 * PAIRS ? columns - start : 2 * PAIRS;
      for (size_t i = 0; i < count; i++) table[row * columns + start + i] = i % 2 ? imaginary[i / 2] : real[i / 2];
    }
  }
}
