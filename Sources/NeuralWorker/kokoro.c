// SPDX-License-Identifier: MIT

// The voices of Kokoro v1.0: a graph from phonemes and a style to samples. The style depends on the voice and
// the length of the line.

#include "arithmetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "run.h"

static const char *const input_names[] = {"style", "speed"};
static const char *const id_names[] = {"tokens", "input_ids"};
static const char *const sample_names[] = {"audio", "waveform", "output"};

enum {
  COLUMNS_AN_ID = 16,
  MARGIN = 720,           // samples kept before the first sound and after the last: 30 ms
  LONGEST_SECONDS = 3,    // maximum length of a phoneme at the usual tempo
  MAX_PADS = 3,           // maximum number of pads at each end
};

// Samples of this level or more, at full scale 1, are audible.
#define AUDIBLE 0.01f
// A line with this average level or less is silent.
#define SILENT 1e-4f
// A closing pad that is louder than this fraction of the speech contains noise or a repetition.
#define NOISY 0.5f

// The numbers of pads to try at each end, in this order. Different lines need different numbers of pads.
static const int attempts[] = {1, 2, MAX_PADS};

static const char *first_of(const struct model *model, const char *const *names, size_t count,
                            bool (*has)(const struct ort *, const char *)) {
  for (size_t i = 0; i < count; i++)
    if (has(&model->ort, names[i])) return names[i];
  return NULL;
}

// Different exports of the model use different names for these tensors.
static const char *id_name(const struct model *model) { return first_of(model, id_names, 2, ort_has_input); }
static const char *sample_name(const struct model *model) {
  return first_of(model, sample_names, 3, ort_has_output);
}

static uint64_t seed(const struct model *model, const struct line *line) {
  struct {
    float speed;
    uint32_t style;
  } settings = {line->header.speed, 0};
  for (uint32_t i = 0; i < line->header.style; i++) {
    uint32_t bits;
    memcpy(&bits, &line->style[i], sizeof bits);
    settings.style = settings.style * 16777619u ^ bits;
  }
  return seed_of(line, model->digest, &settings, sizeof settings);
}

static struct feed feed_of(const struct model *model, struct line *line) {
  const int64_t count = line->header.ids, style = line->header.style;
  return (struct feed){
      .inputs =
          {
              {id_name(model), line->ids, (size_t)count * sizeof line->ids[0], {1, count}, 2, TENSOR_INT64},
              {input_names[0], line->style, (size_t)style * sizeof line->style[0], {1, style}, 2, TENSOR_FLOAT},
              {input_names[1], &line->header.speed, sizeof line->header.speed, {1}, 1, TENSOR_FLOAT},
          },
      .count = 3,
      .samples = sample_name(model),
      .lengths = line->lengths,
      .ids = count,
      .seed = seed(model, line),
      .columns = 64 + (int64_t)((float)(COLUMNS_AN_ID * count) / line->header.speed),
  };
}

// Speaks two pads, so that a model that cannot speak is refused when it is loaded.
static bool prepare(struct model *model, const struct line *first, struct refusal *why) {
  if (!id_name(model)) return refuse(why, MODEL_FOREIGN, 0, "it has no input named tokens or input_ids");
  if (!sample_name(model)) return refuse(why, MODEL_FOREIGN, 0, "it has no output named audio or waveform");
  static struct line pads;
  pads.header = first->header;
  pads.header.ids = 2;
  pads.lengths[0] = pads.lengths[1] = 1;
  pads.header.style = MAX_STYLE;
  const struct feed feed = feed_of(model, &pads);
  return measure_noises(model, &feed, why);
}

// Creates a copy of the line with `pads` pads at each end instead of one; returns false if the copy would be
// too long.
static bool pad(const struct line *line, int pads, struct line *padded) {
  const uint32_t count = line->header.ids, more = 2 * (uint32_t)(pads - 1);
  if (count < 2 || count + more > MAX_IDS) return false;
  *padded = *line;
  padded->header.ids = count + more;
  memset(padded->ids, 0, sizeof padded->ids);
  memcpy(padded->ids + pads, line->ids + 1, (count - 2) * sizeof line->ids[0]);
  for (uint32_t i = 0; i < count + more; i++) padded->lengths[i] = 1;
  memcpy(padded->lengths + pads, line->lengths + 1, (count - 2) * sizeof line->lengths[0]);
  return true;
}

// Converts the durations of a padded line to the durations of the original line.
static void join_pads(const struct line *line, int pads, struct sound *sound) {
  const uint32_t count = line->header.ids, last = count + 2 * (uint32_t)(pads - 1) - 1;
  for (int i = 1; i < pads; i++) {
    sound->durations[0] += sound->durations[i];
    sound->durations[last] += sound->durations[last - (uint32_t)i];
  }
  memmove(sound->durations + 1, sound->durations + pads, (count - 2) * sizeof sound->durations[0]);
  sound->durations[count - 1] = sound->durations[last];
}

static float loudness(const float *samples, size_t count) {
  float sum = 0;
  for (size_t i = 0; i < count; i++) sum += samples[i] * samples[i];
  return count == 0 ? 0 : sqrtf(sum / (float)count);
}

// Whether the audio can be speech: no phoneme is extremely long, and the audio is quiet after the last phoneme.
static bool check_sound(const struct line *line, const struct sound *sound, struct reply *reply) {
  const uint32_t count = line->header.ids, opening = sound->durations[0], closing = sound->durations[count - 1];
  const float longest = LONGEST_SECONDS * (float)line->header.sample_rate / fminf(line->header.speed, 1);
  for (uint32_t i = 1; i + 1 < count; i++) {
    if ((float)sound->durations[i] <= longest) continue;
    fail_line(reply, SOUND_WRONG, 0, "a phoneme takes more than %d seconds", LONGEST_SECONDS);
    return false;
  }
  const size_t spoken = sound->count - opening - closing;
  const float speech = loudness(sound->samples + opening, spoken);
  if (!(speech > SILENT)) {
    fail_line(reply, SOUND_WRONG, 0, "the audio is silent");
    return false;
  }
  if (loudness(sound->samples + sound->count - closing, closing) <= NOISY * speech + AUDIBLE) return true;
  fail_line(reply, SOUND_WRONG, 0, "there is noise after the last phoneme");
  return false;
}

// The pads are silent, except where the speech begins early or dies away. That part is kept, with a margin.
static void find_speech(const struct line *line, struct sound *sound) {
  const size_t opening = sound->durations[0], closing = sound->durations[line->header.ids - 1];
  size_t begin = 0, end = sound->count;
  while (begin < opening && fabsf(sound->samples[begin]) < AUDIBLE) begin++;
  while (end > sound->count - closing && fabsf(sound->samples[end - 1]) < AUDIBLE) end--;
  begin = begin > MARGIN ? begin - MARGIN : 0;
  end = end + MARGIN < sound->count ? end + MARGIN : sound->count;
  sound->kept_opening = (uint32_t)(opening - begin);
  sound->cut_closing = (uint32_t)(sound->count - end);
}

static bool take_results(const struct model *model, const struct line *line, int pads, const struct run *run,
                         struct sound *sound, struct reply *reply) {
  const int64_t count = column_count(model, run->results[SAMPLES]), unit = line->header.unit;
  const uint32_t more = 2 * (uint32_t)(pads - 1);
  const float *samples = values_of(model, run->results[SAMPLES], 1, count);
  const float *durations = values_of(model, run->results[DURATIONS], 1, line->header.ids + more);
  if (count <= 0 || !samples || !durations) {
    fail_line(reply, MODEL_FOREIGN, 0, "its output tensors have unexpected shapes");
    return false;
  }
  struct line padded = {.header = line->header};
  padded.header.ids += more;
  // A partial unit at the end is counted as a whole unit.
  if (!read_durations(&padded, durations, (size_t)((count + unit - 1) / unit), sound, reply)) return false;
  if (count % unit != 0) {
    fail_line(reply, SOUND_WRONG, 0, "the audio has %lld samples, which is not a multiple of %lld", (long long)count,
              (long long)unit);
    return false;
  }
  join_pads(line, pads, sound);
  return copy_samples(samples, (size_t)count, sound, reply) && check_sound(line, sound, reply);
}

static bool speak_padded(const struct model *model, const struct line *line, int pads, struct sound *sound,
                         struct reply *reply) {
  static struct line padded;
  if (!pad(line, pads, &padded)) return false;
  const struct feed feed = feed_of(model, &padded);
  struct run run;
  const bool has_run = run_graph(model, &feed, &run);
  if (!has_run) fail_line(reply, ENGINE_FAILED, 0, "%s", run.text);
  const bool has_spoken = has_run && take_results(model, line, pads, &run, sound, reply);
  end_run(model, &run);
  return has_spoken;
}

static bool speak(const struct model *model, struct line *line, struct sound *sound, struct reply *reply) {
  if (line->header.style != MAX_STYLE || line->header.ids < 3) {
    fail_line(reply, LINE_REFUSED, 0, "the request is damaged");
    return false;
  }
  const struct reply untouched = *reply;
  for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
    if (speak_padded(model, line, attempts[i], sound, reply)) {
      find_speech(line, sound);
      *reply = untouched;
      return stress(line, sound, reply);
    }
    if (reply->status != SOUND_WRONG) return false;
    free(sound->samples);
    sound->samples = NULL;
  }
  return false;
}

const struct family kokoro_family = {
    .footprint = {10 << 20, 230, 142, 40 << 20, 1200 << 10},
    .names = {input_names, 2, NULL, 0, NULL},
    .prepare = prepare,
    .speak = speak,
};
