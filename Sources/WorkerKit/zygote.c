// SPDX-License-Identifier: MIT

#define _GNU_SOURCE  // CLONE_PARENT

#include "zygote.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "children.h"
#include "slots.h"

struct zygote zygotes[MAX_ZYGOTES];

static int place_count = MAX_ZYGOTES;

void limit_zygotes(int count) { place_count = count < 1 ? 1 : count > MAX_ZYGOTES ? MAX_ZYGOTES : count; }

// Forks a child of the *root*. So the root sees every child end, and a zygote need not wait for children and
// can die without ending them. (glibc's fork cannot do this. The system call is safe here, because a zygote has
// no threads.)
static pid_t fork_sibling(void) {
  return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
}

// Announces this child to the root, with a socket if the child stays for more lines. Returns the child's end of
// the socket, or -1.
static int announce(const struct request *request, int socket, bool stays) {
  struct started started = {.sequence = request->sequence, .pid = getpid()};
  struct iovec data = {&started, sizeof started};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
  int ends[2] = {-1, -1};
  if (stays && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&control.header), &ends[0], sizeof(int));
  }
  sendmsg(socket, &message, MSG_NOSIGNAL);
  if (ends[0] >= 0) close(ends[0]);
  return ends[1];
}

// Waits for the next line; returns false if there will be none.
static bool next_line(int socket, struct request *request) {
  const struct finished finished = {.sequence = request->sequence};
  if (socket < 0 || send(socket, &finished, sizeof finished, MSG_NOSIGNAL) < 0) return false;
  ssize_t got;
  do got = recv(socket, request, sizeof *request, 0);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof *request;
}

_Noreturn static void run_child(const struct engine *engine, struct request *request, int socket, pid_t root) {
  die_with(root);
  int lines = engine->lines_per_child;
  const int more = announce(request, socket, lines > 1);
  // The root sees the end of a zygote when the last copy of the zygote's socket is closed. After that, all
  // announced children are known to the root.
  close(socket);
  do {
    struct reply reply = {.sequence = request->sequence, .slot = request->slot};
    engine->speak(request, &reply);
    if (!send_reply(&reply)) _exit(1);
  } while (--lines > 0 && next_line(more, request));
  _exit(0);
}

_Noreturn static void run_zygote(const struct engine *engine, const struct request *first, int socket, pid_t root) {
  die_with(root);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (struct zygote *other = zygotes; other < zygotes + MAX_ZYGOTES; other++)
    if (other->pid) close(other->socket);
  for (struct child *child = children; child < children + MAX_SLOTS; child++)
    if (child->pid) close(child->socket);
  struct refusal why = {0};
  if (!engine->prepare(first, &why)) {
    send(socket, &why, sizeof why, MSG_NOSIGNAL);
    _exit(1);
  }
  for (;;) {
    struct request request;
    const ssize_t got = recv(socket, &request, sizeof request, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got != (ssize_t)sizeof request) _exit(0);
    const pid_t child = fork_sibling();
    if (child == 0) run_child(engine, &request, socket, root);
    if (child < 0) {
      const struct reply reply = {.sequence = request.sequence, .slot = request.slot,
                                  .status = SYSTEM_FAILED, .detail = errno};
      send_reply(&reply);
    }
  }
}

static struct zygote *free_place(bool (*is_busy)(const struct zygote *)) {
  struct zygote *oldest = NULL;
  for (struct zygote *zygote = zygotes; zygote < zygotes + place_count; zygote++) {
    if (!zygote->pid) return zygote;
    if (!is_busy(zygote) && (!oldest || zygote->last_used < oldest->last_used)) oldest = zygote;
  }
  if (oldest) release(oldest);
  return oldest;
}

static void read_voices(const struct engine *engine) {
  static bool has_read;
  if (!has_read && engine->read_voices) engine->read_voices();
  has_read = true;
}

static struct zygote *start(const struct engine *engine, struct zygote *zygote, const struct request *request) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return NULL;
  read_voices(engine);
  const pid_t root = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    run_zygote(engine, request, ends[1], root);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return NULL;
  }
  zygote->pid = pid;
  zygote->socket = ends[0];
  memcpy(zygote->voice, request->voice, sizeof zygote->voice);
  if (engine->weigh) engine->weigh(request, &zygote->weight);
  return zygote;
}

struct zygote *find_zygote(const char *voice) {
  for (struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES; zygote++)
    if (zygote->pid && memcmp(zygote->voice, voice, sizeof zygote->voice) == 0) return zygote;
  return NULL;
}

struct zygote *zygote_for(const struct engine *engine, const struct request *request,
                          bool (*is_busy)(const struct zygote *)) {
  static uint64_t clock;
  struct zygote *found = find_zygote(request->voice);
  if (!found) {
    errno = EBUSY;
    found = free_place(is_busy);
    if (found) found = start(engine, found, request);
  }
  if (found) found->last_used = ++clock;
  return found;
}

void release(struct zygote *zygote) {
  release_children(zygote);
  close(zygote->socket);
  *zygote = (struct zygote){0};
}
