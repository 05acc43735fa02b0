// SPDX-License-Identifier: MIT

// The field numbers of onnx.proto used here.

#ifndef GUION2AUDIO_ONNX_H
#define GUION2AUDIO_ONNX_H

enum model_field { MODEL_GRAPH = 7 };

enum graph_field { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };

enum node_field { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4 };

// Fields of an input or output: a name and a type. The type contains the tensor type, and the tensor type
// contains the element type and the shape.
enum value_field { VALUE_NAME = 1, VALUE_TYPE = 2, TYPE_TENSOR = 1, TENSOR_ELEMENT = 1, TENSOR_SHAPE = 2 };

// Fields of a shape: its dimensions. A dimension has a value or a name.
enum shape_field { SHAPE_DIMENSION = 1, DIMENSION_VALUE = 1, DIMENSION_NAME = 2 };

// Fields of a tensor with constant values.
enum constant_field { CONSTANT_DIMENSION = 1, CONSTANT_TYPE = 2, CONSTANT_NAME = 8, CONSTANT_BYTES = 9 };

#endif
