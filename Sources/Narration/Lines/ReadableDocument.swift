import Guion
import Hablare

/// A document with the settings by which it is read: a cast's, or those of its front matter.
struct ReadableDocument: Sendable {
  let model: GuionDocumentModel
  let cast: Cast
  /// The BCP 47 tag of the words.
  let language: String
  /// The elements as they are read: a labelled paragraph of prose is cue and dialogue.
  let elements: [GuionElement]

  /// Without a cast the front matter's counts; without a language that of the cast, then the front
  /// matter's, then `en-US`.
  init(_ document: GuionDocumentModel, cast: Cast?, language: String?) {
    let parsed = document.parsed
    let name = document.filename ?? "document"
    let manuscript = Manuscript(parsed, path: name)
    let ownCast = parsed.settings.map { CastReader(frontMatter: $0, file: name).cast }
    let cast = cast ?? ownCast ?? Cast()
    model = document
    self.cast = cast
    self.language = language ?? cast.language ?? manuscript.languageTag ?? "en-US"
    elements = SpeakerLabels(cast: cast).apply(to: manuscript)
  }

  /// Whom the cues mean.
  var names: CueNames { CueNames(of: elements, cast: cast, language: language) }

  /// The rules that the cast asks for, as it has them set, with the voices of a casting.
  func rules(_ casting: Casting) -> any SpeechLogicRules {
    (cast.rules ?? .current).rules(casting: casting, cast: cast, format: model.format)
  }

  /// The same rules for lines that have no voices yet: names are told apart, and nothing else is known.
  var uncastRules: any SpeechLogicRules {
    rules(Casting(language: language, names: names) { .undecided($0) })
  }
}

extension VoiceURI {
  /// Nobody's voice, and not that of another speech: speakers are named by who they are, not by how they sound.
  fileprivate static func undecided(_ element: GuionElement) -> VoiceURI {
    VoiceURI(providerId: "", voiceId: element.elementText)
  }
}

extension Manuscript {
  /// The language that the title page names, as a tag; nil if it names none, or what it names is no tag.
  fileprivate var languageTag: String? {
    guard let tag = language.map({ String($0.map { $0 == "_" ? "-" : $0 }) }),
      LanguageTag.isWellFormed(tag)
    else { return nil }
    return tag
  }
}
