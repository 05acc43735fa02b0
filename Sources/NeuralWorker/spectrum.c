// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "spectrum.h"

#include <kissfft/kiss_fftr.h>
#include <stdlib.h>
#include <string.h>

#include "approximate.h"
#include "noise.h"

enum { BLOCK = 16 };  // frames read at once: as many values of a row as a cache line holds

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

// The frames of a block. Each row contains all bins of a frame.
struct block {
  float harmonic[BLOCK][ROW], harmonic_phase[BLOCK][ROW], noise[BLOCK][ROW], free[BLOCK][ROW], free_phase[BLOCK][ROW];
};

// The pulses of a line: samples, and the state at the beginning of each frame.
struct train {
  float *samples;
  struct pulse_state *states;
};

struct work {
  float tilts[BINS];  // levels of a voiced frame
  struct block block;
  float segment[WINDOW];
  float envelope[ROW];  // of breath
  kiss_fft_cpx pulses[ROW], sound[ROW];
  struct spectrum still, moved;
  float noise_real[ROW], noise_imaginary[ROW];
};

static void choose_tilts(const struct manner *manner, float tilts[BINS]) {
  for (int bin = 0; bin < BINS; bin++) {
    const float hertz = (float)bin * (SAMPLE_RATE / (float)WINDOW);
    // Below the lowest formants and above the fricatives, a tilt would only change the level of the line.
    const float place = hertz < LOWEST_TILTED ? LOWEST_TILTED : hertz > HIGHEST_TILTED ? HIGHEST_TILTED : hertz;
    tilts[bin] = manner->tilt == 0 ? 1 : powf(10, manner->tilt / 20 * log2f(place / 1000));
  }
}

static void turn_table(const float *table, size_t count, size_t first, size_t frames, float to[BLOCK][ROW]) {
  for (size_t bin = 0; bin < BINS; bin++)
    for (size_t i = 0; i < frames; i++) to[i][bin] = table[bin * count + first + i];
}

// Returns the value of a row at a position between two bins.
static float value_at(const float row[ROW], float place) {
  const int below = place < BINS - 2 ? (int)place : BINS - 2;
  const float share = place - (float)below;
  return row[below] + (row[below + 1] - row[below]) * (share < 1 ? share : 1);
}

// Moves the formants of a row.
static void stretch(float row[ROW], float formant) {
  float old[ROW];
  memcpy(old, row, BINS * sizeof *old);
  for (int bin = 0; bin < BINS; bin++) row[bin] = value_at(old, (float)bin / formant);
}

// Joins the values of the pulses' envelope at the harmonics of its frame by straight lines, with moved formants.
//
// The model has not learned the envelope between two harmonics or below the first, because its training had no
// pulses there. Noise would hum in that part.
static void join_harmonics(const float row[ROW], float fundamental, float formant, float joined[ROW]) {
  float at_harmonics[BINS];
  const float distance = fundamental * WINDOW / SAMPLE_RATE;
  const int count = distance > 0 ? (int)((BINS - 1) / distance) : 0;
  memcpy(joined, row, BINS * sizeof *joined);
  if (count < 2) return;
  for (int i = 0; i < count; i++) at_harmonics[i] = value_at(row, (float)(i + 1) * distance);
  for (int bin = 0; bin < BINS; bin++) {
    const float place = (float)bin / formant / distance - 1;
    const int below = place < 0 ? 0 : place < (float)(count - 2) ? (int)place : count - 2;
    const float share = place - (float)below;
    joined[bin] = at_harmonics[below] +
                  (at_harmonics[below + 1] - at_harmonics[below]) * (share < 0 ? 0 : share < 1 ? share : 1);
  }
}

static void read_block(const struct frames *frames, size_t first, size_t count, struct block *block) {
  const size_t all = frames->count;
  turn_table(frames->harmonic, all, first, count, block->harmonic);
  turn_table(frames->noise, all, first, count, block->noise);
  turn_table(frames->free, all, first, count, block->free);
  turn_table(frames->harmonic_phase, all, first, count, block->harmonic_phase);
  turn_table(frames->free_phase, all, first, count, block->free_phase);
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
    const float envelope = magnitude(logarithm[bin]);
    float sine, cosine;
    approximate_sincos(3.14159265f * approximate_tanh(phase[bin]), &sine, &cosine);
    const kiss_fft_cpx pulse = work->pulses[bin];
    work->sound[bin].r = envelope * (pulse.r * cosine - pulse.i * sine);
    work->sound[bin].i = envelope * (pulse.r * sine + pulse.i * cosine);
  }
}

// Adds noise with the pulses' envelope; at level 1 it is a whisper.
static void add_breath(size_t frame, float level, const struct manner *manner, struct work *work) {
  make_noise(manner->seed, 1, frame, BINS, work->noise_real, work->noise_imaginary);
  for (size_t bin = 0; bin < BINS; bin++) {
    const float envelope = level * whisper_share(bin) * magnitude(work->envelope[bin]);
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

// Multiplies a frame's spectrum by a factor for each bin and a factor for all.
static void scale(const float *tilts, float level, kiss_fft_cpx sound[ROW]) {
  for (size_t bin = 0; bin < BINS; bin++) {
    const float factor = level * (tilts ? tilts[bin] : 1);
    sound[bin].r *= factor;
    sound[bin].i *= factor;
  }
}

// Moves the spectrum of a voiced frame from the model's pulses to other pulses.
//
// Half of a voiced frame's sound is not in the pulses' envelope: it is in the rest, whose harmonics are those of the
// model's pulses. So the whole spectrum moves.
static void move(struct pulse_state old, struct pulse_state new, float formant, struct work *work) {
  // Phases at the middle of the window have another sign at each second bin.
  for (size_t bin = 0; bin < BINS; bin++) {
    const float sign = bin % 2 ? -1 : 1;
    work->still.real[bin] = sign * work->sound[bin].r;
    work->still.imaginary[bin] = sign * work->sound[bin].i;
  }
  move_harmonics(&work->still, old, new, formant, &work->moved);
  for (size_t bin = 0; bin < BINS; bin++) {
    const float sign = bin % 2 ? -1 : 1;
    work->sound[bin].r = sign * work->moved.real[bin];
    work->sound[bin].i = sign * work->moved.imaginary[bin];
  }
}

static void make_frame(const struct frames *frames, const struct train *own, const struct train *wanted, size_t frame,
                       size_t row, const struct manner *manner, struct work *work) {
  struct block *block = &work->block;
  const struct pulse_state old = own->states[frame], new = wanted->states[frame];
  const bool is_tuned = old.fundamental > 0 && !manner->is_whispered;
  // After a stressed word, the phase differs although the fundamental is the model's.
  const bool moves = is_tuned && (old.fundamental != new.fundamental || old.phase != new.phase || manner->formant != 1);
  if (!moves && manner->formant != 1) {
    stretch(block->noise[row], manner->formant);
    stretch(block->free[row], manner->formant);
  }
  const bool is_voiced = transform_pulses(moves ? own->samples : wanted->samples, frames->count, frame, work);
  const float breath = manner->is_whispered ? 1 : manner->breath;
  if (is_voiced && breath > 0)
    join_harmonics(block->harmonic[row], old.fundamental, manner->formant, work->envelope);
  if (is_voiced && !manner->is_whispered) add_harmonics(row, work);
  else memset(work->sound, 0, sizeof work->sound);
  add_rest(frame, row, manner, work);
  if (moves) move(old, new, manner->formant, work);
  // A lower voice has more harmonics. This level keeps the sum of their powers constant.
  const float level = moves ? sqrtf(new.fundamental / old.fundamental) : 1;
  if (level != 1 || (is_tuned && manner->tilt != 0)) scale(is_tuned ? work->tilts : NULL, level, work->sound);
  if (is_voiced && breath > 0) add_breath(frame, breath, manner, work);
  if (frames->level[frame] != 1) scale(NULL, frames->level[frame], work->sound);
}

static void make_sound(const struct frames *frames, const struct train *own, const struct train *wanted,
                       const struct manner *manner, struct work *work, float *sound) {
  choose_tilts(manner, work->tilts);
  for (size_t first = 0; first < frames->count; first += BLOCK) {
    const size_t count = frames->count - first < BLOCK ? frames->count - first : BLOCK;
    read_block(frames, first, count, &work->block);
    for (size_t i = 0; i < count; i++) {
      make_frame(frames, own, wanted, first + i, i, manner, work);
      overlap(work, sound + (first + i) * HOP);
    }
  }
}

// Makes the pulses that follow the fundamental with a factor for each frame, or the model's own if `lift` is NULL.
static bool make_train(const struct frames *frames, const float *lift, struct train *train) {
  train->samples = malloc(frames->count * HOP * sizeof *train->samples);
  train->states = malloc(frames->count * sizeof *train->states);
  if (!train->samples || !train->states) return false;
  make_pulses(frames->fundamental, lift, frames->count, train->samples, train->states);
  return true;
}

static void free_train(struct train *train) {
  free(train->samples);
  free(train->states);
}

static bool is_lifted(const struct frames *frames) {
  for (size_t i = 0; i < frames->count; i++)
    if (frames->lift[i] != 1) return true;
  return false;
}

bool make_samples(const struct frames *frames, const struct manner *manner, float *samples) {
  enum { MIDDLE = WINDOW / 2 / HOP };
  struct train own = {0}, lifted = {0};
  const bool lifts = is_lifted(frames);
  float *sound = calloc(frames->count + WINDOW / HOP, HOP * sizeof *sound);
  float *smooth = malloc(frames->count * HOP * sizeof *smooth);
  struct work *work = calloc(1, sizeof *work);
  const bool is_possible = sound && smooth && work && make_train(frames, NULL, &own) &&
                           (!lifts || make_train(frames, frames->lift, &lifted));
  if (is_possible) {
    make_sound(frames, &own, lifts ? &lifted : &own, manner, work, sound);
    float *made = manner->roughness > 0 ? smooth : samples;
    for (size_t i = 0; i < frames->count; i++)
      normalise(sound + (i + MIDDLE) * HOP, i + MIDDLE, frames->count, made + i * HOP);
    if (manner->roughness > 0)
      roughen(frames->fundamental, frames->lift, frames->count, manner->roughness, manner->seed, smooth, samples);
  }
  free_train(&own);
  free_train(&lifted);
  free(sound);
  free(smooth);
  free(work);
  return is_possible;
}
