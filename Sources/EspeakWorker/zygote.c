// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

#define _GNU_SOURCE  // CLONE_PARENT

#include "zygote.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "utterance.h"

struct zygote zygotes[MAX_ZYGOTES];

static int place_count = MAX_ZYGOTES;

void limit_zygotes(int open_files) {
  // Besides its socket a zygote takes the other end of that for a moment. The engine opens up to four files.
  const int room = open_files - 6;
  place_count = room < 1 ? 1 : room > MAX_ZYGOTES ? MAX_ZYGOTES : room;
}

// Forks a child of the *root*, which so sees every child end, while a zygote need not wait for any
// and may die without taking its utterances along. (glibc's fork cannot; a zygote has no threads.)
static pid_t fork_sibling(void) {
  return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
}

_Noreturn static void run_child(const struct request *request, int socket, pid_t root) {
  die_with(root);
  const struct started started = {.sequence = request->sequence, .pid = getpid()};
  send(socket, &started, sizeof started, MSG_NOSIGNAL);
  // The root sees the end of a zygote when the last copy of its socket is closed: after this, all
  // children it has not heard of are children that never were.
  close(socket);
  speak(request);
}

// Overwrites the stack that the root's history may have left below, in case the engine reads
// something that it has not written.
__attribute__((noinline)) static void scrub_stack(void) {
  volatile char dirt[64 * 1024];
  for (size_t i = 0; i < sizeof dirt; i++) dirt[i] = 0;
}

_Noreturn static void run_zygote(const char *voice, int socket, pid_t root) {
  die_with(root);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (struct zygote *other = zygotes; other < zygotes + MAX_ZYGOTES; other++)
    if (other->pid) close(other->socket);
  scrub_stack();
  if (warm_up(voice) != 0) _exit(ZYGOTE_VOICE_UNKNOWN);
  for (;;) {
    struct request request;
    const ssize_t got = recv(socket, &request, sizeof request, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got != (ssize_t)sizeof request) _exit(0);
    const pid_t child = fork_sibling();
    if (child == 0) run_child(&request, socket, root);
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

// espeak reads its files of voices when a voice is first set: 360 files, which each zygote would read
// for itself. The root reads them once, when there is something to say.
static void read_voices(void) {
  static bool has_read;
  if (!has_read) espeak_ListVoices(NULL);
  has_read = true;
}

static struct zygote *start(struct zygote *zygote, const char *voice) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return NULL;
  read_voices();
  const pid_t root = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    run_zygote(voice, ends[1], root);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return NULL;
  }
  zygote->pid = pid;
  zygote->socket = ends[0];
  memcpy(zygote->voice, voice, sizeof zygote->voice);
  return zygote;
}

struct zygote *zygote_for(const char *voice, bool (*is_busy)(const struct zygote *)) {
  static uint64_t clock;
  struct zygote *found = NULL;
  for (struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES && !found; zygote++)
    if (zygote->pid && memcmp(zygote->voice, voice, sizeof zygote->voice) == 0) found = zygote;
  if (!found) {
    errno = EBUSY;
    found = free_place(is_busy);
    if (found) found = start(found, voice);
  }
  if (found) found->last_used = ++clock;
  return found;
}

void release(struct zygote *zygote) {
  close(zygote->socket);
  *zygote = (struct zygote){0};
}
