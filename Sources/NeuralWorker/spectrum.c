// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "spectrum.h"

#include <kissfft/kiss_fftr.h>
#include <stdlib.h>
#include <string.h>

#include "approximate.h"
#include "noise.h"

enum {
  BLOCK = 16,      // frames read at once: as many values of a row as a cache line holds
  ROW = BINS + 7,  // bins per frame in memory
};

// Returns the level of a whisper's noise at a bin, relative to the pulses' envelope. Low frequencies are weaker
// than in a normal voice. Of five shapes, speech recognition understood this shape best.
static inline float whisper_share(size_t bin) {
  const float hertz = (float)bin * (SAMPLE_RATE / (float)WINDOW);
  return 0.7f * hertz / (hertz + 1000.0f);
}

// Envelopes are limited to e^7.
#define HIGHEST_LOGARITHM 7.0f

// The range of the tilt, in Hz.
#define LOWEST_TILTED 250.0f
#define HIGHEST_TILTED 8000.0f

static kiss_fftr_cfg forward, inverse;
static float window[WINDOW];

bool prepare_spectrum(void) {
  forward = kiss_fftr_alloc(WINDOW, 0, NULL, NULL);
  inverse = kiss_fftr_alloc(WINDOW, 1, NULL, NULL);
  for (int i = 0; i < WINDOW; i++) window[i] = (float)(0.5 - 0.5 * cos(6.283185307179586 * i / WINDOW));
  return forward && inverse;
}

// The position in the graph's tables from which a bin's envelopes are read.
struct source {
  size_t bin;
  float share_of_next;
};

// The frames of a block. Each row contains all bins of a frame.
struct block {
  float harmonic[BLOCK][ROW], harmonic_phase[BLOCK][ROW], noise[BLOCK][ROW], free[BLOCK][ROW], free_phase[BLOCK][ROW];
};

struct work {
  struct source sources[BINS];
  float levels[BINS];  // of the pulses
  struct block block;
  float segment[WINDOW];
  kiss_fft_cpx pulses[ROW], sound[ROW];
  float noise_real[ROW], noise_imaginary[ROW];
};

static void choose_sources(float formant, struct source sources[BINS]) {
  for (int bin = 0; bin < BINS; bin++) {
    const float place = (float)bin / formant;
    const size_t below = place < BINS - 2 ? (size_t)place : BINS - 2;
    const float share = place - (float)below;
    sources[bin] = (struct source){below, share < 1 ? share : 1};
  }
}

// Computes the level of the pulses at each bin.
//
// A lower voice has more harmonics. The pitch keeps the sum of their powers constant.
static void choose_levels(const struct manner *manner, float levels[BINS]) {
  const float level = sqrtf(manner->pitch);
  for (int bin = 0; bin < BINS; bin++) {
    const float hertz = (float)bin * (SAMPLE_RATE / (float)WINDOW);
    // Below the lowest formants and above the fricatives, a tilt would only change the level of the line.
    const float place = hertz < LOWEST_TILTED ? LOWEST_TILTED : hertz > HIGHEST_TILTED ? HIGHEST_TILTED : hertz;
    const float tilt = manner->tilt == 0 ? 1 : powf(10, manner->tilt / 20 * log2f(place / 1000));
    levels[bin] = level * tilt;
  }
}

static void turn_table(const float *table, size_t count, size_t first, size_t frames, float to[BLOCK][ROW]) {
  for (size_t bin = 0; bin < BINS; bin++)
    for (size_t i = 0; i < frames; i++) to[i][bin] = table[bin * count + first + i];
}

// Like `turn_table`, but reads each bin from its source, so that the formants move.
static void turn_envelope(const float *table, size_t count, size_t first, size_t frames,
                          const struct source sources[BINS], float to[BLOCK][ROW]) {
  for (size_t bin = 0; bin < BINS; bin++) {
    const float *row = table + sources[bin].bin * count + first;
    const float share = sources[bin].share_of_next;
    for (size_t i = 0; i < frames; i++) to[i][bin] = row[i] * (1.0f - share) + row[i + count] * share;
  }
}

// Returns the value of a row at a position between two bins.
static float value_at(const float row[ROW], float place) {
  const int below = place < BINS - 2 ? (int)place : BINS - 2;
  const float share = place - (float)below;
  return row[below] + (row[below + 1] - row[below]) * (share < 1 ? share : 1);
}

// Replaces the envelope of a row by straight lines between the values at the harmonics of its frame.
//
// The model has not learned the envelope between two harmonics or below the first, because its training had no
// pulses there. Pulses of another pitch would hum in that part.
static void join_harmonics(float row[ROW], float fundamental, float formant) {
  float at_harmonics[BINS];
  const float distance = fundamental * WINDOW / SAMPLE_RATE;
  const int count = (int)((BINS - 1) / distance);
  if (count < 2) return;
  for (int i = 0; i < count; i++) at_harmonics[i] = value_at(row, (float)(i + 1) * distance);
  for (int bin = 0; bin < BINS; bin++) {
    const float place = (float)bin / formant / distance - 1;
    const int below = place < 0 ? 0 : place < (float)(count - 2) ? (int)place : count - 2;
    const float share = place - (float)below;
    row[bin] = at_harmonics[below] +
               (at_harmonics[below + 1] - at_harmonics[below]) * (share < 0 ? 0 : share < 1 ? share : 1);
  }
}

static void read_harmonics(const struct frames *frames, size_t first, size_t count, float formant,
                           struct block *block) {
  for (size_t i = 0; i < count; i++) {
    const float fundamental = frames->fundamental[first + i];
    if (fundamental <= LOWEST_FUNDAMENTAL) continue;  // no pulses
    join_harmonics(block->harmonic[i], fundamental, formant);
    join_harmonics(block->harmonic_phase[i], fundamental, formant);
  }
}

static void read_block(const struct frames *frames, size_t first, size_t count, const struct manner *manner,
                       struct work *work) {
  struct block *block = &work->block;
  const size_t all = frames->count;
  turn_table(frames->harmonic, all, first, count, block->harmonic);
  turn_envelope(frames->noise, all, first, count, work->sources, block->noise);
  turn_envelope(frames->free, all, first, count, work->sources, block->free);
  turn_table(frames->harmonic_phase, all, first, count, block->harmonic_phase);
  turn_table(frames->free_phase, all, first, count, block->free_phase);
  if (manner->pitch != 1 || manner->formant != 1 || manner->is_whispered)
    read_harmonics(frames, first, count, manner->formant, block);
}

// Returns the sample at a position, mirrored at both ends.
static float mirrored(const float *samples, ptrdiff_t count, ptrdiff_t place) {
  const ptrdiff_t period = 2 * (count - 1);
  place = (place % period + period) % period;
  return samples[place < count ? place : period - place];
}

// Computes the spectrum of the pulses around the beginning of a frame; returns false if there are no pulses.
static bool transform_pulses(const float *pulses, size_t frames, size_t frame, struct work *work) {
  const ptrdiff_t count = (ptrdiff_t)(frames * HOP), first = (ptrdiff_t)(frame * HOP) - WINDOW / 2;
  const bool is_inside = first >= 0 && first + WINDOW <= count;
  float sum = 0;
  for (ptrdiff_t i = 0; i < WINDOW; i++) {
    const float sample = is_inside ? pulses[first + i] : mirrored(pulses, count, first + i);
    // With this factor, a cosine of amplitude 1 has magnitude 1.
    work->segment[i] = sample * (window[i] / HOP);
    sum += sample * sample;
  }
  if (sum == 0) return false;
  kiss_fftr(forward, work->segment, work->pulses);
  return true;
}

static inline float magnitude(float logarithm) {
  return approximate_exp(logarithm < HIGHEST_LOGARITHM ? logarithm : HIGHEST_LOGARITHM);
}

// Sets the spectrum to the pulses with their envelope and phase.
static void add_harmonics(size_t row, struct work *work) {
  const float *logarithm = work->block.harmonic[row], *phase = work->block.harmonic_phase[row];
  for (size_t bin = 0; bin < BINS; bin++) {
    const float envelope = work->levels[bin] * magnitude(logarithm[bin]);
    float sine, cosine;
    approximate_sincos(3.14159265f * approximate_tanh(phase[bin]), &sine, &cosine);
    const kiss_fft_cpx pulse = work->pulses[bin];
    work->sound[bin].r = envelope * (pulse.r * cosine - pulse.i * sine);
    work->sound[bin].i = envelope * (pulse.r * sine + pulse.i * cosine);
  }
}

// Adds noise with the pulses' envelope; at level 1 it is a whisper.
static void add_breath(size_t frame, size_t row, float level, const struct manner *manner, struct work *work) {
  const float *logarithm = work->block.harmonic[row];
  make_noise(manner->seed, 1, frame, BINS, work->noise_real, work->noise_imaginary);
  for (size_t bin = 0; bin < BINS; bin++) {
    const float envelope = level * whisper_share(bin) * magnitude(logarithm[bin]);
    work->sound[bin].r += envelope * work->noise_real[bin];
    work->sound[bin].i += envelope * work->noise_imaginary[bin];
  }
}

// Adds the parts of the spectrum that do not depend on the pulses.
static void add_rest(size_t frame, size_t row, const struct manner *manner, struct work *work) {
  const float *noise = work->block.noise[row], *free = work->block.free[row], *phase = work->block.free_phase[row];
  make_noise(manner->seed, 0, frame, BINS, work->noise_real, work->noise_imaginary);
  for (size_t bin = 0; bin < BINS; bin++) {
    const float level = magnitude(noise[bin]), envelope = magnitude(free[bin]);
    float sine, cosine;
    approximate_sincos(phase[bin], &sine, &cosine);
    work->sound[bin].r += level * work->noise_real[bin] + envelope * cosine;
    work->sound[bin].i += level * work->noise_imaginary[bin] + envelope * sine;
  }
}

// Adds a frame to the samples, multiplied by the window.
static void overlap(struct work *work, float *sound) {
  kiss_fftri(inverse, work->sound, work->segment);
  for (int i = 0; i < WINDOW; i++) sound[i] += work->segment[i] * (window[i] / WINDOW);
}

// Divides a hop of the samples by the sum of the squared windows that overlap in it; `block` is the number of
// the hop.
static void normalise(const float *sound, size_t block, size_t frames, float *samples) {
  float weights[HOP] = {0};
  for (size_t part = 0; part < WINDOW / HOP; part++) {
    if (block < part || block - part >= frames) continue;
    for (int i = 0; i < HOP; i++) weights[i] += window[part * HOP + (size_t)i] * window[part * HOP + (size_t)i];
  }
  for (int i = 0; i < HOP; i++) samples[i] = sound[i] / (weights[i] > 1e-11f ? weights[i] : 1e-11f);
}

static void make_frame(const struct frames *frames, const float *pulses, size_t frame, size_t row,
                       const struct manner *manner, struct work *work) {
  const bool is_voiced = transform_pulses(pulses, frames->count, frame, work);
  if (is_voiced && !manner->is_whispered) add_harmonics(row, work);
  else memset(work->sound, 0, sizeof work->sound);
  const float breath = manner->is_whispered ? 1 : manner->breath;
  if (is_voiced && breath > 0) add_breath(frame, row, breath, manner, work);
  add_rest(frame, row, manner, work);
}

static void make_sound(const struct frames *frames, const float *pulses, const struct manner *manner,
                       struct work *work, float *sound) {
  choose_sources(manner->formant, work->sources);
  choose_levels(manner, work->levels);
  for (size_t first = 0; first < frames->count; first += BLOCK) {
    const size_t count = frames->count - first < BLOCK ? frames->count - first : BLOCK;
    read_block(frames, first, count, manner, work);
    for (size_t i = 0; i < count; i++) {
      make_frame(frames, pulses, first + i, i, manner, work);
      overlap(work, sound + (first + i) * HOP);
    }
  }
}

bool make_samples(const struct frames *frames, const struct manner *manner, float *samples) {
  enum { MIDDLE = WINDOW / 2 / HOP };
  float *pulses = malloc(frames->count * HOP * sizeof *pulses);
  float *sound = calloc(frames->count + WINDOW / HOP, HOP * sizeof *sound);
  struct work *work = calloc(1, sizeof *work);
  const bool is_possible = pulses && sound && work;
  if (is_possible) {
    const struct pulse_manner how = {manner->pitch, manner->roughness, manner->tremor, manner->seed};
    make_pulses(frames->fundamental, frames->count, &how, pulses);
    make_sound(frames, pulses, manner, work, sound);
    for (size_t i = 0; i < frames->count; i++)
      normalise(sound + (i + MIDDLE) * HOP, i + MIDDLE, frames->count, samples + i * HOP);
  }
  free(pulses);
  free(sound);
  free(work);
  return is_possible;
}
