#include <stdint.h>

// No header of the system's types: Swift would then look for those types' members in this module.

/// What a child process is started with.
struct g2a_child {
  /// The program's file.
  const char *path;
  /// Its arguments, the name it is called by first, a null pointer last.
  char *const *arguments;
  /// Its environment, a null pointer last.
  char *const *environment;
  /// The folder it runs in; null for the parent's.
  const char *directory;
  /// What it finds as its descriptors 0, 1, 2, …; −1 stands for /dev/null. It gets no others.
  const int *descriptors;
  int descriptor_count;
  /// The largest file it may write, in bytes; 0 for no limit.
  uint64_t file_size_limit;
  /// How many files it may have open by default; 0 for as many as the parent.
  uint64_t open_files;
};

/// Starts a child in a process group of its own; gives 0 or the error number.
///
/// The child is killed when the thread that starts it ends, however that comes about.
///
/// In C because Swift can call neither `vfork` nor anything safely between it and `execve`, and
/// because `posix_spawn` can set neither a parent-death signal nor resource limits.
int g2a_child_start(const struct g2a_child *child, int *pid);

/// Makes a pipe that no child inherits, its end for reading first; 0, or −1 with `errno` (pipe2(2),
/// which the C library declares only for GNU's dialect).
int g2a_pipe(int ends[2]);

/// A descriptor that becomes readable when the child has ended (pidfd_open(2)); −1 on error.
int g2a_child_descriptor(int pid);

/// Runs `body` in a thread of its own in which all signals are blocked; gives 0 or the error number.
int g2a_thread_without_signals(void *(*body)(void *context), void *context);
