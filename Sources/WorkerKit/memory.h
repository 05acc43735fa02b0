// SPDX-License-Identifier: MIT

// Measures the memory of all voice processes, and makes room for new ones.
//
// The sum contains the memory of each zygote, and the pages of each child that are not shared with its zygote. A
// zygote that loads its voice is counted with its expected memory, and a child that speaks with its expected
// memory if that is larger.

#ifndef GUION2AUDIO_MEMORY_H
#define GUION2AUDIO_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "jobs.h"
#include "zygote.h"

// Whether a zygote must stay: the zygote has a job that it has not begun, or a child that shares its memory is
// speaking.
bool is_in_use(const struct zygote *zygote);

// Makes room for the child of a job, and for a zygote if the voice has none. Idle children end first, then the
// zygotes that were unused for longest. Returns false if the job must wait for room. If no line is in progress,
// the job may start even if it needs more memory than the limit.
bool make_room(const struct engine *engine, struct job *job);

// Whether the processes exceed the memory limit. If so, a child that has finished its line must end.
bool is_over_limit(const struct engine *engine);

#endif
