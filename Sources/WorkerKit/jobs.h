// SPDX-License-Identifier: MIT

// The lines in progress, as the root sees them.

#ifndef GUION2AUDIO_JOBS_H
#define GUION2AUDIO_JOBS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker.h"
#include "zygote.h"

enum job_state {
  WAITING,  // for a free zygote or child
  SENT,     // to its zygote
  RUNNING,  // in the child `pid`
};

struct job {
  enum job_state state;
  struct zygote *zygote;
  pid_t pid;
  int64_t deadline;          // milliseconds on now_ms's clock; INT64_MAX (none) while the job waits
  int64_t since;             // arrival time in milliseconds on now_ms's clock
  uint64_t weight;           // expected memory of the job's child, in bytes
  enum status kill_reason;   // DONE, or the reason why the root killed the child
  struct request request;
};

// There can be more jobs than slots: the job of a child can remain after the reply, until the child ends or is
// idle.
enum { MAX_JOBS = 4 * MAX_SLOTS };

extern struct job jobs[MAX_JOBS];
extern int job_count;

int64_t now_ms(void);

// These two functions return NULL if there is no such job.
struct job *job_with_pid(pid_t pid);
struct job *job_with_sequence(uint64_t sequence);

// Whether the root has sent a job to the zygote, and the zygote has not begun it.
bool is_owed_by(const struct zygote *zygote);

// Whether a job has waited so long that no other job may overtake it.
bool has_waited_long(const struct job *job);

// Returns the waiting job with the next higher sequence number; NULL if there is none.
struct job *waiting_after(uint64_t sequence);

// Adds a waiting job; returns NULL if there are too many.
struct job *add_job(const struct request *request);

// Records that a job is with its zygote or child. The time limit of the job starts now, because the process
// that it waited for may have been stuck.
void begin_job(struct job *job, enum job_state state);

// Removes a job. The last job of the table moves to the free place.
void remove_job(struct job *job);

// Reports the failure of a job to the command and removes the job.
void fail_job(struct job *job, enum status status, int32_t detail);

// Reports to the command why the job's zygote cannot speak, and removes the job.
void refuse_job(struct job *job, const struct refusal *why);

// Ends a job for a reason. If its child must be killed, the failure is reported when the child has ended.
void kill_job(struct job *job, enum status reason);

// Extends the deadlines of all jobs by a number of milliseconds.
void extend_deadlines(int64_t time);

// Completes a job whose child has ended with the given wait status.
void finish_job(struct job *job, int wait_status);

#endif
