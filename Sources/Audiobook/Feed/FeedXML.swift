import Basics

/// Writes XML elements, one per line.
struct FeedXML {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// The attributes of an element, in order; attributes with an empty value are omitted.
  typealias Attributes = KeyValuePairs<String, String>

  /// Opens an element that contains other elements.
  mutating func begin(_ name: String, _ attributes: Attributes = [:]) {
    line("<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  /// Closes the innermost open element.
  mutating func end() {
    guard let name = open.popLast() else { return }
    line("</\(name)>")
  }

  /// Writes an element with text; writes nothing if the text is empty.
  mutating func element(_ name: String, _ words: String?, _ attributes: Attributes = [:]) {
    guard let words, !words.isEmpty else { return }
    line("<\(name)\(Self.text(attributes))>\(words.inXML)</\(name)>")
  }

  /// Writes an element that has only attributes.
  mutating func empty(_ name: String, _ attributes: Attributes) {
    line("<\(name)\(Self.text(attributes))/>")
  }

  private mutating func line(_ content: String) {
    text += String(repeating: "  ", count: open.count) + content + "\n"
  }

  private static func text(_ attributes: Attributes) -> String {
    attributes.filter { !$0.value.isEmpty }.map { " \($0.key)=\"\($0.value.inXML)\"" }.joined()
  }
}
