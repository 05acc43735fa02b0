// SPDX-License-Identifier: MIT

#include "graph.h"

#include <string.h>

// Numbers of fields in onnx.proto.
enum { MODEL_GRAPH = 7, GRAPH_NODE = 1, GRAPH_OUTPUT = 12, NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4 };

// Bytes of the model.
struct bytes {
  const uint8_t *at;
  size_t count;
};

struct field {
  uint32_t number;
  struct bytes content;  // of a field with a length; else empty
};

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

// Takes the next field of a message; false at its end or where it is damaged.
static bool next_field(struct bytes *message, struct field *field) {
  enum { VARINT = 0, EIGHT_BYTES = 1, LENGTH = 2, FOUR_BYTES = 5 };
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

// Whether two names are the same; no name is equal to none.
static bool is_equal(struct bytes one, struct bytes other) {
  return one.count == other.count && one.count > 0 && memcmp(one.at, other.at, one.count) == 0;
}

static bool is_text(struct bytes one, const char *text) {
  return is_equal(one, (struct bytes){(const uint8_t *)text, strlen(text)});
}

// The first field of that number; empty if there is none.
static struct bytes first(struct bytes message, uint32_t number) {
  struct field field;
  while (next_field(&message, &field))
    if (field.number == number) return field.content;
  return (struct bytes){0};
}

// The node whose first output has a name; empty if there is none.
static struct bytes producer(struct bytes graph, struct bytes name) {
  struct field field;
  while (next_field(&graph, &field))
    if (field.number == GRAPH_NODE && is_equal(first(field.content, NODE_OUTPUT), name)) return field.content;
  return (struct bytes){0};
}

// Whether a node passes durations on with other types or another shape.
static bool passes_on(struct bytes type) {
  return is_text(type, "Cast") || is_text(type, "Gather") || is_text(type, "Reshape") ||
         is_text(type, "Squeeze") || is_text(type, "Unsqueeze");
}

// The durations that a node sums up; empty if it sums up something else. They are rounded, and kept from
// falling below one.
static struct bytes summed_durations(struct bytes graph, struct bytes sum) {
  enum { LONGEST_WAY = 8 };
  struct bytes name = first(sum, NODE_INPUT);
  for (int i = 0; i < LONGEST_WAY; i++) {
    const struct bytes node = producer(graph, name);
    const struct bytes type = first(node, NODE_TYPE);
    if (is_text(type, "Ceil") || is_text(type, "Round")) return name;
    if (is_text(type, "Clip")) {
      const struct bytes before = producer(graph, first(node, NODE_INPUT));
      return is_text(first(before, NODE_TYPE), "Round") ? name : (struct bytes){0};
    }
    if (!passes_on(type)) break;
    name = first(node, NODE_INPUT);
  }
  return (struct bytes){0};
}

bool find_durations(const uint8_t *model, size_t size, char name[MAX_TENSOR_NAME + 1]) {
  const struct bytes graph = first((struct bytes){model, size}, MODEL_GRAPH);
  struct bytes rest = graph;
  struct field field;
  while (next_field(&rest, &field)) {
    if (field.number != GRAPH_NODE || !is_text(first(field.content, NODE_TYPE), "CumSum")) continue;
    const struct bytes found = summed_durations(graph, field.content);
    if (found.count == 0 || found.count > MAX_TENSOR_NAME) continue;
    memcpy(name, found.at, found.count);
    name[found.count] = 0;
    return true;
  }
  return false;
}

// Puts a field with a short content around the bytes at `content`, which move to make room.
static size_t wrap(uint8_t *content, size_t count, uint32_t number) {
  memmove(content + 2, content, count);
  content[0] = (uint8_t)(number << 3 | 2);
  content[1] = (uint8_t)count;
  return count + 2;
}

size_t output_message(const char *name, uint8_t message[MAX_OUTPUT_MESSAGE]) {
  enum { VALUE_NAME = 1 };
  size_t count = strlen(name);
  memcpy(message, name, count);
  count = wrap(message, count, VALUE_NAME);
  count = wrap(message, count, GRAPH_OUTPUT);
  return wrap(message, count, MODEL_GRAPH);
}
