// SPDX-License-Identifier: MIT

// A model's file: read, checked and loaded.

#ifndef GUION2AUDIO_MODEL_H
#define GUION2AUDIO_MODEL_H

#include <worker.h>

#include "graph.h"
#include "ort.h"

enum { DIGEST_BYTES = 32 };

struct model {
  struct ort ort;
  char durations[MAX_TENSOR_NAME + 1];  // name of that output
  uint8_t digest[DIGEST_BYTES];         // SHA-256 of the file
};

// The names of inputs and outputs that a model must have.
struct tensor_names {
  const char *const *inputs;
  size_t input_count;
  const char *const *outputs;
  size_t output_count;
};

// Loads library and model. `digest` is what the file must have, or NULL.
bool load_model(const char *library, const char *path, const uint8_t *digest, const struct tensor_names *names,
                struct model *model, struct refusal *why);

#endif
