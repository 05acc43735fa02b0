// SPDX-License-Identifier: MIT

#include "root.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "children.h"
#include "jobs.h"
#include "memory.h"
#include "slots.h"
#include "zygote.h"

static const struct engine *engine;
static uint32_t slot_count;

static void start_listing(struct job *job) {
  const pid_t root = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    die_with(root);
    struct reply reply = {.sequence = job->request.sequence, .slot = job->request.slot};
    engine->list(&job->request, &reply);
    _exit(send_reply(&reply) ? 0 : 1);
  }
  if (pid < 0) return fail_job(job, SYSTEM_FAILED, errno);
  begin_job(job, RUNNING);
  job->pid = pid;
}

// Records the lines that a child has finished. `reap` finishes the jobs of children that have ended.
static void read_child(struct child *child) {
  struct finished finished;
  while (recv(child->socket, &finished, sizeof finished, MSG_DONTWAIT) == (ssize_t)sizeof finished) {
    struct job *job = job_with_sequence(finished.sequence);
    if (job && job->state == RUNNING && job->pid == child->pid) remove_job(job);
    if (child->sequence == finished.sequence) child->sequence = 0;
    child->zygote->idle_since = now_ms();
    if (!child->sequence && is_over_limit(engine)) return release_child(child);
  }
}

static void read_children(void) {
  for (struct child *child = children; child < children + MAX_SLOTS; child++)
    if (child->pid) read_child(child);
}

// Frees the child whose line was in a slot. The command reuses a slot only after the reply. So the child is about
// to be idle even if its message has not arrived yet. A child that spoke its last line is not freed.
static void free_slot(uint32_t slot) {
  for (struct job *job = jobs; job < jobs + job_count; job++) {
    if (job->state != RUNNING || job->request.slot != slot || job->kill_reason != DONE) continue;
    struct child *child = child_with_pid(job->pid);
    if (!child || child->lines >= engine->lines_per_child) continue;
    child->sequence = 0;
    child->zygote->idle_since = now_ms();
    return remove_job(job);
  }
}

// Sends a job to an idle child; returns false if there is none.
static bool start_in_child(struct job *job) {
  const struct zygote *zygote = find_zygote(job->request.voice);
  struct child *child = zygote ? idle_child(zygote) : NULL;
  if (!child || send(child->socket, &job->request, sizeof job->request, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    return false;
  note_line(child, job->request.sequence);
  begin_job(job, RUNNING);
  job->pid = child->pid;
  return true;
}

// Whether a job must wait: the maximum number of children is speaking, or the last child of the job's slot has
// replied, but has not reported yet that it is idle. Waiting takes milliseconds; another child of a model would
// need 45 MB.
static bool waits_for_child(const struct job *job) {
  if (engine->lines_per_child == 1) return false;
  int busy = 0;
  for (const struct job *other = jobs; other < jobs + job_count; other++) {
    if (other == job || other->state == WAITING) continue;
    if (other->request.slot == job->request.slot) return true;
    busy++;
  }
  return busy > 0 && busy >= (int)slot_count - engine->waiting_slots;
}

// Sends a job to an idle child of its voice or to the voice's zygote; returns false if the job must wait for a
// child, a zygote or memory.
static bool start_speaking(struct job *job) {
  struct zygote *known = find_zygote(job->request.voice);
  if ((!known || !idle_child(known)) && waits_for_child(job)) return false;
  if (!make_room(engine, job)) return false;
  if (start_in_child(job)) return true;
  struct zygote *zygote = zygote_for(engine, &job->request, is_in_use);
  if (!zygote && errno == EBUSY) return false;
  if (!zygote || send(zygote->socket, &job->request, sizeof job->request,
                      MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
    // Sending fails if the zygote has just died. The main loop then sees the end of the zygote's socket and
    // reports the failure.
    if (!zygote || errno != EPIPE) {
      fail_job(job, SYSTEM_FAILED, errno);
      return true;
    }
  }
  job->zygote = zygote;
  begin_job(job, SENT);
  return true;
}

// Starts all jobs that can be started, in the order of arrival. Lines of a loaded voice overtake lines that
// wait for memory, so that a model is used before it makes room for another model. No line waits for long.
static void start_waiting(void) {
  bool is_short = false;
  struct job *job = waiting_after(0);
  while (job) {
    const uint64_t sequence = job->request.sequence;
    const bool may_start = !is_short || find_zygote(job->request.voice);
    if (may_start && !start_speaking(job)) {
      if (!engine->weigh || has_waited_long(job)) return;
      is_short = true;
    }
    job = waiting_after(sequence);
  }
}

static void accept_request(struct request *request) {
  request->voice[sizeof request->voice - 1] = 0;
  if (request->slot >= slot_count) return;
  if (request->operation == CANCEL) {
    struct job *job = job_with_sequence(request->sequence);
    if (job && job->kill_reason == DONE) kill_job(job, CANCELLED);
    return;
  }
  read_children();
  free_slot(request->slot);
  struct job *job = add_job(request);
  if (!job) {
    const struct reply reply = {.sequence = request->sequence, .slot = request->slot,
                                .status = ENGINE_FAILED, .detail = EAGAIN};
    send_reply(&reply);
  } else if (request->operation == LIST) {
    start_listing(job);
  } else {
    start_waiting();
  }
}

// Reads all available requests; returns false when the command has closed the socket.
static bool read_requests(void) {
  for (;;) {
    struct request request;
    const ssize_t got = recv(CONTROL_FD, &request, sizeof request, MSG_DONTWAIT);
    if (got == (ssize_t)sizeof request) accept_request(&request);
    else if (got < 0 && errno == EINTR) continue;
    else return got < 0 && errno == EAGAIN;
  }
}

// Reports failure for the jobs that a dead zygote has not begun. The zygote's children belong to the root and
// continue with their lines.
static void bury(struct zygote *zygote) {
  if (!zygote->has_ended) waitpid(zygote->pid, &zygote->exit_status, 0);
  const int status = zygote->exit_status;
  for (int i = job_count - 1; i >= 0; i--) {
    if (jobs[i].state != SENT || jobs[i].zygote != zygote) continue;
    if (zygote->refusal.status != DONE) refuse_job(&jobs[i], &zygote->refusal);
    else finish_job(&jobs[i], WIFSIGNALED(status) ? status : W_EXITCODE(1, 0));
  }
  release(zygote);
}

static void note_start(struct zygote *zygote, const struct started *started, int socket) {
  zygote->has_started = true;
  zygote->idle_since = now_ms();
  if (socket >= 0) keep_child(started->pid, socket, started->sequence, zygote);
  struct job *job = job_with_sequence(started->sequence);
  if (!job) {
    kill(started->pid, SIGKILL);
    return;
  }
  job->state = RUNNING;
  job->pid = started->pid;
  if (job->kill_reason != DONE) kill(job->pid, SIGKILL);
}

// A packet from a zygote or from its new child.
union notice {
  struct started started;
  struct refusal refusal;
};

// Receives a packet, and the socket that may come with it (-1 if there is none).
static ssize_t receive(int from, union notice *notice, int *socket) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec data = {notice, sizeof *notice};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  const ssize_t got = recvmsg(from, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  *socket = -1;
  if (got > 0 && message.msg_controllen >= CMSG_LEN(sizeof(int)) && control.header.cmsg_type == SCM_RIGHTS)
    memcpy(socket, CMSG_DATA(&control.header), sizeof *socket);
  return got;
}

static void read_zygote(struct zygote *zygote) {
  for (;;) {
    union notice notice;
    int socket;
    const ssize_t got = receive(zygote->socket, &notice, &socket);
    if (got == (ssize_t)sizeof notice.started) note_start(zygote, &notice.started, socket);
    else if (got == (ssize_t)sizeof notice.refusal) zygote->refusal = notice.refusal;
    else if (got < 0 && errno == EINTR) continue;
    // The zygote has ended with unread requests. Its earlier packets can be read after this error.
    else if (got < 0 && errno == ECONNRESET) continue;
    else if (got < 0 && errno == EAGAIN) return;
    else return bury(zygote);
  }
}

static void read_zygotes(void) {
  for (struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES; zygote++)
    if (zygote->pid) read_zygote(zygote);
}

static bool note_zygote_end(pid_t pid, int status) {
  for (struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES; zygote++) {
    if (zygote->pid != pid) continue;
    zygote->has_ended = true;
    zygote->exit_status = status;
    return true;
  }
  return false;
}

static void reap(int signal_fd) {
  struct signalfd_siginfo info;
  while (read(signal_fd, &info, sizeof info) == (ssize_t)sizeof info) continue;
  for (;;) {
    int status;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) return;
    if (note_zygote_end(pid, status)) continue;
    struct child *child = child_with_pid(pid);
    if (child) {
      read_child(child);
      release_child(child);
    }
    struct job *job = job_with_pid(pid);
    if (!job) {
      // The child's announcement arrived after the last check of the sockets, but before the child ended.
      read_zygotes();
      job = job_with_pid(pid);
      child = child_with_pid(pid);
      if (child) release_child(child);
    }
    if (job) finish_job(job, status);
  }
}

// Kills overdue jobs. Returns how long to sleep, in milliseconds, or -1 for no limit.
static int enforce_limits(void) {
  const int64_t now = now_ms();
  int64_t next = INT64_MAX;
  for (int i = job_count - 1; i >= 0; i--)
    if (jobs[i].deadline <= now) kill_job(&jobs[i], TIMED_OUT);
  for (int i = 0; i < job_count; i++)
    if (jobs[i].deadline < next) next = jobs[i].deadline;
  // Jobs that wait for memory are tried again soon, because a model without lines is spared only for a moment.
  enum { MOMENT = 50 };
  if (engine->weigh && waiting_after(0) && next > now + MOMENT) next = now + MOMENT;
  if (next == INT64_MAX) return -1;
  return next - now > 60000 ? 60000 : (int)(next - now) + 1;
}

static int wait_for_events(int signal_fd) {
  struct pollfd fds[2 + MAX_ZYGOTES + MAX_SLOTS] = {
      {.fd = CONTROL_FD, .events = POLLIN},
      {.fd = signal_fd, .events = POLLIN},
  };
  nfds_t count = 2;
  for (int i = 0; i < MAX_ZYGOTES; i++)
    if (zygotes[i].pid) fds[count++] = (struct pollfd){.fd = zygotes[i].socket, .events = POLLIN};
  for (int i = 0; i < MAX_SLOTS; i++)
    if (children[i].pid) fds[count++] = (struct pollfd){.fd = children[i].socket, .events = POLLIN};
  const int timeout = enforce_limits();
  const int64_t start = now_ms();
  const int result = poll(fds, count, timeout);
  // If the root itself was stopped, perhaps together with its children, the deadlines are extended by that
  // time.
  const int64_t overslept = now_ms() - start - timeout;
  if (timeout >= 0 && overslept > 1000) extend_deadlines(overslept);
  return result;
}

int run_root(const struct engine *served, int slots) {
  engine = served;
  slot_count = (uint32_t)slots;
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_SETMASK, &children, NULL);
  const int signal_fd = signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signal_fd < 0) return 71;
  for (;;) {
    if (wait_for_events(signal_fd) < 0 && errno != EINTR) return 71;
    read_zygotes();
    read_children();
    reap(signal_fd);
    start_waiting();
    // When the command closes the socket, the root ends and all other processes die with it (die_with).
    if (!read_requests()) return 0;
  }
}
