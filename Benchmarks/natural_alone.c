// SPDX-License-Identifier: MIT

// Speaks lines of one model in one process with one thread: `natural_alone LIBRARY LINES [SOUND]`.
//
// LINES is a file from record_lines.c. Without SOUND, only the graph of hibari runs. With SOUND, all lines are written
// to a WAV file of this name. Prints the seconds of audio.

#define _GNU_SOURCE  // memfd_create

// This file is included because the functions that run only the graph of hibari have no header.
#include "../Sources/NeuralWorker/hibari.c"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../Sources/NeuralWorker/voice.h"

enum { WAV_HEADER_BYTES = 44 };

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "natural_alone: %s\n", what);
  exit(1);
}

// Reads the next line into the slot and into `payload`. Returns its length, or 0 at the end.
static uint32_t next_payload(FILE *lines, char payload[MAX_PAYLOAD_BYTES]) {
  uint32_t bytes;
  if (fread(&bytes, sizeof bytes, 1, lines) != 1) return 0;
  if (bytes > MAX_PAYLOAD_BYTES || fread(payload, 1, bytes, lines) != bytes) fail("the lines are damaged");
  if (write_slot(0, payload, bytes, 0) != 0) fail("the slot cannot be written");
  return bytes;
}

// Loads the model of a line for the graph alone.
static void load_graph(const char *library, const char *payload, uint32_t bytes, struct model *model) {
  static struct line line;
  struct refusal why = {0};
  if (!read_line(payload, bytes, &line)) fail("the lines are damaged");
  if (!load_model(library, line.path, NULL, &hibari_family.names, model, &why)) fail(why.text);
}

// Runs only the graph for a line. Returns the number of samples.
static size_t run_only_graph(const struct model *model, const char *payload, uint32_t bytes, struct reply *reply) {
  static struct line line;
  ort_object *results[OUTPUTS] = {0};
  struct frames frames = {0};
  const bool has_run = read_line(payload, bytes, &line) && run_graph(model, &line, results, reply) &&
                       read_frames(model, results, &frames, reply);
  for (int i = 0; i < OUTPUTS; i++) ort_release(&model->ort, results[i]);
  return has_run ? frames.count * HOP : 0;
}

// Speaks a line and copies its samples from the slot to the file. Returns the number of samples.
static size_t speak_to(FILE *sound, const struct request *request, struct reply *reply) {
  static int16_t samples[1 << 16];
  speak_line(request, reply);
  off_t offset = records_offset(request->bytes) + reply->records * (off_t)sizeof(uint32_t);
  for (size_t rest = reply->samples; rest > 0;) {
    const size_t count = rest < 1 << 16 ? rest : 1 << 16;
    const ssize_t got = pread(FIRST_SLOT_FD, samples, count * sizeof *samples, offset);
    if (got <= 0 || fwrite(samples, 1, (size_t)got, sound) != (size_t)got) fail("the sound cannot be written");
    rest -= (size_t)got / sizeof *samples;
    offset += got;
  }
  return reply->samples;
}

static void write_header(FILE *sound, uint32_t data_bytes, uint32_t rate) {
  struct {
    char riff[4];
    uint32_t bytes;
    char wave[8];
    uint32_t format_bytes;
    uint16_t format, channels;
    uint32_t rate, bytes_a_second;
    uint16_t bytes_a_frame, bits;
    char data[4];
    uint32_t data_bytes;
  } header = {
      .riff = {'R', 'I', 'F', 'F'}, .bytes = data_bytes + WAV_HEADER_BYTES - 8,
      .wave = {'W', 'A', 'V', 'E', 'f', 'm', 't', ' '}, .format_bytes = 16, .format = 1, .channels = 1,
      .rate = rate, .bytes_a_second = rate * 2, .bytes_a_frame = 2, .bits = 16,
      .data = {'d', 'a', 't', 'a'}, .data_bytes = data_bytes,
  };
  _Static_assert(sizeof header == WAV_HEADER_BYTES, "the layout of WAV");
  if (fseek(sound, 0, SEEK_SET) != 0 || fwrite(&header, sizeof header, 1, sound) != 1)
    fail("the sound cannot be written");
}

int main(int argc, char **argv) {
  static char payload[MAX_PAYLOAD_BYTES];
  if (argc < 3 || argc > 4) fail("usage: natural_alone LIBRARY LINES [SOUND]");
  // The slot gets its descriptor before an opened file can get the same number.
  const int slot = memfd_create("slot", 0);
  if (slot < 0 || dup2(slot, FIRST_SLOT_FD) < 0) fail("the slot cannot be created");
  FILE *lines = fopen(argv[2], "rb"), *sound = argc > 3 ? fopen(argv[3], "wb") : NULL;
  if (!lines || (argc > 3 && !sound)) fail("a file cannot be opened");
  if (sound) write_header(sound, 0, 0);
  static struct model model;
  size_t samples = 0;
  uint32_t rate = SAMPLE_RATE;
  struct request request = {.operation = SPEAK};
  while ((request.bytes = next_payload(lines, payload)) > 0) {
    struct refusal why = {0};
    struct reply reply = {0};
    if (samples == 0 && !sound) load_graph(argv[1], payload, request.bytes, &model);
    if (samples == 0 && sound && !load_voice(argv[1], payload, request.bytes, &why)) fail(why.text);
    const size_t spoken =
        sound ? speak_to(sound, &request, &reply) : run_only_graph(&model, payload, request.bytes, &reply);
    if (spoken == 0) fail("the voice cannot speak a line");
    if (sound) rate = reply.sample_rate;
    samples += spoken;
  }
  if (sound) {
    write_header(sound, (uint32_t)(samples * sizeof(int16_t)), rate);
    if (fclose(sound) != 0) fail("the sound cannot be written");
  }
  printf("%.3f\n", (double)samples / rate);
  return 0;
}
