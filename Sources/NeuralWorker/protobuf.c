// SPDX-License-Identifier: MIT

#include "protobuf.h"

#include <string.h>

enum wire_type { VARINT = 0, EIGHT_BYTES = 1, LENGTH = 2, FOUR_BYTES = 5 };

// MARK: Reading

static bool read_varint(struct bytes *from, uint64_t *value) {
  *value = 0;
  for (unsigned shift = 0; shift < 64 && from->count > 0; shift += 7) {
    const uint8_t byte = *from->at++;
    from->count--;
    *value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

static bool skip(struct bytes *from, uint64_t count) {
  if (count > from->count) return false;
  from->at += count;
  from->count -= count;
  return true;
}

bool next_field(struct bytes *message, struct field *field) {
  uint64_t key, value;
  if (message->count == 0 || !read_varint(message, &key)) return false;
  *field = (struct field){.number = (uint32_t)(key >> 3)};
  switch (key & 7) {
    case VARINT: return read_varint(message, &value);
    case EIGHT_BYTES: return skip(message, 8);
    case FOUR_BYTES: return skip(message, 4);
    case LENGTH:
      if (!read_varint(message, &value)) return false;
      field->content = (struct bytes){message->at, value};
      return skip(message, value);
    default: return false;
  }
}

struct bytes first_field(struct bytes message, uint32_t number) {
  struct field field;
  while (next_field(&message, &field))
    if (field.number == number) return field.content;
  return (struct bytes){0};
}

bool is_equal(struct bytes one, struct bytes other) {
  return one.count == other.count && one.count > 0 && memcmp(one.at, other.at, one.count) == 0;
}

bool is_text(struct bytes one, const char *text) {
  return is_equal(one, (struct bytes){(const uint8_t *)text, strlen(text)});
}

// MARK: Writing

static void append(struct message *message, const void *bytes, size_t count) {
  if (count > MAX_MESSAGE - message->count) message->is_full = true;
  if (message->is_full) return;
  memcpy(message->bytes + message->count, bytes, count);
  message->count += count;
}

static void append_varint(struct message *message, uint64_t value) {
  do {
    const uint8_t byte = (uint8_t)(value & 0x7f) | (value > 0x7f ? 0x80 : 0);
    append(message, &byte, 1);
    value >>= 7;
  } while (value > 0);
}

static void append_key(struct message *message, uint32_t field, enum wire_type type) {
  append_varint(message, (uint64_t)field << 3 | type);
}

void put_number(struct message *message, uint32_t field, uint64_t value) {
  append_key(message, field, VARINT);
  append_varint(message, value);
}

void put_bytes(struct message *message, uint32_t field, const void *bytes, size_t count) {
  append_key(message, field, LENGTH);
  append_varint(message, count);
  append(message, bytes, count);
}

void put_text(struct message *message, uint32_t field, const char *text) {
  put_bytes(message, field, text, strlen(text));
}

void put_message(struct message *message, uint32_t field, const struct message *content) {
  put_bytes(message, field, content->bytes, content->count);
  message->is_full |= content->is_full;
}
