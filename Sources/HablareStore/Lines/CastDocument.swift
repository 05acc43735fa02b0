public import FoundationEssentials
public import Guion
public import Hablare
public import Narration

/// A document with its voices.
///
/// For each element, this type returns the spans that a build reads. It also returns the document's lines as items to
/// speak.
///
/// The document is read once, by the same rules as in a build. The cast, pronunciations, directions in speeches, the
/// language and the settings of the front matter apply. Changes that a build makes to the audio do not apply: levels,
/// gains, effects, and the pauses between elements.
///
/// ```swift
/// let script = try await CastDocument(casting: document, providers: [EspeakNGVoiceProvider()])
/// let sound = try await service.generate(forElement: document.elements[3], in: script)
/// ```
public struct CastDocument: Sendable {
  /// The document.
  public let document: GuionDocumentModel
  /// The warnings and notes about the cast, such as a name that has no voice.
  public let diagnostics: [Diagnostic]
  /// The processor that creates lines with the same text as this document.
  public let processor: ScreenplayToSpeechProcessor
  private let rules: any SpeechLogicRules
  private let directory: VoiceDirectory
  private let script: SpokenScript

  /// Casts a document as a build does.
  ///
  /// A role has the voice that the cast names. Every other role gets a voice that depends on its name.
  ///
  /// If `cast` is nil, the cast in the front matter is used. If `language` is nil, the cast's language is used. If the
  /// cast has no language, the front matter's language is used. The default is `en-US`. `narrator` overrides the cast's
  /// narrator. Throws if a voice of the cast is unknown, or if no provider has a voice for the language.
  public init(
    casting document: GuionDocumentModel, cast: Cast? = nil, language: String? = nil,
    narrator: VoiceURI? = nil, providers: [any VoiceProvider]
  ) async throws(CastingError) {
    var readable = ReadableDocument(document, cast: cast, language: language)
    let directory = VoiceDirectory(providers)
    let (casting, diagnostics) = await readable.casting(narrator: narrator, directory: directory)
    guard let casting else { throw CastingError(diagnostics: diagnostics) }
    self.init(readable, casting, directory, diagnostics)
  }

  /// Reads the whole document with one voice.
  ///
  /// Whispered lines use the whispering form of the voice.
  ///
  /// The cast and the language are found as in `init(casting:)`. The voices of the cast are ignored.
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
    let casting = readable.casting(
      voice: voice, whisper: whisper.map { VoiceURI(providerId: id, voiceId: $0) },
      abilities: voiceProvider.abilities(model: options.model))
    self.init(readable, casting, VoiceDirectory([voiceProvider]), [])
  }

  /// Reads a document with voices that the caller chooses for each element.
  ///
  /// The mapping returns voices of `providers`.
  ///
  /// The cast and the language are found as in `init(casting:)`. The voices of the cast are ignored.
  public init(
    _ document: GuionDocumentModel, voiceMapping: @escaping VoiceMapping,
    providers: [any VoiceProvider], cast: Cast? = nil, language: String? = nil
  ) {
    let readable = ReadableDocument(document, cast: cast, language: language)
    let directory = VoiceDirectory(providers)
    let casting = readable.casting(mapping: voiceMapping, directory: directory)
    self.init(readable, casting, directory, [])
  }

  /// Reads a document by the app's own rules.
  ///
  /// The rules choose voices of `providers`.
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
    // A stored line has text without phonemes, so that every voice can speak it.
    let hasPhonemes = readable.cast.pronunciations.contains { $0.phonemes != nil || $0.ipa != nil }
    if hasPhonemes { script.take(wordsOf: processor.lines(of: readable.model)) }
    document = readable.model
    (self.rules, self.directory, self.diagnostics) = (rules, directory, diagnostics)
    (self.processor, self.script) = (processor, script)
  }

  /// The spans of each line and each element of a document.
  struct SpokenScript: Sendable {
    /// A line: its stored text, and its spans.
    struct Line: Sendable {
      var words: String
      var spans: [SpokenSpan]
    }

    private(set) var lines: [SpeakableLine.ID: Line] = [:]
    /// The spans of each element's own text, by the element's index in the document.
    private var elements: [Int: [SpokenSpan]] = [:]

    /// Reads a document and stores its spans.
    init(_ source: LineSource) {
      var walk = LineWalk(source)
      while let unit = walk.next() {
        for (line, item) in zip(unit.lines, unit.items) {
          lines[line.id] = Line(words: line.speakableText, spans: item.spans)
        }
        // Items at the end of a chapter, such as footnotes, are spoken far from their element. So these items do not
        // belong to the element's own text.
        for item in unit.items.dropLast(unit.closingCount) { add(item, unit.elements, source) }
      }
    }

    private mutating func add(_ item: SpokenItem, _ unit: Range<Int>, _ source: LineSource) {
      let read = source.elements[unit]
      for span in item.spans {
        let index = SpokenOrigin.index(of: span, of: item, in: read) ?? unit.lowerBound
        // Announcements such as "Quote." are not part of an element's own text. The announcement of a speaker is the
        // only spoken text of a cue.
        guard item.kind != .announcement || read[index].elementType == .character else { continue }
        elements[source.model(of: index).orderIndex, default: []].append(span)
      }
    }

    /// Returns the spans of an element's own text; empty if the element is not read.
    func spans(ofElement index: Int) -> [SpokenSpan] { elements[index] ?? [] }

    /// Replaces the texts of the lines, but not their spans.
    /// `others` are the lines of the same document that other rules created.
    mutating func take(wordsOf others: [SpeakableLine]) {
      for line in others { lines[line.id]?.words = line.speakableText }
    }
  }
}

extension CastDocument {
  /// Returns the items that a build reads for an element's own text; empty if a build does not read the element.
  ///
  /// Each item is one request to its voice.
  ///
  /// The text of a speech belongs to its dialogue elements. A cue has only the announcement of its speech. With
  /// `includingUnread`, the narrator reads elements that a build leaves out, such as notes, synopses and
  /// parentheticals. An element of another document has no items.
  public func items(
    for element: GuionElementModel, includingUnread: Bool = false
  ) -> [SpeakableSpan] {
    guard element.document == document else { return [] }
    var spans = script.spans(ofElement: element.orderIndex)
    if spans.isEmpty, includingUnread { spans = rules.unreadSpans(of: element.element) }
    return spans.map { SpeakableSpan($0, directory: directory, owningElement: element.id) }
  }

  /// Returns a line of the document as an item, with the voice and the settings of a build.
  ///
  /// Nil if the document has no such line, or if the text of the line is different in this document. In both cases, the
  /// line was stored from another version of the document, or with settings other than those of `processor`.
  public func item(for line: SpeakableLine) -> LineSpeakable? {
    guard let read = script.lines[line.id], read.words == line.speakableText else { return nil }
    return LineSpeakable(
      line,
      pieces: read.spans.map {
        SpeakableSpan($0, directory: directory, owningElement: line.id)
      })
  }
}

/// The reason why a document could not be cast.
public struct CastingError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The problems with the cast, with their positions.
  ///
  /// At least one problem is an error.
  public var diagnostics: [Diagnostic]

  /// The errors, one per line.
  public var description: String {
    diagnostics.filter { $0.severity == .error }.map { "\($0)" }.joined(separator: "\n")
  }

  /// The message for the user.
  public var errorDescription: String? { description }

  /// Advice for the user, as a sentence.
  public var recoverySuggestion: String? {
    "Choose voices that the providers offer, and a language that one of the providers speaks."
  }
}

extension SpeechLogicRules {
  /// Returns the spans for an element that these rules leave out.
  /// The narrator reads the spans.
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

/// A stored line with a voice, as an item.
///
/// Audio that is generated for the item belongs to the line.
///
/// A store also returns this audio for the element of the line (`GuionElementModel.generatedContent(in:)`,
/// `GenerationStore.elements(of:withAudio:)`).
public struct LineSpeakable: SpeakableItem, UndecidedItem {
  /// The line.
  public let line: SpeakableLine
  /// The requests to the voice, in order.
  ///
  /// There is one request for each change of voice or settings within a speech. `GenerationService.generate(line:)`
  /// joins the audio of the requests. As an item, the line is a single text with the settings of its first piece.
  public let pieces: [SpeakableSpan]

  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The settings of the first piece.
  public let voiceOptions: VoiceOptions
  /// The text of the line.
  public var textToSpeak: String { line.speakableText }
  /// The id of the line.
  public var owningElement: String? { line.id }

  /// Creates an item for a line with a voice that the caller chooses.
  ///
  /// `CastDocument.item(for:)` returns an item with the voice and the settings of a cast.
  public init(
    _ line: SpeakableLine, voiceProvider: any VoiceProvider, voiceId: String,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    voiceOptions: VoiceOptions = VoiceOptions()
  ) {
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    let performance = Performance(
      voice: voice, languageCode: languageCode, options: voiceOptions, gain: 0, effect: nil)
    let span = SpokenSpan(text: line.speakableText, performance: performance)
    self.init(
      line,
      first: SpeakableSpan(
        span, directory: VoiceDirectory([voiceProvider]), owningElement: line.id))
  }

  /// Creates an item from pieces; nil if there are no pieces.
  init?(_ line: SpeakableLine, pieces: [SpeakableSpan]) {
    guard let first = pieces.first else { return nil }
    self.init(line, first: first, others: pieces.dropFirst())
  }

  /// Returns the line with its whispered pieces in the whispering forms of their voices.
  package func decided() async -> LineSpeakable {
    var decided: [SpeakableSpan] = []
    for piece in pieces { decided.append(await piece.decided()) }
    return LineSpeakable(line, pieces: decided) ?? self
  }

  private init(
    _ line: SpeakableLine, first: SpeakableSpan, others: ArraySlice<SpeakableSpan> = []
  ) {
    self.line = line
    pieces = [first] + others
    voiceProvider = first.voiceProvider
    (voiceId, languageCode) = (first.voiceId, first.languageCode)
    voiceOptions = first.voiceOptions
  }
}
