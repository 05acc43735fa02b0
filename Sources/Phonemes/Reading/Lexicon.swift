/// A lexicon with lookups in two spellings: a lowercase entry also matches a capitalized word, and vice
/// versa.
/// A checked entry is an entry that people have checked.
struct Lexicon: Sendable {
  private let table: LexiconTable
  /// The entries that take precedence over the table.
  private let house: [ASCIIWord: LexiconEntry]

  init(table: LexiconTable, dialect: EnglishDialect) {
    (self.table, house) = (table, HouseWords.entries(dialect))
  }

  /// Returns the checked entry of a word, in one of its two spellings, or nil.
  func checked(_ word: ASCIIWord) -> LexiconEntry? { entry(word, isChecked: true) }

  /// Returns the unchecked entry of a word, in one of its two spellings, or nil.
  func unchecked(_ word: ASCIIWord) -> LexiconEntry? { entry(word, isChecked: false) }

  func isChecked(_ word: ASCIIWord) -> Bool {
    if own(word) != nil || table.isChecked(word) == true { return true }
    return otherSpelling(word).map { table.isChecked($0) == true } ?? false
  }

  func has(_ word: ASCIIWord) -> Bool {
    if own(word) != nil { return true }
    if table.isChecked(word) != nil { return true }
    return otherSpelling(word).map { table.isChecked($0) != nil } ?? false
  }

  private func own(_ word: ASCIIWord) -> LexiconEntry? {
    house[word] ?? otherSpelling(word).flatMap { house[$0] }
  }

  private func entry(_ word: ASCIIWord, isChecked: Bool) -> LexiconEntry? {
    if let own = own(word) { return isChecked ? own : nil }
    if let entry = table.entry(word), entry.isChecked == isChecked { return entry }
    guard let other = otherSpelling(word), let entry = table.entry(other) else { return nil }
    return entry.isChecked == isChecked ? entry : nil
  }

  private func otherSpelling(_ word: ASCIIWord) -> ASCIIWord? {
    guard word.count > 1 else { return nil }
    let (small, capital) = (word.lowered, word.capitalized)
    if word == small { return capital == word ? nil : capital }
    return word == capital ? small : nil
  }
}

/// A word in the letters of the lexicons.
typealias ASCIIWord = [UInt8]

extension ASCIIWord {
  /// Creates a word from scalars.
  /// Returns nil if a scalar has no ASCII form.
  /// Curly apostrophes, ligatures and full-width characters become plain ASCII.
  init?(_ symbols: [Unicode.Scalar]) {
    self = []
    reserveCapacity(symbols.count)
    for symbol in symbols {
      if symbol.isASCII {
        append(UInt8(truncatingIfNeeded: symbol.value))
      } else if symbol.isApostrophe {
        append(UInt8(ascii: "'"))
      } else if (0xFF01...0xFF5E).contains(symbol.value) {
        append(UInt8(truncatingIfNeeded: symbol.value - 0xFEE0))
      } else if let letters = Self.ligatures[symbol] {
        self += letters.utf8
      } else {
        return nil
      }
    }
  }

  private static let ligatures: [Unicode.Scalar: String] = [
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
  ]

  init(_ text: String) { self = Array(text.utf8) }

  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte | 0x20) }
  static func capital(_ byte: UInt8) -> UInt8 { isSmall(byte) ? byte & ~0x20 : byte }
  static func small(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

  var lowered: ASCIIWord { map(Self.small) }
  var hasNoCapital: Bool { !contains(where: Self.isCapital) }
  var hasNoSmall: Bool { !contains(where: Self.isSmall) }
  var isLetters: Bool { !isEmpty && allSatisfy(Self.isLetter) }
  /// The word with a capital first letter and lowercase letters after it.
  var capitalized: ASCIIWord { prefix(1).map(Self.capital) + dropFirst().map(Self.small) }

  func ends(with ending: StaticString) -> Bool {
    ending.withUTF8Buffer { count >= $0.count && suffix($0.count).elementsEqual($0) }
  }
}

/// The context after a word in its sentence.
/// Sentences are read from the last word to the first, so that this context is known.
struct SpokenContext: Sendable, Equatable {
  /// The kind of the next sound.
  enum Next: Sendable { case pause, vowel, consonant }

  /// The sound after the word.
  var next = Next.pause
  /// Whether the word "to" follows.
  var isBeforeTo = false

  /// Returns the context for the word before a word with these phonemes.
  func before(_ phonemes: Phones, text: [Unicode.Scalar], tag: String) -> SpokenContext {
    var context = self
    for symbol in phonemes {
      if PhoneSet.vowels.contains(symbol) {
        context.next = .vowel
      } else if PhoneSet.consonants.contains(symbol) {
        context.next = .consonant
      } else if PhoneSet.stops.contains(symbol) {
        context.next = .pause
      } else {
        continue
      }
      break
    }
    context.isBeforeTo =
      text == ["t", "o"] || text == ["T", "o"]
      || (text == ["T", "O"] && (tag == "TO" || tag == "IN"))
    return context
  }
}
