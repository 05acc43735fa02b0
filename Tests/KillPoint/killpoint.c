// Preloaded into the command by tests: takes note of the calls by which it changes files, and ends
// it at one of them, or has the disk full from there on.
//
//   KILLPOINT_ROOT    the folder whose files count; pipes, terminals and memory files never do
//   KILLPOINT_LOG     gets a line for each call before it is made: KIND SIZE PATH, from the root on
//   KILLPOINT_AT      the call to be killed before, by kind and number from 1: "rename:3"
//   KILLPOINT_TORN    if set, a write to be killed before is made with half of its bytes first
//   KILLPOINT_SIGNAL  the signal to be sent instead of KILL; the call is still made
//   KILLPOINT_FULL    if set, no process is killed: the disk is full from that call on
//
// Calls go to the kernel without libc in between, so that nothing is looked up at an instant when
// nothing can be. What libc does inside itself (stdio) is not seen: the command uses none for files.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// What becomes of a call.
enum fate { MADE, TORN, REFUSED };

static pid_t command;
// As it was named, and as it is without links.
static char roots[2][PATH_MAX];
static int log_file = -1;
static char wanted_kind[16];
static long wanted_number;
static int is_torn;
static int fills_up;
static int sent_signal = SIGKILL;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static long count_of_kind;
static int is_full;

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("KILLPOINT_ROOT"), *path = getenv("KILLPOINT_LOG");
  const char *at = getenv("KILLPOINT_AT"), *number = getenv("KILLPOINT_SIGNAL");
  if (!folder || !path || !realpath(folder, roots[1])) return;
  snprintf(roots[0], sizeof roots[0], "%s", folder);
  // Out of the way of descriptors that programs expect to be low.
  const int opened = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  log_file = fcntl(opened, F_DUPFD_CLOEXEC, 900);
  close(opened);
  const char *colon = at ? strchr(at, ':') : NULL;
  if (colon) {
    snprintf(wanted_kind, sizeof wanted_kind, "%.*s", (int)(colon - at), at);
    wanted_number = atol(colon + 1);
  }
  is_torn = getenv("KILLPOINT_TORN") != NULL;
  fills_up = getenv("KILLPOINT_FULL") != NULL;
  if (number) sent_signal = atoi(number);
  // Programs that the command starts are none of ours.
  unsetenv("LD_PRELOAD");
  command = getpid();
}

// The part of a path below the root; NULL where it is elsewhere.
static const char *below_root(const char *path) {
  for (int i = 0; i < 2; i++) {
    const size_t length = strlen(roots[i]);
    if (strncmp(path, roots[i], length) == 0 && path[length] == '/') return path + length + 1;
  }
  return NULL;
}

static const char *name_of_file(int descriptor, char buffer[PATH_MAX]) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, buffer, PATH_MAX - 1);
  if (length < 0) return NULL;
  buffer[length] = 0;
  return below_root(buffer);
}

static const char *name_of_path(int folder, const char *path, char buffer[PATH_MAX]) {
  if (path[0] == '/') return below_root(path);
  char above[PATH_MAX];
  if (folder != AT_FDCWD) {
    const char *name = name_of_file(folder, above);
    if (!name) return NULL;
  } else if (!getcwd(above, sizeof above)) {
    return NULL;
  }
  if (snprintf(buffer, PATH_MAX, "%s/%s", above, path) >= PATH_MAX) return NULL;
  return below_root(buffer);
}

static void die(void) {
  syscall(SYS_kill, command, SIGKILL);
  for (;;) pause();
}

// Takes note of a call, dies before it, or says what is to become of it.
static enum fate reach(const char *kind, size_t size, const char *name) {
  pthread_mutex_lock(&turn);
  char line[PATH_MAX + 64];
  const int length = snprintf(line, sizeof line, "%s %zu %s\n", kind, size, name);
  syscall(SYS_write, log_file, line, (size_t)length);
  enum fate fate = is_full ? REFUSED : MADE;
  if (strcmp(wanted_kind, kind) == 0 && ++count_of_kind == wanted_number) {
    const int tears = is_torn && size > 1;
    if (fills_up) {
      is_full = 1;
      fate = tears ? TORN : REFUSED;
    } else if (sent_signal == SIGSTOP) {
      // To this thread, which then stops at once and with it all others; else it might go on a little.
      syscall(SYS_tgkill, command, syscall(SYS_gettid), SIGSTOP);
    } else if (sent_signal != SIGKILL) {
      syscall(SYS_kill, command, sent_signal);
    } else if (tears) {
      return TORN;  // and no other process gets a turn any more
    } else {
      die();
    }
  }
  pthread_mutex_unlock(&turn);
  return fate;
}

static int is_command(void) { return log_file >= 0 && getpid() == command; }

static enum fate reach_file(const char *kind, size_t size, int descriptor) {
  char buffer[PATH_MAX];
  const int before = errno;
  const char *name = is_command() ? name_of_file(descriptor, buffer) : NULL;
  const enum fate fate = name ? reach(kind, size, name) : MADE;
  errno = before;
  return fate;
}

static enum fate reach_path(const char *kind, int folder, const char *path) {
  char buffer[PATH_MAX];
  const int before = errno;
  const char *name = path && is_command() ? name_of_path(folder, path, buffer) : NULL;
  const enum fate fate = name ? reach(kind, 0, name) : MADE;
  errno = before;
  return fate;
}

// MARK: Opening

static int do_open(int folder, const char *path, int flags, mode_t mode) {
  if (flags & (O_CREAT | O_TRUNC)) reach_path("open", folder, path);
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list arguments) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                  \
  int name(const char *path, int flags, ...) {      \
    va_list arguments;                              \
    va_start(arguments, flags);                     \
    const mode_t mode = mode_of(flags, arguments);  \
    va_end(arguments);                              \
    return do_open(AT_FDCWD, path, flags, mode);    \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                       \
  int name(int folder, const char *path, int flags, ...) { \
    va_list arguments;                                     \
    va_start(arguments, flags);                            \
    const mode_t mode = mode_of(flags, arguments);         \
    va_end(arguments);                                     \
    return do_open(folder, path, flags, mode);             \
  }
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) {
  return do_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

// MARK: Writing

// A write of the bytes that its fate allows.
#define WRITE(call, descriptor, size, ...)                                 \
  const enum fate fate = reach_file("write", size, descriptor);            \
  if (fate == REFUSED) {                                                   \
    errno = ENOSPC;                                                        \
    return -1;                                                             \
  }                                                                        \
  const size_t allowed = fate == TORN ? (size) / 2 : (size);               \
  const ssize_t written = syscall(call, descriptor, __VA_ARGS__);          \
  if (fate == TORN && !fills_up) die();                                    \
  return written

ssize_t write(int descriptor, const void *bytes, size_t size) {
  WRITE(SYS_write, descriptor, size, bytes, allowed);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  WRITE(SYS_pwrite64, descriptor, size, bytes, allowed, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  return pwrite(descriptor, bytes, size, offset);
}

int ftruncate(int descriptor, off_t length) {
  reach_file("truncate", 0, descriptor);
  return (int)syscall(SYS_ftruncate, descriptor, length);
}
int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

int fsync(int descriptor) {
  reach_file("fsync", 0, descriptor);
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  reach_file("fsync", 0, descriptor);
  return (int)syscall(SYS_fdatasync, descriptor);
}

// MARK: Names

static int do_rename(
    int folder, const char *path, int new_folder, const char *new_path, unsigned flags) {
  reach_path("rename", new_folder, new_path);
  return (int)syscall(SYS_renameat2, folder, path, new_folder, new_path, flags);
}

int rename(const char *path, const char *new_path) {
  return do_rename(AT_FDCWD, path, AT_FDCWD, new_path, 0);
}
int renameat(int folder, const char *path, int new_folder, const char *new_path) {
  return do_rename(folder, path, new_folder, new_path, 0);
}
int renameat2(
    int folder, const char *path, int new_folder, const char *new_path, unsigned flags) {
  return do_rename(folder, path, new_folder, new_path, flags);
}

int linkat(int folder, const char *path, int new_folder, const char *new_path, int flags) {
  reach_path("link", new_folder, new_path);
  return (int)syscall(SYS_linkat, folder, path, new_folder, new_path, flags);
}
int link(const char *path, const char *new_path) {
  return linkat(AT_FDCWD, path, AT_FDCWD, new_path, 0);
}

int unlinkat(int folder, const char *path, int flags) {
  reach_path("unlink", folder, path);
  return (int)syscall(SYS_unlinkat, folder, path, flags);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int mkdirat(int folder, const char *path, mode_t mode) {
  if (reach_path("mkdir", folder, path) == REFUSED) {
    errno = ENOSPC;
    return -1;
  }
  return (int)syscall(SYS_mkdirat, folder, path, mode);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
