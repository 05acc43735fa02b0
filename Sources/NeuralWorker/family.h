// SPDX-License-Identifier: MIT

// The kinds of graphs. A new kind needs a file, and an entry in FAMILIES.

#ifndef GUION2AUDIO_FAMILY_H
#define GUION2AUDIO_FAMILY_H

#include "line.h"
#include "model.h"
#include "sound.h"

// The order must match the command's NeuralFamily.
#define FAMILIES(FAMILY) FAMILY(hibari) FAMILY(piper) FAMILY(kokoro)

// The measured memory of a family, in bytes and in hundredths of the size of the model file.
struct footprint {
  uint64_t base;
  unsigned loading, loaded;  // hundredths, in addition to the base
  uint64_t child;            // for a line without phonemes
  uint64_t id;               // for each phoneme
};

struct family {
  struct footprint footprint;
  struct tensor_names names;
  // Prepares a loaded model in the process that forks the children; may be NULL.
  bool (*prepare)(struct model *model, const struct line *line, struct refusal *why);
  // Creates the audio of a line and allocates its samples; returns false with the reply on failure.
  bool (*speak)(const struct model *model, struct line *line, struct sound *sound, struct reply *reply);
};

#define DECLARE(name) extern const struct family name##_family;
FAMILIES(DECLARE)
#undef DECLARE

#endif
