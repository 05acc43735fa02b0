#include <stdbool.h>
#include <stddef.h>

// libxml2, loaded when the first XML document is read: with it come ICU's tables, and most runs read none
// (measured: 3 ms of each start). It is read as a stream. Nothing is fetched or opened, and entities of the
// document's own are an error, so that a small file cannot grow.

enum { G2A_XML_MOST_ATTRIBUTES = 64 };

/// An attribute: its prefix as written (NULL where it has none), its name, and a value that does not end with NUL.
struct g2a_xml_attribute {
  const char *prefix, *name, *value;
  int count;
};

/// What the parser reports; each returns false to stop. Texts are UTF-8 and belong to the parser. Names of elements
/// are without a prefix. `offset` is the parser's place in the bytes: at the end of a start tag, before its `>` or
/// `/>`; behind an end tag.
struct g2a_xml_events {
  /// Attributes above G2A_XML_MOST_ATTRIBUTES are left out.
  bool (*start)(
      void *context, const char *name, const struct g2a_xml_attribute *attributes, int count, long offset);
  bool (*end)(void *context, long offset);
  bool (*text)(void *context, const char *text, int count, long offset);
};

enum g2a_xml_kind {
  /// The document is read to its end, or a function asked to stop.
  G2A_XML_READ,
  /// It is not well-formed.
  G2A_XML_MALFORMED,
  /// It declares entities.
  G2A_XML_ENTITIES,
  /// Elements are nested too deep, or a name or value is too long.
  G2A_XML_TOO_LARGE,
  /// There is no memory, or the library failed otherwise.
  G2A_XML_FAILED,
};

/// How the parse ended; for HTML the first thing that was repaired, with `kind` G2A_XML_READ.
struct g2a_xml_result {
  enum g2a_xml_kind kind;
  /// The place of the first error in bytes; -1 where there is none.
  long offset;
  /// The library's words, without a line end; empty where there is no error.
  char message[160];
};

/// Loads libxml2 once; false where it is not installed.
bool g2a_xml_load(void);

/// Reads a document in UTF-8, whatever encoding it names; only after g2a_xml_load has succeeded.
struct g2a_xml_result g2a_xml_read(
    const unsigned char *bytes, size_t count, bool is_html, const struct g2a_xml_events *events,
    void *context);
