// SPDX-License-Identifier: MIT

// guion2audio-neural: speaks for guion2audio with neural voices.
//
// Each model has a process, which loads ONNX Runtime from the path in the first argument. The second argument
// is the memory limit of all processes in bytes, or 0. Children speak up to 32 lines each, because a fork
// causes page faults that cost a third of a line's time. A line does not depend on the earlier lines of its
// child, because the graph has no state and noise depends only on the line.

#include <stdlib.h>
#include <string.h>

#include "ort.h"
#include "voice.h"

static const char *library;

// The memory of ONNX Runtime, shared by all processes (measured: 1.28.2).
enum { LIBRARY_BYTES = 30 << 20 };

static int initialise(char **arguments) {
  library = arguments[0];
  limit_memory(strtoull(arguments[1], NULL, 10), LIBRARY_BYTES);
  // Some builds of the library send telemetry.
  return setenv("ORT_DISABLE_TELEMETRY", "1", 1) == 0 ? 0 : 71;
}

static void weigh(const struct request *first, struct weight *weight) {
  struct reply reply = {0};
  const char *payload = read_payload(first, &reply);
  if (payload) weigh_voice(payload, first->bytes, weight);
}

static bool prepare(const struct request *first, struct refusal *why) {
  struct reply reply = {0};
  const char *payload = read_payload(first, &reply);
  if (!payload) return refuse(why, SYSTEM_FAILED, reply.detail, "%s", strerror(reply.detail));
  return load_voice(library, payload, first->bytes, why);
}

static void speak(const struct request *request, struct reply *reply) {
  if (request->operation == SPEAK) speak_line(request, reply);
  else fail_line(reply, LINE_REFUSED, 0, "this engine only supports speaking");
}

// Answers with the library's version.
static void list(const struct request *request, struct reply *reply) {
  (void)request;
  struct ort ort = {0};
  const char *version;
  char text[ORT_TEXT];
  if (ort_open(&ort, library, &version, text)) answer_text(reply, version, strlen(version));
  else fail_line(reply, LIBRARY_UNUSABLE, 0, "%s", text);
}

int main(int argc, char **argv) {
  static const struct engine engine = {
      .usage = "guion2audio starts this program automatically; run guion2audio instead.\n",
      .arguments = 2,
      .memory = (size_t)2 << 30,
      // The real limit is memory (`limit_memory`).
      .zygotes = 48,
      .open_files = 4,
      .lines_per_child = 32,
      // With one waiting slot, a child gets its next line without a round trip to the command.
      .waiting_slots = 1,
      .initialise = initialise,
      .weigh = weigh,
      .prepare = prepare,
      .speak = speak,
      .list = list,
  };
  return run_worker(argc, argv, &engine);
}
