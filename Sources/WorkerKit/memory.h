// SPDX-License-Identifier: MIT

// How much memory the processes of voices take together, and room for one more.
//
// A zygote counts with the memory of its own, a child with the pages that it does not share with its zygote. What
// a process will still take counts as well: a zygote that loads its voice, and a child that speaks.

#ifndef GUION2AUDIO_MEMORY_H
#define GUION2AUDIO_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "jobs.h"
#include "zygote.h"

// Whether a zygote must stay: it has been sent something, or a child of it speaks and shares its memory.
bool is_in_use(const struct zygote *zygote);

// Makes room for the child of a job, and for its zygote if the voice has none. Idle children end first, then the
// zygotes that are unused for longest. False if the room must be waited for. If no line is under way, the process may
// start even though it is too large.
bool make_room(const struct engine *engine, struct job *job);

// Whether the processes take more than they may. A child that has finished its line should end then.
bool is_over_limit(const struct engine *engine);

#endif
