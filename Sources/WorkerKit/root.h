// SPDX-License-Identifier: MIT

// The root process: receives requests, manages zygotes, watches children.

#ifndef GUION2AUDIO_ROOT_H
#define GUION2AUDIO_ROOT_H

#include "worker.h"

// Serves until the command closes the socket; returns the exit status of the process.
int run_root(const struct engine *engine, int slots);

#endif
