#include <stdbool.h>
#include <stddef.h>

// gdk-pixbuf decodes and encodes covers that need padding. It is loaded for the first such cover, and is not
// needed to build. This file has only the declarations of gdk-pixbuf 2.42 that the program uses
// (gdk-pixbuf-core.h, gdk-pixbuf-loader.h, gdk-pixbuf-save.h). The library keeps its ABI within a soname.

typedef struct g2a_pixbuf g2a_pixbuf;
typedef struct g2a_pixbuf_loader g2a_pixbuf_loader;

#define G2A_PIXBUF_FUNCTIONS(X)                                                                   \
  X(pixbuf, g2a_pixbuf_loader *, gdk_pixbuf_loader_new, (void))                                   \
  X(pixbuf, int, gdk_pixbuf_loader_write,                                                         \
    (g2a_pixbuf_loader *, const unsigned char *, size_t, void *error))                            \
  X(pixbuf, int, gdk_pixbuf_loader_close, (g2a_pixbuf_loader *, void *error))                     \
  X(pixbuf, g2a_pixbuf *, gdk_pixbuf_loader_get_pixbuf, (g2a_pixbuf_loader *))                    \
  X(pixbuf, g2a_pixbuf *, gdk_pixbuf_apply_embedded_orientation, (g2a_pixbuf *))                  \
  X(pixbuf, g2a_pixbuf *, gdk_pixbuf_new, (int space, int alpha, int bits, int width, int height)) \
  X(pixbuf, int, gdk_pixbuf_get_width, (const g2a_pixbuf *))                                      \
  X(pixbuf, int, gdk_pixbuf_get_height, (const g2a_pixbuf *))                                     \
  X(pixbuf, int, gdk_pixbuf_get_n_channels, (const g2a_pixbuf *))                                 \
  X(pixbuf, int, gdk_pixbuf_get_rowstride, (const g2a_pixbuf *))                                  \
  X(pixbuf, int, gdk_pixbuf_get_has_alpha, (const g2a_pixbuf *))                                  \
  X(pixbuf, unsigned char *, gdk_pixbuf_get_pixels, (const g2a_pixbuf *))                         \
  X(pixbuf, void, gdk_pixbuf_fill, (g2a_pixbuf *, unsigned rgba))                                 \
  X(pixbuf, void, gdk_pixbuf_copy_area,                                                           \
    (const g2a_pixbuf *, int x, int y, int width, int height, g2a_pixbuf *, int to_x, int to_y))  \
  X(pixbuf, int, gdk_pixbuf_save_to_bufferv,                                                      \
    (g2a_pixbuf *, unsigned char **bytes, size_t *count, const char *type, const char *const *keys, \
     const char *const *values, void *error))                                                     \
  X(glib, void, g_free, (void *))                                                                 \
  X(gobject, void, g_object_unref, (void *))

/// The functions of gdk-pixbuf used here.
struct g2a_pixbuf_library {
#define G2A_PIXBUF_MEMBER(library, result, name, arguments) result(*name) arguments;
  G2A_PIXBUF_FUNCTIONS(G2A_PIXBUF_MEMBER)
};

/// Returns the functions; NULL if a library is missing.
const struct g2a_pixbuf_library *g2a_pixbuf_load(void);

/// Encodes a picture as "jpeg" or "png"; returns false on failure. The caller frees the bytes with g_free.
bool g2a_pixbuf_encode(g2a_pixbuf *picture, const char *type, unsigned char **bytes, size_t *count);
