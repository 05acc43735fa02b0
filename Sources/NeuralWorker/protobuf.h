// SPDX-License-Identifier: MIT

// Protobuf messages: reads fields in place, and writes small messages.

#ifndef GUION2AUDIO_PROTOBUF_H
#define GUION2AUDIO_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of a message. The memory belongs to the caller.
struct bytes {
  const uint8_t *at;
  size_t count;
};

struct field {
  uint32_t number;
  struct bytes content;  // of a field with a length; otherwise empty
};

// Reads the next field of a message; returns false at the end, or if the message is damaged.
bool next_field(struct bytes *message, struct field *field);

// Returns the content of the first field with a number; empty if there is none.
struct bytes first_field(struct bytes message, uint32_t number);

// Whether both texts are equal; an empty text equals no text.
bool is_equal(struct bytes one, struct bytes other);
bool is_text(struct bytes one, const char *text);

// The maximum size of a written message in bytes.
enum { MAX_MESSAGE = 4096 };

// A message under construction.
struct message {
  size_t count;
  bool is_full;  // set when a field did not fit
  uint8_t bytes[MAX_MESSAGE];
};

void put_number(struct message *message, uint32_t field, uint64_t value);
void put_bytes(struct message *message, uint32_t field, const void *bytes, size_t count);
void put_text(struct message *message, uint32_t field, const char *text);
void put_message(struct message *message, uint32_t field, const struct message *content);

#endif
