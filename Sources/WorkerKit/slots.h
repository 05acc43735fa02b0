// SPDX-License-Identifier: MIT

// The socket to the command, and the slots, for all processes of a worker.

#ifndef GUION2AUDIO_SLOTS_H
#define GUION2AUDIO_SLOTS_H

#include <stdbool.h>
#include <sys/types.h>

#include "worker.h"

// Creates the slots' memory files, as the descriptors after the socket.
bool make_slots(int slots);

// Sends the slots to the command, with a magic number that identifies this program.
bool say_hello(int slots);

// Sends a reply; returns false if the command has closed the socket.
bool send_reply(const struct reply *reply);

// Makes the kernel kill this process when its parent dies. If `parent` is already dead, the process ends at
// once.
void die_with(pid_t parent);

#endif
