// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "line.h"

#include <openssl/sha.h>
#include <string.h>

static bool is_within(float value, float lowest, float highest) { return value >= lowest && value <= highest; }

static bool is_plausible(const struct line_header *header) {
  return is_within(header->speed, 0.1f, 10) && is_within(header->pitch, 0.1f, 10) &&
         is_within(header->formant, 0.1f, 10) && is_within(header->gain, 0, 1000) &&
         is_within(header->breath, 0, 1) && is_within(header->roughness, 0, 0.1f) &&
         is_within(header->tremor, 0, 0.1f) && is_within(header->tilt, -12, 12) &&
         is_within(header->range, 0, 4) && is_within(header->noise, 0, 10) &&
         is_within(header->noise_width, 0, 10) &&
         header->sample_rate >= 1000 && header->sample_rate <= 384000 && header->unit >= 1 && header->unit <= 8192;
}

static bool is_plausible_prosody(const struct prosody *prosody) {
  return is_within(prosody->length, 0.1f, 10) && is_within(prosody->pitch, 0.1f, 10) &&
         is_within(prosody->level, 0, 10);
}

// Reads the prosody of each id; returns false if it is damaged.
static bool read_prosody(const char *from, struct line *line) {
  const bool has_prosody = line->header.flags & HAS_PROSODY;
  if (has_prosody) memcpy(line->prosody, from, line->header.ids * sizeof line->prosody[0]);
  for (size_t i = 0; i < line->header.ids; i++) {
    if (has_prosody && !is_plausible_prosody(&line->prosody[i])) return false;
    const struct prosody prosody = has_prosody ? line->prosody[i] : (struct prosody){1, 1, 1};
    line->speeds[i] = line->header.speed / prosody.length;
    // Such graphs have no pitch. The samples are compressed instead, so they must be longer.
    line->lengths[i] = prosody.length * prosody.pitch;
  }
  return true;
}

bool read_line(const char *payload, size_t bytes, struct line *line) {
  struct line_header *header = &line->header;
  if (bytes < sizeof *header) return false;
  memcpy(header, payload, sizeof *header);
  if (header->ids > MAX_IDS || header->path_bytes >= MAX_PATH_BYTES ||
      header->style > MAX_STYLE || !is_plausible(header) ||
      bytes != sizeof *header + header->ids * sizeof(uint16_t) + header->path_bytes + header->style * sizeof(float) +
                   (header->flags & HAS_PROSODY ? header->ids * sizeof(struct prosody) : 0))
    return false;
  const char *from = payload + sizeof *header;
  for (size_t i = 0; i < header->ids; i++) {
    uint16_t id;
    memcpy(&id, from + i * sizeof id, sizeof id);
    line->ids[i] = id;
  }
  from += header->ids * sizeof(uint16_t);
  memcpy(line->path, from, header->path_bytes);
  line->path[header->path_bytes] = 0;
  from += header->path_bytes;
  memcpy(line->style, from, header->style * sizeof(float));
  return read_prosody(from + header->style * sizeof(float), line);
}

uint64_t seed_of(const struct line *line, const uint8_t model[MODEL_DIGEST_BYTES], const void *settings,
                 size_t settings_bytes) {
  uint8_t bytes[MODEL_DIGEST_BYTES + MAX_SETTINGS_BYTES + sizeof line->ids], digest[SHA256_DIGEST_LENGTH];
  const size_t id_bytes = line->header.ids * sizeof line->ids[0];
  memcpy(bytes, model, MODEL_DIGEST_BYTES);
  memcpy(bytes + MODEL_DIGEST_BYTES, settings, settings_bytes);
  memcpy(bytes + MODEL_DIGEST_BYTES + settings_bytes, line->ids, id_bytes);
  SHA256(bytes, MODEL_DIGEST_BYTES + settings_bytes + id_bytes, digest);
  uint64_t seed;
  memcpy(&seed, digest, sizeof seed);
  return seed;
}
