import Guion

/// The text of elements as the author wrote it, for people who read along.
enum WrittenWords {
  /// Returns the written text of the elements that an item reads.
  /// Nil for words of the program, such as "Ann says:", and if the written text equals the spoken text.
  /// `includingStruckThrough` must be true if struck-through text is spoken. Otherwise, struck-through text is left
  /// out.
  static func words(
    of item: SpokenItem, from elements: [GuionElement], format: DocumentFormat,
    includingStruckThrough: Bool = false
  ) -> String? {
    guard case .element = item.kind else { return nil }
    let parts = elements.compactMap {
      words(of: $0, format: format, includingStruckThrough: includingStruckThrough)
    }
    guard parts.count == elements.count, !parts.isEmpty else { return nil }
    let written = parts.joined(separator: "\n")
    return written.hasLetterOrDigit && written != item.readText ? written : nil
  }

  /// Returns the text of an element as a reader sees it.
  /// Nil for code and formulas, which are shown but not spoken as written.
  private static func words(
    of element: GuionElement, format: DocumentFormat, includingStruckThrough: Bool
  ) -> String? {
    switch element.mark {
    case .code: return nil
    case .row(let cells): return row(cells, includingStruckThrough: includingStruckThrough)
    default: break
    }
    // A formula without other text is not spoken as written.
    if element.consists(of: .math) { return nil }
    let text = shown(
      element.elementText, element.inlines, format: format,
      includingStruckThrough: includingStruckThrough)
    return text.isEmpty ? nil : text
  }

  /// Returns the cells of a row with their headers: "Oven: 250 °C | Time: 20 minutes".
  private static func row(_ cells: [TableCell], includingStruckThrough: Bool) -> String {
    cells.compactMap { cell in
      func shown(_ text: String, _ inlines: [InlineSpan]) -> String {
        self.shown(text, inlines, format: .markdown, includingStruckThrough: includingStruckThrough)
      }
      let text = shown(cell.text, cell.inlines)
      let header = shown(cell.header, cell.headerInlines)
      guard text.hasLetterOrDigit else { return nil }
      return header.hasLetterOrDigit ? "\(header): \(text)" : text
    }.joined(separator: " | ")
  }

  /// Returns text as a reader sees it.
  /// Struck-through text is included only if `includingStruckThrough` is true.
  private static func shown(
    _ text: String, _ inlines: [InlineSpan], format: DocumentFormat, includingStruckThrough: Bool
  ) -> String {
    let shown = DisplayedText.text(text, inlines, format: format)
    let struck = shown.inlines.filter { $0.kind == .strikethrough }
    guard !includingStruckThrough, !struck.isEmpty else { return shown.text }
    var bytes = Array(shown.text.utf8)
    // Edits go from the end to the start, so that earlier positions stay valid.
    for span in struck.reversed() {
      bytes.removeSubrange(span.range.clamped(to: 0..<bytes.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a heading on one line, as the title of a chapter; nil if the heading has no words.
  /// Struck-through text is left out.
  static func title(of heading: GuionElement, format: DocumentFormat) -> String? {
    guard let title = words(of: heading, format: format, includingStruckThrough: false),
      title.hasLetterOrDigit
    else { return nil }
    return title.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}

extension SpokenItem {
  /// The text of all spans as readers see it, with words instead of phonemes.
  var readText: String { spans.map { $0.written ?? $0.text }.joined(separator: " ") }
}
