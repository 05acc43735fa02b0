#include <stdbool.h>

// Cairo and Pango draw a cover for a book that has none. They are loaded when the first cover is drawn, and are
// not needed to build. This file has only the declarations of cairo 1.16 and Pango 1.50 that the program uses
// (cairo.h, pango-layout.h, pangocairo.h). Both libraries keep their ABI within a soname.

typedef struct g2a_cairo_surface g2a_cairo_surface;
typedef struct g2a_cairo_context g2a_cairo_context;
typedef struct g2a_cairo_font_options g2a_cairo_font_options;
typedef struct g2a_pango_layout g2a_pango_layout;
typedef struct g2a_pango_context g2a_pango_context;
typedef struct g2a_pango_font g2a_pango_font;
typedef struct g2a_pango_language g2a_pango_language;

/// A function that receives the bytes of a picture and returns 0 on success.
typedef int (*g2a_cairo_writer)(void *target, const unsigned char *bytes, unsigned count);

enum {
  G2A_CAIRO_FORMAT_RGB24 = 1,
  G2A_CAIRO_ANTIALIAS_GRAY = 2,
  G2A_CAIRO_HINT_STYLE_NONE = 1,
  G2A_CAIRO_HINT_METRICS_OFF = 1,
  G2A_PANGO_ALIGN_CENTER = 1,
  G2A_PANGO_WRAP_WORD = 0,
  G2A_PANGO_WRAP_WORD_CHAR = 2,
  G2A_PANGO_ELLIPSIZE_NONE = 0,
  G2A_PANGO_ELLIPSIZE_END = 3,
  G2A_PANGO_SCALE = 1024,
};

#define G2A_CAIRO_FUNCTIONS(X)                                                                    \
  X(cairo, g2a_cairo_surface *, cairo_image_surface_create, (int format, int width, int height))  \
  X(cairo, int, cairo_surface_status, (g2a_cairo_surface *))                                      \
  X(cairo, void, cairo_surface_flush, (g2a_cairo_surface *))                                      \
  X(cairo, unsigned char *, cairo_image_surface_get_data, (g2a_cairo_surface *))                  \
  X(cairo, int, cairo_image_surface_get_stride, (g2a_cairo_surface *))                            \
  X(cairo, int, cairo_surface_write_to_png_stream, (g2a_cairo_surface *, g2a_cairo_writer, void *)) \
  X(cairo, void, cairo_surface_destroy, (g2a_cairo_surface *))                                    \
  X(cairo, g2a_cairo_context *, cairo_create, (g2a_cairo_surface *))                              \
  X(cairo, void, cairo_destroy, (g2a_cairo_context *))                                            \
  X(cairo, void, cairo_set_source_rgb, (g2a_cairo_context *, double, double, double))             \
  X(cairo, void, cairo_paint, (g2a_cairo_context *))                                              \
  X(cairo, void, cairo_rectangle, (g2a_cairo_context *, double x, double y, double w, double h))  \
  X(cairo, void, cairo_fill, (g2a_cairo_context *))                                               \
  X(cairo, void, cairo_move_to, (g2a_cairo_context *, double x, double y))                        \
  X(cairo, g2a_cairo_font_options *, cairo_font_options_create, (void))                           \
  X(cairo, void, cairo_font_options_set_antialias, (g2a_cairo_font_options *, int))               \
  X(cairo, void, cairo_font_options_set_hint_style, (g2a_cairo_font_options *, int))              \
  X(cairo, void, cairo_font_options_set_hint_metrics, (g2a_cairo_font_options *, int))            \
  X(cairo, void, cairo_font_options_destroy, (g2a_cairo_font_options *))                          \
  X(pangocairo, g2a_pango_layout *, pango_cairo_create_layout, (g2a_cairo_context *))             \
  X(pangocairo, void, pango_cairo_show_layout, (g2a_cairo_context *, g2a_pango_layout *))         \
  X(pangocairo, void, pango_cairo_context_set_font_options,                                       \
    (g2a_pango_context *, const g2a_cairo_font_options *))                                        \
  X(pango, g2a_pango_context *, pango_layout_get_context, (g2a_pango_layout *))                   \
  X(pango, void, pango_context_set_language, (g2a_pango_context *, g2a_pango_language *))         \
  X(pango, g2a_pango_language *, pango_language_from_string, (const char *))                      \
  X(pango, void, pango_layout_context_changed, (g2a_pango_layout *))                              \
  X(pango, void, pango_layout_set_text, (g2a_pango_layout *, const char *, int bytes))            \
  X(pango, void, pango_layout_set_width, (g2a_pango_layout *, int))                               \
  X(pango, void, pango_layout_set_height, (g2a_pango_layout *, int))                              \
  X(pango, void, pango_layout_set_wrap, (g2a_pango_layout *, int))                                \
  X(pango, void, pango_layout_set_ellipsize, (g2a_pango_layout *, int))                           \
  X(pango, void, pango_layout_set_alignment, (g2a_pango_layout *, int))                           \
  X(pango, void, pango_layout_set_font_description, (g2a_pango_layout *, const g2a_pango_font *)) \
  X(pango, int, pango_layout_get_line_count, (g2a_pango_layout *))                                \
  X(pango, int, pango_layout_get_unknown_glyphs_count, (g2a_pango_layout *))                      \
  X(pango, void, pango_layout_get_pixel_size, (g2a_pango_layout *, int *width, int *height))      \
  X(pango, g2a_pango_font *, pango_font_description_from_string, (const char *))                  \
  X(pango, void, pango_font_description_set_absolute_size, (g2a_pango_font *, double))            \
  X(pango, void, pango_font_description_free, (g2a_pango_font *))                                 \
  X(gobject, void, g_object_unref, (void *))

/// The functions of cairo and Pango used here.
struct g2a_cairo {
#define G2A_CAIRO_MEMBER(library, result, name, arguments) result(*name) arguments;
  G2A_CAIRO_FUNCTIONS(G2A_CAIRO_MEMBER)
};

/// Returns the functions; NULL if a library is missing.
const struct g2a_cairo *g2a_cairo_load(void);
