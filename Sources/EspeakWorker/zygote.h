// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// Zygotes: one process per voice, from which utterances are forked.

#ifndef GUION2AUDIO_ZYGOTE_H
#define GUION2AUDIO_ZYGOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "protocol.h"

// How many voices stay warm. A zygote has 0.5 MB to itself and costs 4 ms to make, so a large cast
// fits; beyond it the one unused for longest goes, and comes back in the very same state.
enum { MAX_ZYGOTES = 48 };

struct zygote {
  pid_t pid;   // 0 if there is none
  int socket;  // to it: requests; from it: struct started
  uint64_t last_used;
  bool has_ended;
  int exit_status;  // as wait gives it, once it has ended
  char voice[sizeof((struct request *)0)->voice];
};

// What a child says before it does anything else.
struct started {
  uint64_t sequence;
  pid_t pid;
};

extern struct zygote zygotes[MAX_ZYGOTES];

enum { ZYGOTE_VOICE_UNKNOWN = 3 };  // exit status

// Keeps as many zygotes as fit so many more open files, one at least.
void limit_zygotes(int open_files);

// The zygote of a voice, forked if need be. NULL if that fails, with EBUSY if all are busy, which
// `is_busy` says: those must not be given up.
struct zygote *zygote_for(const char *voice, bool (*is_busy)(const struct zygote *));

// Takes leave of a zygote, which then ends.
void release(struct zygote *zygote);

#endif
