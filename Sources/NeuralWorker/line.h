// SPDX-License-Identifier: MIT

// A line in the command's format. The command's side is in Hablare/Providers/Neural/NeuralRequest.swift.

#ifndef GUION2AUDIO_LINE_H
#define GUION2AUDIO_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_IDS = 2048, MAX_PATH_BYTES = 4096, MAX_STYLE = 256, MODEL_DIGEST_BYTES = 32 };

enum line_flags { IS_WHISPERED = 1, HAS_PROSODY = 2 };

// The beginning of a payload. The ids follow as 16-bit integers, then the path of the model, then the style, then the
// prosody of each id if there is one.
struct line_header {
  uint32_t family;  // enum family_number
  uint32_t ids;
  uint32_t path_bytes;
  uint32_t flags;
  float speed;        // 2 is twice as fast
  float pitch;        // factor of the fundamental
  float formant;      // factor of the envelopes' frequencies
  float gain;         // factor of every sample
  float noise;        // variation of the audio
  float noise_width;  // variation of the durations
  int32_t speaker;    // number of the speaker; -1 for a model that has only one speaker
  uint32_t sample_rate;
  uint32_t unit;  // samples in a unit of the graph's durations
  uint32_t style;  // number of floats in the style of the voice; 0 for none
  float breath;     // level of breath in the voice; 0 for none
  float roughness;  // deviation of the periods; 0 for none
  float tremor;     // deviation of the fundamental in a tremor; 0 for none
  float tilt;       // decibels per octave
  float range;      // factor of the fundamental's deviations from its mean, on a logarithmic scale
  uint8_t digest[MODEL_DIGEST_BYTES];  // SHA-256 of the model, or zeros
};

_Static_assert(sizeof(struct line_header) == 108, "NeuralRequest.swift writes this header with this size");

// How an id differs from the line.
struct prosody {
  float length;  // factor of the duration
  float pitch;   // factor of the fundamental
  float level;   // factor of each sample
};

struct line {
  struct line_header header;
  int64_t ids[MAX_IDS];
  char path[MAX_PATH_BYTES];
  float style[MAX_STYLE];
  struct prosody prosody[MAX_IDS];  // only if the line has prosody
  float speeds[MAX_IDS];            // of each id
  float lengths[MAX_IDS];           // factor of the duration of each id, for graphs whose speed is that of the line
};

// Reads a payload; returns false if it is damaged.
bool read_line(const char *payload, size_t bytes, struct line *line);

enum { MAX_SETTINGS_BYTES = 64 };

// Returns a number that depends only on the model, the settings and the phonemes. Noise that is generated from
// this number depends on the spoken text and its manner, not on the position of the line. So a line that moves
// keeps its audio.
uint64_t seed_of(const struct line *line, const uint8_t model[MODEL_DIGEST_BYTES], const void *settings,
                 size_t settings_bytes);

#endif
