#include "include/pixbuf_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct g2a_pixbuf_library functions;
static bool is_loaded;

static void load(void) {
  // The library is never unloaded, because GLib cannot be unloaded.
  void *pixbuf = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *gobject = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (pixbuf == NULL || glib == NULL || gobject == NULL) return;
  is_loaded = true;
#define FIND(library, result, name, arguments)                 \
  functions.name = (result(*) arguments)dlsym(library, #name); \
  if (functions.name == NULL) is_loaded = false;
  G2A_PIXBUF_FUNCTIONS(FIND)
}

const struct g2a_pixbuf_library *g2a_pixbuf_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}

// This is in C because Swift has no array of constant strings that ends with NULL.
bool g2a_pixbuf_encode(g2a_pixbuf *picture, const char *type, unsigned char **bytes, size_t *count) {
  // Quality 92 of 100: the loss from encoding a photograph again is invisible.
  const char *jpeg_keys[] = {"quality", NULL}, *jpeg_values[] = {"92", NULL};
  const char *none[] = {NULL};
  bool is_jpeg = strcmp(type, "jpeg") == 0;
  return functions.gdk_pixbuf_save_to_bufferv(picture, bytes, count, type, is_jpeg ? jpeg_keys : none,
                                              is_jpeg ? jpeg_values : none, NULL) != 0;
}
