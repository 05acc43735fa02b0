// SPDX-License-Identifier: MIT

// Protobuf messages: reading fields where they are, and writing small messages.

#ifndef GUION2AUDIO_PROTOBUF_H
#define GUION2AUDIO_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of a message, which are somebody else's.
struct bytes {
  const uint8_t *at;
  size_t count;
};

struct field {
  uint32_t number;
  struct bytes content;  // of a field with a length; else empty
};

// Takes the next field of a message; false at its end or where it is damaged.
bool next_field(struct bytes *message, struct field *field);

// The content of the first field of a number; empty if there is none.
struct bytes first_field(struct bytes message, uint32_t number);

// Whether both are the same text; no text is equal to none.
bool is_equal(struct bytes one, struct bytes other);
bool is_text(struct bytes one, const char *text);

// The most bytes of a message that is written.
enum { MAX_MESSAGE = 4096 };

// A message that is being written.
struct message {
  size_t count;
  bool is_full;  // something did not fit
  uint8_t bytes[MAX_MESSAGE];
};

void put_number(struct message *message, uint32_t field, uint64_t value);
void put_bytes(struct message *message, uint32_t field, const void *bytes, size_t count);
void put_text(struct message *message, uint32_t field, const char *text);
void put_message(struct message *message, uint32_t field, const struct message *content);

#endif
