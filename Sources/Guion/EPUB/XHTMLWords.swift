import Basics

/// The text of a paragraph while it is collected from a page.
struct XHTMLWords {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [InlineSpan] = []

  var isEmpty: Bool { bytes.isEmpty && spans.isEmpty }

  /// Adds text unchanged.
  mutating func appendExactly(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Adds text and collapses white space to single blanks (CSS, "white-space: normal").
  mutating func append(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: appendBlank()
      default: bytes.append(byte)
      }
    }
  }

  mutating func appendBlank() {
    guard let last = bytes.last, last != 0x20, last != UInt8(ascii: "\n") else { return }
    bytes.append(0x20)
  }

  /// Adds a line break of the author.
  mutating func breakLine() {
    trimBlanks()
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return }
    spans.append(InlineSpan(.lineBreak, bytes.count..<bytes.count + 1))
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a span from an offset to the end of the text.
  mutating func mark(_ kind: InlineSpan.Kind, from start: Int) {
    var start = start
    while start < bytes.count, bytes[start] == 0x20, kind != .code { start += 1 }
    guard start < bytes.count else { return }
    spans.append(InlineSpan(kind, start..<bytes.count))
  }

  /// Adds an empty span.
  mutating func appendMark(_ kind: InlineSpan.Kind) {
    spans.append(InlineSpan(kind, bytes.count..<bytes.count))
  }

  private mutating func trimBlanks() {
    while bytes.last == 0x20 { bytes.removeLast() }
  }

  /// Returns the text without trailing white space, and resets this value.
  /// The spans are sorted by start, outer spans first.
  mutating func take() -> MarkedText {
    while let last = bytes.last, last == 0x20 || last == UInt8(ascii: "\n") { bytes.removeLast() }
    let ordered = spans.enumerated().compactMap { index, span -> (Int, InlineSpan)? in
      let wasEmpty = span.range.isEmpty
      let start = min(span.range.lowerBound, bytes.count)
      let own = start..<min(max(start, span.range.upperBound), bytes.count)
      return own.isEmpty && !wasEmpty ? nil : (index, InlineSpan(span.kind, own))
    }.sorted { left, right in
      let (one, two) = (left.1.range, right.1.range)
      if one.lowerBound != two.lowerBound { return one.lowerBound < two.lowerBound }
      if one.upperBound != two.upperBound { return one.upperBound > two.upperBound }
      return left.0 > right.0
    }
    let text = MarkedText(String(decoding: bytes, as: UTF8.self), inlines: ordered.map(\.1))
    (bytes, spans) = ([], [])
    return text
  }
}
