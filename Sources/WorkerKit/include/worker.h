// SPDX-License-Identifier: MIT

// The common parts of the workers. A worker is a process (the root) that has one process for each voice (its
// zygote). A zygote prepares the voice and forks the children that speak.

#ifndef GUION2AUDIO_WORKER_H
#define GUION2AUDIO_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker_protocol.h"

// The reason why a zygote cannot speak for its voice.
struct refusal {
  uint32_t status;
  int32_t detail;
  char text[240];
};

// The memory that a voice will need, in bytes.
struct weight {
  uint64_t loading;  // the maximum of the zygote while it prepares the voice
  uint64_t voice;    // the zygote afterwards
  uint64_t child;    // a child that speaks the requested line, in addition to the zygote
};

// The properties and functions of an engine.
struct engine {
  const char *usage;
  int arguments;           // number of arguments besides the kit's own
  size_t memory;           // address space of a process, in bytes
  int zygotes;             // maximum number of zygotes, up to MAX_ZYGOTES
  int open_files;          // maximum number of files the engine itself has open
  int lines_per_child;     // number of lines a child speaks before it ends
  int waiting_slots;       // slots for lines waiting for a child, if children speak several lines

  // Called in the root before it sends hello. Returns 0 or the exit status of the worker.
  int (*initialise)(char **arguments);
  // Called in the root before its first zygote; may be NULL.
  void (*read_voices)(void);
  // Called in the root: estimates the memory for the voice and line of a request; may be NULL. Used only if
  // memory is limited.
  void (*weigh)(const struct request *first, struct weight *weight);
  // Called in a new zygote. Returns false with the reason if the zygote cannot speak.
  bool (*prepare)(const struct request *first, struct refusal *why);
  // Called in a child for SPEAK or PRONOUNCE. The kit has set sequence and slot, and sends the reply.
  void (*speak)(const struct request *request, struct reply *reply);
  // Called in a child of the root for LIST.
  void (*list)(const struct request *request, struct reply *reply);
};

// The main function of a worker: serves until the command closes the socket.
int run_worker(int argc, char **argv, const struct engine *engine);

// Called in `initialise`: limits the memory of all voices to `bytes`; 0 means no limit. All processes share
// `common` bytes of this memory. A voice that exceeds the limit speaks alone.
void limit_memory(uint64_t bytes, uint64_t common);

// Returns the payload of a request, terminated by a zero byte; NULL if it cannot be read, with the reason in
// the reply.
char *read_payload(const struct request *request, struct reply *reply);

// Writes to a slot; returns 0 or errno.
int write_slot(uint32_t slot, const void *data, size_t bytes, off_t offset);

// Writes a text to the start of the slot and sets the reply to it.
void answer_text(struct reply *reply, const char *text, size_t bytes);

// Turns the reply into an error with a text.
__attribute__((format(printf, 4, 5))) void fail_line(struct reply *reply, enum status status, int32_t detail,
                                                     const char *format, ...);

// Sets the reason why a zygote cannot speak; returns false.
__attribute__((format(printf, 4, 5))) bool refuse(struct refusal *why, enum status status, int32_t detail,
                                                  const char *format, ...);

#endif
