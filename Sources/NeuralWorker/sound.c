// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "sound.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A line with a lower peak, at full scale 1, is silent.
#define SILENCE 1e-3f

bool read_durations(const struct line *line, const float *durations, size_t units, struct sound *sound,
                    struct reply *reply) {
  const int64_t most = (int64_t)MAX_LINE_SECONDS * line->header.sample_rate / line->header.unit;
  int64_t sum = 0;
  for (size_t i = 0; i < line->header.ids; i++) {
    // NaN and infinity count as too long.
    const int64_t duration = durations[i] >= 0 && durations[i] < (float)most ? (int64_t)durations[i] : most;
    sound->durations[i] = (uint32_t)(duration * line->header.unit);
    sum += duration;
  }
  if (sum == (int64_t)units) return true;
  fail_line(reply, SOUND_WRONG, 0, "the audio lasts %zu frames, but its phonemes last %lld frames", units,
            (long long)sum);
  return false;
}

bool copy_samples(const float *samples, size_t count, struct sound *sound, struct reply *reply) {
  sound->count = count;
  sound->samples = malloc(count * sizeof *samples);
  if (sound->samples) memcpy(sound->samples, samples, count * sizeof *samples);
  else fail_line(reply, SYSTEM_FAILED, ENOMEM, "out of memory");
  return sound->samples;
}

// Returns the sample between two samples, on a curve through the four nearest.
static float sample_at(const struct sound *sound, double place) {
  const size_t last = sound->count - 1, below = (size_t)place < last ? (size_t)place : last;
  const float share = (float)(place - (double)below), *at = sound->samples;
  const float one = at[below], two = at[below < last ? below + 1 : last];
  const float before = at[below > 0 ? below - 1 : 0], after = at[below + 2 < last ? below + 2 : last];
  return one + 0.5f * share * (two - before + share * (2 * before - 5 * one + 4 * two - after +
                                                       share * (3 * (one - two) + after - before)));
}

bool stress(const struct line *line, struct sound *sound, struct reply *reply) {
  if (!(line->header.flags & HAS_PROSODY)) return true;
  float *samples = malloc(sound->count * sizeof *samples);
  if (!samples) {
    fail_line(reply, SYSTEM_FAILED, ENOMEM, "out of memory");
    return false;
  }
  // A word rises and falls within 20 ms, like speech.
  const float turn = 1 - expf(-1 / (0.02f * (float)line->header.sample_rate));
  float pitch = 1, level = 1;
  double place = 0, end = 0;
  size_t count = 0;
  for (size_t id = 0; id < line->header.ids; id++) {
    const size_t first = count;
    end += sound->durations[id];
    while (place < end && count < sound->count) {
      pitch += turn * (line->prosody[id].pitch - pitch);
      level += turn * (line->prosody[id].level - level);
      samples[count++] = level * sample_at(sound, place);
      place += pitch;
    }
    sound->durations[id] = (uint32_t)(count - first);
  }
  free(sound->samples);
  sound->samples = samples;
  sound->count = count;
  return true;
}

// Checks the samples; returns false if they are silent, infinite or NaN.
static bool check_samples(const struct sound *sound, struct reply *reply) {
  float highest = 0;
  bool are_numbers = true;
  for (size_t i = 0; i < sound->count; i++) {
    const float level = fabsf(sound->samples[i]);
    are_numbers &= level < INFINITY;
    highest = level > highest ? level : highest;
  }
  if (are_numbers && highest >= SILENCE) return true;
  fail_line(reply, SOUND_WRONG, 0, are_numbers ? "the audio is silent" : "the audio is damaged");
  return false;
}

// Multiplies samples by the gain and rounds them. Values that exceed full scale are clipped.
static void round_samples(const float *samples, size_t count, float gain, int16_t *rounded) {
  for (size_t i = 0; i < count; i++) {
    const float value = samples[i] * gain * 32767.0f;
    rounded[i] = (int16_t)(value > 32767.0f ? 32767.0f : value < -32767.0f ? -32767.0f : rintf(value));
  }
}

// Removes most of the opening pad; returns the number of removed samples.
static uint32_t cut_opening(struct sound *sound) {
  const uint32_t opening = sound->durations[0];
  const uint32_t cut = opening > sound->kept_opening ? opening - sound->kept_opening : 0;
  sound->durations[0] -= cut;
  return cut;
}

// Removes most of the closing pad; returns the number of removed samples.
static uint32_t cut_closing(const struct line *line, struct sound *sound) {
  uint32_t *closing = &sound->durations[line->header.ids - 1];
  const uint32_t cut = sound->cut_closing < *closing ? sound->cut_closing : *closing;
  *closing -= cut;
  return cut;
}

static int write_sound(const struct line *line, const struct sound *sound, const int16_t *samples, size_t count,
                       const struct request *request) {
  const uint32_t offset = records_offset(request->bytes);
  const uint32_t bytes = line->header.ids * (uint32_t)sizeof sound->durations[0];
  const int error = write_slot(request->slot, sound->durations, bytes, offset);
  return error ? error : write_slot(request->slot, samples, count * sizeof *samples, offset + bytes);
}

void deliver_sound(const struct line *line, struct sound *sound, const struct request *request,
                   struct reply *reply) {
  if (!check_samples(sound, reply)) return;
  const uint32_t cut = cut_opening(sound);
  const size_t count = sound->count - cut - cut_closing(line, sound);
  int16_t *rounded = malloc(count * sizeof *rounded);
  if (!rounded) return fail_line(reply, SYSTEM_FAILED, ENOMEM, "out of memory");
  round_samples(sound->samples + cut, count, line->header.gain, rounded);
  const int error = write_sound(line, sound, rounded, count, request);
  free(rounded);
  reply->status = error ? SYSTEM_FAILED : DONE;
  reply->detail = error;
  reply->sample_rate = line->header.sample_rate;
  reply->samples = (uint32_t)count;
  reply->records = line->header.ids;
}
