// SPDX-License-Identifier: MIT

// Runs graphs that compute samples and phoneme durations, with the noise that they need.

#ifndef GUION2AUDIO_RUN_H
#define GUION2AUDIO_RUN_H

#include "model.h"

enum { SAMPLES, DURATIONS, SHAPES, RESULTS = SHAPES + MAX_NOISES };

// A graph's inputs besides the noise, its output with the samples, and its noise.
struct feed {
  struct input inputs[MAX_INPUTS];
  size_t count;
  const char *samples;  // name of the output
  float *lengths;       // factor of the duration of each id
  int64_t ids;
  uint64_t seed;
  int64_t columns;  // estimated number of noise columns
};

// A run of a graph.
struct run {
  float *noises[MAX_NOISES];
  ort_object *results[RESULTS];
  char text[ORT_TEXT];
};

// Runs a graph. If the run fails, runs the graph again with much more noise. Returns false with a text if both
// runs fail.
bool run_graph(const struct model *model, const struct feed *feed, struct run *run);

// Frees the memory of a run, also after a failure.
void end_run(const struct model *model, struct run *run);

// Runs a graph once to measure how many rows each noise has; returns false with the reason if the graph cannot
// run.
bool measure_noises(struct model *model, const struct feed *feed, struct refusal *why);

#endif
