// SPDX-License-Identifier: MIT

#include "voice.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "family.h"

#define POINTER(name) &name##_family,
static const struct family *const families[] = {FAMILIES(POINTER)};
#undef POINTER

static struct model model;
static const struct family *family;
static uint32_t family_number;

void weigh_voice(const char *payload, size_t bytes, struct weight *weight) {
  static struct line line;
  struct stat file;
  if (!read_line(payload, bytes, &line) || line.header.family >= sizeof families / sizeof families[0] ||
      stat(line.path, &file) != 0)
    return;
  const struct footprint *footprint = &families[line.header.family]->footprint;
  const uint64_t size = (uint64_t)file.st_size;
  weight->loading = footprint->base + size * footprint->loading / 100;
  weight->voice = footprint->base + size * footprint->loaded / 100;
  weight->child = footprint->child + line.header.ids * footprint->id;
}

bool load_voice(const char *library, const char *payload, size_t bytes, struct refusal *why) {
  static const uint8_t unknown[MODEL_DIGEST_BYTES];
  struct line line;
  if (!read_line(payload, bytes, &line)) return refuse(why, LINE_REFUSED, 0, "the request is damaged");
  family_number = line.header.family;
  if (family_number >= sizeof families / sizeof families[0])
    return refuse(why, LINE_REFUSED, 0, "the voice family is unknown");
  family = families[family_number];
  const bool is_known = memcmp(line.header.digest, unknown, MODEL_DIGEST_BYTES) != 0;
  if (!load_model(library, line.path, is_known ? line.header.digest : NULL, &family->names, &model, why))
    return false;
  return !family->prepare || family->prepare(&model, &line, why);
}

void speak_line(const struct request *request, struct reply *reply) {
  struct line line;
  const char *payload = read_payload(request, reply);
  if (!payload) return;
  if (!read_line(payload, request->bytes, &line) || line.header.family != family_number)
    return fail_line(reply, LINE_REFUSED, 0, "the request is damaged");
  if (line.header.ids == 0) return;
  struct sound sound = {0};
  if (family->speak(&model, &line, &sound, reply)) deliver_sound(&line, &sound, request, reply);
  free(sound.samples);
}
