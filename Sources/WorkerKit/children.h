// SPDX-License-Identifier: MIT

// Children that speak several lines, as the root sees them.

#ifndef GUION2AUDIO_CHILDREN_H
#define GUION2AUDIO_CHILDREN_H

#include <stdbool.h>
#include <sys/types.h>

#include "zygote.h"

struct child {
  pid_t pid;   // 0 for an empty place
  int socket;  // sends requests, receives struct finished
  uint64_t sequence;  // of the line that the child is speaking; 0 if it is idle
  int lines;          // number of lines that the child has received
  struct zygote *zygote;
};

// The message of a child that has replied and can accept another line.
struct finished {
  uint64_t sequence;
};

extern struct child children[MAX_SLOTS];

// Sets the maximum number of children that stay after their line.
void limit_children(int count);

// Records a child. If the table has no place for the child, the child ends after its line.
void keep_child(pid_t pid, int socket, uint64_t sequence, struct zygote *zygote);

// Returns an idle child of a zygote; NULL if there is none.
struct child *idle_child(const struct zygote *zygote);

// Returns the child with a process id; NULL if there is none.
struct child *child_with_pid(pid_t pid);

// Records that a child has received a line.
void note_line(struct child *child, uint64_t sequence);

// Removes a child from the table. The child ends when it has spoken its line.
void release_child(struct child *child);

// Removes all children of a zygote from the table.
void release_children(const struct zygote *zygote);

#endif
