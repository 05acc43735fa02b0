import Basics
package import Guion

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

/// Text as readers see it, with its formatting.
package enum DisplayedText {
  /// Returns typed text as a reader sees it: without marks of emphasis, and with superscript digits for powers.
  /// The spans of the result refer to the returned text.
  package static func text(
    _ text: String, _ inlines: [InlineSpan], format: DocumentFormat
  ) -> MarkedText {
    if format == .fountain { return FountainEmphasis.shown(text, inlines) }
    guard inlines.contains(where: { $0.kind == .raised }) else {
      return MarkedText(text, inlines: inlines)
    }
    return raised(text, inlines)
  }

  private static func raised(_ text: String, _ inlines: [InlineSpan]) -> MarkedText {
    let bytes = Array(text.utf8)
    var shown: [UInt8] = []
    // The offset of each typed byte in the shown text.
    var places: [Int] = []
    let powers = inlines.filter { $0.kind == .raised }.compactMap { span in
      SuperscriptDigits.power(span.range, in: bytes).map { (range: span.range, power: $0) }
    }
    var next = powers[...]
    for (offset, byte) in bytes.enumerated() {
      while let first = next.first, first.range.upperBound <= offset { next.removeFirst() }
      places.append(shown.count)
      guard let first = next.first, first.range.contains(offset) else {
        shown.append(byte)
        continue
      }
      if offset == first.range.lowerBound { shown += first.power.utf8 }
    }
    places.append(shown.count)
    let moved = inlines.map { span in
      let range = span.range.clamped(to: 0..<bytes.count)
      return InlineSpan(span.kind, places[range.lowerBound]..<places[range.upperBound])
    }
    return MarkedText(String(decoding: shown, as: UTF8.self), inlines: moved)
  }
}

/// Cuts long text where a reader would breathe.
/// This limits the size of requests and clips.
enum SpanCutter {
  /// The maximum number of Unicode scalars in one request.
  /// This is about 100 seconds of speech, or 4.4 MB of 16-bit samples at 22,050 Hz.
  static let limit = 1500

  /// Returns the text as one piece if it is short enough, otherwise as several pieces.
  /// A piece ends at the end of a sentence if possible, otherwise at the end of a clause, otherwise at the end of a
  /// word.
  static func pieces(of text: String) -> [String] {
    guard text.utf8.count > limit else { return [text] }
    let scalars = Array(text.unicodeScalars)
    var pieces: [String] = []
    var start = 0
    while scalars.count - start > limit {
      let end = cut(scalars, from: start)
      append(scalars[start..<end], to: &pieces)
      start = end
    }
    append(scalars[start...], to: &pieces)
    return pieces
  }

  private static func append(_ piece: ArraySlice<Unicode.Scalar>, to pieces: inout [String]) {
    let trimmed = piece.drop(while: \.isSpace)
    let text = trimmed[..<(trimmed.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? trimmed.startIndex)]
      .text
    if text.hasLetterOrDigit { pieces.append(text) }
  }

  private static func cut(_ scalars: Scalars, from start: Int) -> Int {
    let window = start..<(start + limit)
    let marks: [(Unicode.Scalar) -> Bool] = [
      { $0.isSentenceEnd || $0 == "。" || $0 == "！" || $0 == "？" },
      { $0 == ";" || $0 == ":" || $0 == "," || $0 == "，" },
    ]
    for isMark in marks {
      // A cut in the first third would only cause more requests.
      for index in window.reversed().prefix(limit * 2 / 3)
      where isMark(scalars[index]) && (scalars[index + 1].isSpace || !scalars[index].isASCII) {
        return index + 1
      }
    }
    return window.reversed().prefix(limit * 2 / 3).first { scalars[$0].isSpace }
      ?? window.upperBound
  }
}
