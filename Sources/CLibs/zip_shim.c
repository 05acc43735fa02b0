#include "include/zip_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

typedef struct zip_source zip_source;

struct zip_error {
  int zip_error, system_error;
  char *text;
};

struct zip_stat {
  uint64_t valid;
  const char *name;
  uint64_t index, size, compressed_size;
  time_t time;
  uint32_t crc;
  uint16_t method, encryption;
  uint32_t flags;
};

enum {
  OPEN_CREATE = 1,
  OPEN_TRUNCATE = 8,
  OPEN_READ_ONLY = 16,
  NAME_RAW = 64,
  STAT_SIZE = 4,
  STAT_COMPRESSED_SIZE = 8,
  STAT_METHOD = 64,
  STAT_ENCRYPTION = 128,
  ERROR_READ = 5,
  ERROR_NO_ENTRY = 9,
  ERROR_OPEN = 11,
  ERROR_MEMORY = 14,
  ERROR_CHANGED = 15,
  ERROR_METHOD = 16,
  ERROR_INCONSISTENT = 21,
  ERROR_ENCRYPTION = 24,
  ERROR_NO_PASSWORD = 26,
  ERROR_WRONG_PASSWORD = 27,
  METHOD_STORED = 0,
  METHOD_DEFLATE = 8,
  SYSTEM_UNIX = 3,
  SYSTEM_MAC = 19,
  BEST_COMPRESSION = 9,
  // Entry names are UTF-8.
  NAME_UTF8 = 2048,
  // The earliest date in an archive, 1980-01-01 (APPNOTE 4.4.6), at midnight.
  FIRST_DATE = 0x21,
  FIRST_TIME = 0,
  // The length that means "to the end of the file".
  WHOLE_FILE = -1,
};

#define FUNCTIONS(X)                                                                             \
  X(void, zip_error_init, (struct zip_error *))                                                  \
  X(void, zip_error_fini, (struct zip_error *))                                                  \
  X(int, zip_error_code_zip, (const struct zip_error *))                                         \
  X(zip_source *, zip_source_buffer_create,                                                      \
    (const void *bytes, uint64_t count, int is_freed, struct zip_error *))                       \
  X(void, zip_source_free, (zip_source *))                                                       \
  X(g2a_zip *, zip_open_from_source, (zip_source *, int flags, struct zip_error *))              \
  X(void, zip_discard, (g2a_zip *))                                                              \
  X(int64_t, zip_get_num_entries, (g2a_zip *, uint32_t flags))                                   \
  X(int, zip_stat_index, (g2a_zip *, uint64_t index, uint32_t flags, struct zip_stat *))         \
  X(const char *, zip_get_name, (g2a_zip *, uint64_t index, uint32_t flags))                     \
  X(int, zip_file_get_external_attributes,                                                       \
    (g2a_zip *, uint64_t index, uint32_t flags, uint8_t *system, uint32_t *attributes))          \
  X(g2a_zip_file *, zip_fopen_index, (g2a_zip *, uint64_t index, uint32_t flags))                \
  X(int64_t, zip_fread, (g2a_zip_file *, void *buffer, uint64_t count))                          \
  X(struct zip_error *, zip_get_error, (g2a_zip *))                                              \
  X(struct zip_error *, zip_file_get_error, (g2a_zip_file *))                                    \
  X(int, zip_fclose, (g2a_zip_file *))                                                           \
  X(int, zip_error_code_system, (const struct zip_error *))                                      \
  X(zip_source *, zip_source_file_create,                                                        \
    (const char *path, uint64_t start, int64_t length, struct zip_error *))                      \
  X(int64_t, zip_file_add, (g2a_zip *, const char *name, zip_source *, uint32_t flags))          \
  X(int, zip_set_file_compression, (g2a_zip *, uint64_t index, int32_t method, uint32_t level))  \
  X(int, zip_file_set_dostime,                                                                   \
    (g2a_zip *, uint64_t index, uint16_t time, uint16_t date, uint32_t flags))                   \
  X(int, zip_file_set_mtime, (g2a_zip *, uint64_t index, time_t time, uint32_t flags))            \
  X(int, zip_file_set_external_attributes,                                                       \
    (g2a_zip *, uint64_t index, uint32_t flags, uint8_t system, uint32_t attributes))            \
  X(int, zip_close, (g2a_zip *))

static struct {
#define MEMBER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
} zip;
static bool is_loaded;

static void load(void) {
  // The soname is libzip.so.4 in Debian 12, and libzip.so.5 since libzip 1.8. The library is never unloaded.
  void *library = dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libzip.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  is_loaded = true;
#define FIND(result, name, arguments)                    \
  zip.name = (result(*) arguments)dlsym(library, #name); \
  if (zip.name == NULL) is_loaded = false;
  FUNCTIONS(FIND)
}

static enum g2a_zip_fault fault_of(const struct zip_error *error, enum g2a_zip_fault otherwise) {
  switch (zip.zip_error_code_zip(error)) {
    case ERROR_MEMORY: return G2A_ZIP_NO_MEMORY;
    case ERROR_METHOD: return G2A_ZIP_METHOD;
    case ERROR_INCONSISTENT: return G2A_ZIP_INCONSISTENT;
    case ERROR_ENCRYPTION:
    case ERROR_NO_PASSWORD:
    case ERROR_WRONG_PASSWORD: return G2A_ZIP_ENCRYPTED;
    default: return otherwise;
  }
}

/// Loads libzip; returns false with a fault on failure.
static bool has_library(enum g2a_zip_fault *fault) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  *fault = is_loaded ? G2A_ZIP_NONE : G2A_ZIP_NO_LIBRARY;
  return is_loaded;
}

g2a_zip *g2a_zip_open(const unsigned char *bytes, size_t count, enum g2a_zip_fault *fault) {
  if (!has_library(fault)) return NULL;
  struct zip_error error;
  zip.zip_error_init(&error);
  g2a_zip *archive = NULL;
  zip_source *source = zip.zip_source_buffer_create(bytes, count, 0, &error);
  if (source != NULL) {
    archive = zip.zip_open_from_source(source, OPEN_READ_ONLY, &error);
    if (archive == NULL) zip.zip_source_free(source);
  }
  if (archive == NULL) *fault = fault_of(&error, G2A_ZIP_NO_ARCHIVE);
  zip.zip_error_fini(&error);
  return archive;
}

void g2a_zip_close(g2a_zip *archive) { zip.zip_discard(archive); }

uint64_t g2a_zip_count(g2a_zip *archive) {
  int64_t count = zip.zip_get_num_entries(archive, 0);
  return count < 0 ? 0 : (uint64_t)count;
}

/// Whether the Unix attributes mark an entry as a link or a device.
static bool is_special(g2a_zip *archive, uint64_t index) {
  uint8_t system = 0;
  uint32_t attributes = 0;
  if (zip.zip_file_get_external_attributes(archive, index, 0, &system, &attributes) != 0) return false;
  if (system != SYSTEM_UNIX && system != SYSTEM_MAC) return false;
  mode_t kind = attributes >> 16 & S_IFMT;
  return kind != 0 && kind != S_IFREG && kind != S_IFDIR;
}

bool g2a_zip_get_entry(g2a_zip *archive, uint64_t index, struct g2a_zip_entry *entry) {
  struct zip_stat status;
  memset(&status, 0, sizeof status);
  const char *name = zip.zip_get_name(archive, index, NAME_RAW);
  if (name == NULL || zip.zip_stat_index(archive, index, 0, &status) != 0) return false;
  *entry = (struct g2a_zip_entry){
      .name = name,
      .index = index,
      .size = status.valid & STAT_SIZE ? status.size : 0,
      .compressed_size = status.valid & STAT_COMPRESSED_SIZE ? status.compressed_size : 0,
      .is_encrypted = status.valid & STAT_ENCRYPTION && status.encryption != 0,
      .is_readable = !(status.valid & STAT_METHOD) || status.method == METHOD_STORED ||
                     status.method == METHOD_DEFLATE,
      .is_special = is_special(archive, index),
  };
  return true;
}

int64_t g2a_zip_read(
    g2a_zip *archive, uint64_t index, unsigned char *buffer, size_t room, enum g2a_zip_fault *fault) {
  *fault = G2A_ZIP_NONE;
  g2a_zip_file *file = zip.zip_fopen_index(archive, index, 0);
  if (file == NULL) {
    *fault = fault_of(zip.zip_get_error(archive), G2A_ZIP_DAMAGED);
    return -1;
  }
  size_t filled = 0;
  int64_t count = 0;
  // The read that reaches the end also verifies the checksum.
  unsigned char end;
  do {
    bool is_full = filled == room;
    count = zip.zip_fread(file, is_full ? &end : buffer + filled, is_full ? 1 : room - filled);
    if (is_full) break;
    if (count > 0) filled += (size_t)count;
  } while (count > 0);
  if (count < 0) *fault = fault_of(zip.zip_file_get_error(file), G2A_ZIP_DAMAGED);
  zip.zip_fclose(file);
  return count < 0 ? -1 : (int64_t)filled;
}

// Writing

static struct g2a_zip_failure failure_of(const struct zip_error *error) {
  struct g2a_zip_failure failure = {G2A_ZIP_UNWRITABLE, zip.zip_error_code_system(error)};
  switch (zip.zip_error_code_zip(error)) {
    case ERROR_MEMORY: failure.fault = G2A_ZIP_NO_MEMORY; break;
    case ERROR_READ:
    case ERROR_NO_ENTRY:
    case ERROR_OPEN:
    case ERROR_CHANGED: failure.fault = G2A_ZIP_UNREADABLE; break;
    default: break;
  }
  return failure;
}

g2a_zip *g2a_zip_create(const char *path, struct g2a_zip_failure *failure) {
  *failure = (struct g2a_zip_failure){G2A_ZIP_NONE, 0};
  if (!has_library(&failure->fault)) return NULL;
  struct zip_error error;
  zip.zip_error_init(&error);
  g2a_zip *archive = NULL;
  zip_source *source = zip.zip_source_file_create(path, 0, WHOLE_FILE, &error);
  if (source != NULL) {
    archive = zip.zip_open_from_source(source, OPEN_CREATE | OPEN_TRUNCATE, &error);
    if (archive == NULL) zip.zip_source_free(source);
  }
  if (archive == NULL) {
    *failure = failure_of(&error);
    if (failure->fault == G2A_ZIP_UNREADABLE) failure->fault = G2A_ZIP_UNWRITABLE;
  }
  zip.zip_error_fini(&error);
  return archive;
}

/// Adds an entry from a source and takes ownership of the source. NULL means that the source could not be
/// created.
static bool add(
    g2a_zip *archive, const char *name, zip_source *source, bool is_packed, const struct zip_error *error,
    struct g2a_zip_failure *failure) {
  if (source == NULL) {
    *failure = failure_of(error);
    return false;
  }
  int64_t index = zip.zip_file_add(archive, name, source, NAME_UTF8);
  if (index < 0) zip.zip_source_free(source);
  bool is_added =
      index >= 0 &&
      zip.zip_set_file_compression(
          archive, (uint64_t)index, is_packed ? METHOD_DEFLATE : METHOD_STORED,
          is_packed ? BEST_COMPRESSION : 0) == 0 &&
      zip.zip_file_set_dostime(archive, (uint64_t)index, FIRST_TIME, FIRST_DATE, 0) == 0 &&
      zip.zip_file_set_external_attributes(
          archive, (uint64_t)index, 0, SYSTEM_UNIX, (uint32_t)(S_IFREG | 0644) << 16) == 0;
  if (!is_added) *failure = failure_of(zip.zip_get_error(archive));
  return is_added;
}

bool g2a_zip_add_bytes(
    g2a_zip *archive, const char *name, const unsigned char *bytes, size_t count, bool is_packed,
    struct g2a_zip_failure *failure) {
  // libzip reads the copy when the archive is closed, and frees it.
  unsigned char *copy = malloc(count > 0 ? count : 1);
  if (copy == NULL) {
    *failure = (struct g2a_zip_failure){G2A_ZIP_NO_MEMORY, 0};
    return false;
  }
  if (count > 0) memcpy(copy, bytes, count);
  struct zip_error error;
  zip.zip_error_init(&error);
  zip_source *source = zip.zip_source_buffer_create(copy, count, 1, &error);
  if (source == NULL) free(copy);
  bool is_added = add(archive, name, source, is_packed, &error, failure);
  zip.zip_error_fini(&error);
  return is_added;
}

bool g2a_zip_add_file(
    g2a_zip *archive, const char *name, const char *path, bool is_packed, int64_t time,
    struct g2a_zip_failure *failure) {
  struct zip_error error;
  zip.zip_error_init(&error);
  zip_source *source = zip.zip_source_file_create(path, 0, WHOLE_FILE, &error);
  bool is_added = add(archive, name, source, is_packed, &error, failure);
  if (is_added && time > 0) {
    uint64_t index = (uint64_t)zip.zip_get_num_entries(archive, 0) - 1;
    is_added = zip.zip_file_set_mtime(archive, index, (time_t)time, 0) == 0;
    if (!is_added) *failure = failure_of(zip.zip_get_error(archive));
  }
  zip.zip_error_fini(&error);
  return is_added;
}

bool g2a_zip_finish(g2a_zip *archive, struct g2a_zip_failure *failure) {
  if (zip.zip_close(archive) == 0) return true;
  *failure = failure_of(zip.zip_get_error(archive));
  zip.zip_discard(archive);
  return false;
}
