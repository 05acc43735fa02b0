// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// What the worker and the command say to each other; the command's side of it is
// Hablare/Providers/EspeakNG/EspeakMessages.swift.
//
// A request and its reply are one packet each on a SOCK_SEQPACKET socket. Text, samples and words
// travel in the slot, a memory file that both sides read and write by offset: nothing is mapped, so
// nothing can fault, and a forked child has no pages of it to fault in.

#ifndef GUION2AUDIO_PROTOCOL_H
#define GUION2AUDIO_PROTOCOL_H

#include <stdint.h>

enum { PROTOCOL_VERSION = 2 };

// The worker's descriptors: the socket, which the command leaves open, then one memory file per
// slot. The worker makes these and sends them with its first packet, `struct hello`.
enum { CONTROL_FD = 3, FIRST_SLOT_FD = 4, MAX_SLOTS = 128 };

struct hello {
  uint32_t magic;
  uint32_t version;
  uint32_t slots;
};

enum { HELLO_MAGIC = 0x61326770 };  // "pg2a"

// Where things stand in a slot, in bytes. The file is sparse: only what is used takes memory.
enum {
  MAX_TEXT_BYTES = 1 << 20,
  WORDS_OFFSET = MAX_TEXT_BYTES,
  MAX_WORDS = 1 << 20,
  SAMPLES_OFFSET = 1 << 24,
  MAX_SAMPLES = 2 * 60 * 60 * 22050,  // two hours at espeak's only rate
};

enum operation { SPEAK = 1, LIST = 2, CANCEL = 3 };

enum request_flags { TEXT_HAS_PHONEMES = 1 };

enum status {
  DONE = 0,
  CRASHED = 1,        // detail: the signal, or 0 if the process just ended
  TIMED_OUT = 2,      // detail: the limit in seconds
  CANCELLED = 3,
  VOICE_UNKNOWN = 4,  // the engine has no such voice
  ENGINE_FAILED = 5,  // detail: espeak_ERROR, or errno
  TOO_LONG = 6,       // more samples or words than a slot takes
  NOT_BEGUN = 7,      // the voice's process did not take it up in time; detail: the limit in seconds
};

struct request {
  uint32_t operation;
  uint32_t slot;
  uint64_t sequence;
  int32_t rate;    // words a minute, 80 to 450
  int32_t pitch;   // 0 to 100, the voice's own at 50
  int32_t range;   // 0 to 100, how far the pitch moves about it, the voice's own at 50
  int32_t gain;    // factor of every sample, in 65,536ths
  uint32_t flags;
  uint32_t text_bytes;
  uint32_t limit_seconds;
  char voice[84];  // an identifier such as gmw/en+f3, filled with zeros
};

struct reply {
  uint64_t sequence;
  uint32_t slot;
  uint32_t status;
  int32_t detail;
  uint32_t sample_rate;
  uint32_t samples;  // SPEAK: frames of mono 16-bit sound
  uint32_t words;    // SPEAK: records of struct word
  uint32_t bytes;    // LIST: length of the text at offset 0
  uint32_t unused;
};

struct word {
  uint32_t location;  // in Unicode scalars from 0
  uint32_t length;
  uint32_t sample;
};

_Static_assert(sizeof(struct request) == 128, "the command's layout");
_Static_assert(sizeof(struct reply) == 40, "the command's layout");
_Static_assert(sizeof(struct word) == 12, "the command's layout");
_Static_assert(WORDS_OFFSET + MAX_WORDS * 12 <= SAMPLES_OFFSET, "words and samples overlap");

#endif
