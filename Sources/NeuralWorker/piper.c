// SPDX-License-Identifier: MIT

// The voices of Piper: a graph from phonemes to samples, with one speaker or many.

#include "arithmetic.h"

#include "family.h"
#include "run.h"

static const char *const input_names[] = {"input", "input_lengths", "scales"};
static const char *const output_names[] = {"output"};
static const char speaker_name[] = "sid";

enum { COLUMNS_AN_ID = 6 };

static uint64_t seed(const struct model *model, const struct line *line) {
  const struct {
    float speed, noise, noise_width;
    int32_t speaker;
  } settings = {line->header.speed, line->header.noise, line->header.noise_width, line->header.speaker};
  return seed_of(line, model->digest, &settings, sizeof settings);
}

// The inputs of the graph for a line.
struct numbers {
  int64_t count, speaker;
  float scales[3];
};

static struct feed feed_of(const struct model *model, struct line *line, struct numbers *numbers) {
  const struct line_header *header = &line->header;
  *numbers = (struct numbers){header->ids, header->speaker,
                              {header->noise, 1 / header->speed, header->noise_width}};
  const int64_t count = numbers->count;
  return (struct feed){
      .inputs =
          {
              {input_names[0], line->ids, (size_t)count * sizeof line->ids[0], {1, count}, 2, TENSOR_INT64},
              {input_names[1], &numbers->count, sizeof numbers->count, {1}, 1, TENSOR_INT64},
              {input_names[2], numbers->scales, sizeof numbers->scales, {3}, 1, TENSOR_FLOAT},
              {speaker_name, &numbers->speaker, sizeof numbers->speaker, {1}, 1, TENSOR_INT64},
          },
      .count = numbers->speaker < 0 ? 3 : 4,
      .samples = output_names[0],
      .lengths = line->lengths,
      .ids = count,
      .seed = seed(model, line),
      .columns = 64 + (int64_t)((float)(COLUMNS_AN_ID * count) / header->speed),
  };
}

// Speaks a few pads to measure how much noise the graph needs. So a model that cannot speak is refused when it
// is loaded.
static bool prepare(struct model *model, const struct line *first, struct refusal *why) {
  const bool has_speakers = ort_has_input(&model->ort, speaker_name);
  if (has_speakers != (first->header.speaker >= 0))
    return refuse(why, MODEL_FOREIGN, 0, has_speakers ? "it has several speakers, but its .json file has one"
                                                      : "it has one speaker, but its .json file has several");
  static struct line pads;
  pads.header = first->header;
  pads.header.ids = 3;
  for (int i = 0; i < 3; i++) pads.lengths[i] = 1;
  pads.header.speaker = has_speakers ? 0 : -1;
  struct numbers numbers;
  const struct feed feed = feed_of(model, &pads, &numbers);
  return measure_noises(model, &feed, why);
}

static bool take_results(const struct model *model, const struct line *line, const struct run *run,
                         struct sound *sound, struct reply *reply) {
  const int64_t count = column_count(model, run->results[SAMPLES]), unit = line->header.unit;
  const float *samples = values_of(model, run->results[SAMPLES], 1, count);
  const float *durations = values_of(model, run->results[DURATIONS], 1, line->header.ids);
  if (count <= 0 || !samples || !durations) {
    fail_line(reply, MODEL_FOREIGN, 0, "its output tensors have unexpected shapes");
    return false;
  }
  if (count % unit != 0) {
    fail_line(reply, SOUND_WRONG, 0, "the audio has %lld samples, which is not a multiple of %lld", (long long)count,
              (long long)unit);
    return false;
  }
  if (!read_durations(line, durations, (size_t)(count / unit), sound, reply)) return false;
  if (!copy_samples(samples, (size_t)count, sound, reply) || !stress(line, sound, reply)) return false;
  sound->kept_opening = sound->durations[0];
  return true;
}

static bool speak(const struct model *model, struct line *line, struct sound *sound, struct reply *reply) {
  struct numbers numbers;
  const struct feed feed = feed_of(model, line, &numbers);
  struct run run;
  const bool has_run = run_graph(model, &feed, &run);
  if (!has_run) fail_line(reply, ENGINE_FAILED, 0, "%s", run.text);
  const bool has_spoken = has_run && take_results(model, line, &run, sound, reply);
  end_run(model, &run);
  return has_spoken;
}

const struct family piper_family = {
    .footprint = {10 << 20, 210, 115, 8 << 20, 410 << 10},
    .names = {input_names, 3, output_names, 1, NULL},
    .prepare = prepare,
    .speak = speak,
};
