// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The child process: speaks one utterance, with text and audio in the slot.

#ifndef GUION2AUDIO_UTTERANCE_H
#define GUION2AUDIO_UTTERANCE_H

#include <espeak-ng/speak_lib.h>
#include <stdbool.h>
#include <worker.h>

// The length of espeak's audio buffer in milliseconds: espeak's own default. A longer buffer saves calls but
// uses more pages, which a forked child must copy (measured: not faster).
enum { BUFFER_MS = 60 };

enum { MAX_SAMPLES = 2 * 60 * 60 * 22050 };  // two hours at espeak's only rate

// Flags of SPEAK: the text may contain phonemes in [[ ]], and espeak's commands, which begin with 0x01.
enum { TEXT_HAS_PHONEMES = 1, TEXT_HAS_COMMANDS = 2 };

// Flag of PRONOUNCE: the answer contains the clauses of texts, not words.
enum { ANSWERS_CLAUSES = 1 };

// Settings of SPEAK.
enum {
  RATE = 0,   // words per minute, 80 to 450
  PITCH = 1,  // 0 to 100; 50 is the voice's own pitch
  RANGE = 2,  // range of the pitch, 0 to 100; 50 is the voice's own range
  GAIN = 3,   // factor for every sample, in 65,536ths
};

// Records of SPEAK.
struct word {
  uint32_t location;  // in Unicode scalars from 0
  uint32_t length;
  uint32_t sample;
};

// The command's layout of a slot: the text, then words, then samples.
static inline uint32_t max_words(uint32_t text_bytes) { return 2 * text_bytes + 16; }

static inline uint32_t samples_offset(uint32_t text_bytes) {
  return records_offset(text_bytes) + max_words(text_bytes) * (uint32_t)sizeof(struct word);
}

_Static_assert(sizeof(struct word) == 12, "EspeakWords.swift reads struct word with this size");

extern int sample_rate;

// espeak's callback.
int collect(short *samples, int count, espeak_EVENT *events);

// Creates the initial state for the utterances of a voice; returns false with the reason on failure.
bool warm_up(const struct request *first, struct refusal *why);

// Speaks the text of a slot.
void speak(const struct request *request, struct reply *reply);

// Answers with the phonemes of words, one per line, or with the clauses of texts.
void pronounce(const struct request *request, struct reply *reply);

// Answers with the engine's voices.
void list_voices(const struct request *request, struct reply *reply);

#endif
