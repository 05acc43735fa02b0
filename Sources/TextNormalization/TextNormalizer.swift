package import Basics
import Synchronization

/// Converts numbers, symbols and abbreviations to the words that a reader speaks.
/// The result depends only on the text and the language. The running time is proportional to the length of the text.
package struct TextNormalizer: Sendable {
  private let speech: Speech
  private let rules: RuleTable

  /// Creates a normalizer for a language tag such as `en-GB`.
  package init(language: String, edition: ReadingEdition = .second) {
    let key = CacheKey(language: language, edition: edition)
    let cached = Self.cached.withLock { cached in
      if let known = cached[key] { return known }
      let speech = Speech(tag: language, edition: edition)
      let new = Parts(speech: speech, rules: RuleTable(speech: speech))
      cached[key] = new
      return new
    }
    speech = cached.speech
    rules = cached.rules
  }

  /// Throws if the library that spells numbers is not installed.
  package static func checkAvailability() throws(NormalizationError) {
    guard ICULibrary.isInstalled else { throw ICULibrary.missing }
  }

  /// Whether this module has its own rules for the language.
  /// In other languages, only numbers are read.
  package var readsSymbols: Bool { speech.language != .other }

  /// Whether a text may have something to replace.
  /// Returns false for most lines of a book. The test does not decode the text.
  package func mayReplace(in text: String) -> Bool { speech.scan.finds(in: text) }

  /// Returns the replacements in a text, in order and without overlaps.
  package func replacements(in scalars: [Unicode.Scalar]) -> [Replacement] {
    let line = Line(scalars)
    var replacements: [Replacement] = []
    var index = 0
    // The full stop of an abbreviation that was already read does not end a sentence.
    var end = 0
    while index < line.count {
      guard let reading = rules.reading(at: index, in: line) else {
        index += 1
        continue
      }
      replacements.append(replacement(reading, from: index, after: end, in: line))
      index = reading.end
      end = index
    }
    return replacements
  }

  private func replacement(
    _ reading: Reading, from start: Int, after end: Int, in line: Line
  ) -> Replacement {
    var words = reading.words
    var before = line.skippingSpaceBack(start - 1)
    // "eq. (4)"
    if speech.isSecond, before > end, line.symbol(before) == "(" {
      before = line.skippingSpaceBack(before - 1)
    }
    let isOpen = end == 0 || before >= end
    if isOpen, line.opensSentence(start) { words.capitalize() }
    return Replacement(range: line.range(start..<reading.end), words: words.list)
  }

  package func normalized(_ text: String) -> NormalizedText {
    let scalars = Array(text.unicodeScalars)
    return NormalizedText(
      replacing: mayReplace(in: text) ? replacements(in: scalars) : [], in: scalars)
  }

  // MARK: Cached tables

  private struct Parts: Sendable {
    var speech: Speech
    var rules: RuleTable
  }

  private struct CacheKey: Hashable {
    var language: String
    var edition: ReadingEdition
  }

  /// The tables are created once for each language and edition, because several normalizers use them.
  private static let cached = Mutex<[CacheKey: Parts]>([:])

  /// The rules of a language, by the kind of the token at which a reading begins.
  /// More specific rules come first.
  struct RuleTable: Sendable {
    private let words: [any ReadingRule]
    private let digits: [any ReadingRule]
    private let symbols: [any ReadingRule]
    private let scan: CandidateScan?

    init(speech: Speech) {
      scan = speech.isSecond ? speech.scan : nil
      guard speech.language != .other else {
        words = []
        symbols = []
        digits = speech.speller.speaks ? [ForeignNumbers(speech: speech)] : []
        return
      }
      let (names, sums) = speech.isSecond ? Self.second(speech) : ([], [])
      words =
        names + [
          Addresses(speech: speech), Versions(speech: speech), Prices(speech: speech),
          NamedDates(speech: speech), WeekdayRanges(speech: speech),
          Abbreviations(speech: speech), Ampersands(speech: speech), BareUnits(speech: speech),
          RomanNumerals(speech: speech), LetterRanges(speech: speech),
        ] + (speech.isSecond ? [DottedNames(speech: speech)] : [])
      digits =
        sums + [
          PhoneNumbers(speech: speech), SetPhrases(speech: speech), VersionLists(speech: speech),
          NumericDates(speech: speech), NamedDates(speech: speech), Times(speech: speech),
          Prices(speech: speech), Versions(speech: speech), Ordinals(speech: speech),
          Decades(speech: speech),
          Products(speech: speech), Powers(speech: speech), Measures(speech: speech),
          Ratios(speech: speech), Codes(speech: speech), Years(speech: speech),
          Numbers(speech: speech),
        ]
      symbols =
        Self.signs(speech) + [
          Addresses(speech: speech), PhoneNumbers(speech: speech), Prices(speech: speech),
          Decades(speech: speech), Negatives(speech: speech), Measures(speech: speech),
          Numbers(speech: speech), Slashes(speech: speech), Ampersands(speech: speech),
          Hashes(speech: speech), Powers(speech: speech), Comparisons(speech: speech),
          Symbols(speech: speech),
        ]
    }

    /// The rules that the second edition adds, for words and for digits.
    private static func second(_ speech: Speech) -> ([any ReadingRule], [any ReadingRule]) {
      var both: [any ReadingRule] = [Identifiers(speech: speech), Scripture(speech: speech)]
      if speech.language.isFrench || speech.language.isSpanish {
        both += [LawNumbers(speech: speech), PairedForms(speech: speech)]
      }
      let names: [any ReadingRule] =
        both + [
          Keys(speech: speech), Formulas(speech: speech), GreekLetters(speech: speech),
          MaskedWords(speech: speech), TornWords(speech: speech), DatePatterns(speech: speech),
          Diameters(speech: speech),
        ]
      let sums: [any ReadingRule] =
        [
          Addresses(speech: speech), OpenAddresses(speech: speech), NumbersOfNames(speech: speech),
          PublicationNumbers(speech: speech),
          BinaryNumbers(speech: speech), Powers(speech: speech),
          FigureNumbers(speech: speech),
        ]
        + both + [
          Durations(speech: speech), Magnitudes(speech: speech),
        ]
      guard speech.language.isEnglish else { return (names, sums) }
      return (
        names + [
          LetterProducts(speech: speech), LetteredNumbers(speech: speech),
          ChessMoves(speech: speech),
          BracketedPlurals(speech: speech), Sizes(speech: speech),
          Bearings(speech: speech),
        ],
        [
          SlicedNames(speech: speech), Relations(speech: speech), Bearings(speech: speech),
          Sizes(speech: speech), Durations(speech: speech), OldMoney(speech: speech),
          ShortDays(speech: speech),
          HouseNumbers(speech: speech),
        ] + sums
      )
    }

    /// The rules that the second edition adds for symbols.
    private static func signs(_ speech: Speech) -> [any ReadingRule] {
      guard speech.isSecond else { return [] }
      let prompts: [any ReadingRule] = [
        QuotedSigns(speech: speech), Prompts(speech: speech), Codes(speech: speech),
        DoubledNumbers(speech: speech), Diameters(speech: speech), Faces(speech: speech),
      ]
      guard speech.language.isEnglish else { return prompts }
      return prompts + [
        Sizes(speech: speech), OldMoney(speech: speech), HouseNumbers(speech: speech),
      ]
    }

    /// Returns the first reading that begins at a token, or nil.
    func reading(at index: Int, in line: Line) -> Reading? {
      switch line.tokens[index].kind {
      case .word: isPlain(index, line) ? nil : first(of: words, index, line)
      case .digits: first(of: digits, index, line)
      case .symbol: first(of: symbols, index, line)
      case .space: nil
      }
    }

    /// Whether a word is one of two common words in a row, as most words of a line are. No reading begins there.
    private func isPlain(_ index: Int, _ line: Line) -> Bool {
      guard let scan, line.isSpace(index + 1), line.kind(index + 2) == .word else { return false }
      return !scan.mayBegin(
        at: line.scalars[line.range(index)], before: line.scalars[line.range(index + 2)])
    }

    private func first(of rules: [any ReadingRule], _ index: Int, _ line: Line) -> Reading? {
      // A loop over the values would copy each rule, which takes longer than most rules.
      for place in rules.indices {
        if let reading = rules[place].reading(at: index, in: line) { return reading }
      }
      return nil
    }
  }
}
