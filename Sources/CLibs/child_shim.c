#define _GNU_SOURCE  // vfork, close_range, pipe2

#include "include/child_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Gives the descriptors the numbers that the child expects: 0, 1, 2, … First copies all of them to higher numbers,
// so that no descriptor overwrites another.
static int place_descriptors(const int *descriptors, int count) {
  int moved[16];
  if (count < 0 || count > 16) return EINVAL;
  for (int i = 0; i < count; i++) {
    // The number is not higher than necessary, because the shell may allow only a few open files.
    moved[i] = descriptors[i] < 0 ? -1 : fcntl(descriptors[i], F_DUPFD_CLOEXEC, count);
    if (moved[i] < 0 && descriptors[i] >= 0) return errno;
  }
  for (int i = 0; i < count; i++) {
    const int source = moved[i] < 0 ? open("/dev/null", O_RDWR) : moved[i];
    if (source < 0) return errno;
    // If the descriptor already has its number, there is nothing to do. A copy that dup2 makes has no
    // close-on-exec flag.
    if (source != i && dup2(source, i) < 0) return errno;
    if (source != i && moved[i] < 0) close(source);
  }
  return close_range((unsigned)count, ~0u, 0) < 0 ? errno : 0;
}

// Resets all signals, because the parent's signal handlers and ignored signals must not apply to the child.
static void reset_signals(void) {
  const struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Prepares the child and executes the program. Returns an error number if that fails.
static int become(const struct g2a_child *child, pid_t parent) {
  if (setpgid(0, 0) < 0) return errno;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return errno;
  if (getppid() != parent) return ESRCH;  // the parent has already ended
  const int error = place_descriptors(child->descriptors, child->descriptor_count);
  if (error) return error;
  if (child->directory && chdir(child->directory) < 0) return errno;
  const struct rlimit no_core = {0, 0};
  const struct rlimit files = {child->file_size_limit, child->file_size_limit};
  setrlimit(RLIMIT_CORE, &no_core);
  if (child->file_size_limit || child->writes_no_files) setrlimit(RLIMIT_FSIZE, &files);
  // The second number is the limit at which the system kills a child that ignores the signal of the first.
  const struct rlimit processor = {child->processor_seconds, child->processor_seconds + 1};
  const struct rlimit memory = {child->memory, child->memory};
  if (child->processor_seconds) setrlimit(RLIMIT_CPU, &processor);
  if (child->memory) setrlimit(RLIMIT_AS, &memory);
  struct rlimit open_files;
  if (child->open_files && getrlimit(RLIMIT_NOFILE, &open_files) == 0) {
    open_files.rlim_cur = child->open_files;
    setrlimit(RLIMIT_NOFILE, &open_files);
  }
  reset_signals();
  // A program that was just written is busy while another process has it open for writing. A process that was
  // forked during the writing has the file open until it executes its own program, which takes only an instant.
  const struct timespec instant = {0, 5000000};
  for (int tries = 0; tries < 20; tries++) {
    execve(child->path, child->arguments, child->environment);
    if (errno != ETXTBSY) return errno;
    nanosleep(&instant, NULL);
  }
  return ETXTBSY;
}

int g2a_child_start(const struct g2a_child *child, int *pid) {
  const pid_t parent = getpid();
  volatile int error = 0;
  // The child shares this memory until it executes the program, so no signal handler may run.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t started = vfork();
  if (started == 0) {
    error = become(child, parent);
    _exit(127);
  }
  if (started < 0) error = errno;
  // A child that did not execute the program has ended. Only this function knows of the child, so it waits for
  // the child here.
  if (started > 0 && error) waitpid(started, NULL, 0);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!error) *pid = started;
  return error;
}

int g2a_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int g2a_child_descriptor(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int g2a_thread_without_signals(void *(*body)(void *context), void *context) {
  sigset_t all, before;
  sigfillset(&all);
  // A thread inherits the signal mask of its creator.
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_t thread;
  const int error = pthread_create(&thread, NULL, body, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error == 0) pthread_detach(thread);
  return error;
}
