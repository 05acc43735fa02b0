#include <stddef.h>
#include <stdint.h>

/// A program that reads a document from its standard input and writes its answer to a pipe.
struct g2a_limited {
  /// The program's file.
  const char *path;
  /// The arguments, beginning with the program's name and ending with a null pointer.
  char *const *arguments;
  /// The working folder.
  const char *directory;
  /// The document. The child can also open it as the file /dev/stdin, and can seek in this file.
  const void *input;
  size_t input_size;
  /// The limits of the child.
  uint64_t processor_seconds;
  uint64_t memory;
};

/// Starts the program with an empty environment and no right to write files; returns 0 or the error number.
///
/// `output` and `errors` are the ends of pipes for reading. The child is killed when the calling thread ends.
int g2a_limited_start(const struct g2a_limited *program, int *pid, int *output, int *errors);
