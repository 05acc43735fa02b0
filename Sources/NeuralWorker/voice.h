// SPDX-License-Identifier: MIT

// The voice of a process: a model and its family.

#ifndef GUION2AUDIO_VOICE_H
#define GUION2AUDIO_VOICE_H

#include <worker.h>

// Estimates the memory of the voice for the line in a payload; sets nothing if that is not possible.
void weigh_voice(const char *payload, size_t bytes, struct weight *weight);

// Loads the model of the line in a payload; returns false with the reason on failure.
bool load_voice(const char *library, const char *payload, size_t bytes, struct refusal *why);

// Speaks the line in the slot. The records of the reply are the numbers of samples of each id, as 32-bit integers. The
// samples follow the records. A line without ids only loads the model.
void speak_line(const struct request *request, struct reply *reply);

#endif
