// SPDX-License-Identifier: MIT

// Noise as a function of a seed and a position, independent of noise generated before.

#ifndef GUION2AUDIO_NOISE_H
#define GUION2AUDIO_NOISE_H

#include <stddef.h>
#include <stdint.h>

// Fills a frame with complex Gaussian noise; each part has variance 1.
//
// Different frame numbers and streams give different noise.
void make_noise(uint64_t seed, uint32_t stream, size_t frame, size_t count, float *real, float *imaginary);

// Returns a number from -1 to 1 that depends only on the seed, the stream and the position.
float signed_uniform(uint64_t seed, uint32_t stream, uint64_t place);

// Fills a table with Gaussian noise of variance 1. The beginning of a row does not depend on the length of the
// row.
void make_noise_table(uint64_t seed, uint32_t stream, size_t rows, size_t columns, float *table);

#endif
