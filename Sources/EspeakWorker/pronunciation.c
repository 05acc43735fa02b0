// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The PRONOUNCE operation: how the voice says words, in the International Phonetic Alphabet.

#include <string.h>

#include "utterance.h"

// The phonemes of sounds that are one letter each, such as affricates, are joined by this tie.
enum { TIE = '^', IPA = 0x02, USES_TIE = 0x80 };

static char answer[MAX_PAYLOAD_BYTES];
static size_t length;

static void append(const char *text) {
  const size_t bytes = strlen(text);
  if (bytes >= sizeof answer - length) return;
  memcpy(answer + length, text, bytes);
  length += bytes;
}

// A text may have several clauses, which come one by one.
static void append_phonemes(const char *word) {
  const void *rest = word;
  const int mode = IPA | USES_TIE | TIE << 8;
  for (bool is_first = true; rest; is_first = false) {
    const char *clause = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, mode);
    if (!clause) break;
    if (!is_first && *clause) append(" ");
    append(clause);
  }
  append("\n");
}

void pronounce(const struct request *request, struct reply *reply) {
  char *line = read_payload(request, reply);
  while (line && *line) {
    char *end = strchr(line, '\n');
    if (end) *end = 0;
    append_phonemes(line);
    line = end ? end + 1 : NULL;
  }
  if (reply->status == DONE) answer_text(reply, answer, length);
}
