/// Inline emphasis (R17): recognizes marks and removes them from the text.
public enum FountainEmphasis {
  /// Returns the text as it is spoken, without marks and without the backslashes that escape sigils.
  ///
  /// Marks without a partner on their line remain, because they are plain text (R17.3).
  public static func plainText(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: isStarUnderscoreOrBackslash) else { return nil }
      return plainText(bytes)
    } ?? text
  }

  /// Returns the styled spans, with offsets in the text as typed.
  /// The marks are outside their span.
  package static func spans(in text: String) -> [InlineSpan] {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }) else {
        return []
      }
      return lines(of: bytes).flatMap { line in
        EmphasisMarks(bytes, line).styled.flatMap { styled in
          styled.kinds.map { InlineSpan($0, styled.range) }
        }
      }.sorted(by: InlineSpan.isInOrder)
    }
  }

  /// Returns the text as it is shown, without marks and backslashes, and the spans moved to fit.
  package static func shown(_ text: String, _ spans: [InlineSpan]) -> MarkedText {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    // For each byte of the typed text, its offset in the shown text.
    var places: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for line in lines(of: bytes) {
        var dropped = EmphasisMarks(bytes, line).dropped[...]
        for offset in line.lowerBound..<min(line.upperBound + 1, bytes.count) {
          places.append(kept.count)
          while let first = dropped.first, first.upperBound <= offset { dropped.removeFirst() }
          if dropped.first?.contains(offset) != true { kept.append(bytes[offset]) }
        }
      }
    }
    places.append(kept.count)
    let moved = spans.map { span in
      InlineSpan(span.kind, places[span.range.lowerBound]..<places[span.range.upperBound])
    }
    return MarkedText(String(decoding: kept, as: UTF8.self), inlines: moved)
  }

  /// Returns the lines of a text, without their line ends.
  private static func lines(of text: Bytes) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while true {
      let end = text.first(UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      lines.append(start..<end)
      if end == text.count { return lines }
      start = end + 1
    }
  }

  private static func isStarUnderscoreOrBackslash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
  }

  private static func plainText(_ text: Bytes) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var start = 0
    while true {
      let end = text.first(UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      var next = start
      for dropped in EmphasisMarks(text, start..<end).dropped {
        kept.append(contentsOf: text[next..<dropped.lowerBound])
        next = dropped.upperBound
      }
      kept.append(contentsOf: text[next..<end])
      if end == text.count { break }
      kept.append(UInt8(ascii: "\n"))
      start = end + 1
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
