// SPDX-License-Identifier: MIT

// Zygotes: one process per voice, which forks the children that speak.

#ifndef GUION2AUDIO_ZYGOTE_H
#define GUION2AUDIO_ZYGOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker.h"

// The maximum number of loaded voices. If more voices are needed, the voice that was unused for longest is
// removed. When the voice is needed again, it gets a new zygote in the same state.
enum { MAX_ZYGOTES = 48 };

struct zygote {
  pid_t pid;   // 0 for an empty place
  int socket;  // sends requests, receives struct started and struct refusal
  uint64_t last_used;
  bool has_started;  // whether the zygote has prepared its voice
  bool has_ended;
  int exit_status;  // from wait, after it has ended
  struct weight weight;    // expected memory of the voice with its first line
  int64_t idle_since;      // last activity of the voice's lines, in milliseconds on now_ms's clock
  struct refusal refusal;  // status DONE, or the reason why the zygote cannot speak
  char voice[sizeof((struct request *)0)->voice];
};

// The first message of a child. If the child stays for several lines, the message carries a socket to the
// child.
struct started {
  uint64_t sequence;
  pid_t pid;
};

extern struct zygote zygotes[MAX_ZYGOTES];

// Sets the maximum number of zygotes, at least one.
void limit_zygotes(int count);

// Returns the zygote of a voice; NULL if there is none.
struct zygote *find_zygote(const char *voice);

// Returns the zygote of a request's voice, and forks it if necessary. Returns NULL on failure, with EBUSY if
// all zygotes are busy. Zygotes for which `is_busy` returns true are never ended.
struct zygote *zygote_for(const struct engine *engine, const struct request *request,
                          bool (*is_busy)(const struct zygote *));

// Removes a zygote and its children from the tables. The zygote then ends, and each child ends after its
// current line.
void release(struct zygote *zygote);

#endif
