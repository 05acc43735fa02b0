// SPDX-License-Identifier: MIT

// The lines under way, as the root knows them.

#ifndef GUION2AUDIO_JOBS_H
#define GUION2AUDIO_JOBS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker.h"
#include "zygote.h"

enum job_state {
  WAITING,  // for a zygote or a child to become free
  SENT,     // to its zygote
  RUNNING,  // in the child `pid`
};

struct job {
  enum job_state state;
  struct zygote *zygote;
  pid_t pid;
  int64_t deadline;          // milliseconds on now_ms's clock; none (INT64_MAX) while it waits
  int64_t since;             // milliseconds on now_ms's clock: when it came
  uint64_t weight;           // bytes that its child is expected to take
  enum status kill_reason;   // DONE, or why the root has killed the child
  struct request request;
};

// More than slots, since a child that has replied still has to end.
enum { MAX_JOBS = 4 * MAX_SLOTS };

extern struct job jobs[MAX_JOBS];
extern int job_count;

int64_t now_ms(void);

// NULL if there is none.
struct job *job_with_pid(pid_t pid);
struct job *job_with_sequence(uint64_t sequence);

// Whether the zygote has been sent something that it has not begun.
bool is_owed_by(const struct zygote *zygote);

// Whether a job has waited so long that no other may overtake it any more.
bool has_waited_long(const struct job *job);

// The waiting job that came first after the given sequence number; NULL if there is none.
struct job *waiting_after(uint64_t sequence);

// Adds a waiting job; NULL if there are too many.
struct job *add_job(const struct request *request);

// Notes that a job is with its zygote or child. Its time begins now: what it has waited for may have been stuck.
void begin_job(struct job *job, enum job_state state);

// Forgets a job; the last one takes its place in the table.
void remove_job(struct job *job);

// Forgets a job after telling the command how it went.
void fail_job(struct job *job, enum status status, int32_t detail);

// Forgets a job after telling the command why its zygote cannot speak.
void refuse_job(struct job *job, const struct refusal *why);

// Ends a job as far as that is possible now; the rest follows when its child ends.
void kill_job(struct job *job, enum status reason);

// Gives all jobs so many milliseconds more.
void extend_deadlines(int64_t time);

// What the root does when the child of a job has ended with the given wait status.
void finish_job(struct job *job, int wait_status);

#endif
