#define _GNU_SOURCE  // memfd_create

#include "include/limited_shim.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "include/child_shim.h"

// Returns a file in memory with these bytes, or -1. A file needs no name that could be an option or could change
// before the child opens it.
static int memory_file(const unsigned char *bytes, size_t size) {
  const int file = memfd_create("document", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (size_t written = 0; written < size;) {
    const ssize_t count = write(file, bytes + written, size - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      close(file);
      return -1;
    }
    written += (size_t)count;
  }
  return lseek(file, 0, SEEK_SET) < 0 ? (close(file), -1) : file;
}

static void close_both(const int ends[2]) {
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
}

int g2a_limited_start(const struct g2a_limited *program, int *pid, int *output, int *errors) {
  static char locale[] = "LC_ALL=C.UTF-8";
  char *const environment[] = {locale, NULL};
  int out[2] = {-1, -1}, err[2] = {-1, -1};
  const int input = memory_file(program->input, program->input_size);
  int error = input < 0 ? errno : 0;
  if (!error && (g2a_pipe(out) < 0 || g2a_pipe(err) < 0)) error = errno;
  if (!error) {
    const int descriptors[3] = {input, out[1], err[1]};
    const struct g2a_child child = {
        .path = program->path,
        .arguments = program->arguments,
        .environment = environment,
        .directory = program->directory,
        .descriptors = descriptors,
        .descriptor_count = 3,
        .writes_no_files = 1,
        .processor_seconds = program->processor_seconds,
        .memory = program->memory,
    };
    error = g2a_child_start(&child, pid);
  }
  if (input >= 0) close(input);
  if (error) {
    close_both(out);
    close_both(err);
    return error;
  }
  close(out[1]);
  close(err[1]);
  *output = out[0];
  *errors = err[0];
  return 0;
}
