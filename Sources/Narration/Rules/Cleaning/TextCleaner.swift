import Basics
import Guion
import TextNormalization

/// Converts the text of a script to text for an engine (Documentation/speech.md, "Cleaning the text").
/// The result depends only on the line, not on its context. This is a class because it is used for every line. Each
/// copy of a struct would increase the reference count of every table in it.
package final class TextCleaner: Sendable {
  /// The inline grammar of the text, which determines what is emphasis.
  package enum Markup: Sendable {
    case fountain
    /// Plain words: the reader of the document has already removed the markup.
    case none
  }

  package struct Result: Sendable, Hashable {
    /// The text; empty if there is nothing to speak.
    package var text: String
    package var hasPhonemes: Bool
    /// The text for readers if `text` has phonemes or acronyms with added points, otherwise nil.
    package var written: String?
  }

  private let markup: Markup
  private let skipsEmoji: Bool
  /// Whether the document is plain text.
  /// In plain text, macros and emoji codes are ordinary words.
  private let isPlainText: Bool
  private let screenplayWords: ScreenplayWords
  let rules: RuleSet
  /// The spoken word for the dots of a web address.
  private let dot: String
  /// The spoken word for the slashes of a web address; nil before rule set 1.2.
  private let slash: String?
  private let dash: String
  private let words: LanguageWords
  let capitals: CapitalsRule
  /// Adds points to acronyms; nil in rule set 1.0, which leaves acronyms to the engines.
  private let letters: LetterNames?
  private let abbreviations: Abbreviations
  /// Converts numbers, symbols and abbreviations to words.
  /// Nil in rule set 1.0, which leaves numbers to the engines. Also nil if `keepsDigits` was true.
  private let normalizer: TextNormalizer?
  private let pronunciations: PronunciationRule

  /// Creates a cleaner for a language, with the pronunciations that apply in this language.
  /// `names` are the names of the roles. If a word of these names is in capitals, it is read as a name.
  /// If `keepsDigits` is true, numbers and symbols stay as typed, for people who read the text.
  package init(
    languageCode: String, markup: Markup = .fountain, pronunciations: [Pronunciation] = [],
    names: [String] = [], notation: PhonemeNotation = .espeak, skipsEmoji: Bool = false,
    isPlainText: Bool = false, keepsDigits: Bool = false, rules: RuleSet = .current
  ) {
    self.rules = rules
    self.isPlainText = isPlainText
    screenplayWords = ScreenplayWords.of(languageCode, rules)
    self.markup = markup
    self.skipsEmoji = skipsEmoji
    words = LanguageWords.of(languageCode)
    dot = words.layout.signNames["."] ?? "dot"
    dash = words.layout.signNames["-"] ?? "dash"
    slash = rules >= .v1_2 ? words.layout.signNames["/"] : nil
    let normalizer =
      keepsDigits
      ? nil : rules.normalizing.map { TextNormalizer(language: languageCode, edition: $0) }
    self.normalizer = normalizer
    abbreviations = Abbreviations(
      words: words, isEnglish: languageCode.lowercased().hasPrefix("en"),
      opensSlugsOnly: normalizer?.readsSymbols == true,
      isDocument: markup == .none && rules >= .v1_2, rules: rules)
    let keeping = Set(
      pronunciations.flatMap { $0.text.split(whereSeparator: { !$0.isLetter && $0 != "'" }) }
        .map { $0.uppercased() })
    let names = Set(
      names.flatMap { $0.split { !$0.isLetter && $0 != "'" && $0 != "’" } }
        .map { $0.uppercased() })
    let judge = ShoutedWords(
      words: words, names: names, languageCode: languageCode, isDocument: markup == .none,
      edition: rules.edition)
    let isFirst = rules == .v1_0
    capitals = CapitalsRule(
      words: words, keeping: keeping,
      judge: isFirst ? FirstCapitals(words: words, names: names) : judge)
    letters = isFirst ? nil : LetterNames(judge: judge, keeping: keeping)
    self.pronunciations = PronunciationRule(
      pronunciations, languageCode: languageCode, notation: notation)
  }

  /// Cleans a text with all five steps.
  package func clean(_ text: String, speaker: String = "") -> Result {
    let prepared = prepared(text, isHeading: false, speaker: speaker)
    let unmarked = rules >= .v1_2 ? LetterNames.unmarked : { $0 }
    let spelled = unmarked(letters?.opened(prepared) ?? prepared)
    let (said, written) = pronunciations.apply(spelled, speaker: speaker)
    let shown = unmarked(prepared)
    guard spelled != shown else {
      return Result(text: said, hasPhonemes: written != nil, written: written)
    }
    let plain = pronunciations.apply(shown, speaker: speaker)
    return Result(text: said, hasPhonemes: written != nil, written: plain.written ?? plain.text)
  }

  /// Returns the words of a cleaned text as readers see them, each with its range in the typed text.
  /// This function follows the text through all steps, so it takes several times as long as `clean(_:speaker:)`.
  package func words(of text: String, speaker: String = "") -> [CleanedWord] {
    let trace = CleaningTrace(text)
    let prepared = prepared(text, isHeading: false, speaker: speaker, trace: trace)
    let (said, written) = pronunciations.apply(prepared, speaker: speaker)
    trace.step(to: written ?? said)
    return trace.words
  }

  /// Cleans a text with steps 1 to 4.
  /// Cleaning the result again does not change it. A line with a letter becomes empty only if the line is an HTML
  /// comment, or if the line consists of macros or unknown emoji codes.
  /// In rule set 1.0, the length of the result is at most four times the length of the line, plus 40 characters. In
  /// later rule sets, words for numbers, symbols and abbreviations can make the result longer.
  package func prepared(_ text: String, isHeading: Bool = false) -> String {
    prepared(text, isHeading: isHeading, speaker: "")
  }

  private func prepared(
    _ text: String, isHeading: Bool, speaker: String, trace: CleaningTrace? = nil
  ) -> String {
    let named = rules >= .v1_2 ? ScottishName.mended(text) : text
    let typed = rules >= .v1_1 ? withoutShortForms(named) : named
    let marked = markup == .fountain ? FountainEmphasis.plainText(typed) : typed
    let joined = rules >= .v1_2 ? Self.withoutMarksInWords(marked) : marked
    let plain = skipsEmoji ? Emoji.removed(from: joined) : joined
    trace?.step(to: plain)
    var result: String
    if let normalizer {
      let pass = NormalizedPass(normalizer: normalizer, speaker: speaker, trace: trace)
      let isDocument = rules >= .v1_2 && markup == .none
      result = settled(plain) {
        let words = self.pass($0, isHeading, pass)
        // The marks in front of a decoration are gone now.
        return isDocument ? Emoji.withoutDecoration(words) : words
      }
    } else {
      result = settled(plain) { self.pass($0, isHeading, spellsNumbers: true) }
      if isTooLong(result, for: text) {
        result = settled(plain) { self.pass($0, isHeading, spellsNumbers: false) }
      }
    }
    if result.hasLetterOrDigit || !plain.hasLetterOrDigit || isOnlyComment(plain) { return result }
    // All words of the text look like markup. These words are read, so that no text is lost.
    return Punctuation.apply(plain.unicodeScalars.map { $0.isLetterOrDigit ? $0 : " " }.text)
  }

  /// Returns the text without the marks of two emphases that meet inside a word: "*Don**’t worry.*"
  private static func withoutMarksInWords(_ text: String) -> String {
    guard text.hasText("**") || text.hasText("__") else { return text }
    return text.replacing(/(\p{L})(?:\*\*|__)(?=[’']\p{L})/) { "\($0.1)" }
  }

  /// Removes macros, and expands short forms: in scripts, the names of shots; in other documents, emoji codes.
  private func withoutShortForms(_ text: String) -> String {
    switch markup {
    case .fountain:
      ScreenplayMarks.opened(
        rules >= .v1_2 && isEnglish
          ? CutWords.mended(Macros.removed(from: text)) : Macros.removed(from: text),
        screenplayWords)
    case .none where isPlainText:
      rules >= .v1_2 ? PlainMarks.joiningItalics(PlainMarks.withoutPrintersMarks(text)) : text
    case .none: Shortcodes.opened(Macros.removed(from: text), joins: rules >= .v1_2)
    }
  }

  /// Whether a result is longer than rule set 1.0 allows.
  /// The first comparison takes constant time and is enough for nearly every line. This comparison is valid because a
  /// scalar has at most four bytes.
  private func isTooLong(_ result: String, for text: String) -> Bool {
    result.utf8.count > text.utf8.count + 40
      && result.unicodeScalars.count > 4 * text.unicodeScalars.count + 40
  }

  /// Repeats a pass until nothing changes, because one replacement can lead to another (`&amp;amp;`).
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
    markup == .fountain
      ? MarkupRemoval.apply(text, dot: dot) : PlainMarks.apply(text, dot: dot, slash: slash)
  }

  /// Applies a pass of rule set 1.0.
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

  /// Applies a pass of rule set 1.1.
  private func pass(_ text: String, _ isHeading: Bool, _ pass: NormalizedPass) -> String {
    var plain: String
    let text = rules >= .v1_2 ? DrawnOutWords.joined(PlainMarks.withEllipses(text)) : text
    if markup == .none, rules >= .v1_2 {
      let named = isPlainText ? text : named(text)
      plain = PlainMarks.namingDots(
        PlainMarks.namingSizes(
          withoutMarkup(PlainMarks.apartIndices(PlainMarks.joiningArrows(named))), dot), dot,
        isGerman: letters?.judge.isGerman == true)
    } else {
      plain = withoutMarkup(text)
    }
    if rules >= .v1_2 { plain = PlainMarks.spaced(plain) }
    pass.trace?.step(to: plain)
    var words = normalized(plain, isHeading, pass)
    if rules >= .v1_2 {
      // "A+I" is a sum, not a grade.
      // The first test is fast, and most lines have no plus.
      if plain.hasByte(UInt8(ascii: "+")), words.hasText("A-plus "), !plain.hasText("A+ "),
        plain.contains(/\bA\+\w/)
      {
        words = words.replacing("A-plus ", with: "A plus ")
      }
      // "a 100 million" is "a hundred million".
      if plain.hasByte(UInt8(ascii: "1")),
        words.hasText(" a one ") || words.hasPrefix("a one "),
        plain.contains(/\ba (?:100(?:,000)*|1(?:,?000)+)\b(?!%|[.,:\/]?\d)/)
      {
        words = words.replacing(/\ba one (?=hundred|thousand|million|billion)/, with: "a ")
      }
      if words.hasByte(UInt8(ascii: "(")) {
        if words.hasText("()") || words.hasText("( )") {
          words = words.replacing(/(^|\s)\( ?\)/, with: "")
        }
        // "(a + b)²" is not "a + b²".
        if plain.hasText(")²") || plain.hasText(")³") || plain.hasText(")^") {
          words = words.replacing(/\)(?=\p{L}{2})/, with: ") ")
        }
        // "(Meta-)Daten"
        if words.hasText("-)") {
          words = words.replacing(/(\p{L})-\)/) { $0.1 + ")" }
        }
      }
      // The compound "Hinzufügen"-Fenster. The first test is fast: many lines have a hyphen.
      let mayBeQuoted =
        words.hasByte(UInt8(ascii: "-"))
        && ["\"-", "'-", "“-", "”-", "»-", "«-", "’-"].contains(where: words.hasText)
      if mayBeQuoted {
        words = words.replacing(/(\p{L}["“”»«]|\p{L}{2}['’](?=-\p{Lu}))-(?=\p{L})/) { $0.1 + " " }
      }
    }
    let result = Punctuation.apply(words, keepsNames: markup == .none)
    pass.trace?.step(to: result)
    return result
  }

  /// Returns a text of a document with words for the signs of commands.
  private func named(_ text: String) -> String {
    let signs = words.layout.signNames
    let shell = PlainMarks.apartValues(PlainMarks.namingShell(text, signs))
    let star = isEnglish ? "star" : signs["*"] ?? "*"
    return PlainMarks.namingOptions(
      PlainMarks.namingStars(shell, star), dash, isEnglish: isEnglish)
  }

  /// Returns the text with numbers, symbols and abbreviations as words, and with shouted words in lower case.
  /// The capitals rule and the normalizer both need the text as typed. For the capitals rule, a number between two
  /// words can be part of the shouting. For the normalizer, "KG" after a number is a unit.
  private func normalized(_ text: String, _ isHeading: Bool, _ pass: NormalizedPass) -> String {
    let lowered = capitals.apply(text, isHeading: isHeading)
    guard pass.normalizer.mayReplace(in: text) else { return opened(lowered) }
    let scalars = Array(text.unicodeScalars)
    let protected = SortedRanges(pronunciations.ranges(in: scalars, speaker: pass.speaker))
    var replacements = pass.normalizer.replacements(in: scalars).filter {
      !protected.meets($0.range) && !isAbility(scalars, $0.range)
    }
    if markup == .none, rules >= .v1_2, let letters {
      replacements = letters.markingCodes(in: scalars, beside: replacements)
    }
    guard !replacements.isEmpty else { return opened(lowered) }
    let shown = Array(lowered.unicodeScalars)
    let normalized = NormalizedText(replacing: replacements, in: scalars, keeping: shown)
    pass.trace?.step(to: normalized)
    return opened(normalized.text)
  }

  /// Whether the letters INT in a document are no scene heading: "INT 12" in a table of abilities.
  private func isAbility(_ scalars: Scalars, _ range: Range<Int>) -> Bool {
    guard markup == .none, rules >= .v1_2 else { return false }
    return Abbreviations.isBareSlug(range, in: scalars)
  }

  /// Returns the text with the abbreviations of scene headings, such as "INT.", written as words.
  /// If the normalizer knows only the numbers of the language, other abbreviations of scripts are expanded too.
  private func opened(_ text: String) -> String {
    abbreviations.apply(text, spellsNumbers: false)
  }

  var isEnglish: Bool { abbreviations.isEnglish }

  func isConjunction(_ word: String) -> Bool { words.cueConjunctions.contains(word) }

  private func isOnlyComment(_ text: String) -> Bool {
    markup == .fountain && text.contains("<!--")
  }
}
