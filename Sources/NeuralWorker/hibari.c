// SPDX-License-Identifier: MIT

// The voices of hibari: a graph that predicts the spectrum of each frame. This program computes the samples
// from these spectra.

#include "arithmetic.h"

#include <stdlib.h>

#include "family.h"
#include "melody.h"
#include "spectrum.h"

enum {
  FRAMES_A_UNIT = 2,       // frames in a unit of the graph's durations
  KEPT_OPENING = 6 * HOP,  // samples of the opening pad to keep: the first sound begins up to 50 ms early
  MAX_FRAMES = SAMPLE_RATE / HOP * MAX_LINE_SECONDS,
};

enum { HARMONIC, HARMONIC_PHASE, NOISE, FREE, FREE_PHASE, FUNDAMENTAL, DURATIONS, OUTPUTS };

static const char *const input_names[] = {"ids", "speed"};
static const char *const output_names[] = {"lh", "theta", "ln", "lr", "phi", "f0"};

static bool prepare(struct model *model, const struct line *line, struct refusal *why) {
  (void)model, (void)line;
  return prepare_spectrum() || refuse(why, SYSTEM_FAILED, 12, "out of memory");
}

static bool run_graph(const struct model *model, struct line *line, ort_object *results[OUTPUTS],
                      struct reply *reply) {
  const uint32_t ids = line->header.ids, speeds = line->header.flags & HAS_PROSODY ? ids : 1;
  const struct input inputs[] = {
      {input_names[0], line->ids, ids * sizeof line->ids[0], {1, ids}, 2, TENSOR_INT64},
      {input_names[1], line->speeds, speeds * sizeof line->speeds[0], {speeds}, 1, TENSOR_FLOAT},
  };
  const char *outputs[OUTPUTS];
  for (int i = 0; i < DURATIONS; i++) outputs[i] = output_names[i];
  outputs[DURATIONS] = model->amendment.durations;
  char text[ORT_TEXT] = "out of memory";
  if (run_model(model, inputs, 2, outputs, results, OUTPUTS, text)) return true;
  fail_line(reply, ENGINE_FAILED, 0, "%s", text);
  return false;
}

static bool read_frames(const struct model *model, ort_object *const *results, struct frames *frames,
                        struct reply *reply) {
  const int64_t count = column_count(model, results[FUNDAMENTAL]);
  if (count > MAX_FRAMES) {
    fail_line(reply, TOO_LONG, 0, "the line would be longer than ten minutes; split it");
    return false;
  }
  *frames = (struct frames){
      .count = (size_t)count,
      .harmonic = values_of(model, results[HARMONIC], BINS, count),
      .harmonic_phase = values_of(model, results[HARMONIC_PHASE], BINS, count),
      .noise = values_of(model, results[NOISE], BINS, count),
      .free = values_of(model, results[FREE], BINS, count),
      .free_phase = values_of(model, results[FREE_PHASE], BINS, count),
      .fundamental = values_of(model, results[FUNDAMENTAL], 1, count),
  };
  if (count > 0 && count % FRAMES_A_UNIT == 0 && frames->harmonic && frames->harmonic_phase && frames->noise &&
      frames->free && frames->free_phase && frames->fundamental)
    return true;
  fail_line(reply, MODEL_FOREIGN, 0, "its output tensors have unexpected shapes");
  return false;
}

static uint64_t seed(const struct model *model, const struct line *line) {
  const struct {
    float speed, pitch, formant;
    uint32_t flags;
  } settings = {line->header.speed, line->header.pitch, line->header.formant, line->header.flags};
  return seed_of(line, model->digest, &settings, sizeof settings);
}

static bool make_sound(const struct model *model, const struct line *line, struct frames *frames,
                       struct sound *sound, struct reply *reply) {
  const struct manner manner = {
      .formant = line->header.formant,
      .breath = line->header.breath,
      .tilt = line->header.tilt,
      .roughness = line->header.roughness,
      .is_whispered = line->header.flags & IS_WHISPERED,
      .seed = seed(model, line),
  };
  sound->kept_opening = KEPT_OPENING;
  sound->count = frames->count * HOP;
  sound->samples = malloc(sound->count * sizeof *sound->samples);
  float *lift = malloc(frames->count * sizeof *lift), *level = malloc(frames->count * sizeof *level);
  bool is_made = sound->samples && lift && level;
  if (is_made) {
    make_melody(line, manner.seed, sound->durations, frames->fundamental, frames->count, lift, level);
    frames->lift = lift;
    frames->level = level;
    is_made = make_samples(frames, &manner, sound->samples);
  }
  free(lift);
  free(level);
  if (!is_made) fail_line(reply, SYSTEM_FAILED, 12, "out of memory");
  return is_made;
}

static bool take_results(const struct model *model, const struct line *line, ort_object *const *results,
                         struct sound *sound, struct reply *reply) {
  struct frames frames;
  if (!read_frames(model, results, &frames, reply)) return false;
  const float *durations = values_of(model, results[DURATIONS], 1, line->header.ids);
  if (!durations) {
    fail_line(reply, MODEL_FOREIGN, 0, "its output tensors have unexpected shapes");
    return false;
  }
  return read_durations(line, durations, frames.count / FRAMES_A_UNIT, sound, reply) &&
         make_sound(model, line, &frames, sound, reply);
}

static bool speak(const struct model *model, struct line *line, struct sound *sound, struct reply *reply) {
  ort_object *results[OUTPUTS] = {0};
  const bool has_spoken =
      run_graph(model, line, results, reply) && take_results(model, line, results, sound, reply);
  for (int i = 0; i < OUTPUTS; i++) ort_release(&model->ort, results[i]);
  return has_spoken;
}

const struct family hibari_family = {
    .footprint = {10 << 20, 250, 220, 10 << 20, 200 << 10},
    .names = {input_names, 2, output_names, DURATIONS, "speed"},
    .prepare = prepare,
    .speak = speak,
};
