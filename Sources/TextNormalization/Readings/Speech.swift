/// A language that rules read in: its words and its numbers.
///
/// By reference, because every rule holds it.
final class Speech: Sendable {
  let vocabulary: Vocabulary
  let speller: NumberSpeller
  let format: NumberFormat

  /// Where a line may have something to read.
  let scan: CandidateScan

  init(tag: String) {
    let locale = tag.replacing("-", with: "_")
    vocabulary = Vocabulary(tag: tag)
    speller = NumberSpeller(tongue: vocabulary.tongue, locale: locale)
    format = NumberFormat(tongue: vocabulary.tongue, locale: locale)
    scan = CandidateScan(vocabulary)
  }

  var tongue: Tongue { vocabulary.tongue }
  var signs: SignWords { vocabulary.signs }
  var context: ContextWords { vocabulary.context }

  /// The plural of a word before several numbers, such as "page", or nil if it has no other form.
  func plural(_ word: String) -> String? {
    guard !tongue.isGerman, [signs.page.one, signs.number].contains(word) else { return nil }
    return word == signs.number ? signs.numbers : signs.page.many
  }

  /// Digits one by one, with the name of zero that the language has in numbers that are no amounts.
  func digits(_ digits: String) -> String {
    speller.digits(digits, zero: tongue.isEnglish ? "oh" : nil)
  }
}

/// What a rule makes of some tokens.
struct Reading: Sendable {
  /// The index of the token behind the reading.
  var end: Int
  var words: SpokenWords

  init(end: Int, words: SpokenWords) {
    (self.end, self.words) = (end, words)
  }

  /// Words of which each reads all the tokens.
  init(_ tokens: Range<Int>, _ text: String, in line: Line) {
    self.init(end: tokens.upperBound, words: SpokenWords(text, from: line.range(tokens)))
  }
}

/// A kind of reading.
protocol ReadingRule: Sendable {
  /// The reading that begins at a token, or nil if the rule has none there.
  func reading(at index: Int, in line: Line) -> Reading?
}
