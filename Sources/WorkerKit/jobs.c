// SPDX-License-Identifier: MIT

#include "jobs.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "slots.h"

struct job jobs[MAX_JOBS];
int job_count;

int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct job *job_with_pid(pid_t pid) {
  for (struct job *job = jobs; job < jobs + job_count; job++)
    if (job->state == RUNNING && job->pid == pid) return job;
  return NULL;
}

struct job *job_with_sequence(uint64_t sequence) {
  for (struct job *job = jobs; job < jobs + job_count; job++)
    if (job->request.sequence == sequence) return job;
  return NULL;
}

bool is_owed_by(const struct zygote *zygote) {
  for (struct job *job = jobs; job < jobs + job_count; job++)
    if (job->state == SENT && job->zygote == zygote) return true;
  return false;
}

struct job *add_job(const struct request *request) {
  if (job_count == MAX_JOBS) return NULL;
  struct job *job = &jobs[job_count++];
  *job = (struct job){.state = WAITING, .request = *request, .deadline = INT64_MAX, .since = now_ms()};
  return job;
}

bool has_waited_long(const struct job *job) {
  enum { PATIENCE = 20000 };
  return now_ms() - job->since >= PATIENCE;
}

struct job *waiting_after(uint64_t sequence) {
  struct job *first = NULL;
  for (struct job *job = jobs; job < jobs + job_count; job++)
    if (job->state == WAITING && job->request.sequence > sequence &&
        (!first || job->request.sequence < first->request.sequence))
      first = job;
  return first;
}

void begin_job(struct job *job, enum job_state state) {
  job->state = state;
  job->deadline = now_ms() + (int64_t)job->request.limit_seconds * 1000;
}

void remove_job(struct job *job) { *job = jobs[--job_count]; }

void refuse_job(struct job *job, const struct refusal *why) {
  struct reply reply = {.sequence = job->request.sequence, .slot = job->request.slot,
                        .status = why->status, .detail = why->detail};
  answer_text(&reply, why->text, strnlen(why->text, sizeof why->text));
  send_reply(&reply);
  remove_job(job);
}

void fail_job(struct job *job, enum status status, int32_t detail) {
  const struct reply reply = {.sequence = job->request.sequence, .slot = job->request.slot,
                              .status = status, .detail = detail};
  send_reply(&reply);
  remove_job(job);
}

static int32_t detail_of(const struct job *job, enum status reason) {
  const bool is_late = reason == TIMED_OUT || reason == NOT_BEGUN;
  return is_late ? (int32_t)job->request.limit_seconds : 0;
}

void kill_job(struct job *job, enum status reason) {
  switch (job->state) {
    case WAITING: return fail_job(job, reason, detail_of(job, reason));
    case RUNNING: kill(job->pid, SIGKILL); break;
    case SENT:
      // The zygote is stuck, or its child is stuck before announcing itself. The child may still write into the
      // slot. The command therefore replaces this worker.
      if (reason == TIMED_OUT) return fail_job(job, NOT_BEGUN, detail_of(job, NOT_BEGUN));
      // The child is killed as soon as it announces itself.
      break;
  }
  job->kill_reason = reason;
  job->deadline = INT64_MAX;
}

void extend_deadlines(int64_t time) {
  for (struct job *job = jobs; job < jobs + job_count; job++)
    if (job->deadline != INT64_MAX) job->deadline += time;
}

void finish_job(struct job *job, int wait_status) {
  const bool has_replied = WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0;
  if (has_replied) return remove_job(job);
  if (job->kill_reason != DONE)
    return fail_job(job, job->kill_reason, detail_of(job, job->kill_reason));
  fail_job(job, CRASHED, WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0);
}
