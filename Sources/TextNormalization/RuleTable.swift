/// The rules of a language, by the kind of the token at which a reading begins.
///
/// More specific rules come first.
struct RuleTable: Sendable {
  private let words: [any ReadingRule]
  private let digits: [any ReadingRule]
  private let symbols: [any ReadingRule]

  init(speech: Speech) {
    guard speech.language != .other else {
      words = []
      symbols = []
      digits = speech.speller.speaks ? [ForeignNumbers(speech: speech)] : []
      return
    }
    words = [
      Addresses(speech: speech), Versions(speech: speech), Prices(speech: speech),
      NamedDates(speech: speech), WeekdayRanges(speech: speech),
      Abbreviations(speech: speech), Ampersands(speech: speech), BareUnits(speech: speech),
      RomanNumerals(speech: speech), LetterRanges(speech: speech),
    ]
    digits = [
      PhoneNumbers(speech: speech), SetPhrases(speech: speech), VersionLists(speech: speech),
      NumericDates(speech: speech), NamedDates(speech: speech), Times(speech: speech),
      Prices(speech: speech), Versions(speech: speech), Ordinals(speech: speech),
      Decades(speech: speech),
      Products(speech: speech), Powers(speech: speech), Measures(speech: speech),
      Ratios(speech: speech), Codes(speech: speech), Years(speech: speech),
      Numbers(speech: speech),
    ]
    symbols = [
      Addresses(speech: speech), PhoneNumbers(speech: speech), Prices(speech: speech),
      Decades(speech: speech), Negatives(speech: speech), Measures(speech: speech),
      Numbers(speech: speech), Slashes(speech: speech), Ampersands(speech: speech),
      Hashes(speech: speech), Powers(speech: speech), Comparisons(speech: speech),
      Symbols(speech: speech),
    ]
  }

  /// Returns the first reading that begins at a token, or nil.
  func reading(at index: Int, in line: Line) -> Reading? {
    switch line.tokens[index].kind {
    case .word: first(of: words, index, line)
    case .digits: first(of: digits, index, line)
    case .symbol: first(of: symbols, index, line)
    case .space: nil
    }
  }

  private func first(of rules: [any ReadingRule], _ index: Int, _ line: Line) -> Reading? {
    for rule in rules {
      if let reading = rule.reading(at: index, in: line) { return reading }
    }
    return nil
  }
}
