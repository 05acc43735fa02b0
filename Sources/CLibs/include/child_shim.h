#include <stdint.h>

// The system's types are not used here, because Swift would look for their members in this module.

/// The parameters of a child process.
struct g2a_child {
  /// The program's file.
  const char *path;
  /// The arguments, beginning with the program's name and ending with a null pointer.
  char *const *arguments;
  /// The environment, ending with a null pointer.
  char *const *environment;
  /// The working folder; null for the working folder of the parent.
  const char *directory;
  /// The descriptors that become 0, 1, 2, … in the child; −1 means /dev/null. The child gets no other descriptors.
  const int *descriptors;
  int descriptor_count;
  /// The maximum size of a file that the child writes, in bytes; 0 for no limit.
  uint64_t file_size_limit;
  /// The soft limit on open files; 0 for the limit of the parent.
  uint64_t open_files;
  /// Whether the child can write no file at all.
  int writes_no_files;
  /// The processor time in seconds; 0 for no limit.
  uint64_t processor_seconds;
  /// The size of the address space in bytes; 0 for no limit.
  uint64_t memory;
};

/// Starts a child in its own process group; returns 0 or the error number.
///
/// The child is killed when the thread that started it ends, for any reason.
///
/// This function is in C because Swift cannot call `vfork`, and cannot safely run code between `vfork` and
/// `execve`. `posix_spawn` supports neither a parent-death signal nor resource limits.
int g2a_child_start(const struct g2a_child *child, int *pid);

/// Creates a pipe that children do not inherit, with the read end first; returns 0, or −1 with `errno`
/// (pipe2(2), which the C library declares only with GNU extensions).
int g2a_pipe(int ends[2]);

/// Returns a descriptor that becomes readable when the child has ended (pidfd_open(2)); −1 on error.
int g2a_child_descriptor(int pid);

/// Runs `body` in a new thread with all signals blocked; returns 0 or the error number.
int g2a_thread_without_signals(void *(*body)(void *context), void *context);
