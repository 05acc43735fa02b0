// SPDX-License-Identifier: MIT

// The voices of Piper: a graph from phonemes to samples, with one speaker or many.

#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "noise.h"

static const char *const input_names[] = {"input", "input_lengths", "scales"};
static const char *const output_names[] = {"output"};
static const char speaker_name[] = "sid";

enum { SAMPLES, DURATIONS, SHAPES, OUTPUTS = SHAPES + MAX_NOISES };

// Columns of noise: a column for each unit of time. More are made for a line that turns out to be longer.
enum { COLUMNS_AN_ID = 6, MOST_COLUMNS = 1 << 15 };

// A run of the graph.
struct run {
  float *noises[MAX_NOISES];
  ort_object *results[OUTPUTS];
  char text[ORT_TEXT];
};

static void end_run(const struct model *model, struct run *run) {
  for (int i = 0; i < OUTPUTS; i++) ort_release(&model->ort, run->results[i]);
  for (int i = 0; i < MAX_NOISES; i++) free(run->noises[i]);
}

static uint64_t seed(const struct model *model, const struct line *line) {
  const struct {
    float speed, noise, noise_width;
    int32_t speaker;
  } settings = {line->header.speed, line->header.noise, line->header.noise_width, line->header.speaker};
  return seed_of(line, model->digest, &settings, sizeof settings);
}

// Makes the noise of a line; false without memory.
static bool make_noises(const struct model *model, const struct line *line, int64_t columns, struct run *run) {
  for (size_t i = 0; i < model->amendment.noises; i++) {
    const size_t rows = (size_t)model->noise_rows[i];
    run->noises[i] = calloc(rows * (size_t)columns, sizeof *run->noises[i]);
    if (!run->noises[i]) return false;
    make_noise_table(seed(model, line), (uint32_t)i, rows, (size_t)columns, run->noises[i]);
  }
  return true;
}

static size_t add_noises(const struct model *model, int64_t columns, struct run *run, struct input *inputs) {
  for (size_t i = 0; i < model->amendment.noises; i++) {
    const int64_t rows = model->noise_rows[i];
    inputs[i] = (struct input){noise_name(i), run->noises[i], (size_t)(rows * columns) * sizeof(float),
                               {1, rows, columns}, 3, TENSOR_FLOAT};
  }
  return model->amendment.noises;
}

// Runs the graph with so many columns of noise; false, with a text, if that fails.
static bool run_graph(const struct model *model, struct line *line, int64_t columns, struct run *run) {
  memset(run, 0, sizeof *run);
  strcpy(run->text, "no memory");
  if (!make_noises(model, line, columns, run)) return false;
  int64_t count = line->header.ids, speaker = line->header.speaker;
  float scales[] = {line->header.noise, 1 / line->header.speed, line->header.noise_width};
  struct input inputs[MAX_INPUTS] = {
      {input_names[0], line->ids, (size_t)count * sizeof line->ids[0], {1, count}, 2, TENSOR_INT64},
      {input_names[1], &count, sizeof count, {1}, 1, TENSOR_INT64},
      {input_names[2], scales, sizeof scales, {3}, 1, TENSOR_FLOAT},
      {speaker_name, &speaker, sizeof speaker, {1}, 1, TENSOR_INT64},
  };
  size_t input_count = speaker < 0 ? 3 : 4;
  input_count += add_noises(model, columns, run, inputs + input_count);
  const char *outputs[OUTPUTS] = {output_names[0], model->amendment.durations};
  for (size_t i = 0; i < model->amendment.noises; i++) outputs[SHAPES + i] = noise_shape_name(i);
  return run_model(model, inputs, input_count, outputs, run->results, SHAPES + model->amendment.noises, run->text);
}

// The shape of the noise that a run has wanted, which must have rows and columns; NULL if it has not.
static const int64_t *wanted_shape(const struct model *model, const struct run *run, size_t noise) {
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  const int64_t *wanted = ort_integers(&model->ort, run->results[SHAPES + noise], shape, &dimensions);
  return wanted && dimensions == 1 && shape[0] == 3 && wanted[0] == 1 ? wanted : NULL;
}

// Speaks a few pads, to learn how much noise the graph wants: so a model that cannot speak is refused when it is loaded.
static bool measure_noises(struct model *model, struct line *line, struct refusal *why) {
  enum { MOST_ROWS = 1024, COLUMNS = 512 };
  for (int i = 0; i < MAX_NOISES; i++) model->noise_rows[i] = MOST_ROWS;
  struct run run;
  bool is_measured = run_graph(model, line, COLUMNS, &run) || refuse(why, MODEL_FOREIGN, 0, "%s", run.text);
  for (size_t i = 0; is_measured && i < model->amendment.noises; i++) {
    const int64_t *shape = wanted_shape(model, &run, i);
    if (shape && shape[1] >= 1 && shape[1] <= MOST_ROWS) model->noise_rows[i] = shape[1];
    else is_measured = refuse(why, MODEL_FOREIGN, 0, "its noise has another shape");
  }
  end_run(model, &run);
  return is_measured;
}

static bool prepare(struct model *model, const struct line *first, struct refusal *why) {
  const bool has_speakers = ort_has_input(&model->ort, speaker_name);
  if (has_speakers != (first->header.speaker >= 0))
    return refuse(why, MODEL_FOREIGN, 0, has_speakers ? "it has several speakers, and its description says one"
                                                      : "it has one speaker, and its description says several");
  static struct line pads;
  pads.header = first->header;
  pads.header.ids = 3;
  pads.header.speaker = has_speakers ? 0 : -1;
  return measure_noises(model, &pads, why);
}

static bool take_results(const struct model *model, const struct line *line, const struct run *run,
                         struct sound *sound, struct reply *reply) {
  const int64_t count = column_count(model, run->results[SAMPLES]), unit = line->header.unit;
  const float *samples = values_of(model, run->results[SAMPLES], 1, count);
  const float *durations = values_of(model, run->results[DURATIONS], 1, line->header.ids);
  if (count <= 0 || !samples || !durations) {
    fail_line(reply, MODEL_FOREIGN, 0, "its results have other shapes");
    return false;
  }
  if (count % unit != 0) {
    fail_line(reply, SOUND_WRONG, 0, "the sound has %lld samples, no multiple of %lld", (long long)count,
              (long long)unit);
    return false;
  }
  if (!read_durations(line, durations, (size_t)(count / unit), sound, reply)) return false;
  sound->count = sound->kept_opening = (uint32_t)count;
  sound->samples = malloc(sound->count * sizeof *samples);
  if (!sound->samples) {
    fail_line(reply, SYSTEM_FAILED, 12, "no memory");
    return false;
  }
  memcpy(sound->samples, samples, sound->count * sizeof *samples);
  return true;
}

static bool speak(const struct model *model, struct line *line, struct sound *sound, struct reply *reply) {
  struct run run;
  const int64_t columns = 64 + (int64_t)((float)(COLUMNS_AN_ID * line->header.ids) / line->header.speed);
  bool has_run = run_graph(model, line, columns < MOST_COLUMNS ? columns : MOST_COLUMNS, &run);
  if (!has_run) {
    // Nothing but the noise being too short is known to fail, and the text of the error is the library's.
    end_run(model, &run);
    has_run = run_graph(model, line, MOST_COLUMNS, &run);
  }
  if (!has_run) fail_line(reply, ENGINE_FAILED, 0, "%s", run.text);
  const bool has_spoken = has_run && take_results(model, line, &run, sound, reply);
  end_run(model, &run);
  return has_spoken;
}

const struct family piper_family = {
    .names = {input_names, 3, output_names, 1},
    .prepare = prepare,
    .speak = speak,
};
