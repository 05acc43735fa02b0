// SPDX-License-Identifier: MIT

// What the workers have in common. A worker is a process (the root) that keeps a process for each voice
// (its zygote). A zygote prepares the voice and forks the children that speak.

#ifndef GUION2AUDIO_WORKER_H
#define GUION2AUDIO_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker_protocol.h"

// Why a zygote cannot speak for its voice.
struct refusal {
  uint32_t status;
  int32_t detail;
  char text[240];
};

// What a voice will take, in bytes.
struct weight {
  uint64_t loading;  // its zygote, at most, while it prepares the voice
  uint64_t voice;    // its zygote from then on
  uint64_t child;    // what a child adds for the line of the request
};

// An engine, as the kit calls it.
struct engine {
  const char *usage;
  int arguments;           // how many it takes beside the kit's own
  size_t memory;           // address space of a process, in bytes
  int zygotes;             // how many are kept, at most MAX_ZYGOTES
  int open_files;          // how many the engine itself opens at once
  int lines_per_child;     // how many lines a child speaks before it ends
  int waiting_slots;       // how many slots hold lines that wait for a child, if children speak several

  // In the root, before it says hello; 0 or the exit status of the worker.
  int (*initialise)(char **arguments);
  // In the root, before its first zygote; may be NULL.
  void (*read_voices)(void);
  // In the root: what voice and line of a request will take; may be NULL. It counts only if memory is limited.
  void (*weigh)(const struct request *first, struct weight *weight);
  // In a new zygote; false if it cannot speak, and why.
  bool (*prepare)(const struct request *first, struct refusal *why);
  // In a child: SPEAK or PRONOUNCE. The kit has set sequence and slot, and sends the reply.
  void (*speak)(const struct request *request, struct reply *reply);
  // In a child of the root: LIST.
  void (*list)(const struct request *request, struct reply *reply);
};

// A worker's main function: serves until the command hangs up.
int run_worker(int argc, char **argv, const struct engine *engine);

// In `initialise`: keeps the voices within so many bytes of memory, of which all processes share `common`. 0 is no
// limit. A voice that is larger by itself speaks alone.
void limit_memory(uint64_t bytes, uint64_t common);

// The payload of a request, with a zero behind it. NULL if it cannot be read; the reply then says why.
char *read_payload(const struct request *request, struct reply *reply);

// Writes to a slot; 0 or errno.
int write_slot(uint32_t slot, const void *data, size_t bytes, off_t offset);

// Writes a text to the start of the slot, as an answer.
void answer_text(struct reply *reply, const char *text, size_t bytes);

// Makes the reply an error with a text.
__attribute__((format(printf, 4, 5))) void fail_line(struct reply *reply, enum status status, int32_t detail,
                                                     const char *format, ...);

// Says why a zygote cannot speak; false.
__attribute__((format(printf, 4, 5))) bool refuse(struct refusal *why, enum status status, int32_t detail,
                                                  const char *format, ...);

#endif
