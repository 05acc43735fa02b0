/* Prints the best time, in milliseconds, of cmark's parse of a file: cmark_parse FILE RUNS [gfm]
 * With "gfm", footnotes and the extensions that guion2audio uses for Markdown are on. */
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static const char *const extensions[] = {"table", "strikethrough", "autolink", "tasklist"};

static cmark_node *parse(const char *text, size_t length, int gfm) {
  if (!gfm) return cmark_parse_document(text, length, CMARK_OPT_DEFAULT);
  cmark_parser *parser = cmark_parser_new(CMARK_OPT_FOOTNOTES);
  for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(extensions[i]));
  cmark_parser_feed(parser, text, length);
  cmark_node *document = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  return document;
}

int main(int argc, char **argv) {
  int gfm = argc == 4 && strcmp(argv[3], "gfm") == 0;
  if (argc != 3 && !gfm) return 64;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  size_t length = ftell(file);
  rewind(file);
  char *text = malloc(length);
  if (fread(text, 1, length, file) != length) return 66;
  cmark_gfm_core_extensions_ensure_registered();
  double best = 1e30;
  for (int run = 0; run < atoi(argv[2]); run++) {
    double start = milliseconds();
    cmark_node *document = parse(text, length, gfm);
    double time = milliseconds() - start;
    if (time < best) best = time;
    cmark_node_free(document);
  }
  printf("%f\n", best);
  return 0;
}
