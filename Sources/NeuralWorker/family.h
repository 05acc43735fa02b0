// SPDX-License-Identifier: MIT

// The kinds of graphs. A new one is a file, and a line in FAMILIES.

#ifndef GUION2AUDIO_FAMILY_H
#define GUION2AUDIO_FAMILY_H

#include "line.h"
#include "model.h"
#include "sound.h"

// The order is that of the command's NeuralFamily.
#define FAMILIES(FAMILY) FAMILY(hibari) FAMILY(piper) FAMILY(kokoro)

// What a family takes of memory, measured, in bytes and in hundredths of the size of the model's file.
struct footprint {
  uint64_t base;
  unsigned loading, loaded;  // hundredths, beside the base
  uint64_t child;            // for a line without phonemes
  uint64_t id;               // for each phoneme
};

struct family {
  struct footprint footprint;
  struct tensor_names names;
  // Makes a loaded model ready, in the process that later ones are forked from; may be NULL.
  bool (*prepare)(struct model *model, const struct line *line, struct refusal *why);
  // Makes the sound of a line, whose samples it allocates; false, with the reply, if that fails.
  bool (*speak)(const struct model *model, struct line *line, struct sound *sound, struct reply *reply);
};

#define DECLARE(name) extern const struct family name##_family;
FAMILIES(DECLARE)
#undef DECLARE

#endif
