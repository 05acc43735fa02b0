// SPDX-License-Identifier: MIT

#include "children.h"

#include <unistd.h>

struct child children[MAX_SLOTS];

static int room;

void limit_children(int count) { room = count < 0 ? 0 : count > MAX_SLOTS ? MAX_SLOTS : count; }

// Returns an empty place, or the place of an idle child if all are taken; NULL if all children are busy.
static struct child *free_place(void) {
  struct child *idle = NULL;
  for (struct child *child = children; child < children + room; child++) {
    if (!child->pid) return child;
    if (!child->sequence) idle = child;
  }
  if (idle) release_child(idle);
  return idle;
}

void keep_child(pid_t pid, int socket, uint64_t sequence, struct zygote *zygote) {
  struct child *place = free_place();
  if (place) *place = (struct child){pid, socket, sequence, 1, zygote};
  else close(socket);
}

struct child *idle_child(const struct zygote *zygote) {
  for (struct child *child = children; child < children + room; child++)
    if (child->pid && !child->sequence && child->zygote == zygote) return child;
  return NULL;
}

void note_line(struct child *child, uint64_t sequence) {
  child->sequence = sequence;
  child->lines++;
}

struct child *child_with_pid(pid_t pid) {
  for (struct child *child = children; child < children + room; child++)
    if (child->pid == pid) return child;
  return NULL;
}

void release_child(struct child *child) {
  close(child->socket);
  *child = (struct child){0};
}

void release_children(const struct zygote *zygote) {
  for (struct child *child = children; child < children + room; child++)
    if (child->pid && child->zygote == zygote) release_child(child);
}
