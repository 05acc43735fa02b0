import Basics

/// Writes elements of XML, one a line.
struct FeedXML {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// Attributes of an element, in order; those without a value are left out.
  typealias Attributes = KeyValuePairs<String, String>

  /// Opens an element that has others.
  mutating func begin(_ name: String, _ attributes: Attributes = [:]) {
    line("<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  /// Closes the element that was opened last.
  mutating func end() {
    guard let name = open.popLast() else { return }
    line("</\(name)>")
  }

  /// Writes an element with words; nothing if there are none.
  mutating func element(_ name: String, _ words: String?, _ attributes: Attributes = [:]) {
    guard let words, !words.isEmpty else { return }
    line("<\(name)\(Self.text(attributes))>\(words.inXML)</\(name)>")
  }

  /// Writes an element of attributes alone.
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
