/// The language that rules use: its words and its numbers.
/// This is a class because every rule holds it.
final class Speech: Sendable {
  let vocabulary: Vocabulary
  let speller: NumberSpeller
  let format: NumberFormat
  let edition: ReadingEdition

  /// Finds lines that may have something to read.
  let scan: CandidateScan

  init(tag: String, edition: ReadingEdition) {
    self.edition = edition
    let locale = tag.replacing("-", with: "_")
    vocabulary = Vocabulary(tag: tag)
    speller = NumberSpeller(language: vocabulary.language, locale: locale)
    format = NumberFormat(language: vocabulary.language, locale: locale)
    scan = CandidateScan(vocabulary)
  }

  var language: Language { vocabulary.language }
  var symbols: SymbolWords { vocabulary.symbols }
  var context: ContextWords { vocabulary.context }

  /// Returns the plural of a word such as "page" before several numbers, or nil if the word stays the same.
  func plural(_ word: String) -> String? {
    guard !language.isGerman, [symbols.page.one, symbols.number].contains(word) else { return nil }
    return word == symbols.number ? symbols.numbers : symbols.page.many
  }

  /// Returns digits one by one.
  /// English reads zero as "oh".
  func digits(_ digits: String) -> String {
    speller.digits(digits, zero: language.isEnglish ? "oh" : nil)
  }
}

/// The result of a rule for some tokens.
struct Reading: Sendable {
  /// The index of the token after the reading.
  var end: Int
  var words: SpokenWords

  init(end: Int, words: SpokenWords) {
    (self.end, self.words) = (end, words)
  }

  init(_ tokens: Range<Int>, _ text: String, in line: Line) {
    self.init(end: tokens.upperBound, words: SpokenWords(text, from: line.range(tokens)))
  }
}

protocol ReadingRule: Sendable {
  /// Returns the reading that begins at a token, or nil if the rule does not match there.
  func reading(at index: Int, in line: Line) -> Reading?
}
