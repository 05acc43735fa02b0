// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The LIST operation. It runs in a child because listing fills tables of espeak that utterances would inherit.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utterance.h"

static char listing[MAX_PAYLOAD_BYTES];
static size_t length;

__attribute__((format(printf, 1, 2))) static void append(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int added = vsnprintf(listing + length, sizeof listing - length, format, arguments);
  va_end(arguments);
  if (added > 0 && (size_t)added < sizeof listing - length) length += (size_t)added;
}

// Appends one line for a voice: kind, identifier, name, gender (0 none, 1 male, 2 female), age, and languages
// as priority:tag. The language with the lowest number is preferred.
static void append_voice(const char *kind, const espeak_VOICE *voice) {
  append("%s\t%s\t%s\t%d\t%d\t", kind, voice->identifier, voice->name, voice->gender, voice->age);
  for (const char *tag = voice->languages; tag && *tag; tag += strlen(tag) + 1) {
    append("%s%d:%s", tag == voice->languages ? "" : ",", tag[0], tag + 1);
    tag++;
  }
  append("\n");
}

void list_voices(const struct request *request, struct reply *reply) {
  (void)request;
  const char *data_path = NULL;
  append("engine\t%s\n", espeak_Info(&data_path));
  const espeak_VOICE **voice = espeak_ListVoices(NULL);
  for (; voice && *voice; voice++) append_voice("voice", *voice);
  espeak_VOICE variants = {.languages = "variant"};
  voice = espeak_ListVoices(&variants);
  for (; voice && *voice; voice++) append_voice("variant", *voice);

  answer_text(reply, listing, length);
}
