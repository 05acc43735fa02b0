/// An XML document in the making.
///
/// Words are escaped, and characters that XML 1.0 forbids are left out.
struct XMLText {
  /// Names and values; those without a value are left out.
  typealias Attributes = KeyValuePairs<String, String?>

  /// UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Starts with the declaration of XML, and with that of HTML if asked.
  init(isHTML: Bool = false) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    if isHTML { markup("<!DOCTYPE html>\n") }
  }

  /// Adds markup as it is.
  mutating func markup(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds words.
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

  /// Adds words.
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

  /// Adds an element that holds words alone.
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
  /// Whether XML 1.0 allows the character (section 2.2), and reads it back as it is.
  ///
  /// A carriage return would be read as a line feed, and is no character of a text here.
  var isXML: Bool {
    switch self {
    case "\t", "\n": true
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }
}
