// SPDX-License-Identifier: MIT

// Children that live for several lines, as the root knows them.

#ifndef GUION2AUDIO_CHILDREN_H
#define GUION2AUDIO_CHILDREN_H

#include <stdbool.h>
#include <sys/types.h>

#include "zygote.h"

struct child {
  pid_t pid;   // 0 if there is none
  int socket;  // to it: requests; from it: struct finished
  uint64_t sequence;  // of the line that it speaks; 0 if it waits
  int lines;          // that it was given
  struct zygote *zygote;
};

// What a child says when it has replied and can take another line.
struct finished {
  uint64_t sequence;
};

extern struct child children[MAX_SLOTS];

// Keeps at most so many children after their line.
void limit_children(int count);

// Takes note of a child; it ends after its line if there is no room for it.
void keep_child(pid_t pid, int socket, uint64_t sequence, struct zygote *zygote);

// A child of a zygote that waits for a line; NULL if there is none.
struct child *idle_child(const struct zygote *zygote);

// NULL if there is none.
struct child *child_with_pid(pid_t pid);

// Gives a child a line to speak.
void note_line(struct child *child, uint64_t sequence);

// Forgets a child, which ends when it has spoken its line.
void release_child(struct child *child);

// Forgets all children of a zygote.
void release_children(const struct zygote *zygote);

#endif
