import Guion
import Hablare

/// A document with the settings for reading it, from a cast or from its front matter.
struct ReadableDocument: Sendable {
  let model: GuionDocumentModel
  let cast: Cast
  /// The language of the text, as a BCP 47 tag.
  let language: String
  /// The elements as they are read: a labelled paragraph of prose becomes cue and dialogue.
  let elements: [GuionElement]

  /// Prepares a document.
  ///
  /// If `cast` is nil, the front matter's cast is used. If `language` is nil, it is the cast's language, then the front
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

  /// The role that each cue means.
  var names: CueNames { CueNames(of: elements, cast: cast, language: language) }

  /// Returns the rules that the cast selects, with its settings and with the voices of a casting.
  func rules(_ casting: Casting) -> any SpeechLogicRules {
    (cast.rules ?? .current).rules(casting: casting, cast: cast, format: model.format)
  }

  /// The same rules for lines without voices: roles differ by name, and nothing else about them is known.
  var uncastRules: any SpeechLogicRules {
    rules(Casting(language: language, names: names) { .undecided($0) })
  }
}

extension VoiceURI {
  /// Returns a placeholder voice that differs for each speaker, so that speakers are announced by name and not because
  /// of similar voices.
  fileprivate static func undecided(_ element: GuionElement) -> VoiceURI {
    VoiceURI(providerId: "", voiceId: element.elementText)
  }
}

extension Manuscript {
  /// The language of the title page as a tag; nil if there is none, or if it is not a valid tag.
  fileprivate var languageTag: String? {
    guard let tag = language.map({ String($0.map { $0 == "_" ? "-" : $0 }) }),
      LanguageTag.isWellFormed(tag)
    else { return nil }
    return tag
  }
}
