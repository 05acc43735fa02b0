// SPDX-License-Identifier: MIT

#include "hibari.h"

#include <math.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

#include "spectrum.h"

enum {
  FRAMES_A_UNIT = 2,     // the graph's unit of durations
  KEPT_OPENING = 6 * HOP,  // samples of the opening pad that stay: the first sound begins up to 50 ms early
};

// A line whose loudest sample is lower, at full scale 1, is silent.
#define SILENCE 1e-3f

enum { HARMONIC, HARMONIC_PHASE, NOISE, FREE, FREE_PHASE, FUNDAMENTAL, DURATIONS, OUTPUTS };

static const char *const input_names[] = {"ids", "speed"};
static const char *const output_names[] = {"lh", "theta", "ln", "lr", "phi", "f0"};
static struct model model;

static bool read_line(const char *payload, size_t bytes, struct line *line) {
  if (bytes < sizeof *line) return false;
  memcpy(line, payload, sizeof *line);
  return line->ids <= MAX_IDS && line->path_bytes < MAX_PATH_BYTES &&
         bytes == sizeof *line + line->ids * sizeof(uint16_t) + line->path_bytes;
}

bool load_voice(const char *library, const char *payload, size_t bytes, struct refusal *why) {
  static const uint8_t unknown[DIGEST_BYTES];
  static const struct tensor_names names = {input_names, 2, output_names, DURATIONS};
  char path[MAX_PATH_BYTES] = {0};
  struct line line;
  if (!read_line(payload, bytes, &line)) return refuse(why, LINE_REFUSED, 0, "the request is damaged");
  memcpy(path, payload + bytes - line.path_bytes, line.path_bytes);
  const bool is_known = memcmp(line.digest, unknown, DIGEST_BYTES) != 0;
  if (!load_model(library, path, is_known ? line.digest : NULL, &names, &model, why)) return false;
  return prepare_spectrum() || refuse(why, SYSTEM_FAILED, 12, "no memory");
}

// A line as the graph and the signal part take it.
struct score {
  struct line line;
  int64_t ids[MAX_IDS];
};

// The noise belongs to what is spoken and how, never to a place: a line that moves keeps its sound.
static uint64_t seed_of(const struct score *score) {
  struct {
    uint8_t model[DIGEST_BYTES];
    float speed, pitch, formant;
    uint32_t flags;
    int64_t ids[MAX_IDS];
  } text = {.speed = score->line.speed, .pitch = score->line.pitch, .formant = score->line.formant,
            .flags = score->line.flags};
  const size_t id_bytes = score->line.ids * sizeof score->ids[0];
  memcpy(text.model, model.digest, DIGEST_BYTES);
  memcpy(text.ids, score->ids, id_bytes);
  uint8_t digest[DIGEST_BYTES];
  SHA256((const uint8_t *)&text, offsetof(__typeof__(text), ids) + id_bytes, digest);
  uint64_t seed;
  memcpy(&seed, digest, sizeof seed);
  return seed;
}

static bool is_within(float value, float lowest, float highest) { return value >= lowest && value <= highest; }

static bool read_score(const char *payload, const struct request *request, struct score *score,
                       struct reply *reply) {
  const struct line *line = &score->line;
  if (!read_line(payload, request->bytes, &score->line) || !is_within(line->speed, 0.1f, 10) ||
      !is_within(line->pitch, 0.1f, 10) || !is_within(line->formant, 0.1f, 10) || !is_within(line->gain, 0, 1000)) {
    fail_line(reply, LINE_REFUSED, 0, "the request is damaged");
    return false;
  }
  for (size_t i = 0; i < line->ids; i++) {
    uint16_t id;
    memcpy(&id, payload + sizeof *line + i * sizeof id, sizeof id);
    score->ids[i] = id;
  }
  return true;
}

// The graph's results for a line.
struct results {
  ort_object *values[OUTPUTS];
  struct frames frames;
  const float *durations;
};

static bool run_graph(struct score *score, struct results *results, struct reply *reply) {
  const struct ort *ort = &model.ort;
  const int64_t ids_shape[] = {1, score->line.ids}, speed_shape[] = {1};
  const char *outputs[OUTPUTS];
  memcpy(outputs, output_names, sizeof output_names);
  outputs[DURATIONS] = model.durations;
  char text[ORT_TEXT] = "no memory";
  ort_object *inputs[] = {
      ort_tensor(ort, score->ids, score->line.ids * sizeof score->ids[0], ids_shape, 2, TENSOR_INT64, text),
      ort_tensor(ort, &score->line.speed, sizeof score->line.speed, speed_shape, 1, TENSOR_FLOAT, text),
  };
  const bool has_run = inputs[0] && inputs[1] &&
                       ort_run(ort, input_names, inputs, 2, outputs, results->values, OUTPUTS, text);
  ort_release(ort, inputs[0]);
  ort_release(ort, inputs[1]);
  if (!has_run) fail_line(reply, ENGINE_FAILED, 0, "%s", text);
  return has_run;
}

// The values of a result of shape [1, rows, columns], [1, columns] or [columns]; NULL if it has another one.
static const float *values_of(ort_object *value, int64_t rows, int64_t columns) {
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  const float *values = ort_floats(&model.ort, value, shape, &dimensions);
  if (!values || dimensions == 0 || shape[dimensions - 1] != columns) return NULL;
  int64_t others = 1;
  for (size_t i = 0; i + 1 < dimensions; i++) others *= shape[i];
  return others == rows ? values : NULL;
}

static int64_t frame_count(ort_object *fundamental) {
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  const float *values = ort_floats(&model.ort, fundamental, shape, &dimensions);
  return values && dimensions > 0 ? shape[dimensions - 1] : 0;
}

static bool read_results(const struct score *score, struct results *results, struct reply *reply) {
  ort_object *const *values = results->values;
  const int64_t count = frame_count(values[FUNDAMENTAL]);
  if (count > MAX_FRAMES) {
    fail_line(reply, TOO_LONG, 0, "the line would take more than ten minutes");
    return false;
  }
  const struct frames frames = {
      .count = (size_t)count,
      .harmonic = values_of(values[HARMONIC], BINS, count),
      .harmonic_phase = values_of(values[HARMONIC_PHASE], BINS, count),
      .noise = values_of(values[NOISE], BINS, count),
      .free = values_of(values[FREE], BINS, count),
      .free_phase = values_of(values[FREE_PHASE], BINS, count),
      .fundamental = values_of(values[FUNDAMENTAL], 1, count),
  };
  results->frames = frames;
  results->durations = values_of(values[DURATIONS], 1, score->line.ids);
  if (count > 0 && frames.harmonic && frames.harmonic_phase && frames.noise && frames.free && frames.free_phase &&
      frames.fundamental && results->durations)
    return true;
  fail_line(reply, MODEL_FOREIGN, 0, "its results have other shapes");
  return false;
}

// Reads how many samples each id takes; false if that is not the length of the sound.
static bool read_durations(const struct score *score, const struct results *results, uint32_t *durations,
                           struct reply *reply) {
  int64_t sum = 0;
  for (size_t i = 0; i < score->line.ids; i++) {
    const float units = results->durations[i];
    // What is no number is no duration either.
    const int64_t frames = units >= 0 && units < MAX_FRAMES ? (int64_t)units * FRAMES_A_UNIT : MAX_FRAMES;
    durations[i] = (uint32_t)(frames * HOP);
    sum += frames;
  }
  if (sum == (int64_t)results->frames.count) return true;
  fail_line(reply, SOUND_WRONG, 0, "the sound has %zu frames and its phonemes %lld", results->frames.count,
            (long long)sum);
  return false;
}

// Checks the samples; false if they are silent or no numbers.
static bool check_samples(const float *samples, size_t count, struct reply *reply) {
  float highest = 0;
  bool are_numbers = true;
  for (size_t i = 0; i < count; i++) {
    const float level = fabsf(samples[i]);
    are_numbers &= level < INFINITY;
    highest = level > highest ? level : highest;
  }
  if (are_numbers && highest >= SILENCE) return true;
  fail_line(reply, SOUND_WRONG, 0, are_numbers ? "the sound is silent" : "the sound is damaged");
  return false;
}

// What exceeds full scale is clipped.
static void round_samples(const float *samples, size_t count, float gain, int16_t *rounded) {
  for (size_t i = 0; i < count; i++) {
    const float value = samples[i] * gain * 32767.0f;
    rounded[i] = (int16_t)(value > 32767.0f ? 32767.0f : value < -32767.0f ? -32767.0f : rintf(value));
  }
}

// Writes durations and samples to the slot, without most of the opening pad.
static void deliver(const struct score *score, uint32_t *durations, const float *samples, int16_t *rounded,
                    const struct request *request, struct reply *reply) {
  const uint32_t cut = durations[0] > KEPT_OPENING ? durations[0] - KEPT_OPENING : 0;
  durations[0] -= cut;
  uint32_t count = 0;
  for (size_t i = 0; i < score->line.ids; i++) count += durations[i];
  round_samples(samples + cut, count, score->line.gain, rounded);
  const uint32_t offset = records_offset(request->bytes), bytes = score->line.ids * (uint32_t)sizeof *durations;
  int error = write_slot(request->slot, durations, bytes, offset);
  if (!error) error = write_slot(request->slot, rounded, count * sizeof *rounded, offset + bytes);
  reply->status = error ? SYSTEM_FAILED : DONE;
  reply->detail = error;
  reply->sample_rate = SAMPLE_RATE;
  reply->samples = count;
  reply->records = score->line.ids;
}

static void make_line(const struct score *score, const struct results *results, const struct request *request,
                      struct reply *reply) {
  const size_t count = results->frames.count * HOP;
  const struct manner manner = {
      .pitch = score->line.pitch,
      .formant = score->line.formant,
      .is_whispered = score->line.flags & IS_WHISPERED,
      .seed = seed_of(score),
  };
  uint32_t durations[MAX_IDS];
  if (!read_durations(score, results, durations, reply)) return;
  float *samples = malloc(count * sizeof *samples);
  int16_t *rounded = malloc(count * sizeof *rounded);
  if (!samples || !rounded || !make_samples(&results->frames, &manner, samples))
    fail_line(reply, SYSTEM_FAILED, 12, "no memory");
  else if (check_samples(samples, count, reply))
    deliver(score, durations, samples, rounded, request, reply);
  free(samples);
  free(rounded);
}

void speak_line(const struct request *request, struct reply *reply) {
  struct score score = {0};
  struct results results = {0};
  const char *payload = read_payload(request, reply);
  if (!payload || !read_score(payload, request, &score, reply) || score.line.ids == 0) return;
  if (run_graph(&score, &results, reply) && read_results(&score, &results, reply))
    make_line(&score, &results, request, reply);
  for (int i = 0; i < OUTPUTS; i++) ort_release(&model.ort, results.values[i]);
}
