import Basics

/// Writes out text that the rules of words cannot read: titles, abbreviations, Roman numerals and symbols.
/// Each written-out part keeps its source position. Digits stay as they are, because the speller of unknown
/// words reads them.
struct Normalizer: Sendable {
  let forms: WrittenForms

  /// Returns the text of a sentence in words.
  func normalized(_ text: MappedText) -> MappedText {
    var text = text.replacing(Self.plainSymbol).withoutIdleSpaces()
    let hasCapital = text.symbols.contains(where: \.isCapital)
    if hasCapital { text = text.replacing(title) }
    text = text.replacing(abbreviation)
    text = text.replacing(Self.number)
    if hasCapital { text = text.replacing(roman) }
    text = text.replacing(Self.plus).replacing(symbol)
    return text.withoutIdleSpaces().replacing(Self.spaceBeforeStop).withoutIdleSpaces()
  }

  /// Replaces symbols by plainer ones with the same meaning.
  private static func plainSymbol(_ text: MappedText, _ place: Int) -> (length: Int, text: String)?
  {
    switch text.symbols[place] {
    case "’", "ʼ": (1, "'")
    case "‒": (1, "-")
    case "―": (1, "—")
    default: nil
    }
  }

  private static func isWordStart(_ text: MappedText, _ place: Int) -> Bool {
    guard text.symbols[place].isLetterOrDigit else { return false }
    guard let before = text.symbol(at: place - 1) else { return true }
    return !before.isLetterOrDigit && before != "_"
  }

  private func title(_ text: MappedText, _ place: Int) -> (length: Int, text: String)? {
    guard text.symbols[place].isCapital, Self.isWordStart(text, place) else { return nil }
    return forms.title(in: text, at: place)
  }

  private func abbreviation(_ text: MappedText, _ place: Int) -> (length: Int, text: String)? {
    guard text.symbol(at: place - 1) != ".", Self.isWordStart(text, place) else { return nil }
    guard let found = forms.abbreviation(in: text, at: place) else { return nil }
    let end = place + found.length
    guard Self.words.contains(text.symbols[place..<end].string) else { return found }
    // "Hell no." ends with a word. "no. 5" and "Sat. 9" begin with an abbreviation.
    let next = text.symbol(at: end) == " " ? end + 1 : end
    return text.symbol(at: next)?.isDigit == true ? found : nil
  }

  /// The abbreviations in the table that are also words or first names at the end of a sentence.
  private static let words: Set<String> = [
    "Apt.", "Fig.", "Hon.", "Jan.", "Sat.", "Sun.", "Wed.", "fig.", "no.",
  ]

  /// Replaces "#", "No." or "Nos." before a number by words, as in "#5".
  private static func number(_ text: MappedText, _ place: Int) -> (length: Int, text: String)? {
    switch text.symbols[place] {
    case "#":
      let before = text.symbol(at: place - 1)
      guard text.symbol(at: place + 1)?.isDigit == true, before?.isLetterOrDigit != true,
        before != "&", before != "_"
      else { return nil }
      return (1, "number ")
    case "N":
      guard isWordStart(text, place), text.symbol(at: place + 1) == "o" else { return nil }
      let isPlural = text.symbol(at: place + 2) == "s"
      var next = place + (isPlural ? 3 : 2)
      guard text.symbol(at: next) == "." else { return nil }
      next += 1
      if text.symbol(at: next) == " " { next += 1 }
      guard text.symbol(at: next)?.isDigit == true else { return nil }
      return (next - place, isPlural ? "Numbers " : "Number ")
    default: return nil
    }
  }

  /// Replaces a Roman numeral that follows one to three words such as "Chapter" or "Queen Elizabeth".
  private func roman(_ text: MappedText, _ place: Int) -> (length: Int, text: String)? {
    guard place > 1, text.symbols[place - 1] == " ", text.symbols[place].isASCII,
      text.symbols[place].isCapital, let (length, value) = RomanNumber.at(place, in: text)
    else { return nil }
    if let mark = text.symbol(at: place + length), mark == "." || mark.isApostrophe,
      text.symbol(at: place + length + 1)?.isLetterOrDigit == true
    {
      return nil
    }
    // "type C", and "volume V-", where a formula has the letter
    let next = text.symbol(at: place + length + 1)
    let isVariable =
      text.symbol(at: place + length) == "-" && next?.isLetterOrDigit != true
      || text.symbols[(place + length)...].starts(with: " equals ".unicodeScalars)
    let isChapter = text.symbols[..<(place - 1)].suffix(6).elementsEqual("hapter".unicodeScalars)
    let isLetter = length == 1 && "CL".unicodeScalars.contains(text.symbols[place])
    if isVariable || isLetter && !isChapter { return nil }
    let end = place - 1
    var start = end
    for _ in 0..<3 {
      if start > 0, start < end { start -= 1 }
      while start > 0, text.symbols[start - 1].isLetterOrDigit { start -= 1 }
      guard start < end, end - start <= WrittenForms.longest else { return nil }
      let words = text.symbols[start..<end]
      if forms.counts(words) { return (length, "\(value)") }
      if forms.ranks(words) { return (length, "the " + RomanNumber.ordinal(value)) }
      guard start > 0, text.symbols[start - 1] == " " else { return nil }
    }
    return nil
  }

  private static func plus(_ text: MappedText, _ place: Int) -> (length: Int, text: String)? {
    guard text.symbols[place] == "+", text.symbol(at: place + 1)?.isDigit == true else {
      return nil
    }
    let before = text.symbol(at: place - 1)
    return before?.isLetterOrDigit == true || before == "+" ? nil : (1, "plus ")
  }

  private func symbol(_ text: MappedText, _ place: Int) -> (length: Int, text: String)? {
    let symbol = text.symbols[place]
    if symbol.isLetterOrDigit && symbol.isASCII || symbol == " " { return nil }
    guard let words = forms.words(ofSymbol: symbol) else { return nil }
    switch symbol {
    case "=", "<", ">", "~":
      // These symbols are replaced only if there is text on both sides.
      guard hasThing(text, place, -1), hasThing(text, place, 1) else { return nil }
    default: break
    }
    return (1, words.isEmpty ? " " : " \(words) ")
  }

  /// Whether there is text before or after an index, with at most one space in between.
  private func hasThing(_ text: MappedText, _ place: Int, _ step: Int) -> Bool {
    guard var symbol = text.symbol(at: place + step) else { return false }
    if symbol == " " {
      guard let next = text.symbol(at: place + 2 * step) else { return false }
      symbol = next
    }
    return !symbol.isSpace
  }

  private static func spaceBeforeStop(
    _ text: MappedText, _ place: Int
  ) -> (length: Int, text: String)? {
    guard text.symbols[place] == " ", let next = text.symbol(at: place + 1) else { return nil }
    return ",.;:!?".unicodeScalars.contains(next) ? (1, "") : nil
  }
}

/// Roman numerals in text.
enum RomanNumber {
  /// Returns the length and value of the numeral that begins at an index, if it follows the rules and is a
  /// whole word.
  static func at(_ place: Int, in text: MappedText) -> (length: Int, value: Int)? {
    var numerals: [Unicode.Scalar] = []
    while let symbol = text.symbol(at: place + numerals.count), RomanNumeral.figure(symbol) != nil {
      numerals.append(symbol)
      if numerals.count > RomanNumeral.longest { return nil }
    }
    let next = text.symbol(at: place + numerals.count)
    guard next?.isLetterOrDigit != true, next != "_", numerals.first != "M", numerals.first != "D",
      let value = RomanNumeral.value(of: numerals)
    else { return nil }
    return (numerals.count, value)
  }

  /// Returns a number as an ordinal in digits: "8th".
  static func ordinal(_ value: Int) -> String {
    let letters =
      switch (value % 10, value % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(value)\(letters)"
  }
}

/// The written forms in the tagger's table: chunks, abbreviations, titles, Roman numerals, symbols.
struct WrittenForms: Sendable {
  private let table: HashedTable
  /// The maximum length of a word or group of words that is looked up, in symbols.
  static let longest = 20

  init(_ table: HashedTable) { self.table = table }

  private func hash(_ space: String, _ symbols: some Sequence<Unicode.Scalar>) -> TableHash {
    var hash = TableHash(space)
    for symbol in symbols { hash.add(symbol) }
    return hash
  }

  /// Returns the lengths of the tokens of a chunk that no rule splits; nil if the chunk is unknown.
  func tokens(ofChunk chunk: ArraySlice<Unicode.Scalar>) -> [Int]? {
    guard chunk.count <= Self.longest,
      let range = table.range(of: hash(TableSpace.chunk, chunk))
    else { return nil }
    let lengths = range.map { Int(table.byte(at: $0)) }
    // The table may be damaged, so its lengths are checked against the chunk.
    guard lengths.reduce(0, +) == chunk.count, !lengths.contains(0) else { return nil }
    return lengths
  }

  /// Whether a word is a title before names, such as "Dr".
  func isTitle(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count <= Self.longest && table.contains(hash(TableSpace.title, word))
  }

  /// Returns the words of a symbol such as "="; nil if the symbol is unknown.
  func words(ofSymbol symbol: Unicode.Scalar) -> String? {
    table.text(of: hash(TableSpace.symbol, CollectionOfOne(symbol)))
  }

  /// Whether a Roman numeral after a word is a cardinal number ("Chapter IV").
  func counts(_ words: ArraySlice<Unicode.Scalar>) -> Bool {
    table.contains(hash(TableSpace.cardinal, words))
  }

  /// Whether a Roman numeral after a name is an ordinal number ("Henry VIII").
  func ranks(_ words: ArraySlice<Unicode.Scalar>) -> Bool {
    table.contains(hash(TableSpace.ordinal, words))
  }

  /// Returns the words of the longest title that begins at an index and is followed by a capital, and its length with
  /// its point.
  func title(in text: MappedText, at place: Int) -> (length: Int, text: String)? {
    longest(TableSpace.title, in: text, at: place) { length in
      var next = place + length
      if text.symbol(at: next) == "." { next += 1 }
      guard text.symbol(at: next) == " ", let letter = text.symbol(at: next + 1),
        letter.isASCII, letter.isCapital
      else { return nil }
      return next - place
    }
  }

  /// Returns the words of the longest abbreviation that begins at an index, and its length.
  func abbreviation(in text: MappedText, at place: Int) -> (length: Int, text: String)? {
    longest(TableSpace.abbreviation, in: text, at: place) { length in
      let next = text.symbol(at: place + length)
      return next?.isLetterOrDigit == true || next == "_" ? nil : length
    }.map { found in
      let end = place + found.length
      // The point of an abbreviation at the end also ends the sentence.
      let isEnd = end == text.count && text.symbols[end - 1] == "."
      return (found.length, found.text + (isEnd ? "." : ""))
    }
  }

  /// Returns the words of the longest key for which `fit` returns a length, and that length.
  /// It is the length of the text to replace.
  private func longest(
    _ space: String, in text: MappedText, at place: Int, fit: (Int) -> Int?
  ) -> (length: Int, text: String)? {
    var found: (length: Int, text: String)?
    var hash = TableHash(space)
    for length in 1...Self.longest {
      guard let symbol = text.symbol(at: place + length - 1) else { break }
      hash.add(symbol)
      // Checking whether a key fits is faster than a lookup, and most keys do not fit.
      if let whole = fit(length), let words = table.text(of: hash) { found = (whole, words) }
    }
    return found
  }
}
