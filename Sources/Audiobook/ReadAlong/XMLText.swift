/// Builds an XML document.
/// Text is escaped. Characters that XML 1.0 forbids are omitted.
struct XMLText {
  /// The names and values of attributes.
  /// An attribute with the value nil is omitted.
  typealias Attributes = KeyValuePairs<String, String?>

  /// The document in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Creates a document that begins with the XML declaration, and with the HTML doctype if `isHTML` is true.
  init(isHTML: Bool = false) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    if isHTML { markup("<!DOCTYPE html>\n") }
  }

  /// Adds markup without escaping it.
  mutating func markup(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds text.
  mutating func words(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      switch scalar {
      case "&": markup("&amp;")
      case "<": markup("&lt;")
      case ">": markup("&gt;")
      case "\"": markup("&quot;")
      default: if scalar.isXML { bytes.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
      }
    }
  }

  /// Adds text.
  mutating func words(_ text: String) { words(text.unicodeScalars) }

  /// Adds a start tag.
  mutating func open(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes, end: ">")
  }

  /// Adds an end tag.
  mutating func close(_ name: String) { markup("</\(name)>") }

  /// Adds an element that has no content.
  mutating func empty(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes, end: "/>")
  }

  /// Adds an element that contains only text.
  mutating func element(_ name: String, _ attributes: Attributes = [:], words text: String) {
    open(name, attributes)
    words(text)
    close(name)
  }

  private mutating func tag(_ name: String, _ attributes: Attributes, end: String) {
    markup("<" + name)
    for (name, value) in attributes {
      guard let value else { continue }
      markup(" \(name)=\"")
      words(value)
      markup("\"")
    }
    markup(end)
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 allows the character (section 2.2) and preserves it.
  /// Carriage returns are excluded, because a parser would read them as line feeds.
  var isXML: Bool {
    switch self {
    case "\t", "\n": true
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }
}
