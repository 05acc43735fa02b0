public import Guion

/// How the layout of a document is read aloud: what is said of it, with which pauses, in which language.
///
/// By reference, because rules are asked for it at every element, and a copy counts every table it holds.
public final class LayoutSettings: Sendable {
  /// What is read aloud, such as footnotes, quotations and lists.
  public let settings: SpeechSettings
  /// The silences between what is said.
  public let pauses: Pauses
  /// The BCP 47 tag of the words that the narrator adds, such as "Footnote 1".
  public let language: String
  /// What the document is written in; in prose a hard line break is a space.
  public let format: DocumentFormat

  let words: LanguageWords
  let inlines: InlineReader
  /// Without footnotes, which belong into no list of titles.
  let titleInlines: InlineReader

  /// The rule set by which layout is read.
  let rules: RuleSet

  /// Settings and pauses as a cast without any has them, in English.
  public static let standard = LayoutSettings()

  /// Makes settings; a language without words of its own has English ones.
  public init(
    settings: SpeechSettings = SpeechSettings(), pauses: Pauses = Pauses(),
    language: String = "en-US", format: DocumentFormat = .markdown,
    rules: RuleSet = .current
  ) {
    self.rules = rules
    self.settings = settings
    self.pauses = pauses
    self.language = language
    self.format = format
    words = LanguageWords.of(language)
    inlines = InlineReader(settings: settings, words: words.layout, rules: rules)
    var withoutNotes = settings
    withoutNotes.footnotes = .skip
    titleInlines = InlineReader(settings: withoutNotes, words: words.layout, rules: rules)
  }
}
