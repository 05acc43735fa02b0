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

/// Splits a token into the parts that are looked up if the whole token is unknown: letters, digits,
/// hyphens, symbols, and the words of "camelCase".
enum Subtokens {
  static func split(_ token: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    var (parts, place): ([Range<Int>], Int) = ([], token.startIndex)
    while place < token.endIndex {
      if let end = end(in: token, from: place) {
        parts.append(place..<end)
        place = end
      } else {
        // An apostrophe between digits has no sound.
        place += 1
      }
    }
    return parts
  }

  private static func end(in token: ArraySlice<Unicode.Scalar>, from start: Int) -> Int? {
    let symbol = token[start]
    func at(_ place: Int) -> Unicode.Scalar? { token.indices.contains(place) ? token[place] : nil }
    if symbol.isApostrophe { return apostrophes(token, start) }
    if symbol.isCapital, at(start + 1)?.isCapital == true, at(start + 2)?.isSmall == true {
      return start + 1
    }
    if let end = digits(token, start) { return end }
    if symbol == "-" || symbol == "_" {
      return run(token, start) { $0 == "-" || $0 == "_" }
    }
    if symbol.isLetter { return hump(token, start) ?? letters(token, start) }
    return symbol.isDigit ? nil : start + 1
  }

  private static func run(
    _ token: ArraySlice<Unicode.Scalar>, _ start: Int, _ fits: (Unicode.Scalar) -> Bool
  ) -> Int {
    token[start...].firstIndex { !fits($0) } ?? token.endIndex
  }

  /// Returns the end of apostrophes at the start or end of the token, or of two or more apostrophes; nil for a single
  /// apostrophe inside the token.
  private static func apostrophes(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int? {
    let end = run(token, start, \.isApostrophe)
    let isPart = start == token.startIndex || end - start > 1 || end == token.endIndex
    return isPart ? end : nil
  }

  /// Returns the end of a number: digits with points and commas before or between them, and a minus at the
  /// start of the token.
  private static func digits(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int? {
    var place = start
    if token[place] == "-", place == token.startIndex { place += 1 }
    var end: Int?
    while place < token.endIndex {
      let next = place + 1
      if token[place].isDigit {
        place = next
      } else if token[place] == "." || token[place] == ",", next < token.endIndex,
        token[next].isDigit
      {
        place = next + 1
      } else {
        break
      }
      end = place
    }
    return end
  }

  /// Returns the end of letters up to a lowercase letter that is followed by a capital.
  private static func hump(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int? {
    var place = start
    while place + 1 < token.endIndex, token[place].isLetter {
      if token[place].isSmall, token[place + 1].isCapital { return place + 1 }
      place += 1
    }
    return nil
  }

  /// Returns the end of letters, including single letters after apostrophes.
  private static func letters(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int {
    var place = run(token, start, \.isLetter)
    while place + 1 < token.endIndex, token[place].isApostrophe, token[place + 1].isLetter {
      place += 2
    }
    return place
  }
}

/// Splits text at the ends of sentences and at line breaks.
enum Sentences {
  /// Returns the sentences without surrounding space.
  static func cut(_ text: MappedText, _ data: WrittenForms) -> [MappedText] {
    var sentences: [MappedText] = []
    var start = 0
    var place = 0
    func add(until end: Int) {
      let sentence = trimmed(text, start..<end)
      if !sentence.isEmpty { sentences.append(text[sentence]) }
    }
    while place < text.count {
      let symbol = text.symbols[place]
      if symbol == "\n" || symbol == "\r" || symbol == "\u{2029}" {
        add(until: place)
        start = place + 1
      } else if isStop(symbol), let next = nextSentence(text, after: place),
        ends(text, start, at: place, next, data)
      {
        add(until: place + 1)
        // Quotes and brackets after the stop have no sound, so they are skipped.
        start = next
      }
      place += 1
    }
    add(until: text.count)
    return sentences
  }

  private static func isStop(_ symbol: Unicode.Scalar) -> Bool {
    symbol == "." || symbol == "!" || symbol == "?" || symbol == "…"
  }

  /// Returns the start of the next sentence: the offset after a stop, any closing quotes or brackets, and
  /// space.
  /// Returns nil if no space follows, or if only spaces follow before the end of the line.
  private static func nextSentence(_ text: MappedText, after stop: Int) -> Int? {
    var place = stop + 1
    while let symbol = text.symbol(at: place),
      symbol == "\"" || symbol == "”" || symbol == "’" || symbol == ")" || symbol == "]"
    {
      place += 1
    }
    let space = place
    while let symbol = text.symbol(at: place), symbol.isSpace, symbol != "\n" { place += 1 }
    return place > space && place < text.count && text.symbols[place] != "\n" ? place : nil
  }

  /// Whether a sentence ends at a stop.
  /// A sentence does not end if a lowercase letter follows, or if the stop is a point that may belong to a title, to an
  /// initial, or to "No." before digits.
  private static func ends(
    _ text: MappedText, _ start: Int, at stop: Int, _ next: Int, _ data: WrittenForms
  ) -> Bool {
    if text.symbols[next].properties.isLowercase { return false }
    guard text.symbols[stop] == "." else { return true }
    var first = stop
    while first > start, text.symbols[first - 1] != " " { first -= 1 }
    while first < stop, "(\"“'‘".unicodeScalars.contains(text.symbols[first]) { first += 1 }
    let word = text.symbols[first..<stop]
    if word.count == 1, let letter = word.first, letter.isUpper {
      return first > start
        && (opensSentence(next, behind: first, in: text) || isPronoun(first, next, in: text))
    }
    // "No. 5", which `Normalizer` writes out
    if text.symbols[next].isDigit, numbered.contains(word.string) { return false }
    return !data.isTitle(word)
  }

  private static let numbered: Set<String> = ["No", "Nos", "no", "nos"]

  private static func trimmed(_ text: MappedText, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, text.symbols[start].isSpace { start += 1 }
    while end > start, text.symbols[end - 1].isSpace { end -= 1 }
    return start..<end
  }
}

/// The kinds of characters in written text.
extension Unicode.Scalar {
  /// Whether this is a letter, or a number that is not a decimal digit.
  var isLetter: Bool {
    if isASCII { return (0x41...0x5A).contains(value & ~0x20) }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  var isDigit: Bool {
    isASCII ? (0x30...0x39).contains(value) : properties.generalCategory == .decimalNumber
  }

  var isLetterOrDigit: Bool { isLetter || isDigit }

  var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  /// Whether this is a lowercase letter of a western European language.
  var isSmall: Bool {
    (0x61...0x7A).contains(value) || ((0xDF...0xFF).contains(value) && value != 0xF7)
  }

  /// Whether this is a capital letter of a western European language.
  var isCapital: Bool {
    (0x41...0x5A).contains(value) || ((0xC0...0xDE).contains(value) && value != 0xD7)
  }

  /// Whether this is a capital letter of any language.
  var isUpper: Bool {
    isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase
  }

  var isApostrophe: Bool { self == "'" || self == "‘" || self == "’" }
}

extension Sequence<Unicode.Scalar> {
  var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
}
