// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

#include "utterance.h"

#include <string.h>

int sample_rate;

static struct {
  bool is_speaking;  // false while warming up
  uint32_t slot;
  uint32_t samples, words, buffered;
  enum status status;
  int32_t detail;
  int32_t gain;  // 65,536 means unchanged
  uint32_t text_bytes;
  struct word buffer[256];
} out;

static void fail(enum status status, int32_t detail) {
  out.status = status;
  out.detail = detail;
}

static void put(const void *data, size_t bytes, off_t offset) {
  const int error = write_slot(out.slot, data, bytes, offset);
  if (error) fail(SYSTEM_FAILED, error);
}

static void flush_words(void) {
  const uint32_t first = out.words - out.buffered;
  put(out.buffer, out.buffered * sizeof(struct word),
      records_offset(out.text_bytes) + (off_t)first * (off_t)sizeof(struct word));
  out.buffered = 0;
}

static void add_word(const espeak_EVENT *event) {
  if (event->text_position < 1 || event->length < 1 || event->sample < 0) return;
  if (out.words == max_words(out.text_bytes)) return;  // further words get no time
  out.buffer[out.buffered++] = (struct word){
      .location = (uint32_t)event->text_position - 1,
      .length = (uint32_t)event->length,
      .sample = (uint32_t)event->sample,
  };
  out.words++;
  if (out.buffered == sizeof out.buffer / sizeof out.buffer[0]) flush_words();
}

// Multiplies samples by the gain. espeak's own volume has steps of a fiftieth (1.4 dB at -18 dB), which are too
// large. Samples outside the 16-bit range are clipped.
static void amplify(short *samples, int count) {
  if (out.gain == 65536) return;
  for (int i = 0; i < count; i++) {
    const int64_t value = ((int64_t)samples[i] * out.gain + 32768) >> 16;
    samples[i] = (short)(value > 32767 ? 32767 : value < -32768 ? -32768 : value);
  }
}

int collect(short *samples, int count, espeak_EVENT *events) {
  if (!out.is_speaking) return 0;
  for (; events->type != espeakEVENT_LIST_TERMINATED; events++)
    if (events->type == espeakEVENT_WORD) add_word(events);
  if (samples && count > 0) {
    amplify(samples, count);
    if ((uint32_t)count > MAX_SAMPLES - out.samples) fail(TOO_LONG, 0);
    else put(samples, (size_t)count * 2, samples_offset(out.text_bytes) + (off_t)out.samples * 2);
    if (out.status == DONE) out.samples += (uint32_t)count;
  }
  return out.status != DONE;
}

// Overwrites the unused part of the stack, which may contain data from the root. The engine may read memory
// there that it has not written.
__attribute__((noinline)) static void scrub_stack(void) {
  volatile char dirt[64 * 1024];
  for (size_t i = 0; i < sizeof dirt; i++) dirt[i] = 0;
}

bool warm_up(const struct request *first, struct refusal *why) {
  // Letters, a number and a stop exercise the engine's dictionary, rules and both synthesisers. The text
  // determines every voice's state. A change of the text would change all audio.
  static const char words[] = "One moment, 25 yards: the quick brown fox.";
  scrub_stack();
  if (espeak_SetVoiceByName(first->voice) != EE_OK)
    return refuse(why, VOICE_UNKNOWN, 0, "espeak has no voice %s", first->voice);
  espeak_Synth(words, sizeof words, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
  return true;
}

// Replaces each control character by a space, so that words keep their positions. A NUL would end the text, and
// 0x01 begins a command of espeak.
static void blank_controls(char *text, size_t bytes, bool has_commands) {
  for (size_t i = 0; i < bytes; i++) {
    const unsigned char c = (unsigned char)text[i];
    if (c == 1 && has_commands) continue;
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) text[i] = ' ';
  }
}

static void synthesise(const struct request *request, const char *text) {
  espeak_SetParameter(espeakRATE, request->settings[RATE], 0);
  espeak_SetParameter(espeakPITCH, request->settings[PITCH], 0);
  espeak_SetParameter(espeakRANGE, request->settings[RANGE], 0);
  out.gain = request->settings[GAIN];
  unsigned flags = espeakCHARS_UTF8;
  if (request->flags & TEXT_HAS_PHONEMES) flags |= espeakPHONEMES;
  const espeak_ERROR result =
      espeak_Synth(text, request->bytes + 1, 0, POS_CHARACTER, 0, flags, NULL, NULL);
  if (result != EE_OK && out.status == DONE) fail(ENGINE_FAILED, result);
  flush_words();
}

void speak(const struct request *request, struct reply *reply) {
  out.is_speaking = true;
  out.slot = request->slot;
  out.text_bytes = request->bytes;
  char *text = read_payload(request, reply);
  if (!text) return;
  blank_controls(text, request->bytes, request->flags & TEXT_HAS_COMMANDS);
  synthesise(request, text);
  reply->status = out.status;
  reply->detail = out.detail;
  reply->sample_rate = (uint32_t)sample_rate;
  reply->samples = out.samples;
  reply->records = out.words;
}
