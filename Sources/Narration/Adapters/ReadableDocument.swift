package import Guion
package import Hablare

/// A document with the cast, the language and the elements for reading it.
package struct ReadableDocument: Sendable {
  package let model: GuionDocumentModel
  package private(set) var cast: Cast
  /// The language of the text, as a BCP 47 tag.
  package let language: String
  /// The elements in the form in which they are read: a labelled paragraph of prose becomes cue and dialogue.
  package let elements: [GuionElement]

  /// Prepares a document.
  /// If `cast` is nil, the cast in the front matter is used. If `language` is nil, the cast's language is used. If the
  /// cast has no language, the front matter's language is used. The default is `en-US`.
  package init(_ document: GuionDocumentModel, cast: Cast?, language: String?) {
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

  private var names: CueNames { CueNames(of: elements, cast: cast, language: language) }

  /// Returns the rules of the cast's rule set, with the cast's settings and the voices of a casting.
  package func rules(_ casting: Casting) -> any SpeechLogicRules {
    (cast.rules ?? .current).rules(casting: casting, cast: cast, format: model.format)
  }

  /// The rules for lines without voices: every role has a placeholder voice.
  package var uncastRules: any SpeechLogicRules {
    rules(Casting(language: language, names: names) { .undecided($0) })
  }

  /// Casts the document as a build does, with voices of the directory.
  /// Selects the rule set if the cast names none. `narrator` overrides the cast's narrator.
  package mutating func casting(
    narrator: VoiceURI?, directory: VoiceDirectory
  ) async -> (Casting?, [Diagnostic]) {
    cast.rules = cast.ruleSet(paidServices: Set(directory.ids.filter(directory.isPaidService)))
    let director = CastingDirector(
      cast: cast, language: language, narratorVoice: narrator, directory: directory)
    return await director.casting(of: elements, sources: [model.filename ?? "document"])
  }

  /// Returns a casting in which one voice speaks everything.
  package func casting(
    voice: VoiceURI, whisper: VoiceURI?, abilities: VoiceAbilities
  ) -> Casting {
    func role(_ name: String) -> Role {
      Role(name: name, voice: voice, whisper: whisper, abilities: abilities)
    }
    let names = names
    let roles = Dictionary(names.meanings.map { ($0.name, role($0.name)) }) { first, _ in first }
    return Casting(narrator: role(""), language: language, roles: roles, names: names)
  }

  package func casting(mapping: @escaping VoiceMapping, directory: VoiceDirectory) -> Casting {
    Casting(language: language, names: names, directory: directory, mapping: mapping)
  }
}

extension VoiceURI {
  /// Returns a placeholder voice that is different for each speaker.
  /// If two speakers had the same voice, they would be announced because of this voice.
  fileprivate static func undecided(_ element: GuionElement) -> VoiceURI {
    VoiceURI(providerId: "", voiceId: element.elementText)
  }
}

extension Manuscript {
  /// The language of the title page as a tag; nil if the title page has no language or an invalid tag.
  fileprivate var languageTag: String? {
    guard let tag = language.map({ String($0.map { $0 == "_" ? "-" : $0 }) }),
      LanguageTag.isWellFormed(tag)
    else { return nil }
    return tag
  }
}
