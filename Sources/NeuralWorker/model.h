// SPDX-License-Identifier: MIT

// Reads, checks, amends and loads a model file.

#ifndef GUION2AUDIO_MODEL_H
#define GUION2AUDIO_MODEL_H

#include <worker.h>

#include "amendment.h"
#include "ort.h"

enum { DIGEST_BYTES = 32 };

struct model {
  struct ort ort;
  struct amendment amendment;
  uint8_t digest[DIGEST_BYTES];      // SHA-256 of the file
  int64_t noise_rows[MAX_NOISES];    // number of rows of each noise
};

// The names of the inputs and outputs that a model must have.
struct tensor_names {
  const char *const *inputs;
  size_t input_count;
  const char *const *outputs;
  size_t output_count;
  const char *many;  // input with one value, which may get one value for each id; NULL for none
};

// Loads the library and a model; returns false with the reason on failure. `digest` is the expected digest of
// the file, or NULL.
bool load_model(const char *library, const char *path, const uint8_t *digest, const struct tensor_names *names,
                struct model *model, struct refusal *why);

enum { MAX_INPUTS = 5 + MAX_NOISES, MAX_OUTPUTS = 8 + MAX_NOISES };

// The values of an input.
struct input {
  const char *name;
  void *values;
  size_t bytes;
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  enum tensor_type type;
};

// Runs a model; returns false with a text on failure. The caller must release the results in either case.
bool run_model(const struct model *model, const struct input *inputs, size_t input_count,
               const char *const *output_names, ort_object **results, size_t output_count, char text[ORT_TEXT]);

// Returns the values of a result with the shape [1, …, rows, columns] or fewer dimensions; NULL if it has
// another shape.
const float *values_of(const struct model *model, ort_object *result, int64_t rows, int64_t columns);

// Returns the last dimension of a float result; 0 for any other result.
int64_t column_count(const struct model *model, ort_object *result);

#endif
