/* Prints the best time, in milliseconds, of cmark_parse_document on a file: cmark_parse FILE RUNS */
#include <cmark-gfm.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  size_t length = ftell(file);
  rewind(file);
  char *text = malloc(length);
  if (fread(text, 1, length, file) != length) return 66;
  double best = 1e30;
  for (int run = 0; run < atoi(argv[2]); run++) {
    double start = milliseconds();
    cmark_node *document = cmark_parse_document(text, length, CMARK_OPT_DEFAULT);
    double time = milliseconds() - start;
    if (time < best) best = time;
    cmark_node_free(document);
  }
  printf("%f\n", best);
  return 0;
}
