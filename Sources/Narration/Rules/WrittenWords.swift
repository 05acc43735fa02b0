import Guion

/// The words of elements as their author wrote them, for people who read along.
enum WrittenWords {
  /// The words of the elements that an item reads; nil for words of the program, such as "Ann says:".
  ///
  /// Struck words are left out unless they are `keptIfStruck`, which means that they are said.
  static func words(
    of item: SpokenItem, from elements: [GuionElement], format: DocumentFormat,
    keptIfStruck: Bool = false
  ) -> String? {
    guard case .element = item.kind else { return nil }
    let parts = elements.compactMap { words(of: $0, format: format, keptIfStruck: keptIfStruck) }
    guard parts.count == elements.count, !parts.isEmpty else { return nil }
    let written = parts.joined(separator: "\n")
    return written.hasLetterOrDigit && written != item.readText ? written : nil
  }

  /// The words that a reader sees of an element; nil for code and formulas, which are seen and not said.
  private static func words(
    of element: GuionElement, format: DocumentFormat, keptIfStruck: Bool
  ) -> String? {
    switch element.mark {
    case .code: return nil
    case .row(let cells): return row(cells, keptIfStruck: keptIfStruck)
    default: break
    }
    // A formula by itself is announced.
    if element.consists(of: .math) { return nil }
    let text = shown(
      element.elementText, element.inlines, format: format, keptIfStruck: keptIfStruck)
    return text.isEmpty ? nil : text
  }

  /// The cells of a row under their headers: "Oven: 250 °C | Time: 20 minutes".
  private static func row(_ cells: [TableCell], keptIfStruck: Bool) -> String {
    cells.compactMap { cell in
      func shown(_ text: String, _ inlines: [InlineSpan]) -> String {
        self.shown(text, inlines, format: .markdown, keptIfStruck: keptIfStruck)
      }
      let text = shown(cell.text, cell.inlines)
      let header = shown(cell.header, cell.headerInlines)
      guard text.hasLetterOrDigit else { return nil }
      return header.hasLetterOrDigit ? "\(header): \(text)" : text
    }.joined(separator: " | ")
  }

  /// The words as they are shown, without struck words.
  private static func shown(
    _ text: String, _ inlines: [InlineSpan], format: DocumentFormat, keptIfStruck: Bool
  ) -> String {
    let shown = ShownWords.text(text, inlines, format: format)
    let struck = shown.inlines.filter { $0.kind == .strikethrough }
    guard !keptIfStruck, !struck.isEmpty else { return shown.text }
    var bytes = Array(shown.text.utf8)
    // From the end, so that the places before an edit stay.
    for span in struck.reversed() {
      bytes.removeSubrange(span.range.clamped(to: 0..<bytes.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A heading on one line without struck words, as the title of a chapter; nil if it has no words.
  static func title(of heading: GuionElement, format: DocumentFormat) -> String? {
    guard let title = words(of: heading, format: format, keptIfStruck: false),
      title.hasLetterOrDigit
    else { return nil }
    return title.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}

extension SpokenItem {
  /// All its words as the engine's captions have them.
  var readText: String { spans.map { $0.written ?? $0.text }.joined(separator: " ") }
}
