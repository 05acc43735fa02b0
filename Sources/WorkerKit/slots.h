// SPDX-License-Identifier: MIT

// The socket to the command and the slots, as all processes of a worker use them.

#ifndef GUION2AUDIO_SLOTS_H
#define GUION2AUDIO_SLOTS_H

#include <stdbool.h>
#include <sys/types.h>

#include "worker.h"

// Makes the slots' memory files, as the descriptors that follow the socket.
bool make_slots(int slots);

// Sends the slots to the command, with the proof that this is the program it wanted.
bool say_hello(int slots);

// Sends a reply; false if nobody is there to read it.
bool send_reply(const struct reply *reply);

// Kills this process when its parent dies; ends it at once if `parent` is dead already.
void die_with(pid_t parent);

#endif
