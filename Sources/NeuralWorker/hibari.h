// SPDX-License-Identifier: MIT

// The voices of hibari: a graph that says what each frame's spectrum is, and what this program makes of it.

#ifndef GUION2AUDIO_HIBARI_H
#define GUION2AUDIO_HIBARI_H

#include "model.h"

enum {
  MAX_IDS = 512,
  MAX_PATH_BYTES = 4096,
  MAX_FRAMES = 80 * 60 * 10,  // ten minutes
};

enum line_flags { IS_WHISPERED = 1 };

// What a payload begins with; the ids follow as 16-bit integers, then the model's path.
struct line {
  uint32_t ids;
  uint32_t path_bytes;
  float speed;    // 2 is twice as fast
  float pitch;    // factor of the fundamental
  float formant;  // factor of the envelopes' frequencies
  float gain;     // factor of every sample
  uint32_t flags;
  uint32_t unused;
  uint8_t digest[DIGEST_BYTES];  // SHA-256 of the model, or zeros
};

_Static_assert(sizeof(struct line) == 64, "the command's layout");

// Loads the model of a line.
bool load_voice(const char *library, const char *payload, size_t bytes, struct refusal *why);

// Speaks the line in the slot. Its records are the samples of each id, as 32-bit integers; the samples follow
// them. Without ids it does nothing: the model is loaded then.
void speak_line(const struct request *request, struct reply *reply);

#endif
