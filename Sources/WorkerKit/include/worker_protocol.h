// SPDX-License-Identifier: MIT

// The protocol between a worker and the command. The command's side is in Hablare/Workers/WorkerMessages.swift.
//
// A request and its reply are one packet each on a SOCK_SEQPACKET socket. Text, samples and times are passed in
// the slot, a memory file that both sides read and write by offset. The slot is not mapped. So an access cannot
// crash a process, and a forked child has no page faults in the slot.

#ifndef GUION2AUDIO_WORKER_PROTOCOL_H
#define GUION2AUDIO_WORKER_PROTOCOL_H

#include <stdint.h>

enum { PROTOCOL_VERSION = 4 };

// The worker's descriptors: the socket that the command passes, then one memory file per slot. The worker
// creates the memory files and sends them with its first packet, `struct hello`.
enum { CONTROL_FD = 3, FIRST_SLOT_FD = 4, MAX_SLOTS = 128 };

struct hello {
  uint32_t magic;
  uint32_t version;
  uint32_t slots;
};

enum { HELLO_MAGIC = 0x61326770 };  // "pg2a"

enum { MAX_PAYLOAD_BYTES = 1 << 20 };

// SPEAK and PRONOUNCE go to a process of the voice, LIST and CANCEL to the root.
enum operation { SPEAK = 1, LIST = 2, CANCEL = 3, PRONOUNCE = 4 };

enum status {
  DONE = 0,
  CRASHED = 1,        // detail: the signal, or 0 if the process exited
  TIMED_OUT = 2,      // detail: the limit in seconds
  CANCELLED = 3,
  VOICE_UNKNOWN = 4,  // the engine has no such voice
  ENGINE_FAILED = 5,  // detail: the engine's own number; optionally a text
  TOO_LONG = 6,       // more samples than fit into a slot
  NOT_BEGUN = 7,      // the voice's process did not start the line in time; detail: the limit in seconds
  SYSTEM_FAILED = 8,  // the system refused something; detail: errno
  // The engine cannot load a file that it needs. Each of these statuses has a text.
  LIBRARY_UNUSABLE = 9,   // the engine's library is missing or incompatible
  MODEL_UNREADABLE = 10,  // detail: errno
  MODEL_CHANGED = 11,     // the model has another SHA-256 than the request expects
  MODEL_DAMAGED = 12,     // the library cannot load the model
  MODEL_FOREIGN = 13,     // the model does not have the tensors of this engine
  // One line cannot be spoken. Each of these statuses has a text.
  LINE_REFUSED = 14,      // the model cannot speak the line
  SOUND_WRONG = 15,       // the audio is silent or has the wrong length
};

// The exit status of a worker after a system error before hello: this number plus errno.
enum { REFUSED_STATUS = 100 };

struct request {
  uint32_t operation;
  uint32_t slot;
  uint64_t sequence;
  int32_t settings[4];  // defined by the engine
  uint32_t flags;       // defined by the engine
  uint32_t bytes;       // length of the payload at offset 0 of the slot
  uint32_t limit_seconds;
  char voice[84];       // requests with the same voice share a process; filled with zeros
};

struct reply {
  uint64_t sequence;
  uint32_t slot;
  uint32_t status;
  int32_t detail;
  uint32_t sample_rate;
  uint32_t samples;  // SPEAK: frames of mono 16-bit audio
  uint32_t records;  // SPEAK: records defined by the engine, such as times of words or phonemes
  uint32_t bytes;    // length of the text at offset 0: an answer or an error
  uint32_t unused;
};

// Returns the offset of the records in a slot, in bytes: after the payload. The samples follow the records
// directly, so that the memory file stays small. The shell's limit of file sizes (ulimit -f) applies to memory
// files too.
static inline uint32_t records_offset(uint32_t payload_bytes) { return (payload_bytes + 7) & ~7u; }

_Static_assert(sizeof(struct request) == 128, "WorkerMessages.swift writes requests with this size");
_Static_assert(sizeof(struct reply) == 40, "WorkerMessages.swift reads replies with this size");

#endif
