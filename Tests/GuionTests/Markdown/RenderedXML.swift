/// The text of a document, as printed by `cmark-gfm -t xml`.
struct RenderedXML {
  private let xml: String

  init(_ xml: String) { self.xml = xml }

  /// Whether the plain text of the same document contains only its words and list markers.
  var isPlain: Bool {
    !["<html_", "<table", "<strikethrough", "<tasklist", "<<unknown>"].contains { xml.contains($0) }
  }

  var hasLists: Bool { xml.contains("<list") }

  /// The words of all text.
  ///
  /// HTML counts only for its line breaks.
  var words: [String] {
    var text = ""
    for part in xml.split(separator: "<") {
      let name = part.prefix { $0 != " " && $0 != ">" && $0 != "/" }
      let content = part.drop { $0 != ">" }.dropFirst()
      switch name {
      case "text", "code": text += Self.decoded(content)
      case "code_block": text += "\n" + Self.decoded(content)
      case "html_inline":
        if content.lowercased().hasPrefix("&lt;br") { text += "\n" }
      case "softbreak", "linebreak", "paragraph", "heading", "table_cell": text += "\n"
      default: break
      }
      if name == "code_block" { text += "\n" }
    }
    return PlainText.words(text)
  }

  private static func decoded(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&quot;", with: "\""
    )
    .replacing("&amp;", with: "&")
  }
}

/// Text reduced to its words.
enum PlainText {
  static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.map(String.init)
  }

  /// Returns the words without bullets and numbers, which only plain text has.
  static func withoutListSigns(_ words: [String]) -> [String] {
    words.filter { $0 != "-" && $0.wholeMatch(of: /[0-9]+[.)]/) == nil }
  }
}
