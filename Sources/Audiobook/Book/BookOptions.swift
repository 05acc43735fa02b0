import Basics
package import Guion
public import Hablare
public import Narration

/// The options for reading a book and building its files.
public struct BookOptions: Sendable {
  /// The files to build, and how.
  public var build = BuildOptions()
  /// The language of the text.
  ///
  /// If nil, the language is the first of these that is set: the cast's, the document's, `defaultLanguage`,
  /// US English.
  public var language: String?
  /// The rules for reading the text; nil for the cast's rules.
  ///
  /// If the cast names no rules either, `RuleSet.current` is used.
  public var rules: RuleSet?
  /// The names of the sections that are left out; nil for the cast's names.
  package var skip: [String]?
  /// Whether the characters speak the quotations of prose; nil for the cast's choice.
  package var dialogue: Bool?
  /// The preset for what is read; nil for the cast's choice.
  package var read: ReadPreset?
  /// Whether the table of recordings is about to be written, so that it may be missing.
  package var listsRecordings = false
  /// The roles whose lines an actor speaks, as the user names them; empty for a book in which every role speaks.
  package var rehearsed: [String] = []
  /// How the lines of these roles are left out.
  package var rehearsal = Rehearsal()
  /// The roles whose scenes are read; empty for all scenes.
  package var onlyWith: [String] = []
  /// The voice of the narrator.
  ///
  /// If nil, the voice is the first of these that is set: the cast's, `defaultVoice`, the program's default.
  public var voice: VoiceURI?
  /// Whether a language that only the text shows becomes that of the book, for a draft of a cast that names it.
  package var namesFoundLanguage = false
  /// The language of a book if neither the cast nor the document names one.
  public var defaultLanguage: String?
  /// The voice of the narrator if the cast names no voice for the narrator.
  public var defaultVoice: VoiceURI?
  /// The ids of providers to prepare even if no cast names them.
  public var providers: Set<String> = []
  /// The requested cover; nil for the cover that the cast or the document names.
  public var cover: CoverSource.Wish?
  /// What to do with a cover that is not square.
  public var coverFit = CoverFit.keep

  /// Creates the default options (Documentation/reference/command-line.md).
  public init() {}
}

extension BookOptions {
  /// Returns the language of a book, and a warning if the front matter's language is invalid, or if nobody names a
  /// language and the text is plainly in another one.
  /// The language is the first of these that is set: the user's choice, the cast's, the front matter's,
  /// `defaultLanguage`, US English.
  package func language(of manuscript: Manuscript, _ cast: Cast) -> (String, warning: Diagnostic?) {
    let fallback = defaultLanguage ?? "en-US"
    if let language = language ?? cast.language { return (language, nil) }
    // Rule sets 1.0 and 1.1 ignore the title page of a screenplay. The language is part of each paid clip's key.
    let hasLanguage = !manuscript.isScreenplay || cast.ruleSet >= .v1_2
    guard hasLanguage, let written = manuscript.language else {
      return found(in: manuscript, cast, instead: fallback)
    }
    let tag = String(written.map { $0 == "_" ? "-" : $0 })
    if LanguageTag.isWellFormed(tag) {
      // The language of an office document is often that of its template.
      let isOffice = [.docx, .odt, .officeScript].contains(manuscript.format)
      return isOffice ? found(in: manuscript, cast, instead: tag) : (tag, nil)
    }
    let warning = Diagnostic(
      code: "bad-language", severity: .warning,
      message:
        "\"\(written)\" is not a language tag such as en-US; the text is read as \(fallback)",
      file: manuscript.isFolder ? nil : manuscript.documents.first?.path)
    return (fallback, warning)
  }

  /// Returns a language, and a warning if the text is plainly in another one. A draft of a cast names that other one.
  private func found(
    in manuscript: Manuscript, _ cast: Cast, instead language: String
  ) -> (String, warning: Diagnostic?) {
    guard cast.ruleSet >= .v1_2,
      let other = OtherLanguage(of: manuscript.elements, than: language)
    else { return (language, nil) }
    let code = other.code ?? "TAG"
    let isWritten = namesFoundLanguage && other.code != nil
    let warning = Diagnostic(
      code: LintCode.otherLanguage.name, severity: isWritten ? .note : .warning,
      message: isWritten
        ? "the text looks like \(other.name), so the cast names this language"
        : "the text looks like \(other.name), but it is read as \(language); use --language \(code), or "
          + "write \"language\": \"\(code)\" in the cast",
      file: manuscript.isFolder ? manuscript.name : manuscript.documents.first?.path)
    return (isWritten ? code : language, warning)
  }
}
