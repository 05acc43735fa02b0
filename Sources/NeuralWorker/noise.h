// SPDX-License-Identifier: MIT

// Noise as a function of a seed and a place, so that it depends on nothing that was made before.

#ifndef GUION2AUDIO_NOISE_H
#define GUION2AUDIO_NOISE_H

#include <stddef.h>
#include <stdint.h>

// Fills a frame with complex Gaussian noise; each part has the variance 1.
//
// Frames with other numbers and other streams have other noise.
void make_noise(uint64_t seed, uint32_t stream, size_t frame, size_t count, float *real, float *imaginary);

// Fills a table with Gaussian noise of variance 1. A row begins with the same values however long it is.
void make_noise_table(uint64_t seed, uint32_t stream, size_t rows, size_t columns, float *table);

#endif
