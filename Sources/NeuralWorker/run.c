// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "noise.h"

// The maximum number of noise columns, one per unit of time. The maximum is used for lines that are longer than
// estimated.
enum { MOST_COLUMNS = 1 << 15 };

void end_run(const struct model *model, struct run *run) {
  for (int i = 0; i < RESULTS; i++) ort_release(&model->ort, run->results[i]);
  for (int i = 0; i < MAX_NOISES; i++) free(run->noises[i]);
}

// Generates the noise of a line; returns false if memory is exhausted.
static bool make_noises(const struct model *model, uint64_t seed, int64_t columns, struct run *run) {
  for (size_t i = 0; i < model->amendment.noises; i++) {
    const size_t rows = (size_t)model->noise_rows[i];
    run->noises[i] = calloc(rows * (size_t)columns, sizeof *run->noises[i]);
    if (!run->noises[i]) return false;
    make_noise_table(seed, (uint32_t)i, rows, (size_t)columns, run->noises[i]);
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

// Runs the graph with a number of noise columns; returns false with a text on failure.
static bool run_once(const struct model *model, const struct feed *feed, int64_t columns, struct run *run) {
  memset(run, 0, sizeof *run);
  strcpy(run->text, "out of memory");
  if (!make_noises(model, feed->seed, columns, run)) return false;
  struct input inputs[MAX_INPUTS];
  memcpy(inputs, feed->inputs, sizeof inputs);
  size_t count = feed->count + add_noises(model, columns, run, inputs + feed->count);
  if (model->amendment.stretches)
    inputs[count++] = (struct input){lengths_name, feed->lengths, (size_t)feed->ids * sizeof(float), {feed->ids}, 1,
                                     TENSOR_FLOAT};
  const char *outputs[RESULTS] = {feed->samples, model->amendment.durations};
  for (size_t i = 0; i < model->amendment.noises; i++) outputs[SHAPES + i] = noise_shape_name(i);
  return run_model(model, inputs, count, outputs, run->results, SHAPES + model->amendment.noises, run->text);
}

bool run_graph(const struct model *model, const struct feed *feed, struct run *run) {
  if (run_once(model, feed, feed->columns < MOST_COLUMNS ? feed->columns : MOST_COLUMNS, run)) return true;
  if (model->amendment.noises == 0) return false;
  // Insufficient noise is the only known cause of failure, and the library's error text cannot be relied on.
  end_run(model, run);
  return run_once(model, feed, MOST_COLUMNS, run);
}

// Returns the noise shape that a run needed, which must have rows and columns; NULL for other shapes.
static const int64_t *wanted_shape(const struct model *model, const struct run *run, size_t noise) {
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  const int64_t *wanted = ort_integers(&model->ort, run->results[SHAPES + noise], shape, &dimensions);
  return wanted && dimensions == 1 && shape[0] == 3 && wanted[0] == 1 ? wanted : NULL;
}

bool measure_noises(struct model *model, const struct feed *feed, struct refusal *why) {
  enum { MOST_ROWS = 1024, COLUMNS = 512 };
  for (int i = 0; i < MAX_NOISES; i++) model->noise_rows[i] = MOST_ROWS;
  struct run run;
  bool is_measured = run_once(model, feed, COLUMNS, &run) || refuse(why, MODEL_FOREIGN, 0, "%s", run.text);
  for (size_t i = 0; is_measured && i < model->amendment.noises; i++) {
    const int64_t *shape = wanted_shape(model, &run, i);
    if (shape && shape[1] >= 1 && shape[1] <= MOST_ROWS) model->noise_rows[i] = shape[1];
    else is_measured = refuse(why, MODEL_FOREIGN, 0, "its noise has an unexpected shape");
  }
  end_run(model, &run);
  return is_measured;
}
