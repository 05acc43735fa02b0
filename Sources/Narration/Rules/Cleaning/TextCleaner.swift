import Guion
import TextNormalization

/// Turns the words of a script into an engine's (Documentation/speech.md, "Cleaning the text").
///
/// Pure: the same line gives the same words wherever it stands. By reference, because it is asked for every line,
/// and a copy counts every table it holds.
public final class TextCleaner: Sendable {
  /// The inline grammar of the text, which decides what emphasis is.
  public enum Markup: Sendable {
    case fountain
    /// Words only; the front end has removed its markup already.
    case none
  }

  /// What the engine is given.
  public struct Result: Sendable, Hashable {
    /// The words; empty where there is nothing to say.
    public var text: String
    /// Whether `[[…]]` in the text encloses phonemes.
    public var hasPhonemes: Bool
    /// Where it has phonemes, the words for readers; else nil.
    public var written: String?
  }

  private let markup: Markup
  private let skipsEmoji: Bool
  /// Whether nothing in the text is markup: macros and codes are words then.
  private let isPlainText: Bool
  private let screenplayWords: ScreenplayWords
  private let rules: RuleSet
  /// How the dots of a web address are said.
  private let dot: String
  private let words: LanguageWords
  let capitals: CapitalsRule
  /// nil in rule set 1.0, which leaves acronyms to the engines.
  private let letters: LetterNames?
  private let abbreviations: Abbreviations
  /// Spells figures, signs and abbreviations; nil in rule set 1.0, which leaves figures to engines, and in titles.
  private let normalizer: TextNormalizer?
  private let pronunciations: PronunciationRule

  /// Makes a cleaner for a language, with the pronunciations that apply in it and the names of the
  /// roles, which are names where they stand in capitals.
  ///
  /// `keepsFigures` leaves figures and signs as they are typed, for people who read the text.
  public init(
    languageCode: String, markup: Markup = .fountain, pronunciations: [Pronunciation] = [],
    names: [String] = [], notation: PhonemeNotation = .espeak, skipsEmoji: Bool = false,
    isPlainText: Bool = false, keepsFigures: Bool = false, rules: RuleSet = .current
  ) {
    self.rules = rules
    self.isPlainText = isPlainText
    screenplayWords = ScreenplayWords.of(languageCode)
    self.markup = markup
    self.skipsEmoji = skipsEmoji
    words = LanguageWords.of(languageCode)
    dot = words.layout.signNames["."] ?? "dot"
    let normalizer =
      rules >= .v1_1 && !keepsFigures ? TextNormalizer(language: languageCode) : nil
    self.normalizer = normalizer
    abbreviations = Abbreviations(
      words: words, isEnglish: languageCode.lowercased().hasPrefix("en"),
      opensSlugsOnly: normalizer?.readsSigns == true)
    let keeping = Set(
      pronunciations.flatMap { $0.text.split(whereSeparator: { !$0.isLetter && $0 != "'" }) }
        .map { $0.uppercased() })
    let names = Set(
      names.flatMap { $0.split { !$0.isLetter && $0 != "'" && $0 != "’" } }
        .map { $0.uppercased() })
    let judge = ShoutedWords(
      words: words, names: names, languageCode: languageCode, isDocument: markup == .none)
    let isFirst = rules == .v1_0
    capitals = CapitalsRule(
      words: words, keeping: keeping,
      judge: isFirst ? FirstCapitals(words: words, names: names) : judge)
    letters = isFirst ? nil : LetterNames(judge: judge, keeping: keeping)
    self.pronunciations = PronunciationRule(
      pronunciations, languageCode: languageCode, notation: notation)
  }

  /// All five steps.
  public func clean(_ text: String, speaker: String = "") -> Result {
    let prepared = prepared(text, isHeading: false, speaker: speaker)
    let spelled = letters?.opened(prepared) ?? prepared
    let (said, written) = pronunciations.apply(spelled, speaker: speaker)
    guard spelled != prepared else {
      return Result(text: said, hasPhonemes: written != nil, written: written)
    }
    let plain = pronunciations.apply(prepared, speaker: speaker)
    return Result(text: said, hasPhonemes: written != nil, written: plain.written ?? plain.text)
  }

  /// The words of a cleaned text as readers see them, each with the part of the typed text that it comes from.
  ///
  /// This follows the text through all steps, which takes several times as long as `clean(_:speaker:)`.
  public func words(of text: String, speaker: String = "") -> [CleanedWord] {
    let trace = CleaningTrace(text)
    let prepared = prepared(text, isHeading: false, speaker: speaker, trace: trace)
    let (said, written) = pronunciations.apply(prepared, speaker: speaker)
    trace.step(to: written ?? said)
    return trace.words
  }

  /// Steps 1 to 4: idempotent, and never empties a line with a letter in it.
  ///
  /// In rule set 1.0 a line becomes no longer than four times its length plus 40 characters. In later ones, spelled
  /// figures, signs and abbreviations may make it longer.
  public func prepared(_ text: String, isHeading: Bool = false) -> String {
    prepared(text, isHeading: isHeading, speaker: "")
  }

  private func prepared(
    _ text: String, isHeading: Bool, speaker: String, trace: CleaningTrace? = nil
  ) -> String {
    let typed = rules >= .v1_1 ? withoutShortForms(text) : text
    let marked = markup == .fountain ? FountainEmphasis.plainText(typed) : typed
    let plain = skipsEmoji ? Emoji.removed(from: marked) : marked
    trace?.step(to: plain)
    var result: String
    if let normalizer {
      let pass = NormalizedPass(normalizer: normalizer, speaker: speaker, trace: trace)
      result = settled(plain) { self.pass($0, isHeading, pass) }
    } else {
      result = settled(plain) { self.pass($0, isHeading, spellsNumbers: true) }
      if isTooLong(result, for: text) {
        result = settled(plain) { self.pass($0, isHeading, spellsNumbers: false) }
      }
    }
    if result.hasLetterOrDigit || !plain.hasLetterOrDigit || isOnlyComment(plain) { return result }
    // All of it looked like markup. What a writer typed is read rather than lost.
    return Punctuation.apply(plain.unicodeScalars.map { $0.isLetterOrDigit ? $0 : " " }.text)
  }

  /// Macros are silent, and the short forms of the front end are words.
  private func withoutShortForms(_ text: String) -> String {
    switch markup {
    case .fountain: ScreenplayMarks.opened(Macros.removed(from: text), screenplayWords)
    case .none: isPlainText ? text : Shortcodes.opened(Macros.removed(from: text))
    }
  }

  /// Bytes are counted in no time, and tell for nearly every line: a scalar has four at most.
  private func isTooLong(_ result: String, for text: String) -> Bool {
    result.utf8.count > text.utf8.count + 40
      && result.unicodeScalars.count > 4 * text.unicodeScalars.count + 40
  }

  /// The steps until nothing changes: opening one thing may uncover another (`&amp;amp;`).
  private func settled(_ plain: String, _ pass: (String) -> String) -> String {
    var text = plain
    for _ in 0..<8 {
      let next = pass(text)
      if next == text { break }
      text = next
    }
    return text
  }

  private func withoutMarkup(_ text: String) -> String {
    markup == .fountain ? MarkupRemoval.apply(text, dot: dot) : PlainMarks.apply(text, dot: dot)
  }

  /// A pass of rule set 1.0.
  private func pass(_ text: String, _ isHeading: Bool, spellsNumbers: Bool) -> String {
    let lowered = capitals.apply(withoutMarkup(text), isHeading: isHeading)
    let opened = abbreviations.apply(lowered, spellsNumbers: spellsNumbers)
    return Punctuation.apply(opened, keepsNames: markup == .none, isFirst: rules == .v1_0)
  }

  private struct NormalizedPass {
    var normalizer: TextNormalizer
    var speaker: String
    var trace: CleaningTrace?
  }

  /// A pass of rule set 1.1.
  private func pass(_ text: String, _ isHeading: Bool, _ pass: NormalizedPass) -> String {
    let plain = withoutMarkup(text)
    pass.trace?.step(to: plain)
    let words = normalized(plain, isHeading, pass)
    let result = Punctuation.apply(words, keepsNames: markup == .none)
    pass.trace?.step(to: result)
    return result
  }

  /// The text with figures, signs and abbreviations as words, and shouting lowered.
  ///
  /// Both rules look at the text as it was typed: to the capitals, a figure between two words is part of the
  /// shouting, and "KG" behind a figure is a unit.
  private func normalized(_ text: String, _ isHeading: Bool, _ pass: NormalizedPass) -> String {
    let lowered = capitals.apply(text, isHeading: isHeading)
    guard pass.normalizer.mayReplace(in: text) else { return opened(lowered) }
    let scalars = Array(text.unicodeScalars)
    let protected = SortedRanges(pronunciations.ranges(in: scalars, speaker: pass.speaker))
    let replacements = pass.normalizer.replacements(in: scalars).filter {
      !protected.meets($0.range)
    }
    guard !replacements.isEmpty else { return opened(lowered) }
    let shown = Array(lowered.unicodeScalars)
    let normalized = NormalizedText(replacing: replacements, in: scalars, keeping: shown)
    pass.trace?.step(to: normalized)
    return opened(normalized.text)
  }

  /// Slugs within a line, and in languages of which the normalizer knows numbers alone, the genre's abbreviations.
  private func opened(_ text: String) -> String {
    abbreviations.apply(text, spellsNumbers: false)
  }

  func isConjunction(_ word: String) -> Bool { words.cueConjunctions.contains(word) }

  private func isOnlyComment(_ text: String) -> Bool {
    markup == .fountain && text.contains("<!--")
  }
}
