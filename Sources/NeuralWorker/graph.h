// SPDX-License-Identifier: MIT

// What must be known of a model's graph before it is loaded: where in it the durations are.

#ifndef GUION2AUDIO_GRAPH_H
#define GUION2AUDIO_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_TENSOR_NAME = 100 };

// Finds the name of the tensor with the duration of each phoneme; false if there is none.
bool find_durations(const uint8_t *model, size_t size, char name[MAX_TENSOR_NAME + 1]);

// The longest message of `output_message`.
enum { MAX_OUTPUT_MESSAGE = MAX_TENSOR_NAME + 6 };

// Writes a message that makes a tensor an output of the model at whose end it stands; its length.
//
// Protobuf merges a second `graph` into the first, so that nothing else of the model is touched.
size_t output_message(const char *name, uint8_t message[MAX_OUTPUT_MESSAGE]);

#endif
