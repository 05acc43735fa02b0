// SPDX-License-Identifier: MIT

// What is changed in a model's graph, in memory, before it is loaded: the duration of each phoneme becomes an output,
// and noise that the graph draws becomes an input.
//
// Protobuf merges a second `graph` message into the first. So an appended message is enough, and the installed file
// stays as it is.

#ifndef GUION2AUDIO_AMENDMENT_H
#define GUION2AUDIO_AMENDMENT_H

#include "protobuf.h"

enum { MAX_TENSOR_NAME = 200, MAX_NOISES = 4 };

// What a graph has after it was amended.
struct amendment {
  char durations[MAX_TENSOR_NAME + 1];  // name of the output; empty if the graph has no durations
  size_t noises;                        // how many inputs of noise it has
  bool draws;  // whether the graph still draws random numbers, so that a line is never spoken the same twice
};

// Names of the input of a noise, and of the output with the shape that is read of it.
const char *noise_name(size_t number);
const char *noise_shape_name(size_t number);

// Amends a model's bytes, of which it changes single ones, and writes the message that belongs behind them.
struct amendment amend(uint8_t *model, size_t size, struct message *message);

#endif
