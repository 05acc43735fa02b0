import Basics

/// Words in the making, with the spans that are more than plain text.
struct StyledWords {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [InlineSpan] = []

  /// No words yet.
  init() {}

  private init(bytes: [UInt8], spans: [InlineSpan]) { (self.bytes, self.spans) = (bytes, spans) }

  /// The words.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { bytes.isEmpty }

  /// Adds words in a style; a span of the same kind that ends here goes on.
  mutating func append(_ words: some Sequence<UInt8>, in kinds: [InlineSpan.Kind] = []) {
    let start = bytes.count
    bytes.append(contentsOf: words)
    if bytes.count > start { for kind in kinds { mark(start..<bytes.count, as: kind) } }
  }

  /// Adds other words with their spans.
  mutating func append(_ other: StyledWords) {
    let start = bytes.count
    bytes.append(contentsOf: other.bytes)
    for span in other.spans {
      mark(span.range.lowerBound + start..<span.range.upperBound + start, as: span.kind)
    }
  }

  /// Gives a stretch a style; spans stay in the order of their beginnings.
  mutating func mark(_ range: Range<Int>, as kind: InlineSpan.Kind) {
    guard !range.isEmpty else { return }
    if let last = spans.lastIndex(where: { $0.kind == kind }),
      spans[last].range.upperBound == range.lowerBound
    {
      spans[last] = InlineSpan(kind, spans[last].range.lowerBound..<range.upperBound)
    } else {
      let place = spans.lastIndex { $0.range.lowerBound <= range.lowerBound }.map { $0 + 1 } ?? 0
      spans.insert(InlineSpan(kind, range), at: place)
    }
  }

  /// A part of the words, with the parts of the spans in it.
  func slice(_ range: Range<Int>) -> StyledWords {
    Self(bytes: Array(bytes[range]), spans: spans.within(range))
  }

  /// The words without the white space at their ends.
  var trimmed: StyledWords {
    // Most words of a script need no look at Unicode's white space.
    if let first = bytes.first, let last = bytes.last, 0x21..<0x7F ~= first, 0x21..<0x7F ~= last {
      return self
    }
    let range = bytes.withUnsafeBufferPointer { $0.trimmed(0..<$0.count) }
    return range.count == bytes.count ? self : slice(range)
  }

  /// The words without the white space at their end.
  var trimmedAtEnd: StyledWords {
    let end = bytes.withUnsafeBufferPointer { $0.trimmed(0..<$0.count) }.upperBound
    return end == bytes.count ? self : slice(0..<end)
  }

  /// The lines without their ends.
  var lines: [StyledWords] {
    guard bytes.contains(UInt8(ascii: "\n")) else { return [self] }
    // Each span is looked at in its own lines only.
    var (open, next) = ([InlineSpan](), 0)
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      line in
      let range = line.startIndex..<line.endIndex
      open.removeAll { $0.range.upperBound <= range.lowerBound }
      while next < spans.count, spans[next].range.lowerBound < range.upperBound {
        open.append(spans[next])
        next += 1
      }
      return Self(bytes: Array(line), spans: open.within(range))
    }
  }

  /// Lines as one text.
  static func joined(_ lines: [StyledWords], by separator: String) -> StyledWords {
    var whole = StyledWords()
    for (index, line) in lines.enumerated() {
      if index > 0 { whole.append(separator.utf8) }
      whole.append(line)
    }
    return whole
  }

  /// The words on one line.
  var onOneLine: StyledWords {
    guard bytes.contains(UInt8(ascii: "\n")) else { return trimmed }
    return Self.joined(lines.map(\.trimmed).filter { !$0.isEmpty }, by: " ")
  }
}

extension GuionElement {
  /// An element of styled words.
  init(_ type: ElementType, _ words: StyledWords, at range: SourceRange?) {
    self.init(
      elementType: type, elementText: words.text, inlines: words.spans, sourceRange: range)
  }
}

extension [InlineSpan] {
  /// The parts of the spans that are in a stretch, counted from its beginning.
  fileprivate func within(_ range: Range<Int>) -> Self {
    compactMap { span in
      let own = span.range.clamped(to: range)
      guard !own.isEmpty else { return nil }
      return InlineSpan(
        span.kind, own.lowerBound - range.lowerBound..<own.upperBound - range.lowerBound)
    }
  }
}
