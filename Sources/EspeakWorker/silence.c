// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// Replaces pcaudiolib, which the static libespeak-ng links to. Nothing is played here: AUDIO_OUTPUT_SYNCHRONOUS
// passes the samples to a callback.

struct audio_object;

struct audio_object *create_audio_device_object(const char *, const char *, const char *);
int audio_object_open(struct audio_object *, int, unsigned, unsigned char);
void audio_object_close(struct audio_object *);
void audio_object_destroy(struct audio_object *);
int audio_object_write(struct audio_object *, const void *, unsigned long);
int audio_object_drain(struct audio_object *);
int audio_object_flush(struct audio_object *);
const char *audio_object_strerror(struct audio_object *, int);

struct audio_object *create_audio_device_object(const char *device, const char *application,
                                                const char *description) {
  (void)device, (void)application, (void)description;
  return 0;
}

int audio_object_open(struct audio_object *object, int format, unsigned rate,
                      unsigned char channels) {
  (void)object, (void)format, (void)rate, (void)channels;
  return -1;
}

void audio_object_close(struct audio_object *object) { (void)object; }

void audio_object_destroy(struct audio_object *object) { (void)object; }

int audio_object_write(struct audio_object *object, const void *data, unsigned long bytes) {
  (void)object, (void)data, (void)bytes;
  return -1;
}

int audio_object_drain(struct audio_object *object) {
  (void)object;
  return 0;
}

int audio_object_flush(struct audio_object *object) {
  (void)object;
  return 0;
}

const char *audio_object_strerror(struct audio_object *object, int error) {
  (void)object, (void)error;
  return "no sound device";
}
