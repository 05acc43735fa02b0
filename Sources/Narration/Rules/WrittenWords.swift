import Guion

/// The words of elements as their author wrote them, for people who read along.
enum WrittenWords {
  /// The words of the elements that an item reads; nil for words of the program, such as "Ann says:".
  static func words(
    of item: SpokenItem, from elements: [GuionElement], format: DocumentFormat
  ) -> String? {
    guard case .element = item.kind else { return nil }
    let parts = elements.compactMap { words(of: $0, format: format) }
    guard parts.count == elements.count, !parts.isEmpty else { return nil }
    let written = parts.joined(separator: "\n")
    return written.hasLetterOrDigit && written != item.readText ? written : nil
  }

  /// The words that a reader sees of an element; nil for code and formulas, which are seen and not said.
  static func words(of element: GuionElement, format: DocumentFormat) -> String? {
    switch element.mark {
    case .code: return nil
    case .row(let cells):
      return cells.map(\.text).filter(\.hasLetterOrDigit).joined(separator: " | ")
    default: break
    }
    // A formula by itself is announced.
    if element.consists(of: .math) { return nil }
    let text =
      format == .fountain ? FountainEmphasis.plainText(element.elementText) : element.elementText
    return text.isEmpty ? nil : text
  }

  /// A heading on one line without struck words, as the title of a chapter; nil if it has no words.
  static func title(of heading: GuionElement, format: DocumentFormat) -> String? {
    var heading = heading
    let struck = heading.inlines.filter { $0.kind == .strikethrough }
    var bytes = Array(heading.elementText.utf8)
    for span in struck.reversed() { bytes.removeSubrange(span.range.clamped(to: 0..<bytes.count)) }
    heading.elementText = String(decoding: bytes, as: UTF8.self)
    guard let title = words(of: heading, format: format), title.hasLetterOrDigit else { return nil }
    return title.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}

extension SpokenItem {
  /// All its words as the engine's captions have them.
  fileprivate var readText: String { spans.map { $0.written ?? $0.text }.joined(separator: " ") }
}
