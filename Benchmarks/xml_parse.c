/* Prints the best time, in milliseconds, of libxml2's parse of a file: xml_parse FILE RUNS [events]
 * The parse builds a tree. With "events", it only calls handlers that do nothing. */
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void on_start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int spaces, const xmlChar **others, int count, int defaults,
                     const xmlChar **attributes) {}
static void on_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}
static void on_text(void *context, const xmlChar *text, int length) {}

int main(int argc, char **argv) {
  int events = argc == 4 && strcmp(argv[3], "events") == 0;
  if (argc != 3 && !events) return 64;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  size_t length = ftell(file);
  rewind(file);
  char *text = malloc(length);
  if (fread(text, 1, length, file) != length) return 66;
  xmlSAXHandler handler = {.startElementNs = on_start, .endElementNs = on_end,
                           .characters = on_text, .initialized = XML_SAX2_MAGIC};
  double best = 1e30;
  for (int run = 0; run < atoi(argv[2]); run++) {
    double start = milliseconds();
    xmlDoc *document = NULL;
    if (events) {
      if (xmlSAXUserParseMemory(&handler, NULL, text, length) != 0) return 65;
    } else if (!(document = xmlReadMemory(text, length, NULL, NULL, XML_PARSE_NONET))) {
      return 65;
    }
    double time = milliseconds() - start;
    if (time < best) best = time;
    if (document) xmlFreeDoc(document);
  }
  printf("%f\n", best);
  return 0;
}
