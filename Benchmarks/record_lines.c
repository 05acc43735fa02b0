// SPDX-License-Identifier: MIT

// Makes the neural worker record the lines that it gets, but not speak them.
//
// The suite links the worker again, with this file and `--wrap=speak_line`. The lines go to a file beside
// the program, because a worker does not get the user's environment.

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#include <line.h>
#include <worker.h>

// Each phoneme gets a usual length of 25 ms, because the command checks the length of the audio.
enum { IDS_A_SECOND = 40, MOST_SAMPLES_AN_ID = 1200 };

void __wrap_speak_line(const struct request *request, struct reply *reply);

// Opens the file of lines. Returns -1 if it cannot be opened.
static int open_lines(void) {
  char path[PATH_MAX + sizeof ".lines"];
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
  if (length < 0) return -1;
  snprintf(path + length, sizeof ".lines", ".lines");
  return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

// Writes the length of the payload and the payload in one call, because other children write to the same file.
static bool note(const struct request *request, const char *payload) {
  uint32_t bytes = request->bytes;
  struct iovec parts[] = {{&bytes, sizeof bytes}, {(char *)payload, bytes}};
  const int file = open_lines();
  if (file < 0) return false;
  const bool is_written = writev(file, parts, 2) == (ssize_t)(sizeof bytes + bytes);
  return close(file) == 0 && is_written;
}

// Answers with a tone, which takes less time than speech.
static void answer_tone(const struct line_header *header, const struct request *request, struct reply *reply) {
  static uint32_t durations[MAX_IDS];
  static int16_t samples[MAX_IDS * MOST_SAMPLES_AN_ID];
  const uint32_t usual = header->sample_rate / IDS_A_SECOND;
  const uint32_t unit = usual < MOST_SAMPLES_AN_ID ? usual : MOST_SAMPLES_AN_ID;
  const uint32_t count = header->ids * unit, bytes = header->ids * (uint32_t)sizeof durations[0];
  for (uint32_t i = 0; i < header->ids; i++) durations[i] = unit;
  for (uint32_t i = 0; i < count; i++) samples[i] = i / 32 % 2 ? 4000 : -4000;
  const uint32_t offset = records_offset(request->bytes);
  int error = write_slot(request->slot, durations, bytes, offset);
  if (!error) error = write_slot(request->slot, samples, count * sizeof samples[0], offset + bytes);
  reply->status = error ? SYSTEM_FAILED : DONE;
  reply->detail = error;
  reply->sample_rate = header->sample_rate;
  reply->samples = count;
  reply->records = header->ids;
}

void __wrap_speak_line(const struct request *request, struct reply *reply) {
  static struct line line;
  const char *payload = read_payload(request, reply);
  if (!payload) return;
  if (!read_line(payload, request->bytes, &line))
    return fail_line(reply, ENGINE_FAILED, 0, "the benchmark cannot read the line");
  // A request without ids only loads the model.
  if (line.header.ids == 0) return;
  if (note(request, payload)) answer_tone(&line.header, request, reply);
  else fail_line(reply, ENGINE_FAILED, 0, "the benchmark cannot write the line");
}
