/// The book's metadata in an mdBook's `book.toml` (mdBook guide, "General metadata").
/// Reads four keys of one table, not all of TOML: Debian has no C library for TOML, and the rest of the
/// file is about web pages.
struct BookTOML {
  private(set) var title: String?
  private(set) var authors: [String] = []
  private(set) var language: String?
  /// The folder of the documents.
  private(set) var source = "src"

  init(_ bytes: [UInt8]) {
    var cursor = Cursor(
      Array(String(decoding: OrderText.utf8(bytes), as: UTF8.self).unicodeScalars))
    var table = ""
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      if cursor.next == "[" {
        table = cursor.line().filter { $0 != "[" && $0 != "]" && $0 != " " }
      } else if table == "book", let key = cursor.key() {
        set(key, cursor.strings())
      }
      cursor.skipLine()
    }
  }

  private mutating func set(_ key: String, _ values: [String]) {
    switch key {
    case "title": title = values.first
    case "authors", "author": authors = values
    case "language": language = values.first
    case "src": source = values.first ?? source
    default: break
    }
  }

  private struct Cursor {
    let text: [Unicode.Scalar]
    var index = 0

    init(_ text: [Unicode.Scalar]) { self.text = text }

    var isAtEnd: Bool { index >= text.count }
    var next: Unicode.Scalar? { isAtEnd ? nil : text[index] }

    mutating func skipBlanks(andLines: Bool = false) {
      while let scalar = next,
        scalar == " " || scalar == "\t" || scalar == "\r" || (andLines && scalar == "\n")
      {
        index += 1
      }
    }

    mutating func skipLine() {
      while let scalar = next {
        index += 1
        if scalar == "\n" { return }
      }
    }

    /// Returns the rest of the line, without a comment and without the line end.
    mutating func line() -> String {
      var line = ""
      while let scalar = next, scalar != "\n", scalar != "#" {
        line.unicodeScalars.append(scalar)
        index += 1
      }
      return line.filter { $0 != "\r" && $0 != "\t" }
    }

    /// Reads a bare key and its equals sign; nil if the line has no bare key.
    mutating func key() -> String? {
      var key = ""
      while let scalar = next, scalar.properties.isAlphabetic || scalar == "-" || scalar == "_" {
        key.unicodeScalars.append(scalar)
        index += 1
      }
      skipBlanks()
      guard !key.isEmpty, next == "=" else { return nil }
      index += 1
      skipBlanks()
      return key
    }

    /// Reads a string, or the strings of an array.
    mutating func strings() -> [String] {
      guard next == "[" else { return string().map { [$0] } ?? [] }
      index += 1
      var strings: [String] = []
      while true {
        skipBlanks(andLines: true)
        if next == "#" {
          skipLine()
        } else if let string = string() {
          strings.append(string)
        } else if next == "," {
          index += 1
        } else {
          return strings
        }
      }
    }

    /// Reads a basic or a literal string on one line (TOML 1.0, "String").
    private mutating func string() -> String? {
      guard let quote = next, quote == "\"" || quote == "'" else { return nil }
      index += 1
      var string = ""
      while let scalar = next, scalar != quote, scalar != "\n" {
        index += 1
        string.unicodeScalars.append(scalar == "\\" && quote == "\"" ? escaped() : scalar)
      }
      if next == quote { index += 1 }
      return string
    }

    private mutating func escaped() -> Unicode.Scalar {
      guard let scalar = next else { return "\\" }
      index += 1
      switch scalar {
      case "n", "t", "r", "b", "f": return " "
      case "u", "U":
        let digits = text[index...].prefix(scalar == "u" ? 4 : 8)
        index += digits.count
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        return value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
      default: return scalar
      }
    }
  }
}
