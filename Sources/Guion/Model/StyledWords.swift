import Basics

/// A text under construction, with its inline spans.
struct StyledWords {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [InlineSpan] = []

  /// Creates an empty text.
  init() {}

  private init(bytes: [UInt8], spans: [InlineSpan]) { (self.bytes, self.spans) = (bytes, spans) }

  /// The text without its spans.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { bytes.isEmpty }

  /// Appends text in the given styles.
  /// A span of the same kind is extended if it ends where the new text begins.
  mutating func append(_ words: some Sequence<UInt8>, in kinds: [InlineSpan.Kind] = []) {
    let start = bytes.count
    bytes.append(contentsOf: words)
    if bytes.count > start { for kind in kinds { mark(start..<bytes.count, as: kind) } }
  }

  /// Appends another text with its spans.
  mutating func append(_ other: StyledWords) {
    let start = bytes.count
    bytes.append(contentsOf: other.bytes)
    for span in other.spans {
      mark(span.range.lowerBound + start..<span.range.upperBound + start, as: span.kind)
    }
  }

  /// Adds a style to a range.
  /// Spans stay sorted by start.
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

  mutating func remove(_ kind: InlineSpan.Kind) { spans.removeAll { $0.kind == kind } }

  /// Makes one span of bold or italic spans that only blanks divide.
  mutating func joinSpans() {
    for kind in [InlineSpan.Kind.strong, .emphasis] {
      var joined: [InlineSpan] = []
      for span in spans where span.kind == kind {
        if let last = joined.last?.range, last.upperBound <= span.range.lowerBound,
          bytes[last.upperBound..<span.range.lowerBound].allSatisfy({ $0 == 0x20 })
        {
          joined[joined.count - 1] = InlineSpan(kind, last.lowerBound..<span.range.upperBound)
        } else {
          joined.append(span)
        }
      }
      remove(kind)
      spans += joined
    }
    spans.sort(by: InlineSpan.isInOrder)
  }

  /// Returns a part of the text, with the spans cut to this part.
  func slice(_ range: Range<Int>) -> StyledWords {
    Self(bytes: Array(bytes[range]), spans: spans.within(range))
  }

  /// The text without white space at its start and end.
  var trimmed: StyledWords {
    // Most text in a script begins and ends in ASCII and needs no check for Unicode white space.
    if let first = bytes.first, let last = bytes.last, 0x21..<0x7F ~= first, 0x21..<0x7F ~= last {
      return self
    }
    let range = bytes.withUnsafeBufferPointer { $0.trimmed(0..<$0.count) }
    return range.count == bytes.count ? self : slice(range)
  }

  /// The text without trailing white space.
  var trimmedAtEnd: StyledWords {
    let end = bytes.withUnsafeBufferPointer { $0.trimmed(0..<$0.count) }.upperBound
    return end == bytes.count ? self : slice(0..<end)
  }

  /// The lines without their ends.
  var lines: [StyledWords] {
    guard bytes.contains(UInt8(ascii: "\n")) else { return [self] }
    // Each span is visited only for its own lines.
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

  static func joined(_ lines: [StyledWords], by separator: String) -> StyledWords {
    var whole = StyledWords()
    for (index, line) in lines.enumerated() {
      if index > 0 { whole.append(separator.utf8) }
      whole.append(line)
    }
    return whole
  }

  var onOneLine: StyledWords {
    guard bytes.contains(UInt8(ascii: "\n")) else { return trimmed }
    return Self.joined(lines.map(\.trimmed).filter { !$0.isEmpty }, by: " ")
  }
}

extension StyledWords {
  /// Appends the text of the next line.
  mutating func join(_ next: StyledWords, by separator: String) {
    let between = self.separator(separator, before: next)
    if ending.hasSuffix("\u{AD}") { self = slice(0..<bytes.count - 2) }
    append(between.utf8)
    append(next)
  }

  /// Returns what is between two lines: nothing after a hyphen, and between signs of Chinese and Japanese.
  func separator(_ usual: String, before next: StyledWords) -> String {
    let ending = ending.suffix(2)
    if "-–—\u{AD}".contains(ending.last ?? " "), ending.first != " " { return "" }
    let isCJK = { (scalar: Unicode.Scalar) in
      scalar.value >= 0x3000 && !(0xAC00...0xD7A3 ~= scalar.value)
    }
    let signs = [
      ending.unicodeScalars.last,
      String(decoding: next.bytes.prefix(8), as: UTF8.self).unicodeScalars.first,
    ].compactMap(\.self)
    return signs.count == 2 && signs.allSatisfy(isCJK) ? "" : usual
  }

  /// The text with one blank in place of several.
  var withSingleBlanks: StyledWords {
    guard zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0x20 && $1 == 0x20 }) else {
      return self
    }
    let words = bytes.split(separator: 0x20).map { slice($0.startIndex..<$0.endIndex) }
    return Self.joined(words, by: " ")
  }

  /// The last characters, which are known without reading the whole text.
  var ending: String { String(decoding: bytes.suffix(24), as: UTF8.self) }

  var endsSentence: Bool {
    let last = ending.reversed().first { !"\"'”’»)]".contains($0) }
    return last.map { ".!?:…".contains($0) } ?? false
  }
}

extension GuionElement {
  init(_ type: ElementType, _ words: StyledWords, at range: SourceRange?) {
    self.init(
      elementType: type, elementText: words.text, inlines: words.spans, sourceRange: range)
  }
}

extension [InlineSpan] {
  /// Returns the parts of the spans within a range, with offsets relative to the start of the range.
  fileprivate func within(_ range: Range<Int>) -> Self {
    compactMap { span in
      let own = span.range.clamped(to: range)
      guard !own.isEmpty else { return nil }
      return InlineSpan(
        span.kind, own.lowerBound - range.lowerBound..<own.upperBound - range.lowerBound)
    }
  }
}
