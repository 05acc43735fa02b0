// SPDX-License-Identifier: MIT

#include "memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "children.h"
#include "jobs.h"

// The memory limit of all processes in bytes; 0 for no limit.
static uint64_t limit;

// The memory of the engine's library, shared by all processes.
static uint64_t common;

void limit_memory(uint64_t bytes, uint64_t shared) {
  limit = bytes;
  common = shared;
}

// Returns the sum of the lines that begin with `name` in a file under /proc, in bytes; 0 if the process has
// ended.
static uint64_t read_sizes(pid_t pid, const char *file, const char *name) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
  FILE *stream = fopen(path, "re");
  if (!stream) return 0;
  unsigned long long sum = 0, kilobytes;
  const size_t length = strlen(name);
  while (fgets(line, sizeof line, stream)) {
    const char *colon = strncmp(line, name, length) == 0 ? strchr(line, ':') : NULL;
    if (colon && sscanf(colon + 1, "%llu", &kilobytes) == 1) sum += kilobytes << 10;
  }
  fclose(stream);
  return sum;
}

// Returns the memory that a child has allocated or changed since it was forked.
static uint64_t own_pages(pid_t pid) { return read_sizes(pid, "smaps_rollup", "Private_"); }

static uint64_t larger(uint64_t one, uint64_t other) { return one > other ? one : other; }

static uint64_t smaller(uint64_t one, uint64_t other) { return one < other ? one : other; }

// Returns the memory that a voice without a process needs: the maximum while the voice loads, or the memory
// with its first line, whichever is larger.
static uint64_t opening(const struct weight *weight) { return larger(weight->loading, weight->voice + weight->child); }

static uint64_t zygote_memory(const struct zygote *zygote) {
  if (!zygote->has_started) return opening(&zygote->weight);
  return read_sizes(zygote->pid, "status", "RssAnon");
}

static uint64_t child_memory(const struct child *child) {
  const uint64_t now = own_pages(child->pid);
  const struct job *job = child->sequence ? job_with_sequence(child->sequence) : NULL;
  return job ? larger(now, job->weight) : now;
}

static uint64_t used_memory(void) {
  uint64_t used = common;
  for (const struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES; zygote++)
    if (zygote->pid && !zygote->has_ended) used += zygote_memory(zygote);
  for (const struct child *child = children; child < children + MAX_SLOTS; child++)
    if (child->pid) used += child_memory(child);
  // Each line that a zygote has not begun will get a child.
  for (const struct job *job = jobs; job < jobs + job_count; job++)
    if (job->state == SENT && job->zygote->has_started) used += job->weight;
  return used;
}

// Returns an upper bound of `used_memory`, a hundred times as fast. The result contains shared pages once for
// each process.
static uint64_t resident_memory(void) {
  uint64_t sum = common;
  for (const struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES; zygote++)
    if (zygote->pid && !zygote->has_ended)
      sum += larger(read_sizes(zygote->pid, "status", "VmRSS"), zygote->has_started ? 0 : opening(&zygote->weight));
  for (const struct job *job = jobs; job < jobs + job_count; job++)
    if (job->state != WAITING) sum += job->weight;
  for (const struct child *child = children; child < children + MAX_SLOTS; child++)
    if (child->pid) sum += read_sizes(child->pid, "status", "VmRSS");
  return sum;
}

bool is_in_use(const struct zygote *zygote) {
  if (is_owed_by(zygote)) return true;
  for (const struct child *child = children; child < children + MAX_SLOTS; child++)
    if (child->pid && child->sequence && child->zygote == zygote) return true;
  return false;
}

bool is_over_limit(const struct engine *engine) {
  if (!limit || !engine->weigh || resident_memory() <= limit) return false;
  return used_memory() > limit;
}

// Whether a voice will soon get its next line. The command sends the next line milliseconds after the reply to
// the last line.
static bool is_expecting(const struct zygote *zygote, bool is_urgent) {
  enum { MOMENT = 50 };
  return !is_urgent && now_ms() - zygote->idle_since < MOMENT;
}

static struct child *any_idle_child(const struct zygote *but, bool is_urgent) {
  for (struct child *child = children; child < children + MAX_SLOTS; child++)
    if (child->pid && !child->sequence && child->zygote != but && !is_expecting(child->zygote, is_urgent))
      return child;
  return NULL;
}

static struct zygote *oldest_idle_zygote(const struct zygote *but, bool is_urgent) {
  struct zygote *oldest = NULL;
  for (struct zygote *zygote = zygotes; zygote < zygotes + MAX_ZYGOTES; zygote++)
    if (zygote->pid && zygote != but && !is_in_use(zygote) && !is_expecting(zygote, is_urgent) &&
        (!oldest || zygote->last_used < oldest->last_used))
      oldest = zygote;
  return oldest;
}

static bool has_line_under_way(void) {
  for (const struct job *job = jobs; job < jobs + job_count; job++)
    if (job->state != WAITING) return true;
  return false;
}

// Ends an unused process; returns false if there is none.
static bool free_something(const struct zygote *but, bool is_urgent) {
  struct child *child = any_idle_child(but, is_urgent);
  if (child) {
    release_child(child);
    return true;
  }
  struct zygote *zygote = oldest_idle_zygote(but, is_urgent);
  if (zygote) release(zygote);
  return zygote != NULL;
}

bool make_room(const struct engine *engine, struct job *job) {
  if (!limit || !engine->weigh) return true;
  const struct zygote *zygote = find_zygote(job->request.voice);
  const struct child *child = zygote ? idle_child(zygote) : NULL;
  struct weight weight = {0};
  engine->weigh(&job->request, &weight);
  job->weight = weight.child;
  uint64_t wanted = zygote ? weight.child : opening(&weight);
  if (wanted <= limit && resident_memory() <= limit - wanted) return true;
  // An existing child already has most or all of the wanted memory, and keeps it.
  if (child) wanted -= smaller(wanted, own_pages(child->pid));
  const bool is_urgent = has_waited_long(job);
  while (wanted > limit || used_memory() > limit - wanted) {
    if (free_something(zygote, is_urgent)) continue;
    // Nothing more can be freed, except processes that were spared for their next line.
    return !has_line_under_way() && !free_something(zygote, true);
  }
  return true;
}
