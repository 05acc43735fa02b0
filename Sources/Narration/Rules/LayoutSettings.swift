public import Guion

/// The settings for reading the layout of a document: the announcements, the pauses, and the language.
///
/// This is a class because rules use it for every element. Each copy of a struct would increase the reference count of
/// every table in it.
public final class LayoutSettings: Sendable {
  /// The settings for what is read aloud, such as footnotes, quotations and lists.
  public let settings: SpeechSettings
  /// The pauses between items.
  package let pauses: Pauses
  /// The language of the words that the narrator adds, such as "Footnote 1", as a BCP 47 tag.
  public let language: String
  /// The format of the document.
  ///
  /// In a screenplay, lines that the author centred or indented become sentences.
  public let format: DocumentFormat

  let words: LanguageWords
  let inlines: InlineReader
  /// A reader for titles.
  /// It leaves out footnotes, which do not belong in a list of titles.
  let titleInlines: InlineReader

  let rules: RuleSet

  /// The default settings and pauses, in English.
  public static let standard = LayoutSettings()

  /// Creates settings.
  ///
  /// If `pauses` is nil, the pauses are the defaults of the rule set. If there are no words for the language, English
  /// words are used.
  public convenience init(
    settings: SpeechSettings = SpeechSettings(), pauses: Pauses? = nil,
    language: String = "en-US", format: DocumentFormat = .markdown,
    rules: RuleSet = .current
  ) {
    self.init(
      settings: settings, pauses: pauses, language: language, format: format, rules: rules,
      casting: nil)
  }

  /// Creates settings; `casting` is for rules that read passages in other languages.
  init(
    settings: SpeechSettings, pauses: Pauses?, language: String, format: DocumentFormat,
    rules: RuleSet, casting: Casting?
  ) {
    self.rules = rules
    self.settings = settings
    self.pauses = pauses ?? Pauses(for: rules)
    self.language = language
    self.format = format
    words = LanguageWords.of(language)
    inlines = InlineReader(
      settings: settings, words: words.layout, rules: rules, casting: casting,
      marksStress: rules >= .v1_2)
    var withoutNotes = settings
    withoutNotes.footnotes = .skip
    titleInlines = InlineReader(settings: withoutNotes, words: words.layout, rules: rules)
  }
}

/// The state of a document's layout while a chapter is read.
public struct LayoutContext: Sendable {
  /// A footnote with the position of its first mark.
  struct Note {
    var words: String
    var place: GuionElement
  }

  /// The number of quotations that contain the last element.
  var quoteDepth = 0
  /// The numbers of the last list item and of the items that contain it.
  /// The outermost item is first. The number is nil for an item without a number.
  var lists: [Int?] = []
  /// The index after the last list that was examined.
  /// `isContents` states whether this list is a table of contents.
  var listEnd = 0
  var isContents = false
  /// Whether a block of code has already been announced in this chapter.
  var hasAnnouncedCode = false
  /// The footnotes for the end of the chapter.
  /// Each footnote is listed only once.
  var notes: [Note] = []
  var knownNotes: Set<Int> = []

  /// Creates the state at the beginning of a chapter.
  public init() {}
}
