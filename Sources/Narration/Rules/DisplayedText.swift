package import Guion

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
