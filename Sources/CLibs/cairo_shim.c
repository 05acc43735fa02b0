#include "include/cairo_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct g2a_cairo functions;
static bool is_loaded;

static void load(void) {
  // The libraries are never unloaded, because GLib cannot be unloaded.
  void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  void *pango = dlopen("libpango-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *pangocairo = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *gobject = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (cairo == NULL || pango == NULL || pangocairo == NULL || gobject == NULL) return;
  is_loaded = true;
#define FIND(library, result, name, arguments)                 \
  functions.name = (result(*) arguments)dlsym(library, #name); \
  if (functions.name == NULL) is_loaded = false;
  G2A_CAIRO_FUNCTIONS(FIND)
}

const struct g2a_cairo *g2a_cairo_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}
