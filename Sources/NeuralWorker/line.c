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
         is_within(header->noise, 0, 10) && is_within(header->noise_width, 0, 10) &&
         header->sample_rate >= 1000 && header->sample_rate <= 384000 && header->unit >= 1 && header->unit <= 8192;
}

bool read_line(const char *payload, size_t bytes, struct line *line) {
  struct line_header *header = &line->header;
  if (bytes < sizeof *header) return false;
  memcpy(header, payload, sizeof *header);
  if (header->ids > MAX_IDS || header->path_bytes >= MAX_PATH_BYTES ||
      header->style > MAX_STYLE || !is_plausible(header) ||
      bytes != sizeof *header + header->ids * sizeof(uint16_t) + header->path_bytes + header->style * sizeof(float))
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
  memcpy(line->style, from + header->path_bytes, header->style * sizeof(float));
  return true;
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
