// SPDX-License-Identifier: MIT

// Runs of graphs that make samples and durations of phonemes, with the noise that they want.

#ifndef GUION2AUDIO_RUN_H
#define GUION2AUDIO_RUN_H

#include "model.h"

enum { SAMPLES, DURATIONS, SHAPES, RESULTS = SHAPES + MAX_NOISES };

// A graph's inputs beside the noise, its output with the samples, and its noise.
struct feed {
  struct input inputs[MAX_INPUTS];
  size_t count;
  const char *samples;  // name of the output
  uint64_t seed;
  int64_t columns;  // of noise, as far as can be told before
};

// A run of a graph.
struct run {
  float *noises[MAX_NOISES];
  ort_object *results[RESULTS];
  char text[ORT_TEXT];
};

// Runs a graph, a second time with much more noise if the first run fails; false, with a text, if both do.
bool run_graph(const struct model *model, const struct feed *feed, struct run *run);

// Frees what a run holds, whether it has failed or not.
void end_run(const struct model *model, struct run *run);

// Runs a graph once to learn how many rows each noise has; false, with the reason, if the graph cannot run.
bool measure_noises(struct model *model, const struct feed *feed, struct refusal *why);

#endif
