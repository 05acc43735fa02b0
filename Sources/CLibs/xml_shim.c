#include "include/xml_shim.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

// The few declarations of libxml2 2.9 to 2.14 used here (parser.h, HTMLparser.h, xmlerror.h). Structures that
// only functions access are not declared.

typedef unsigned char xmlChar;
typedef struct parser_context parser_context;

struct xml_error {
  int domain, code;
  char *message;
  int level;
};

struct html_entity {
  unsigned value;
};

/// xmlSAXHandler, with types only for the members that are set.
struct sax_handler {
  void *internal_subset, *is_standalone, *has_internal_subset, *has_external_subset;
  void *resolve_entity, *get_entity;
  void (*entity_decl)(
      void *data, const xmlChar *name, int type, const xmlChar *public, const xmlChar *system,
      xmlChar *content);
  void *notation_decl, *attribute_decl, *element_decl, *unparsed_entity_decl;
  void *set_document_locator, *start_document, *end_document;
  void (*start_element)(void *data, const xmlChar *name, const xmlChar **attributes);
  void (*end_element)(void *data, const xmlChar *name);
  void (*reference)(void *data, const xmlChar *name);
  void (*characters)(void *data, const xmlChar *text, int count);
  void (*ignorable_white_space)(void *data, const xmlChar *text, int count);
  void *processing_instruction;
  void (*comment)(void *data, const xmlChar *text);
  void *warning, *error, *fatal_error, *get_parameter_entity;
  void (*cdata_block)(void *data, const xmlChar *text, int count);
  void *external_subset;
  unsigned initialized;
  void *private;
  void (*start_element_ns)(
      void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *address, int spaces,
      const xmlChar **space, int count, int defaulted, const xmlChar **values);
  void (*end_element_ns)(
      void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *address);
  void (*structured_error)(void *data, struct xml_error *error);
};

enum {
  SAX2_MAGIC = (int)0xDEEDBEAF,
  ENCODING_UTF8 = 1,
  // The values are the same for XML and HTML.
  OPTION_RECOVER = 1 << 0,
  // Only for XML: a predefined entity in a value becomes its character, for example &amp; becomes "&". Entities
  // that the document declares are an error.
  OPTION_REPLACE_ENTITIES = 1 << 1,
  OPTION_NO_NETWORK = 1 << 11,
  OPTION_IGNORE_ENCODING = 1 << 21,
  LEVEL_ERROR = 2,
  LEVEL_FATAL = 3,
  ERROR_INTERNAL = 1,
  ERROR_NO_MEMORY = 2,
  ERROR_NAME_TOO_LONG = 110,
  ERROR_UNKNOWN_TAG = 801,
};

#define FUNCTIONS(X)                                                                              \
  X(void, xmlInitParser, (void))                                                                  \
  X(parser_context *, xmlCreatePushParserCtxt,                                                    \
    (struct sax_handler *, void *data, const char *bytes, int count, const char *name))           \
  X(int, xmlCtxtUseOptions, (parser_context *, int options))                                      \
  X(int, xmlParseChunk, (parser_context *, const char *bytes, int count, int is_last))            \
  X(void, xmlStopParser, (parser_context *))                                                      \
  X(void, xmlFreeParserCtxt, (parser_context *))                                                  \
  X(long, xmlByteConsumed, (parser_context *))                                                    \
  X(parser_context *, htmlCreatePushParserCtxt,                                                   \
    (struct sax_handler *, void *data, const char *bytes, int count, const char *name, int encoding)) \
  X(int, htmlCtxtUseOptions, (parser_context *, int options))                                     \
  X(int, htmlParseChunk, (parser_context *, const char *bytes, int count, int is_last))           \
  X(void, htmlFreeParserCtxt, (parser_context *))                                                 \
  X(const struct html_entity *, htmlEntityLookup, (const xmlChar *name))

static struct {
#define MEMBER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
} xml;
static bool is_loaded;

static void load(void) {
  // The soname is libxml2.so.2 for all releases up to 2.13. The library is never unloaded.
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  is_loaded = true;
#define FIND(result, name, arguments)                 \
  xml.name = (result(*) arguments)dlsym(library, #name); \
  if (xml.name == NULL) is_loaded = false;
  FUNCTIONS(FIND)
  if (is_loaded) xml.xmlInitParser();
}

bool g2a_xml_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

/// A document being read.
struct reading {
  const struct g2a_xml_events *events;
  void *context;
  parser_context *parser;
  bool is_html;
  bool is_over;
  struct g2a_xml_result result;
};

static void stop(struct reading *reading) {
  reading->is_over = true;
  xml.xmlStopParser(reading->parser);
}

static void start(
    struct reading *reading, const char *name, const struct g2a_xml_attribute *attributes, int count) {
  if (reading->is_over) return;
  long offset = xml.xmlByteConsumed(reading->parser);
  if (!reading->events->start(reading->context, name, attributes, count, offset)) stop(reading);
}

static void end(struct reading *reading) {
  if (reading->is_over) return;
  long offset = xml.xmlByteConsumed(reading->parser);
  if (!reading->events->end(reading->context, offset)) stop(reading);
}

// XML: names are separate from their prefixes. Each attribute consists of name, prefix, address, value and end
// of the value.
static void on_start(
    void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *address, int spaces,
    const xmlChar **space, int count, int defaulted, const xmlChar **values) {
  (void)prefix, (void)address, (void)spaces, (void)space, (void)defaulted;
  struct g2a_xml_attribute attributes[G2A_XML_MOST_ATTRIBUTES];
  if (count > G2A_XML_MOST_ATTRIBUTES) count = G2A_XML_MOST_ATTRIBUTES;
  for (int index = 0; index < count; index++, values += 5) {
    attributes[index] = (struct g2a_xml_attribute){
        (const char *)values[1], (const char *)values[0], (const char *)values[3],
        (int)(values[4] - values[3])};
  }
  start(data, (const char *)name, attributes, count);
}

static void on_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *address) {
  (void)name, (void)prefix, (void)address;
  end(data);
}

// HTML: names and values alternate. Only the prefixes of "epub:type" and "xml:lang" are separated from the
// name.
static void on_html_start(void *data, const xmlChar *name, const xmlChar **values) {
  struct g2a_xml_attribute attributes[G2A_XML_MOST_ATTRIBUTES];
  int count = 0;
  for (; values && *values && count < G2A_XML_MOST_ATTRIBUTES; values += 2, count++) {
    const char *own = (const char *)values[0], *value = values[1] ? (const char *)values[1] : "";
    const char *prefix = NULL;
    if (strncmp(own, "epub:", 5) == 0) prefix = "epub", own += 5;
    if (strncmp(own, "xml:", 4) == 0) prefix = "xml", own += 4;
    attributes[count] = (struct g2a_xml_attribute){prefix, own, value, (int)strlen(value)};
  }
  start(data, (const char *)name, attributes, count);
}

static void on_html_end(void *data, const xmlChar *name) {
  (void)name;
  end(data);
}

static void on_text(void *data, const xmlChar *text, int count) {
  struct reading *reading = data;
  if (reading->is_over) return;
  long offset = xml.xmlByteConsumed(reading->parser);
  if (!reading->events->text(reading->context, (const char *)text, count, offset)) stop(reading);
}

static void on_comment(void *data, const xmlChar *text) {
  struct reading *reading = data;
  if (reading->is_over) return;
  size_t count = strlen((const char *)text);
  if (count > INT_MAX) return;
  long offset = xml.xmlByteConsumed(reading->parser);
  if (!reading->events->comment(reading->context, (const char *)text, (int)count, offset)) stop(reading);
}

/// A custom document type makes HTML's entities unknown to the parser, so they are looked up here.
static void on_reference(void *data, const xmlChar *name) {
  const struct html_entity *entity = xml.htmlEntityLookup(name);
  if (entity == NULL) return;
  unsigned value = entity->value;
  unsigned char text[4];
  int count = 0;
  if (value < 0x80) {
    text[count++] = value;
  } else if (value < 0x800) {
    text[count++] = 0xC0 | value >> 6;
    text[count++] = 0x80 | (value & 0x3F);
  } else {
    text[count++] = 0xE0 | value >> 12;
    text[count++] = 0x80 | (value >> 6 & 0x3F);
    text[count++] = 0x80 | (value & 0x3F);
  }
  on_text(data, text, count);
}

static void on_entity(
    void *data, const xmlChar *name, int type, const xmlChar *public, const xmlChar *system,
    xmlChar *content) {
  struct reading *reading = data;
  (void)name, (void)type, (void)public, (void)system, (void)content;
  if (reading->is_over) return;
  reading->result.kind = G2A_XML_ENTITIES;
  reading->result.offset = xml.xmlByteConsumed(reading->parser);
  stop(reading);
}

static enum g2a_xml_kind kind_of(int code) {
  switch (code) {
    case ERROR_NO_MEMORY: return G2A_XML_FAILED;
    // libxml2 reports exceeded limits of depth and value length as an internal error.
    case ERROR_INTERNAL:
    case ERROR_NAME_TOO_LONG: return G2A_XML_TOO_LARGE;
    default: return G2A_XML_MALFORMED;
  }
}

static void on_error(void *data, struct xml_error *error) {
  struct reading *reading = data;
  if (reading->is_over || reading->result.offset >= 0) return;
  if (reading->is_html) {
    // An HTML 4 parser does not know the elements of HTML 5. They are not errors.
    if (error->level < LEVEL_ERROR || error->code == ERROR_UNKNOWN_TAG) return;
  } else {
    // Below this level, the document is still readable, for example with an undeclared prefix.
    if (error->level < LEVEL_FATAL) return;
    reading->result.kind = kind_of(error->code);
  }
  reading->result.offset = xml.xmlByteConsumed(reading->parser);
  const char *message = error->message ? error->message : "";
  size_t count = strcspn(message, "\n");
  if (count >= sizeof reading->result.message) count = sizeof reading->result.message - 1;
  memcpy(reading->result.message, message, count);
}

/// Passes an XML document to the parser in parts of a few megabytes that end after a tag: libxml2 refuses to look at
/// more than 10 MB at once. A part without a tag is as long as it is, so that a long value is still an error.
static void parse(struct reading *reading, const char *bytes, size_t count) {
  const size_t most = 8000000;
  while (count > most && !reading->is_over) {
    size_t part = most;
    while (part > 0 && bytes[part - 1] != '>') part--;
    if (part == 0) break;
    xml.xmlParseChunk(reading->parser, bytes, (int)part, 0);
    bytes += part;
    count -= part;
  }
  xml.xmlParseChunk(reading->parser, bytes, (int)count, 1);
}

struct g2a_xml_result g2a_xml_read(
    const unsigned char *bytes, size_t count, bool is_html, const struct g2a_xml_events *events,
    void *context) {
  struct reading reading = {
      .events = events, .context = context, .is_html = is_html, .result = {.offset = -1}};
  // With SAX2_MAGIC, errors are passed as structures, and XML names are separate from their prefixes.
  struct sax_handler handler = {
      .initialized = (unsigned)SAX2_MAGIC,
      .start_element = on_html_start,
      .end_element = on_html_end,
      .start_element_ns = on_start,
      .end_element_ns = on_end,
      .characters = on_text,
      .cdata_block = on_text,
      .ignorable_white_space = on_text,
      .reference = on_reference,
      .comment = on_comment,
      .entity_decl = on_entity,
      .structured_error = on_error,
  };
  if (count <= INT_MAX) {
    reading.parser =
        is_html ? xml.htmlCreatePushParserCtxt(&handler, &reading, NULL, 0, NULL, ENCODING_UTF8)
                : xml.xmlCreatePushParserCtxt(&handler, &reading, NULL, 0, NULL);
  }
  if (reading.parser == NULL) {
    reading.result.kind = G2A_XML_FAILED;
    return reading.result;
  }
  int options = OPTION_NO_NETWORK | OPTION_IGNORE_ENCODING;
  if (is_html) {
    xml.htmlCtxtUseOptions(reading.parser, options | OPTION_RECOVER);
    xml.htmlParseChunk(reading.parser, (const char *)bytes, (int)count, 1);
    xml.htmlFreeParserCtxt(reading.parser);
  } else {
    xml.xmlCtxtUseOptions(reading.parser, options | OPTION_REPLACE_ENTITIES);
    parse(&reading, (const char *)bytes, count);
    xml.xmlFreeParserCtxt(reading.parser);
  }
  return reading.result;
}
