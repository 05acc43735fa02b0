#include "include/av_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { OLDEST = 58, NEWEST = 61 };

static struct g2a_av av;
static bool is_loaded;
// The major version of libavformat.
static int version;
// NULL before FFmpeg 5.1.
static void (*default_layout)(void *layout, int channels);

static const uint16_t places[][NEWEST - OLDEST + 1] = {
#define ROW(structure, member, ...) [g2a_##structure##_##member] = {__VA_ARGS__},
    G2A_AV_FIELDS(ROW) G2A_AV_LAYOUTS(ROW)};

#define COLUMN_58(a, b, c, d) a
#define COLUMN_59(a, b, c, d) b
#define COLUMN_60(a, b, c, d) c
#define COLUMN_61(a, b, c, d) d
#define JOINED(name, number) name##number
#define COLUMN(number) JOINED(COLUMN_, number)
#define CHECK(structure, member, ...)                                                                  \
  _Static_assert(offsetof(structure, member) == COLUMN(LIBAVFORMAT_VERSION_MAJOR)(__VA_ARGS__), \
                 "the headers have " #structure "." #member " in another place");
#if LIBAVFORMAT_VERSION_MAJOR <= 61
G2A_AV_FIELDS(CHECK)
#if LIBAVFORMAT_VERSION_MAJOR > 58
G2A_AV_LAYOUTS(CHECK)
#endif
#endif

static void *open_library(const char *name, int number) {
  char file[32];
  snprintf(file, sizeof file, "lib%s.so.%d", name, number);
  return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

static bool load_version(int number) {
  // libavcodec has libavformat's number, and libavutil's is two less. The libraries are never unloaded.
  void *util = open_library("avutil", number - 2);
  void *codec = util == NULL ? NULL : open_library("avcodec", number);
  void *format = codec == NULL ? NULL : open_library("avformat", number);
  if (format == NULL) return false;
  bool is_complete = true;
#define FIND(library, name)        \
  av.name = dlsym(library, #name); \
  if (av.name == NULL) is_complete = false;
  G2A_AV_FUNCTIONS(FIND)
  default_layout = dlsym(util, "av_channel_layout_default");
  version = number;
  return is_complete;
}

static void load(void) {
  // The version of the headers comes first, so that a machine with several versions gives the bytes of the build.
  if (LIBAVFORMAT_VERSION_MAJOR <= NEWEST) is_loaded = load_version(LIBAVFORMAT_VERSION_MAJOR);
  for (int number = NEWEST; !is_loaded && number >= OLDEST; number--) is_loaded = load_version(number);
  // Results report the errors; a library must not write to the user's terminal.
  if (is_loaded) av.av_log_set_level(AV_LOG_QUIET);
}

const struct g2a_av *g2a_av_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &av : NULL;
}

void *g2a_av_place(void *structure, enum g2a_av_field field) {
  return (char *)structure + places[field][version - OLDEST];
}

void g2a_av_set_channels(void *structure, enum g2a_av_field field, int channels) {
  void *place = g2a_av_place(structure, field);
  if (default_layout != NULL) {
    default_layout(place, channels);
    return;
  }
  // libavformat 58: the number of channels, and a bit for each (center; left and right).
  *(int *)place = channels;
  size_t layout = field == g2a_AVCodecContext_ch_layout ? 432 : 280;
  *(uint64_t *)(void *)((char *)structure + layout) = channels == 1 ? 4 : 3;
}

int g2a_av_channels(void *structure, enum g2a_av_field field) {
  const int *place = g2a_av_place(structure, field);
  // A layout begins with its kind; the number of channels follows.
  return default_layout == NULL ? place[0] : place[1];
}
