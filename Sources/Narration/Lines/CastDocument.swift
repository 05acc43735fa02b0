public import FoundationEssentials
public import Guion
public import Hablare

/// A document with its voices: what a build says at each of its elements, and its lines as things to say.
///
/// The document is read once, by the same rules as a build: cast, pronunciations, directions in speeches,
/// language and the settings of the front matter all count. What a build adds to the sound afterwards does
/// not: levels, gains, effects, and the pauses between elements.
///
/// ```swift
/// let script = try await CastDocument(casting: document, providers: [EspeakNGVoiceProvider()])
/// let sound = try await service.generate(forElement: document.elements[3], in: script)
/// ```
public struct CastDocument: Sendable {
  /// The document.
  public let document: GuionDocumentModel
  /// What is worth saying about its cast, such as a name that has no voice.
  public let diagnostics: [Diagnostic]
  /// The processor that makes the document's lines with the words that are spoken here.
  public let processor: ScreenplayToSpeechProcessor
  private let rules: any SpeechLogicRules
  private let directory: VoiceDirectory
  private let script: SpokenScript

  /// Casts a document as a build does: the cast names voices, and every other role gets one by its name.
  ///
  /// Without a cast that of the front matter counts. Without a language that of the cast counts, then the
  /// front matter's, then `en-US`. `narrator` stands in for the cast's narrator. Throws if a voice of the
  /// cast is unknown, or if no provider knows the language.
  public init(
    casting document: GuionDocumentModel, cast: Cast? = nil, language: String? = nil,
    narrator: VoiceURI? = nil, providers: [any VoiceProvider]
  ) async throws(CastingError) {
    let readable = ReadableDocument(document, cast: cast, language: language)
    let directory = VoiceDirectory(providers)
    let director = CastingDirector(
      cast: readable.cast, language: readable.language, narratorVoice: narrator,
      directory: directory)
    let (casting, diagnostics) = await director.casting(
      of: readable.elements, sources: [document.filename ?? "document"])
    guard let casting else { throw CastingError(diagnostics: diagnostics) }
    self.init(readable, casting, directory, diagnostics)
  }

  /// Has one voice read the whole document; whispered words have the voice's whispering form.
  ///
  /// Cast and language are found as for `init(casting:)`. The voices of the cast do not count.
  public init(
    _ document: GuionDocumentModel, voiceId: String, voiceProvider: any VoiceProvider,
    options: VoiceOptions = VoiceOptions(), cast: Cast? = nil, language: String? = nil
  ) async {
    let readable = ReadableDocument(document, cast: cast, language: language)
    let id = voiceProvider.providerId
    let voice = VoiceURI(
      providerId: id, voiceId: voiceId, rate: options.rate, pitch: options.pitch,
      model: options.model, seed: options.seed, parameters: options.parameters)
    let whisper = await voiceProvider.whisperVoice(for: voiceId)
    let abilities = voiceProvider.abilities(model: options.model)
    func role(_ name: String) -> Role {
      Role(
        name: name, voice: voice,
        whisper: whisper.map { VoiceURI(providerId: id, voiceId: $0) }, abilities: abilities)
    }
    let names = readable.names
    let roles = Dictionary(names.meanings.map { ($0.name, role($0.name)) }) { first, _ in first }
    let casting = Casting(
      narrator: role(""), language: readable.language, roles: roles, names: names)
    self.init(readable, casting, VoiceDirectory([voiceProvider]), [])
  }

  /// Has the caller choose the voices, element by element; `providers` are those that the mapping names.
  ///
  /// Cast and language are found as for `init(casting:)`. The voices of the cast do not count.
  public init(
    _ document: GuionDocumentModel, voiceMapping: @escaping VoiceMapping,
    providers: [any VoiceProvider], cast: Cast? = nil, language: String? = nil
  ) {
    let readable = ReadableDocument(document, cast: cast, language: language)
    let directory = VoiceDirectory(providers)
    let casting = Casting(
      language: readable.language, names: readable.names, directory: directory,
      mapping: voiceMapping)
    self.init(readable, casting, directory, [])
  }

  /// Reads a document by rules of the app's own; the rules choose the voices, and `providers` have them.
  public init(
    _ document: GuionDocumentModel, rules: any SpeechLogicRules, providers: [any VoiceProvider]
  ) {
    let readable = ReadableDocument(document, cast: nil, language: nil)
    self.document = document
    self.rules = rules
    directory = VoiceDirectory(providers)
    diagnostics = []
    processor = ScreenplayToSpeechProcessor(rules: rules)
    script = SpokenScript(LineSource(readable, rules: rules))
  }

  private init(
    _ readable: ReadableDocument, _ casting: Casting, _ directory: VoiceDirectory,
    _ diagnostics: [Diagnostic]
  ) {
    let rules = readable.rules(casting)
    let processor = ScreenplayToSpeechProcessor(
      cast: readable.cast, language: readable.language)
    var script = SpokenScript(LineSource(readable, rules: rules))
    // A stored line has words that every voice can say, and no phonemes.
    let hasPhonemes = readable.cast.pronunciations.contains { $0.phonemes != nil || $0.ipa != nil }
    if hasPhonemes { script.take(wordsOf: processor.lines(of: readable.model)) }
    document = readable.model
    (self.rules, self.directory, self.diagnostics) = (rules, directory, diagnostics)
    (self.processor, self.script) = (processor, script)
  }
}

extension CastDocument {
  /// What a build says of an element's own words, each piece as one request to its voice; empty if it says
  /// nothing.
  ///
  /// A speech belongs to its lines, and a cue has the announcement of its speaker. What a build leaves out,
  /// such as notes, synopses and parentheticals, is read by the narrator with `includingUnread`. An element
  /// of another document has no pieces.
  public func items(
    for element: GuionElementModel, includingUnread: Bool = false
  ) -> [SpeakableSpan] {
    guard element.document == document else { return [] }
    var spans = script.spans(ofElement: element.orderIndex)
    if spans.isEmpty, includingUnread { spans = rules.unreadSpans(of: element.element) }
    return spans.map { SpeakableSpan($0, directory: directory, owningElement: element.id) }
  }

  /// A line of the document as something to say, by the voice and in the manner of a build.
  ///
  /// nil if the document has no such line, or the line has other words here: it was then stored of another
  /// version of the document, or with other settings than those of `processor`.
  public func item(for line: SpeakableLine) -> LineSpeakable? {
    guard let read = script.lines[line.id], read.words == line.speakableText else { return nil }
    return LineSpeakable(
      line,
      pieces: read.spans.map {
        SpeakableSpan($0, directory: directory, owningElement: line.id)
      })
  }
}

/// Why a document has no cast.
public struct CastingError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the cast, each with its place; one at least is an error.
  public var diagnostics: [Diagnostic]

  /// The errors, a line each.
  public var description: String {
    diagnostics.filter { $0.severity == .error }.map { "\($0)" }.joined(separator: "\n")
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    "Name voices that the providers have, and a language that one of them speaks."
  }
}

extension SpeechLogicRules {
  /// The words of an element that these rules leave out, as the narrator reads them.
  fileprivate func unreadSpans(of element: GuionElement) -> [SpokenSpan] {
    let words =
      switch element.elementType {
      case .character: introduction(of: CharacterNormalizer.name(of: element.elementText))
      case .sceneHeading: title(of: element)
      default: joinedLines(of: element)
      }
    return narrate([words], at: element, placement: .paragraph).compactMap(\.item)
      .flatMap(\.spans)
  }
}
