// SPDX-License-Identifier: MIT

// Changes to a model's graph, in memory, before it is loaded: the duration of each phoneme becomes an output,
// noise that the graph draws becomes an input, an input with one value may get one value for each phoneme, and a
// graph without such an input gets one with a factor for each duration.
//
// Protobuf merges a second `graph` message into the first. So an appended message is enough, and the installed
// file is not changed.

#ifndef GUION2AUDIO_AMENDMENT_H
#define GUION2AUDIO_AMENDMENT_H

#include "protobuf.h"

enum { MAX_TENSOR_NAME = 200, MAX_NOISES = 4 };

// The properties of an amended graph.
struct amendment {
  char durations[MAX_TENSOR_NAME + 1];  // name of the output; empty if the graph has no durations
  size_t noises;                        // number of noise inputs
  bool stretches;                       // whether the graph has the input `lengths_name`
  bool draws;  // whether the graph still draws random numbers, so that each rendering of a line differs
};

// The name of the input with a factor for the duration of each phoneme.
extern const char lengths_name[];

// Return the name of a noise input, and the name of the output with the shape that this input must have.
const char *noise_name(size_t number);
const char *noise_shape_name(size_t number);

// Amends a model: changes single bytes of the model, and writes the message to append. `many` is the name of the
// input that may get many values, or NULL.
struct amendment amend(uint8_t *model, size_t size, const char *many, struct message *message);

#endif
