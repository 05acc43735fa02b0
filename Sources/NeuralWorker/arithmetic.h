// SPDX-License-Identifier: MIT

// The arithmetic of this program. Each file that calculates with floating-point numbers includes this header first.

#ifndef GUION2AUDIO_ARITHMETIC_H
#define GUION2AUDIO_ARITHMETIC_H

// A fused operation rounds once instead of twice. With it, the audio would depend on the processor.
#pragma STDC FP_CONTRACT OFF

#endif
