public import Guion
public import Hablare

extension GenerationService {
  /// Speaks an element of a document as a build does, in one voice.
  ///
  /// The words are those of a build with this cast, or with the front matter's if there is none:
  /// pronunciations, settings and language count, and so do the directions that an element stands under,
  /// such as `(whispering)`. `options` are the voice's own manner, to which directions add.
  ///
  /// What a build does not read is refused with `VoiceProviderError.invalidRequest`: notes, boneyards, page
  /// breaks, and by the usual settings synopses, transitions, parentheticals and cues that are not
  /// announced. `includingUnread` has the words of these read as well; where there are no words, that is an
  /// error still.
  ///
  /// Without `providerId` the service must have one provider. Without `languageCode` the document decides.
  /// Several pieces of an element, such as the paragraphs of a long speech, are joined as `generate(line:)`
  /// joins them. The result belongs to the element (`GuionElementModel.generatedContent(in:)`). Throws as
  /// `generate(text:…)` does.
  ///
  /// Reads the document each time: for many elements make a `CastDocument` once.
  public func generate(
    forElement element: GuionElementModel, providerId: String? = nil, voiceId: String,
    voiceName: String? = nil, languageCode: String? = nil, options: VoiceOptions = VoiceOptions(),
    cast: Cast? = nil, includingUnread: Bool = false
  ) async throws -> GenerationResult {
    let id: String
    if let providerId { id = providerId } else { id = try await onlyProvider() }
    let provider = try await configuredProvider(id)
    let script = await CastDocument(
      element.document, voiceId: voiceId, voiceProvider: provider,
      options: options, cast: cast, language: languageCode)
    var result = try await generate(
      try script.pieces(of: element, includingUnread), manner: options)
    if let voiceName { result.voiceName = voiceName }
    result.owningElement = element.id
    return result
  }

  /// Speaks an element of a document as a build does, in the voices of its cast.
  ///
  /// As `generate(forElement:voiceId:)` otherwise; the providers are those that the document was cast with.
  public func generate(
    forElement element: GuionElementModel, in script: CastDocument, includingUnread: Bool = false
  ) async throws -> GenerationResult {
    var result = try await generate(try script.pieces(of: element, includingUnread))
    result.owningElement = element.id
    return result
  }

  /// The id of the provider of a service that has one.
  private func onlyProvider() async throws -> String {
    let ids = await registeredProviders()
    guard ids.count == 1, let id = ids.first else {
      throw VoiceProviderError.invalidRequest(
        "this service has \(ids.count) providers: name one as providerId"
          + (ids.isEmpty ? "" : ", such as \(ids[0])"))
    }
    return id
  }
}

extension CastDocument {
  /// What is said of an element, which must be something.
  fileprivate func pieces(
    of element: GuionElementModel, _ includingUnread: Bool
  ) throws(VoiceProviderError) -> [SpeakableSpan] {
    guard element.document == document else {
      throw .invalidRequest("the element is of another document, or of another version of it")
    }
    let pieces = items(for: element, includingUnread: includingUnread)
    guard pieces.isEmpty else { return pieces }
    let kind = element.elementType.description.lowercased()
    let hasWords = !items(for: element, includingUnread: true).isEmpty
    throw .invalidRequest(
      hasWords
        ? "a build does not read this \(kind); includingUnread has its words spoken"
        : "this \(kind) has no words to speak")
  }
}
