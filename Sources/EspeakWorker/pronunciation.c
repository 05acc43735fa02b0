// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The PRONOUNCE operation: returns the voice's pronunciation of words or texts, in the International Phonetic
// Alphabet.

#include <stdio.h>
#include <string.h>

#include "utterance.h"

// This tie joins the phonemes of a single sound, such as an affricate.
enum { TIE = '^', IPA = 0x02, USES_TIE = 0x80 };

static char answer[MAX_PAYLOAD_BYTES];
static size_t length;

static void append(const char *text) {
  const size_t bytes = strlen(text);
  if (bytes >= sizeof answer - length) return;
  memcpy(answer + length, text, bytes);
  length += bytes;
}

enum { MODE = IPA | USES_TIE | TIE << 8 };

// Appends the phonemes of a text on one line. espeak returns them clause by clause.
static void append_phonemes(const char *word) {
  const void *rest = word;
  for (bool is_first = true; rest; is_first = false) {
    const char *clause = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, MODE);
    if (!clause) break;
    if (!is_first && *clause) append(" ");
    append(clause);
  }
  append("\n");
}

// Returns how far espeak has read into a text, in bytes: to the end of a clause, or up to two characters
// further.
static size_t place_of(const char *rest, const char *text, size_t bytes) {
  return rest && rest >= text && rest <= text + bytes ? (size_t)(rest - text) : bytes;
}

// Appends a line for each clause, with the offset up to which espeak has read, and an empty line at the end.
static void append_clauses(const char *text) {
  const size_t bytes = strlen(text);
  const void *rest = text;
  while (rest) {
    const char *clause = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, MODE);
    if (!clause) break;
    char place[24];
    snprintf(place, sizeof place, "%zu ", place_of(rest, text, bytes));
    append(place);
    append(clause);
    append("\n");
  }
  append("\n");
}

void pronounce(const struct request *request, struct reply *reply) {
  char *line = read_payload(request, reply);
  while (line && *line) {
    char *end = strchr(line, '\n');
    if (end) *end = 0;
    if (request->flags & ANSWERS_CLAUSES) append_clauses(line);
    else append_phonemes(line);
    line = end ? end + 1 : NULL;
  }
  if (reply->status == DONE) answer_text(reply, answer, length);
}
