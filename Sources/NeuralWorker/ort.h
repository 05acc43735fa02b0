// SPDX-License-Identifier: MIT

// The C functions of ONNX Runtime that are used here, without its header.
//
// The library returns a table of functions. New versions only append to the table.

#ifndef GUION2AUDIO_ORT_H
#define GUION2AUDIO_ORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An object of the library.
typedef struct ort_object ort_object;

enum tensor_type { TENSOR_FLOAT = 1, TENSOR_INT64 = 7 };

// The library and its loaded model; one per process.
struct ort {
  const struct ort_functions *functions;
  ort_object *environment, *session, *memory;
};

// The maximum length of an error text.
enum { ORT_TEXT = 200 };

// Loads the library; returns false with a text on failure. `version` is the library's own text.
bool ort_open(struct ort *ort, const char *path, const char **version, char text[ORT_TEXT]);

// Loads a model; the bytes are not needed afterwards.
bool ort_load(struct ort *ort, const void *bytes, size_t size, char text[ORT_TEXT]);

// Whether the model has an input or output with this name.
bool ort_has_input(const struct ort *ort, const char *name);
bool ort_has_output(const struct ort *ort, const char *name);

// Creates a tensor that uses the caller's memory; returns NULL with a text on failure.
ort_object *ort_tensor(const struct ort *ort, void *data, size_t bytes, const int64_t *shape, size_t dimensions,
                       enum tensor_type type, char text[ORT_TEXT]);

// Runs the model. The caller must release the results.
bool ort_run(const struct ort *ort, const char *const *input_names, ort_object *const *inputs, size_t input_count,
             const char *const *output_names, ort_object **outputs, size_t output_count, char text[ORT_TEXT]);

enum { MAX_DIMENSIONS = 4 };

// Returns the values and the shape of a float tensor; NULL for other tensors, or if there are more than
// MAX_DIMENSIONS dimensions.
const float *ort_floats(const struct ort *ort, ort_object *tensor, int64_t shape[MAX_DIMENSIONS], size_t *dimensions);

// Like `ort_floats`, for a tensor of 64-bit integers.
const int64_t *ort_integers(const struct ort *ort, ort_object *tensor, int64_t shape[MAX_DIMENSIONS],
                            size_t *dimensions);

void ort_release(const struct ort *ort, ort_object *tensor);

#endif
