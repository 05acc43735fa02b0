// SPDX-License-Identifier: MIT

#include "ort.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Indices in the function table of version 16.
enum slot {
  GET_ERROR_MESSAGE = 2,
  CREATE_ENV = 3,
  CREATE_SESSION_FROM_ARRAY = 8,
  RUN = 9,
  CREATE_SESSION_OPTIONS = 10,
  SET_INTRA_OP_THREADS = 24,
  SET_INTER_OP_THREADS = 25,
  GET_INPUT_COUNT = 30,
  GET_OUTPUT_COUNT = 31,
  GET_INPUT_NAME = 36,
  GET_OUTPUT_NAME = 37,
  CREATE_TENSOR = 49,
  GET_DATA = 51,
  GET_ELEMENT_TYPE = 60,
  GET_DIMENSION_COUNT = 61,
  GET_DIMENSIONS = 62,
  GET_TENSOR_INFO = 65,
  CREATE_CPU_MEMORY = 69,
  ALLOCATOR_FREE = 76,
  GET_ALLOCATOR = 78,
  RELEASE_STATUS = 93,
  RELEASE_VALUE = 96,
  RELEASE_TENSOR_INFO = 99,
  RELEASE_SESSION_OPTIONS = 100,
};

enum { API_VERSION = 16, LOG_NOTHING = 4, ARENA_ALLOCATOR = 1, DEFAULT_MEMORY = 0 };

// The return value of OrtGetApiBase.
struct ort_base {
  void *const *(*table)(uint32_t version);
  const char *(*version)(void);
};

typedef ort_object *status;

// The functions used here, in the order of `places`.
struct ort_functions {
  const char *(*error_message)(const ort_object *status);
  status (*create_env)(int level, const char *id, ort_object **out);
  status (*create_session)(ort_object *env, const void *bytes, size_t size, ort_object *options, ort_object **out);
  status (*run)(ort_object *session, const ort_object *options, const char *const *input_names,
                ort_object *const *inputs, size_t input_count, const char *const *output_names, size_t output_count,
                ort_object **outputs);
  status (*create_options)(ort_object **out);
  status (*set_intra_threads)(ort_object *options, int count);
  status (*set_inter_threads)(ort_object *options, int count);
  status (*input_count)(const ort_object *session, size_t *out);
  status (*output_count)(const ort_object *session, size_t *out);
  status (*input_name)(const ort_object *session, size_t index, ort_object *allocator, char **out);
  status (*output_name)(const ort_object *session, size_t index, ort_object *allocator, char **out);
  status (*create_tensor)(const ort_object *memory, void *data, size_t bytes, const int64_t *shape,
                          size_t dimensions, int type, ort_object **out);
  status (*data)(ort_object *value, void **out);
  status (*element_type)(const ort_object *info, int *out);
  status (*dimension_count)(const ort_object *info, size_t *out);
  status (*dimensions)(const ort_object *info, int64_t *out, size_t count);
  status (*tensor_info)(const ort_object *value, ort_object **out);
  status (*create_memory)(int allocator, int kind, ort_object **out);
  status (*allocator_free)(ort_object *allocator, void *memory);
  status (*default_allocator)(ort_object **out);
  void (*release_status)(ort_object *);
  void (*release_value)(ort_object *);
  void (*release_tensor_info)(ort_object *);
  void (*release_options)(ort_object *);
};

static const struct {
  size_t place;
  enum slot slot;
} places[] = {
    {offsetof(struct ort_functions, error_message), GET_ERROR_MESSAGE},
    {offsetof(struct ort_functions, create_env), CREATE_ENV},
    {offsetof(struct ort_functions, create_session), CREATE_SESSION_FROM_ARRAY},
    {offsetof(struct ort_functions, run), RUN},
    {offsetof(struct ort_functions, create_options), CREATE_SESSION_OPTIONS},
    {offsetof(struct ort_functions, set_intra_threads), SET_INTRA_OP_THREADS},
    {offsetof(struct ort_functions, set_inter_threads), SET_INTER_OP_THREADS},
    {offsetof(struct ort_functions, input_count), GET_INPUT_COUNT},
    {offsetof(struct ort_functions, output_count), GET_OUTPUT_COUNT},
    {offsetof(struct ort_functions, input_name), GET_INPUT_NAME},
    {offsetof(struct ort_functions, output_name), GET_OUTPUT_NAME},
    {offsetof(struct ort_functions, create_tensor), CREATE_TENSOR},
    {offsetof(struct ort_functions, data), GET_DATA},
    {offsetof(struct ort_functions, element_type), GET_ELEMENT_TYPE},
    {offsetof(struct ort_functions, dimension_count), GET_DIMENSION_COUNT},
    {offsetof(struct ort_functions, dimensions), GET_DIMENSIONS},
    {offsetof(struct ort_functions, tensor_info), GET_TENSOR_INFO},
    {offsetof(struct ort_functions, create_memory), CREATE_CPU_MEMORY},
    {offsetof(struct ort_functions, allocator_free), ALLOCATOR_FREE},
    {offsetof(struct ort_functions, default_allocator), GET_ALLOCATOR},
    {offsetof(struct ort_functions, release_status), RELEASE_STATUS},
    {offsetof(struct ort_functions, release_value), RELEASE_VALUE},
    {offsetof(struct ort_functions, release_tensor_info), RELEASE_TENSOR_INFO},
    {offsetof(struct ort_functions, release_options), RELEASE_SESSION_OPTIONS},
};

_Static_assert(sizeof places / sizeof places[0] * sizeof(void *) == sizeof(struct ort_functions),
               "each function must have an entry in `places`");

static struct ort_functions functions;

// Whether a call succeeded; if not, its message is copied to `text`.
static bool succeeded(status status, char text[ORT_TEXT]) {
  if (!status) return true;
  // Some messages have several lines; the first line contains the reason.
  snprintf(text, ORT_TEXT, "%.*s", (int)strcspn(functions.error_message(status), "\n"),
           functions.error_message(status));
  functions.release_status(status);
  return false;
}

static bool read_table(void *library, const char **version, char text[ORT_TEXT]) {
  const struct ort_base *(*base)(void);
  void *const symbol = dlsym(library, "OrtGetApiBase");
  memcpy(&base, &symbol, sizeof base);
  const struct ort_base *found = symbol ? base() : NULL;
  void *const *table = found ? found->table(API_VERSION) : NULL;
  if (!table) {
    snprintf(text, ORT_TEXT, "it is not ONNX Runtime, or its version is too old");
    return false;
  }
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    memcpy((char *)&functions + places[i].place, &table[places[i].slot], sizeof(void *));
  *version = found->version();
  return true;
}

// Whether the file contains all segments of the library.
static bool is_complete(int file, off_t size) {
  Elf64_Ehdr header;
  if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(Elf64_Phdr))
    return false;
  for (int i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment;
    const off_t place = (off_t)header.e_phoff + i * (off_t)sizeof segment;
    if (pread(file, &segment, sizeof segment, place) != (ssize_t)sizeof segment) return false;
    if (segment.p_offset + segment.p_filesz > (uint64_t)size) return false;
  }
  return true;
}

// Whether a path leads to a library. The loader would wait forever for a pipe, and would crash on the missing
// pages of a truncated file.
static bool is_library(const char *path, char text[ORT_TEXT]) {
  struct stat about;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 || fstat(file, &about) != 0) {
    snprintf(text, ORT_TEXT, "%s", strerror(errno));
    if (file >= 0) close(file);
    return false;
  }
  const bool is_file = S_ISREG(about.st_mode);
  const bool is_usable = is_file && is_complete(file, about.st_size);
  close(file);
  if (!is_usable) snprintf(text, ORT_TEXT, "it is %s", is_file ? "damaged or not a library" : "not a file");
  return is_usable;
}

bool ort_open(struct ort *ort, const char *path, const char **version, char text[ORT_TEXT]) {
  if (!is_library(path, text)) return false;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(text, ORT_TEXT, "%s", dlerror());
    return false;
  }
  ort->functions = &functions;
  return read_table(library, version, text);
}

static bool create_session(struct ort *ort, ort_object *options, const void *bytes, size_t size,
                           char text[ORT_TEXT]) {
  return succeeded(functions.set_intra_threads(options, 1), text) &&
         succeeded(functions.set_inter_threads(options, 1), text) &&
         succeeded(functions.create_session(ort->environment, bytes, size, options, &ort->session), text);
}

bool ort_load(struct ort *ort, const void *bytes, size_t size, char text[ORT_TEXT]) {
  ort_object *options;
  if (!succeeded(functions.create_env(LOG_NOTHING, "guion2audio", &ort->environment), text) ||
      !succeeded(functions.create_memory(ARENA_ALLOCATOR, DEFAULT_MEMORY, &ort->memory), text) ||
      !succeeded(functions.create_options(&options), text))
    return false;
  const bool is_loaded = create_session(ort, options, bytes, size, text);
  functions.release_options(options);
  return is_loaded;
}

typedef status count_function(const ort_object *, size_t *);
typedef status name_function(const ort_object *, size_t, ort_object *, char **);

static bool has_name(const struct ort *ort, count_function *count_of, name_function *name_of, const char *name) {
  char text[ORT_TEXT];
  size_t count = 0;
  ort_object *allocator;
  if (!succeeded(functions.default_allocator(&allocator), text) ||
      !succeeded(count_of(ort->session, &count), text))
    return false;
  bool is_found = false;
  for (size_t i = 0; i < count && !is_found; i++) {
    char *other;
    if (!succeeded(name_of(ort->session, i, allocator, &other), text)) return false;
    is_found = strcmp(other, name) == 0;
    succeeded(functions.allocator_free(allocator, other), text);
  }
  return is_found;
}

bool ort_has_input(const struct ort *ort, const char *name) {
  return has_name(ort, functions.input_count, functions.input_name, name);
}

bool ort_has_output(const struct ort *ort, const char *name) {
  return has_name(ort, functions.output_count, functions.output_name, name);
}

ort_object *ort_tensor(const struct ort *ort, void *data, size_t bytes, const int64_t *shape, size_t dimensions,
                       enum tensor_type type, char text[ORT_TEXT]) {
  ort_object *value;
  return succeeded(functions.create_tensor(ort->memory, data, bytes, shape, dimensions, type, &value), text)
             ? value
             : NULL;
}

bool ort_run(const struct ort *ort, const char *const *input_names, ort_object *const *inputs, size_t input_count,
             const char *const *output_names, ort_object **outputs, size_t output_count, char text[ORT_TEXT]) {
  memset(outputs, 0, output_count * sizeof *outputs);
  return succeeded(functions.run(ort->session, NULL, input_names, inputs, input_count, output_names, output_count,
                                 outputs),
                   text);
}

static bool read_shape(const ort_object *info, enum tensor_type expected, int64_t shape[MAX_DIMENSIONS],
                       size_t *dimensions) {
  char text[ORT_TEXT];
  int type;
  return succeeded(functions.element_type(info, &type), text) && type == (int)expected &&
         succeeded(functions.dimension_count(info, dimensions), text) && *dimensions <= MAX_DIMENSIONS &&
         succeeded(functions.dimensions(info, shape, *dimensions), text);
}

static const void *values(ort_object *tensor, enum tensor_type type, int64_t shape[MAX_DIMENSIONS],
                          size_t *dimensions) {
  char text[ORT_TEXT];
  ort_object *info;
  void *data;
  if (!tensor || !succeeded(functions.tensor_info(tensor, &info), text)) return NULL;
  const bool is_read = read_shape(info, type, shape, dimensions);
  functions.release_tensor_info(info);
  return is_read && succeeded(functions.data(tensor, &data), text) ? data : NULL;
}

const float *ort_floats(const struct ort *ort, ort_object *tensor, int64_t shape[MAX_DIMENSIONS],
                        size_t *dimensions) {
  (void)ort;
  return values(tensor, TENSOR_FLOAT, shape, dimensions);
}

const int64_t *ort_integers(const struct ort *ort, ort_object *tensor, int64_t shape[MAX_DIMENSIONS],
                            size_t *dimensions) {
  (void)ort;
  return values(tensor, TENSOR_INT64, shape, dimensions);
}

void ort_release(const struct ort *ort, ort_object *tensor) {
  (void)ort;
  if (tensor) functions.release_value(tensor);
}
