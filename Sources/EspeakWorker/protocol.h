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

enum { PROTOCOL_VERSION = 3 };

// The worker's descriptors: the socket, which the command leaves open, then one memory file per
// slot. The worker makes these and sends them with its first packet, `struct hello`.
enum { CONTROL_FD = 3, FIRST_SLOT_FD = 4, MAX_SLOTS = 128 };

struct hello {
  uint32_t magic;
  uint32_t version;
  uint32_t slots;
};

enum { HELLO_MAGIC = 0x61326770 };  // "pg2a"

enum {
  MAX_TEXT_BYTES = 1 << 20,
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
  ENGINE_FAILED = 5,  // detail: espeak_ERROR
  TOO_LONG = 6,       // more samples than a slot takes
  NOT_BEGUN = 7,      // the voice's process did not take it up in time; detail: the limit in seconds
  SYSTEM_FAILED = 8,  // the system refused something; detail: errno
};

// The exit status of a worker that the system refused something before it could say hello: this and errno.
enum { REFUSED_STATUS = 100 };

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

// Where things stand in a slot, in bytes: the text, then words, then samples. They stand close together, because
// the shell's limit of file sizes (ulimit -f) counts for memory files too.
static inline uint32_t max_words(uint32_t text_bytes) { return 2 * text_bytes + 16; }

static inline uint32_t words_offset(uint32_t text_bytes) { return (text_bytes + 7) & ~7u; }

static inline uint32_t samples_offset(uint32_t text_bytes) {
  return words_offset(text_bytes) + max_words(text_bytes) * (uint32_t)sizeof(struct word);
}

_Static_assert(sizeof(struct request) == 128, "the command's layout");
_Static_assert(sizeof(struct reply) == 40, "the command's layout");
_Static_assert(sizeof(struct word) == 12, "the command's layout");

#endif
