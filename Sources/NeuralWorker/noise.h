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

#endif
