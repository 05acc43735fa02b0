#include "include/av_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define TEXT(number) #number
#define SONAME(library, version) "lib" #library ".so." TEXT(version)

static struct g2a_av av;
static bool is_loaded;

static void load(void) {
  // The structures in the headers match these versions. The libraries are never unloaded.
  void *util = dlopen(SONAME(avutil, LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  void *codec = dlopen(SONAME(avcodec, LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  void *format = dlopen(SONAME(avformat, LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (util == NULL || codec == NULL || format == NULL) return;
  is_loaded = true;
#define FIND(library, name)       \
  av.name = dlsym(library, #name); \
  if (av.name == NULL) is_loaded = false;
  G2A_AV_FUNCTIONS(FIND)
  // Results report the errors; a library must not write to the user's terminal.
  if (is_loaded) av.av_log_set_level(AV_LOG_QUIET);
}

const struct g2a_av *g2a_av_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &av : NULL;
}
