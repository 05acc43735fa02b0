// SPDX-License-Identifier: MIT

// The voice of a process: a model and its family.

#ifndef GUION2AUDIO_VOICE_H
#define GUION2AUDIO_VOICE_H

#include <worker.h>

// What the voice of the line in a payload will take; nothing if that cannot be told.
void weigh_voice(const char *payload, size_t bytes, struct weight *weight);

// Loads the model of the line in a payload.
bool load_voice(const char *library, const char *payload, size_t bytes, struct refusal *why);

// Speaks the line in the slot. Its records are the samples of each id, as 32-bit integers; the samples follow
// them. Without ids it does nothing: the model is loaded then.
void speak_line(const struct request *request, struct reply *reply);

#endif
