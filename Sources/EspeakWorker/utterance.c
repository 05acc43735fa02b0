// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

#include "utterance.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

int sample_rate;

static struct {
  int fd;
  uint32_t samples, words, buffered;
  enum status status;
  int32_t detail;
  int32_t gain;  // 65,536 changes nothing
  uint32_t text_bytes;
  struct word buffer[256];
} out;

static char text[MAX_TEXT_BYTES + 1];

static void fail(enum status status, int32_t detail) {
  out.status = status;
  out.detail = detail;
}

static void put(const void *data, size_t bytes, off_t offset) {
  const char *from = data;
  while (bytes > 0) {
    const ssize_t written = pwrite(out.fd, from, bytes, offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(SYSTEM_FAILED, errno);
    from += written, offset += written, bytes -= (size_t)written;
  }
}

static void flush_words(void) {
  const uint32_t first = out.words - out.buffered;
  put(out.buffer, out.buffered * sizeof(struct word),
      words_offset(out.text_bytes) + (off_t)first * (off_t)sizeof(struct word));
  out.buffered = 0;
}

static void add_word(const espeak_EVENT *event) {
  if (event->text_position < 1 || event->length < 1 || event->sample < 0) return;
  if (out.words == max_words(out.text_bytes)) return;  // the others have no time
  out.buffer[out.buffered++] = (struct word){
      .location = (uint32_t)event->text_position - 1,
      .length = (uint32_t)event->length,
      .sample = (uint32_t)event->sample,
  };
  out.words++;
  if (out.buffered == sizeof out.buffer / sizeof out.buffer[0]) flush_words();
}

// espeak's own volume moves in steps of a fiftieth (1.4 dB at -18 dB), so the level is set here.
// What would leave the range of 16 bits is clipped.
static void amplify(short *samples, int count) {
  if (out.gain == 65536) return;
  for (int i = 0; i < count; i++) {
    const int64_t value = ((int64_t)samples[i] * out.gain + 32768) >> 16;
    samples[i] = (short)(value > 32767 ? 32767 : value < -32768 ? -32768 : value);
  }
}

int collect(short *samples, int count, espeak_EVENT *events) {
  if (out.fd == 0) return 0;  // warming up
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

int warm_up(const char *voice) {
  // Letters, a number and a stop take the engine through dictionary, rules and both synthesisers.
  // The text is part of every voice's state: to change it changes every sound.
  static const char words[] = "One moment, 25 yards: the quick brown fox.";
  if (espeak_SetVoiceByName(voice) != EE_OK) return -1;
  espeak_Synth(words, sizeof words, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
  return 0;
}

void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

int send_reply(const struct reply *reply) {
  ssize_t sent;
  do sent = send(CONTROL_FD, reply, sizeof *reply, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)sizeof *reply;
}

// Reads the slot's text. A NUL would end it, and 0x01 begins a command of espeak's own, so control
// characters become spaces, one for one to keep the places of words.
static int read_text(const struct request *request) {
  if (request->text_bytes > MAX_TEXT_BYTES) return EMSGSIZE;
  size_t have = 0;
  while (have < request->text_bytes) {
    const ssize_t got = pread(out.fd, text + have, request->text_bytes - have, (off_t)have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : EIO;
    have += (size_t)got;
  }
  for (size_t i = 0; i < have; i++) {
    const unsigned char c = (unsigned char)text[i];
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) text[i] = ' ';
  }
  text[have] = 0;
  return 0;
}

static void synthesise(const struct request *request) {
  const int error = read_text(request);
  if (error) return fail(SYSTEM_FAILED, error);
  espeak_SetParameter(espeakRATE, request->rate, 0);
  espeak_SetParameter(espeakPITCH, request->pitch, 0);
  espeak_SetParameter(espeakRANGE, request->range, 0);
  out.gain = request->gain;
  unsigned flags = espeakCHARS_UTF8;
  if (request->flags & TEXT_HAS_PHONEMES) flags |= espeakPHONEMES;
  const espeak_ERROR result =
      espeak_Synth(text, request->text_bytes + 1, 0, POS_CHARACTER, 0, flags, NULL, NULL);
  if (result != EE_OK && out.status == DONE) fail(ENGINE_FAILED, result);
  flush_words();
}

_Noreturn void speak(const struct request *request) {
  out.fd = FIRST_SLOT_FD + (int)request->slot;
  out.text_bytes = request->text_bytes;
  synthesise(request);
  const struct reply reply = {
      .sequence = request->sequence,
      .slot = request->slot,
      .status = out.status,
      .detail = out.detail,
      .sample_rate = (uint32_t)sample_rate,
      .samples = out.samples,
      .words = out.words,
  };
  _exit(send_reply(&reply) ? 0 : 1);
}
