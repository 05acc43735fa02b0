// SPDX-License-Identifier: MIT

// Zygotes: one process per voice, from which the children that speak are forked.

#ifndef GUION2AUDIO_ZYGOTE_H
#define GUION2AUDIO_ZYGOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker.h"

// How many voices can stay warm. Beyond what the engine asks for, the one unused for longest goes, and comes
// back in the very same state.
enum { MAX_ZYGOTES = 48 };

struct zygote {
  pid_t pid;   // 0 if there is none
  int socket;  // to it: requests; from it: struct started and struct refusal
  uint64_t last_used;
  bool has_started;  // whether it has prepared its voice
  bool has_ended;
  int exit_status;  // as wait gives it, once it has ended
  struct weight weight;    // what it is expected to take with its first line
  int64_t idle_since;      // milliseconds on now_ms's clock: the last sign of a line of it
  struct refusal refusal;  // DONE, or why it cannot speak
  char voice[sizeof((struct request *)0)->voice];
};

// What a child says before it does anything else. If it lives for several lines, a socket to it comes along.
struct started {
  uint64_t sequence;
  pid_t pid;
};

extern struct zygote zygotes[MAX_ZYGOTES];

// Keeps so many zygotes, one at least.
void limit_zygotes(int count);

// The zygote of a voice; NULL if there is none.
struct zygote *find_zygote(const char *voice);

// The zygote of a request's voice, forked if need be. NULL if that fails, with EBUSY if all are busy, which
// `is_busy` says: those must not be given up.
struct zygote *zygote_for(const struct engine *engine, const struct request *request,
                          bool (*is_busy)(const struct zygote *));

// Takes leave of a zygote and of its idle children, which then end.
void release(struct zygote *zygote);

#endif
