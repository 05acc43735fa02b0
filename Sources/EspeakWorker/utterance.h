// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The child's part: one utterance, from the slot to the slot.

#ifndef GUION2AUDIO_UTTERANCE_H
#define GUION2AUDIO_UTTERANCE_H

#include <espeak-ng/speak_lib.h>
#include <stdbool.h>
#include <worker.h>

// How much sound espeak hands over at once, in milliseconds: espeak's own default. Longer saves
// calls but touches more pages, each of which a forked child must copy (measured: no gain).
enum { BUFFER_MS = 60 };

enum { MAX_SAMPLES = 2 * 60 * 60 * 22050 };  // two hours at espeak's only rate

// SPEAK's flag: the text may have phonemes in [[ ]].
enum { TEXT_HAS_PHONEMES = 1 };

// PRONOUNCE's flag: the answer has the clauses of texts, not words.
enum { ANSWERS_CLAUSES = 1 };

// SPEAK's settings.
enum {
  RATE = 0,   // words a minute, 80 to 450
  PITCH = 1,  // 0 to 100, the voice's own at 50
  RANGE = 2,  // 0 to 100, how far the pitch moves about it, the voice's own at 50
  GAIN = 3,   // factor of every sample, in 65,536ths
};

// SPEAK's records.
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

_Static_assert(sizeof(struct word) == 12, "the command's layout");

extern int sample_rate;

// espeak's callback.
int collect(short *samples, int count, espeak_EVENT *events);

// Makes the state that a voice's utterances start from.
bool warm_up(const struct request *first, struct refusal *why);

// Speaks the text of a slot.
void speak(const struct request *request, struct reply *reply);

// Answers with the phonemes of words, one a line, or with the clauses of texts.
void pronounce(const struct request *request, struct reply *reply);

// Answers with the voices that the engine has.
void list_voices(const struct request *request, struct reply *reply);

#endif
