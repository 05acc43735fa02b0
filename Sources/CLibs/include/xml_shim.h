#include <stdbool.h>
#include <stddef.h>

// libxml2 is loaded only when the first XML document is read, because it loads ICU's tables (measured: 3 ms) and
// most runs read no XML. Documents are read as a stream. No file or address is opened, and entities defined by the
// document are an error, so that a small file cannot grow.

enum { G2A_XML_MOST_ATTRIBUTES = 64 };

/// An attribute: its prefix as written (NULL if it has none), its name, and its value, which is not terminated
/// by NUL.
struct g2a_xml_attribute {
  const char *prefix, *name, *value;
  int count;
};

/// The parser's events; each function returns false to stop. Texts are UTF-8 and belong to the parser. Element
/// names have no prefix. `offset` is the parser's position in the bytes: at the end of a start tag before its
/// `>` or `/>`, and after an end tag.
struct g2a_xml_events {
  /// Attributes after the first G2A_XML_MOST_ATTRIBUTES are ignored.
  bool (*start)(
      void *context, const char *name, const struct g2a_xml_attribute *attributes, int count, long offset);
  bool (*end)(void *context, long offset);
  bool (*text)(void *context, const char *text, int count, long offset);
  /// `offset` is after the comment.
  bool (*comment)(void *context, const char *text, int count, long offset);
};

enum g2a_xml_kind {
  /// The document was read to its end, or a function asked to stop.
  G2A_XML_READ,
  /// The document is not well-formed.
  G2A_XML_MALFORMED,
  /// The document declares entities.
  G2A_XML_ENTITIES,
  /// Elements are nested too deeply, or a name or value is too long.
  G2A_XML_TOO_LARGE,
  /// Memory is exhausted, or the library failed for another reason.
  G2A_XML_FAILED,
};

/// The result of parsing; for HTML it contains the first repaired error, with `kind` G2A_XML_READ.
struct g2a_xml_result {
  enum g2a_xml_kind kind;
  /// The byte offset of the first error; -1 if there is none.
  long offset;
  /// The library's message, without a line end; empty if there is no error.
  char message[160];
};

/// Loads libxml2 once; returns false if it is not installed.
bool g2a_xml_load(void);

/// Reads a document as UTF-8, even if it declares another encoding. May be called only after g2a_xml_load has
/// succeeded.
struct g2a_xml_result g2a_xml_read(
    const unsigned char *bytes, size_t count, bool is_html, const struct g2a_xml_events *events,
    void *context);
