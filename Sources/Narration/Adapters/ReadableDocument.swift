import FoundationEssentials
public import Guion
public import Hablare

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
    let hasMarks = cast.ruleSet >= .v1_2
    elements = SpeakerLabels(cast: cast, language: language).apply(
      to: manuscript.skipping(cast.skip, hasMarks: hasMarks))
  }

  private var names: CueNames { CueNames(of: elements, cast: cast, language: language) }

  /// Returns the rules of the cast's rule set, with the cast's settings and the voices of a casting.
  package func rules(_ casting: Casting) -> any SpeechLogicRules {
    cast.ruleSet.rules(casting: casting, cast: cast, format: model.format)
  }

  /// The rules for lines without voices: every role has a placeholder voice.
  package var uncastRules: any SpeechLogicRules { rules(uncast) }

  /// A casting in which every role has a placeholder voice.
  var uncast: Casting { Casting(language: language, names: names) { .undecided($0) } }

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

extension ScriptRules {
  /// Creates the rules for the lines of a document whose voices are chosen later.
  ///
  /// If `cast` is nil, the cast in the front matter is used. If `language` is nil, the language of the cast or of the
  /// document is used.
  public convenience init(
    for document: GuionDocumentModel, cast: Cast? = nil, language: String? = nil
  ) {
    let readable = ReadableDocument(document, cast: cast, language: language)
    self.init(casting: readable.uncast, cast: readable.cast, format: document.format)
  }
}

extension VoiceURI {
  /// Returns a placeholder voice that is different for each speaker.
  /// If two speakers had the same voice, they would be announced because of this voice.
  static func undecided(_ element: GuionElement) -> VoiceURI {
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

/// A part of a document with everything that decides how the part is read.
/// Apps get items from this type, and builds get a table read from it. So apps and builds get the same text and voices.
struct NarratedPart: Sendable {
  var elements: ArraySlice<GuionElement>
  var opening: [TableReader.Opening] = []
  /// The index of an element that the opening already contains.
  var omitted: Int?
  var reader: TableReader
  var directory: VoiceDirectory

  var tableRead: TableRead { reader.read(elements, opening: opening, omitting: omitted) }

  /// The items that a build renders, in their order.
  var items: [any SpeakableItem] {
    let (read, origins) = reader.readWithOrigins(elements, opening: opening, omitting: omitted)
    var firsts: [[Int]] = []
    var count = 0
    for passage in read.passages {
      firsts.append(
        passage.items.map { item in
          defer { count += item.spans.count }
          return count
        })
    }
    return read.speakables(directory) { origins[firsts[$0][$1] + $2]?.elementID }
  }

  /// Returns another part of the document that is read in the same way.
  /// `part` consists of elements of this part. The indices of `part` are counted from the first element of this part.
  func with(_ part: ArraySlice<GuionElement>, opening: [TableReader.Opening] = []) -> Self {
    var copy = self
    copy.elements = part
    copy.opening = opening
    copy.omitted = omitted.map { $0 - elements.startIndex }
    return copy
  }

  init(
    elements: ArraySlice<GuionElement>, opening: [TableReader.Opening] = [], omitted: Int? = nil,
    reader: TableReader, providers: [any VoiceProvider] = []
  ) {
    (self.elements, self.opening, self.omitted) = (elements, opening, omitted)
    self.reader = reader
    directory = VoiceDirectory(providers)
  }

  /// Creates a part without a casting: the caller chooses the voices.
  init(
    elements: [GuionElement], opening: [TableReader.Opening] = [], format: DocumentFormat,
    languageCode: String, providers: [any VoiceProvider], cast: Cast,
    mapping: @escaping VoiceMapping
  ) {
    let names = CueNames(of: elements, cast: cast, language: languageCode)
    directory = VoiceDirectory(providers)
    let casting = Casting(
      language: languageCode, names: names, directory: directory, mapping: mapping)
    self.elements = elements[...]
    self.opening = opening
    reader = TableReader(casting: casting, cast: cast, format: format)
  }
}

/// Returns a number with its noun: "3 scenes", "1 scene".
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// A span of a table read, with the provider of its voice: one request to an engine.
public struct SpeakableSpan: SpeakableItem, UndecidedItem {
  /// The span.
  public private(set) var span: SpokenSpan
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the element that contains the text of the span (`GuionElement.elementID`).
  ///
  /// Nil for credits, and for elements without an id.
  public let owningElement: String?
  /// The position in the script of the item that contains the span.
  package var position = ScriptPosition(line: 0)
  /// The name of the speaker; empty for the narrator.
  package var role = ""
  /// The pauses inside the text.
  package var pauses = ClipPauses()
  /// Whether the program shapes the voice's audio; false before rule set 1.2.
  package var isShaped: Bool { pauses != ClipPauses() }
  /// The texts of the spans before and after this span; nil at the ends.
  fileprivate var previousText: String?
  fileprivate var nextText: String?

  /// The id of the voice at its provider.
  public var voiceId: String { span.performance.voice.voiceId }
  /// The words, without phonemes.
  public var textToSpeak: String { span.hasPhonemes ? span.captionText : span.text }
  /// The language of the text.
  public var languageCode: String { span.performance.languageCode }
  /// The rate, pitch and other settings of the voice.
  public var voiceOptions: VoiceOptions { span.performance.options }

  /// The request of a build: the text with its phonemes, and the texts around it if the provider uses
  /// them.
  public var engineRequest: VoiceEngineRequest {
    var request = span.request
    if voiceProvider.abilities(model: request.options.model).usesContext {
      (request.previousText, request.nextText) = (previousText, nextText)
    }
    return request
  }

  /// Returns the span in the whispering form of its voice, if it is whispered.
  package func decided() async -> SpeakableSpan {
    guard span.performance.asksForWhisper else { return self }
    var decided = self
    decided.span.performance = await span.performance.whispered(by: voiceProvider)
    return decided
  }

  /// Creates an item.
  /// If the provider is unknown, speaking the item throws an error.
  package init(_ span: SpokenSpan, directory: VoiceDirectory, owningElement: String?) {
    self.span = span
    self.owningElement = owningElement
    let id = span.performance.voice.providerId
    voiceProvider = directory.provider(id) ?? UnknownVoiceProvider(providerId: id)
  }

  /// A placeholder for the provider of a voice if this provider does not exist.
  /// Every request for audio throws `VoiceProviderError.unsupportedProvider`.
  struct UnknownVoiceProvider: VoiceProvider {
    let providerId: String
    var displayName: String { providerId }
    var requiresAPIKey: Bool { false }
    var mimeType: String { "audio/wav" }
    var defaultVoiceId: String? { nil }
    var nativeSampleRate: Int? { nil }

    func version() async throws -> String { throw VoiceProviderError.unsupportedProvider }
    func isConfigured() async -> Bool { false }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data {
      throw VoiceProviderError.unsupportedProvider
    }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 0 }
    func isVoiceAvailable(voiceId: String) async -> Bool { false }
    func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
      throw VoiceProviderError.unsupportedProvider
    }
    func castingVoices(languageCode: String) async throws -> [Voice] { [] }
    func whisperVoice(for voiceId: String) async -> String? { nil }
  }
}

/// The cleaning of a script's text before it is spoken.
public enum Cleaning: Sendable, Hashable {
  /// All steps of Documentation/speech.md, "Cleaning the text", for a document of this format.
  case rules(DocumentFormat)
  /// No cleaning: the text of the element stays the same.
  case none
}

extension Cleaning {
  /// Returns the spoken text of a single element; empty if the element has nothing to speak.
  func words(of element: GuionElement, voice: VoiceURI, languageCode: String) -> String {
    guard element.isSpeakable else { return "" }
    guard let rules = rules(voice: voice, languageCode: languageCode) else {
      return element.elementText
    }
    return rules.words(of: element)
  }

  /// Returns the rules for one voice, or nil if the text is not cleaned.
  func rules(
    voice: VoiceURI, languageCode: String, cast: Cast = Cast()
  ) -> (any EditionRules)? {
    guard case .rules(let format) = self else { return nil }
    let casting = Casting(language: languageCode, names: .none) { _ in voice }
    return cast.ruleSet.rules(casting: casting, cast: cast, format: format)
  }
}

extension TableRead {
  /// Returns the spans in the order in which they are rendered, with their providers.
  ///
  /// `owners` returns the element of a span of an item; by default, the spans have no elements.
  package func speakables(
    _ directory: VoiceDirectory,
    owner: (_ passage: Int, _ item: Int, _ span: Int) -> String? = { _, _, _ in nil }
  ) -> [SpeakableSpan] {
    var spans: [SpeakableSpan] = []
    for (number, passage) in passages.enumerated() {
      for place in passage.spanOrder {
        let item = passage.items[place.item]
        var span = SpeakableSpan(
          item.spans[place.span], directory: directory,
          owningElement: owner(number, place.item, place.span))
        (span.position, span.pauses) = (item.position, pausesInside)
        span.role = item.role?.name ?? ""
        spans.append(span)
      }
    }
    // A prompt changes no request for the lines around it, because their clips may be paid for.
    let lines = spans.indices.filter { spans[$0].span.performance.substitute != .prompt }
    for (last, next) in zip(lines, lines.dropFirst()) {
      spans[next].previousText = spans[last].span.text
      spans[last].nextText = spans[next].span.text
    }
    return spans
  }
}

extension Passage {
  /// The spans in the order in which they are rendered.
  /// Simultaneous speeches are interleaved, so that long speeches need little memory.
  package var spanOrder: [(item: Int, span: Int)] {
    let longest = items.map(\.spans.count).max() ?? 0
    return (0..<longest).flatMap { span in
      items.indices.filter { items[$0].spans.count > span }.map { (item: $0, span: span) }
    }
  }
}
