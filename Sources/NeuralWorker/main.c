// SPDX-License-Identifier: MIT

// guion2audio-neural: speaks for guion2audio with neural voices.
//
// ONNX Runtime is loaded from the path in the first argument, by a process for each model. The second argument is how
// many bytes of memory the processes may take, or 0. Its children speak up
// to 32 lines each: a fork costs page faults, as many as a third of a line's time. What a child has spoken does
// not change what it speaks next, because the graph has no state and noise is a function of the line.

#include <stdlib.h>
#include <string.h>

#include "ort.h"
#include "voice.h"

static const char *library;

// What ONNX Runtime takes once (measured: 1.28.2).
enum { LIBRARY_BYTES = 30 << 20 };

static int initialise(char **arguments) {
  library = arguments[0];
  limit_memory(strtoull(arguments[1], NULL, 10), LIBRARY_BYTES);
  // Some builds of the library report on their use.
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
  else fail_line(reply, LINE_REFUSED, 0, "this engine cannot do that");
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
      .usage = "guion2audio-neural speaks for guion2audio, which starts it; it has no use of its own.\n",
      .arguments = 2,
      .memory = (size_t)2 << 30,
      // Memory is what limits them (`limit_memory`).
      .zygotes = 48,
      .open_files = 4,
      .lines_per_child = 32,
      // A child finds its next line without asking the command.
      .waiting_slots = 1,
      .initialise = initialise,
      .weigh = weigh,
      .prepare = prepare,
      .speak = speak,
      .list = list,
  };
  return run_worker(argc, argv, &engine);
}
