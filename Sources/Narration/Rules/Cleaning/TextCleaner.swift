import Guion

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
  private let capitals: CapitalsRule
  private let abbreviations: Abbreviations
  private let pronunciations: PronunciationRule

  /// Makes a cleaner for a language, with the pronunciations that apply in it and the names of the
  /// roles, which are names where they stand in capitals.
  public init(
    languageCode: String, markup: Markup = .fountain, pronunciations: [Pronunciation] = [],
    names: [String] = [], notation: PhonemeNotation = .espeak, skipsEmoji: Bool = false,
    isPlainText: Bool = false, rules: RuleSet = .current
  ) {
    self.rules = rules
    self.isPlainText = isPlainText
    screenplayWords = ScreenplayWords.of(languageCode)
    self.markup = markup
    self.skipsEmoji = skipsEmoji
    words = LanguageWords.of(languageCode)
    dot = words.layout.signNames["."] ?? "dot"
    abbreviations = Abbreviations(
      words: words, isEnglish: languageCode.lowercased().hasPrefix("en"))
    capitals = CapitalsRule(
      words: words,
      keeping: Set(
        pronunciations.flatMap { $0.text.split(whereSeparator: { !$0.isLetter && $0 != "'" }) }
          .map { $0.uppercased() }),
      names: Set(
        names.flatMap { $0.split { !$0.isLetter && $0 != "'" && $0 != "’" } }
          .map { $0.uppercased() }))
    self.pronunciations = PronunciationRule(
      pronunciations, languageCode: languageCode, notation: notation)
  }

  /// All five steps.
  public func clean(_ text: String, speaker: String = "") -> Result {
    let prepared = prepared(text)
    let (said, written) = pronunciations.apply(prepared, speaker: speaker)
    return Result(text: said, hasPhonemes: written != nil, written: written)
  }

  /// Steps 1 to 4: idempotent, never empties a line with a letter in it, and never makes one longer
  /// than four times its length plus 40 characters.
  public func prepared(_ text: String, isHeading: Bool = false) -> String {
    let typed = rules >= .v1_1 ? withoutShortForms(text) : text
    let marked = markup == .fountain ? FountainEmphasis.plainText(typed) : typed
    let plain = skipsEmoji ? Emoji.removed(from: marked) : marked
    var result = settled(plain, isHeading, spellsNumbers: true)
    if isTooLong(result, for: text) { result = settled(plain, isHeading, spellsNumbers: false) }
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
  private func settled(_ plain: String, _ isHeading: Bool, spellsNumbers: Bool) -> String {
    var text = plain
    for _ in 0..<8 {
      let next = pass(text, isHeading, spellsNumbers: spellsNumbers)
      if next == text { break }
      text = next
    }
    return text
  }

  private func pass(_ text: String, _ isHeading: Bool, spellsNumbers: Bool) -> String {
    let words =
      markup == .fountain
      ? MarkupRemoval.apply(text, dot: dot) : PlainMarks.apply(text, dot: dot)
    let lowered = capitals.apply(words, isHeading: isHeading)
    let opened = abbreviations.apply(lowered, spellsNumbers: spellsNumbers)
    return Punctuation.apply(opened, keepsNames: markup == .none)
  }

  func keepsAsTyped(_ word: String) -> Bool { capitals.keeping.contains(word) }

  func isConjunction(_ word: String) -> Bool { words.cueConjunctions.contains(word) }

  private func isOnlyComment(_ text: String) -> Bool {
    markup == .fountain && text.contains("<!--")
  }
}
