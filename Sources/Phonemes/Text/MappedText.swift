/// A text that records the source of each symbol, so that written-out words keep their position in the source.
struct MappedText: Sendable {
  /// The placeholder for a word with a given pronunciation.
  /// It is not a character, so text does not contain it.
  static let placeholder: Unicode.Scalar = "\u{FFFF}"

  private(set) var symbols: [Unicode.Scalar] = []
  /// For each symbol, its range in the source, in Unicode scalars.
  private(set) var sources: [Range<Int>] = []

  var count: Int { symbols.count }

  mutating func append(_ symbol: Unicode.Scalar, from source: Range<Int>) {
    symbols.append(symbol)
    sources.append(source)
  }

  mutating func append(_ text: String, from source: Range<Int>) {
    for symbol in text.unicodeScalars { append(symbol, from: source) }
  }

  /// A part of the text.
  subscript(range: Range<Int>) -> MappedText {
    var part = MappedText()
    part.symbols = Array(symbols[range])
    part.sources = Array(sources[range])
    return part
  }

  /// Returns the symbol at an index; nil outside the text.
  func symbol(at place: Int) -> Unicode.Scalar? {
    place >= 0 && place < symbols.count ? symbols[place] : nil
  }

  func source(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    return sources[range.lowerBound].lowerBound..<sources[range.upperBound - 1].upperBound
  }

  /// Returns the text with parts replaced.
  /// `rule` is called for each index. It returns the length of the part that begins there (1 or more) and
  /// the part's new text, or nil if no part begins there.
  func replacing(_ rule: (MappedText, Int) -> (length: Int, text: String)?) -> MappedText {
    // Usually the rule changes nothing. In this case, nothing is copied.
    guard var place = symbols.indices.first(where: { rule(self, $0) != nil }) else { return self }
    var result = self[0..<place]
    while place < count {
      if let (length, text) = rule(self, place), length > 0 {
        result.append(text, from: source(place..<place + length))
        place += length
      } else {
        result.append(symbols[place], from: sources[place])
        place += 1
      }
    }
    return result
  }

  /// Returns the text without doubled spaces and without spaces at its ends.
  func withoutIdleSpaces() -> MappedText {
    guard hasIdleSpace else { return self }
    var result = MappedText()
    var space: Range<Int>?
    for (symbol, source) in zip(symbols, sources) {
      if symbol.isSpace {
        space = space ?? source
        continue
      }
      if let space, result.count > 0 { result.append(" ", from: space) }
      space = nil
      result.append(symbol, from: source)
    }
    return result
  }

  private var hasIdleSpace: Bool {
    var before: Unicode.Scalar = " "
    for symbol in symbols {
      if symbol.isSpace, symbol != " " || before == " " { return true }
      before = symbol
    }
    return before == " "
  }
}
