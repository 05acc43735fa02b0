// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "model.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_MODEL_BYTES = 256 << 20 };

struct content {
  uint8_t *bytes;
  size_t size;
};

static int read_all(int file, struct content *content) {
  size_t have = 0;
  while (have < content->size) {
    const ssize_t got = read(file, content->bytes + have, content->size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    have += (size_t)got;
  }
  content->size = have;
  return 0;
}

// Reads an open file into a buffer with room for one more message; returns 0 or errno.
static int read_content(int file, struct content *content) {
  struct stat status;
  if (fstat(file, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (!S_ISREG(status.st_mode)) return EINVAL;
  if (status.st_size > MAX_MODEL_BYTES) return EFBIG;
  content->size = (size_t)status.st_size;
  content->bytes = malloc(content->size + MAX_MESSAGE);
  return content->bytes ? read_all(file, content) : ENOMEM;
}

static bool read_model(const char *path, struct content *content, struct refusal *why) {
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const int error = file < 0 ? errno : read_content(file, content);
  if (file >= 0) close(file);
  return error ? refuse(why, MODEL_UNREADABLE, error, "%s", strerror(error)) : true;
}

static bool check_digest(const struct content *content, const uint8_t *expected, struct model *model,
                         struct refusal *why) {
  SHA256(content->bytes, content->size, model->digest);
  if (!expected || memcmp(expected, model->digest, DIGEST_BYTES) == 0) return true;
  return refuse(why, MODEL_CHANGED, 0, "its SHA-256 begins with %02x%02x%02x%02x, not %02x%02x%02x%02x",
                model->digest[0], model->digest[1], model->digest[2], model->digest[3], expected[0], expected[1],
                expected[2], expected[3]);
}

static bool check_names(const struct model *model, const struct tensor_names *names, struct refusal *why) {
  for (size_t i = 0; i < names->input_count; i++)
    if (!ort_has_input(&model->ort, names->inputs[i]))
      return refuse(why, MODEL_FOREIGN, 0, "it has no input named %s", names->inputs[i]);
  for (size_t i = 0; i < names->output_count; i++)
    if (!ort_has_output(&model->ort, names->outputs[i]))
      return refuse(why, MODEL_FOREIGN, 0, "it has no output named %s", names->outputs[i]);
  return true;
}

// Appends a message with the additions to the graph; returns false if the message is too long.
static bool amend_content(struct content *content, const char *many, struct model *model) {
  struct message message;
  model->amendment = amend(content->bytes, content->size, many, &message);
  if (message.is_full) return false;
  memcpy(content->bytes + content->size, message.bytes, message.count);
  content->size += message.count;
  return true;
}

// Loads a model's bytes, with an additional output for its durations, and inputs for its noise.
static bool load_content(struct content *content, const struct tensor_names *names, struct model *model,
                         struct refusal *why) {
  char text[ORT_TEXT];
  const bool is_amended = amend_content(content, names->many, model);
  // Loading comes before the other checks. The library reads the whole file, so it distinguishes a damaged file
  // from a foreign model.
  if (!ort_load(&model->ort, content->bytes, content->size, text))
    return refuse(why, MODEL_DAMAGED, 0, "%s", text);
  if (!model->amendment.durations[0])
    return refuse(why, MODEL_FOREIGN, 0, "its graph does not compute phoneme durations");
  if (!is_amended || model->amendment.draws)
    return refuse(why, MODEL_FOREIGN, 0, "its graph draws random numbers that this program cannot make repeatable");
  return check_names(model, names, why);
}

bool load_model(const char *library, const char *path, const uint8_t *digest, const struct tensor_names *names,
                struct model *model, struct refusal *why) {
  struct content content = {0};
  char text[ORT_TEXT];
  const char *version;
  if (!ort_open(&model->ort, library, &version, text)) return refuse(why, LIBRARY_UNUSABLE, 0, "%s", text);
  const bool is_loaded = read_model(path, &content, why) && check_digest(&content, digest, model, why) &&
                         load_content(&content, names, model, why);
  free(content.bytes);
  return is_loaded;
}

static bool make_tensors(const struct model *model, const struct input *inputs, size_t count,
                         ort_object **tensors, char text[ORT_TEXT]) {
  for (size_t i = 0; i < count; i++) {
    const struct input *input = &inputs[i];
    tensors[i] = ort_tensor(&model->ort, input->values, input->bytes, input->shape, input->dimensions, input->type,
                            text);
    if (!tensors[i]) return false;
  }
  return true;
}

bool run_model(const struct model *model, const struct input *inputs, size_t input_count,
               const char *const *output_names, ort_object **results, size_t output_count, char text[ORT_TEXT]) {
  ort_object *tensors[MAX_INPUTS] = {0};
  const char *names[MAX_INPUTS];
  for (size_t i = 0; i < input_count; i++) names[i] = inputs[i].name;
  memset(results, 0, output_count * sizeof *results);
  const bool has_run = make_tensors(model, inputs, input_count, tensors, text) &&
                       ort_run(&model->ort, names, tensors, input_count, output_names, results, output_count, text);
  for (size_t i = 0; i < input_count; i++) ort_release(&model->ort, tensors[i]);
  return has_run;
}

const float *values_of(const struct model *model, ort_object *result, int64_t rows, int64_t columns) {
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  const float *values = ort_floats(&model->ort, result, shape, &dimensions);
  if (!values || dimensions == 0 || shape[dimensions - 1] != columns) return NULL;
  int64_t others = 1;
  for (size_t i = 0; i + 1 < dimensions; i++) others *= shape[i];
  return others == rows ? values : NULL;
}

int64_t column_count(const struct model *model, ort_object *result) {
  int64_t shape[MAX_DIMENSIONS];
  size_t dimensions;
  const float *values = ort_floats(&model->ort, result, shape, &dimensions);
  return values && dimensions > 0 ? shape[dimensions - 1] : 0;
}
