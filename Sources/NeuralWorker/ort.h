// SPDX-License-Identifier: MIT

// ONNX Runtime's C functions, as far as they are needed here, without its header.
//
// The library gives a table of functions whose order never changes: each version appends.

#ifndef GUION2AUDIO_ORT_H
#define GUION2AUDIO_ORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An object of the library's.
typedef struct ort_object ort_object;

enum tensor_type { TENSOR_FLOAT = 1, TENSOR_INT64 = 7 };

// The library and a model that it has loaded: one for a process.
struct ort {
  const struct ort_functions *functions;
  ort_object *environment, *session, *memory;
};

// Longest text of an error.
enum { ORT_TEXT = 200 };

// Loads the library; false with a text if that fails. `version` is the library's own text.
bool ort_open(struct ort *ort, const char *path, const char **version, char text[ORT_TEXT]);

// Loads a model; the bytes are not needed afterwards.
bool ort_load(struct ort *ort, const void *bytes, size_t size, char text[ORT_TEXT]);

// Whether the model has an input or output of that name.
bool ort_has_input(const struct ort *ort, const char *name);
bool ort_has_output(const struct ort *ort, const char *name);

// A tensor around memory of the caller's; NULL with a text if that fails.
ort_object *ort_tensor(const struct ort *ort, void *data, size_t bytes, const int64_t *shape, size_t dimensions,
                       enum tensor_type type, char text[ORT_TEXT]);

// Runs the model. The results are the caller's to release.
bool ort_run(const struct ort *ort, const char *const *input_names, ort_object *const *inputs, size_t input_count,
             const char *const *output_names, ort_object **outputs, size_t output_count, char text[ORT_TEXT]);

enum { MAX_DIMENSIONS = 4 };

// The values of a tensor of floats, and its shape; NULL if it is none or has more dimensions.
const float *ort_floats(const struct ort *ort, ort_object *tensor, int64_t shape[MAX_DIMENSIONS], size_t *dimensions);

// The same of a tensor of 64-bit integers.
const int64_t *ort_integers(const struct ort *ort, ort_object *tensor, int64_t shape[MAX_DIMENSIONS],
                            size_t *dimensions);

void ort_release(const struct ort *ort, ort_object *tensor);

#endif
