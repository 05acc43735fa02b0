import Basics
import Guion
public import Hablare
public import Narration

/// What is asked of a book: how it is read, and what is built of it.
public struct BookOptions: Sendable {
  /// The files, and how they are made.
  public var build = BuildOptions()
  /// The language of the text; nil takes the cast's, the document's, `usualLanguage` or US English.
  public var language: String?
  /// The rules by which the text is read; nil takes the cast's, or the current ones.
  public var rules: RuleSet?
  /// The voice of the narrator; nil takes the cast's, `usualVoice` or the default one.
  public var voice: VoiceURI?
  /// The language of a book for which neither the cast nor the document names one.
  public var usualLanguage: String?
  /// The voice of the narrator of a book whose cast names none.
  public var usualVoice: VoiceURI?
  /// Providers that are made ready although no cast names them, by id.
  public var providers: Set<String> = []
  /// The cover that is asked for; nil takes the one that the cast or the document names.
  public var cover: CoverSource.Wish?
  /// What becomes of a cover that is not square.
  public var coverFit = CoverFit.keep

  /// The defaults of Documentation/interfaces.md.
  public init() {}
}

extension BookOptions {
  /// The language of a book: the user's choice, the cast's, the front matter's, the user's usual one, and
  /// US English at last; and what is wrong with the front matter's.
  func language(of manuscript: Manuscript, _ cast: Cast) -> (String, remark: Diagnostic?) {
    let fallback = usualLanguage ?? "en-US"
    if let language = language ?? cast.language { return (language, nil) }
    guard let written = manuscript.language else { return (fallback, nil) }
    let tag = String(written.map { $0 == "_" ? "-" : $0 })
    if LanguageTag.isWellFormed(tag) { return (tag, nil) }
    let remark = Diagnostic(
      code: "bad-language", severity: .warning,
      message:
        "\"\(written)\" is not a language tag such as en-US; the text is read as \(fallback)",
      file: manuscript.isFolder ? nil : manuscript.documents.first?.path)
    return (fallback, remark)
  }
}
