// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "melody.h"

#include <math.h>

#include "noise.h"
#include "pulses.h"

// The tremor of old voices is a sum of two sines, so that it does not sound like a machine. Both frequencies, in
// Hz, are in the range that is measured in old speakers (4 to 6 Hz).
#define TREMOR_FREQUENCIES {4.3, 5.6}

// The fundamental changes by at most an octave, besides the pitch of the voice.
#define OCTAVE 2.0f

// Returns the mean of the fundamental's logarithm in the voiced frames; 0 if there are none.
static float mean_logarithm(const float *fundamental, size_t frames) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < frames; i++) {
    if (fundamental[i] <= LOWEST_FUNDAMENTAL) continue;
    sum += log2f(fundamental[i]);
    count++;
  }
  return count == 0 ? 0 : (float)(sum / (double)count);
}

// Sets the factors of each frame to those of its id.
static void spread(const struct line *line, const uint32_t *durations, size_t frames, float *lift, float *level) {
  size_t frame = 0;
  for (size_t id = 0; id < line->header.ids; id++) {
    for (uint32_t i = 0; i < durations[id] / HOP && frame < frames; i++, frame++) {
      lift[frame] = line->prosody[id].pitch;
      level[frame] = line->prosody[id].level;
    }
  }
}

// Replaces each value by the mean of the values around it, so that a word rises and falls like speech.
static void smooth(float *values, size_t count) {
  enum { REACH = 3 };  // frames on either side: 38 ms
  float before[REACH];
  for (size_t i = 0; i < REACH; i++) before[i] = count > 0 ? values[0] : 1;
  for (size_t i = 0; i < count; i++) {
    float sum = values[i];
    for (size_t j = 0; j < REACH; j++) sum += before[j] + values[i + j + 1 < count ? i + j + 1 : count - 1];
    before[i % REACH] = values[i];
    values[i] = sum / (2 * REACH + 1);
  }
}

// Returns the deviation of the tremor in the middle of a frame, from -1 to 1.
static float tremor_at(uint64_t seed, size_t frame) {
  static const double frequencies[] = TREMOR_FREQUENCIES;
  const double seconds = ((double)frame + 0.5) * HOP / SAMPLE_RATE;
  double sum = 0;
  for (uint64_t i = 0; i < 2; i++)
    sum += sin(6.283185307179586 * (frequencies[i] * seconds + signed_uniform(seed, 4, i)));
  return (float)(sum / 2);
}

void make_melody(const struct line *line, uint64_t seed, const uint32_t *durations, const float *fundamental,
                 size_t frames, float *lift, float *level) {
  for (size_t i = 0; i < frames; i++) lift[i] = level[i] = 1;
  if (line->header.flags & HAS_PROSODY) {
    spread(line, durations, frames, lift, level);
    smooth(lift, frames);
    smooth(level, frames);
  }
  const float more = line->header.range - 1, mean = more == 0 ? 0 : mean_logarithm(fundamental, frames);
  for (size_t i = 0; i < frames; i++) {
    if (more != 0 && fundamental[i] > LOWEST_FUNDAMENTAL) lift[i] *= exp2f(more * (log2f(fundamental[i]) - mean));
    lift[i] = fminf(fmaxf(lift[i], 1 / OCTAVE), OCTAVE) * line->header.pitch;
    if (line->header.tremor > 0) lift[i] *= 1 + line->header.tremor * tremor_at(seed, i);
  }
}
