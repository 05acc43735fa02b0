// SPDX-License-Identifier: MIT

#include "amendment.h"

#include <string.h>

#include "onnx.h"
#include "ort.h"

// MARK: Durations

// Returns the node that has `name` as its first output; empty if there is none.
static struct bytes producer(struct bytes graph, struct bytes name) {
  struct field field;
  while (next_field(&graph, &field))
    if (field.number == GRAPH_NODE && is_equal(first_field(field.content, NODE_OUTPUT), name)) return field.content;
  return (struct bytes){0};
}

// Whether a node only changes the type or shape of durations.
static bool passes_on(struct bytes type) {
  return is_text(type, "Cast") || is_text(type, "Gather") || is_text(type, "Reshape") ||
         is_text(type, "Squeeze") || is_text(type, "Unsqueeze");
}

// Returns the name of the rounded durations that a node sums up; empty if the node sums up something else.
static struct bytes summed_durations(struct bytes graph, struct bytes sum) {
  enum { LONGEST_WAY = 8 };
  struct bytes name = first_field(sum, NODE_INPUT);
  for (int i = 0; i < LONGEST_WAY; i++) {
    const struct bytes node = producer(graph, name);
    const struct bytes type = first_field(node, NODE_TYPE);
    if (is_text(type, "Ceil") || is_text(type, "Round")) return name;
    if (is_text(type, "Clip")) {
      const struct bytes before = producer(graph, first_field(node, NODE_INPUT));
      return is_text(first_field(before, NODE_TYPE), "Round") ? name : (struct bytes){0};
    }
    if (!passes_on(type)) break;
    name = first_field(node, NODE_INPUT);
  }
  return (struct bytes){0};
}

// Finds the name of the tensor with the duration of each phoneme; returns false if there is none.
static bool find_durations(struct bytes graph, char name[MAX_TENSOR_NAME + 1]) {
  struct bytes rest = graph;
  struct field field;
  while (next_field(&rest, &field)) {
    if (field.number != GRAPH_NODE || !is_text(first_field(field.content, NODE_TYPE), "CumSum")) continue;
    const struct bytes found = summed_durations(graph, field.content);
    if (found.count == 0 || found.count > MAX_TENSOR_NAME) continue;
    memcpy(name, found.at, found.count);
    name[found.count] = 0;
    return true;
  }
  return false;
}

// Adds an output. Its type follows from the graph.
static void add_output(struct message *graph, const char *name) {
  struct message value = {0};
  put_text(&value, VALUE_NAME, name);
  put_message(graph, GRAPH_OUTPUT, &value);
}

// MARK: Lengths

// Adds an input of floats with any shape.
static void add_input(struct message *graph, const char *name) {
  struct message tensor = {0}, type = {0}, value = {0};
  put_number(&tensor, TENSOR_ELEMENT, TENSOR_FLOAT);
  put_message(&type, TYPE_TENSOR, &tensor);
  put_text(&value, VALUE_NAME, name);
  put_message(&value, VALUE_TYPE, &type);
  put_message(graph, GRAPH_INPUT, &value);
}

const char lengths_name[] = "guion2audio.lengths";

// Adds an input with a factor for each duration. Factors of 1 change nothing, because durations are whole numbers.
static void add_lengths(uint8_t *model, struct bytes graph, const char *durations, struct message *added) {
  static const char stretched[] = "guion2audio.stretched";
  const struct bytes name = {(const uint8_t *)durations, strlen(durations)};
  const struct bytes output = first_field(producer(graph, name), NODE_OUTPUT);
  model[output.at - model] = '!';
  struct message multiply = {0}, round = {0};
  put_bytes(&multiply, NODE_INPUT, output.at, output.count);
  put_text(&multiply, NODE_INPUT, lengths_name);
  put_text(&multiply, NODE_OUTPUT, stretched);
  put_text(&multiply, NODE_TYPE, "Mul");
  put_message(added, GRAPH_NODE, &multiply);
  put_text(&round, NODE_INPUT, stretched);
  put_text(&round, NODE_OUTPUT, durations);
  put_text(&round, NODE_TYPE, "Round");
  put_message(added, GRAPH_NODE, &round);
  add_input(added, lengths_name);
}

// MARK: Noise

static const char starts_name[] = "guion2audio.starts";

const char *noise_name(size_t number) {
  static const char *const names[MAX_NOISES] = {"guion2audio.noise0", "guion2audio.noise1", "guion2audio.noise2",
                                                "guion2audio.noise3"};
  return names[number];
}

const char *noise_shape_name(size_t number) {
  static const char *const names[MAX_NOISES] = {"guion2audio.shape0", "guion2audio.shape1", "guion2audio.shape2",
                                                "guion2audio.shape3"};
  return names[number];
}

// Adds a constant with three zeros: each slice of noise begins at the start of all three dimensions.
static void add_starts(struct message *graph) {
  static const int64_t starts[3];
  struct message constant = {0};
  put_number(&constant, CONSTANT_DIMENSION, 3);
  put_number(&constant, CONSTANT_TYPE, TENSOR_INT64);
  put_text(&constant, CONSTANT_NAME, starts_name);
  put_bytes(&constant, CONSTANT_BYTES, starts, sizeof starts);
  put_message(graph, GRAPH_INITIALIZER, &constant);
}

// Adds an input of noise, and nodes that cut it to the shape of another tensor. The result replaces drawn
// noise.
static void add_noise(struct message *graph, size_t number, struct bytes like, const uint8_t *name, size_t length) {
  struct message shape = {0}, slice = {0};
  put_bytes(&shape, NODE_INPUT, like.at, like.count);
  put_text(&shape, NODE_OUTPUT, noise_shape_name(number));
  put_text(&shape, NODE_TYPE, "Shape");
  put_message(graph, GRAPH_NODE, &shape);
  put_text(&slice, NODE_INPUT, noise_name(number));
  put_text(&slice, NODE_INPUT, starts_name);
  put_text(&slice, NODE_INPUT, noise_shape_name(number));
  put_bytes(&slice, NODE_OUTPUT, name, length);
  put_text(&slice, NODE_TYPE, "Slice");
  put_message(graph, GRAPH_NODE, &slice);
  add_input(graph, noise_name(number));
  add_output(graph, noise_shape_name(number));
}

// Renames the output of a node that draws noise, so that this output is unused, and adds an input instead.
static bool replace_noise(uint8_t *model, struct bytes node, size_t number, struct message *graph) {
  const struct bytes output = first_field(node, NODE_OUTPUT);
  if (number == MAX_NOISES || output.count == 0 || output.count > MAX_TENSOR_NAME) return false;
  add_noise(graph, number, first_field(node, NODE_INPUT), output.at, output.count);
  // No exporter uses this character in names.
  model[output.at - model] = '!';
  return true;
}

static bool draws(struct bytes type) {
  static const char *const types[] = {"RandomNormal", "RandomUniform", "RandomUniformLike", "Multinomial",
                                      "Bernoulli"};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (is_text(type, types[i])) return true;
  return false;
}

static void replace_noises(uint8_t *model, struct bytes graph, struct amendment *amendment, struct message *added) {
  struct field field;
  while (next_field(&graph, &field)) {
    if (field.number != GRAPH_NODE) continue;
    const struct bytes type = first_field(field.content, NODE_TYPE);
    if (draws(type)) amendment->draws = true;
    if (!is_text(type, "RandomNormalLike")) continue;
    if (replace_noise(model, field.content, amendment->noises, added)) amendment->noises++;
    else amendment->draws = true;
  }
  if (amendment->noises > 0) add_starts(added);
}

// MARK: Inputs

// Replaces the length 1 of an input by an unnamed length, which can be any.
static void free_length(uint8_t *model, struct bytes graph, const char *name) {
  static const uint8_t one[] = {DIMENSION_VALUE << 3, 1}, any[] = {DIMENSION_NAME << 3 | 2, 0};
  struct field field;
  while (next_field(&graph, &field)) {
    if (field.number != GRAPH_INPUT || !is_text(first_field(field.content, VALUE_NAME), name)) continue;
    const struct bytes tensor = first_field(first_field(field.content, VALUE_TYPE), TYPE_TENSOR);
    const struct bytes length = first_field(first_field(tensor, TENSOR_SHAPE), SHAPE_DIMENSION);
    if (length.count == sizeof one && memcmp(length.at, one, sizeof one) == 0)
      memcpy(model + (length.at - model), any, sizeof any);
  }
}

struct amendment amend(uint8_t *model, size_t size, const char *many, struct message *message) {
  struct amendment amendment = {0};
  struct message added = {0};
  const struct bytes graph = first_field((struct bytes){model, size}, MODEL_GRAPH);
  if (find_durations(graph, amendment.durations)) add_output(&added, amendment.durations);
  amendment.stretches = amendment.durations[0] && !many;
  if (amendment.stretches) add_lengths(model, graph, amendment.durations, &added);
  replace_noises(model, graph, &amendment, &added);
  if (many) free_length(model, graph, many);
  message->count = 0;
  message->is_full = false;
  if (added.count > 0) put_message(message, MODEL_GRAPH, &added);
  return amendment;
}
