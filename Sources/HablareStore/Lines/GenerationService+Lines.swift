public import Guion
public import Hablare
public import Narration

extension GenerationService {
  /// Speaks an element of a document as a build does, in one voice.
  ///
  /// The text is the same as in a build with this cast. If `cast` is nil, the cast in the front matter is used.
  /// Pronunciations, settings and language apply, and also directions such as `(whispering)` that affect the element.
  /// `options` are the voice's own settings. The effects of directions are added to these settings.
  ///
  /// Throws `VoiceProviderError.invalidRequest` for elements that a build does not read: notes, boneyards and page
  /// breaks. By default, a build also does not read synopses, transitions, parentheticals, and cues that are not
  /// announced. With `includingUnread`, the text of all these elements is read. In this case, only an element without
  /// text is an error.
  ///
  /// If `providerId` is nil, the service must have exactly one provider. If `languageCode` is nil, the language of the
  /// document is used. Several pieces of an element, such as the paragraphs of a long speech, are joined as in
  /// `generate(line:)`. The result belongs to the element (`GuionElementModel.generatedContent(in:)`). This function
  /// also throws the errors of `generate(text:…)`.
  ///
  /// Each call reads the whole document. For many elements, create one `CastDocument`.
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
  /// Except for the voices, this function does the same as `generate(forElement:voiceId:)`. The voices come from the
  /// providers that the document was cast with.
  public func generate(
    forElement element: GuionElementModel, in script: CastDocument, includingUnread: Bool = false
  ) async throws -> GenerationResult {
    var result = try await generate(try script.pieces(of: element, includingUnread))
    result.owningElement = element.id
    return result
  }

  /// Returns the id of a service's only provider, or throws if the service has several providers or no provider.
  private func onlyProvider() async throws -> String {
    let ids = await registeredProviders()
    guard ids.count == 1, let id = ids.first else {
      throw VoiceProviderError.invalidRequest(
        "this service has \(ids.count) providers; choose one with providerId"
          + (ids.isEmpty ? "" : ", such as \(ids[0])"))
    }
    return id
  }
}

extension CastDocument {
  /// Returns the pieces of an element.
  /// Throws if there are no pieces, or if the element belongs to another document.
  fileprivate func pieces(
    of element: GuionElementModel, _ includingUnread: Bool
  ) throws(VoiceProviderError) -> [SpeakableSpan] {
    guard element.document == document else {
      throw .invalidRequest(
        "the element belongs to another document, or to another version of this document")
    }
    let pieces = items(for: element, includingUnread: includingUnread)
    guard pieces.isEmpty else { return pieces }
    let kind = element.elementType.description.lowercased()
    let hasWords = !items(for: element, includingUnread: true).isEmpty
    throw .invalidRequest(
      hasWords
        ? "a build does not read this \(kind); pass includingUnread to speak its text"
        : "this \(kind) has no text to speak")
  }
}

extension GenerationService {
  /// Speaks all pieces of a line as a build does and joins them, with the pauses between them.
  ///
  /// The result belongs to the line. Cached clips are used unless `regenerate` is true.
  ///
  /// The pieces can be joined if all of them are samples (WAV or PCM) in one format. MP3 with one sample rate can also
  /// be joined, but without the pauses. Throws `VoiceProviderError.notSupported` if the line has several pieces that
  /// cannot be joined. Also throws the errors of `generate(_:)`.
  public func generate(
    line: LineSpeakable, regenerate: Bool = false
  ) async throws -> GenerationResult {
    var result = try await generate(line.pieces, regenerate: regenerate)
    // The text of the result is the text of the line, although the engine may have received phonemes.
    result.originalText = line.textToSpeak
    result.owningElement = line.owningElement
    return result
  }

  /// Speaks pieces one after the other and joins them.
  /// The gain of `manner` is added to the gain of each piece. The style of `manner` is used for pieces without a style.
  func generate(
    _ pieces: [SpeakableSpan], manner: VoiceOptions = VoiceOptions(), regenerate: Bool = false
  ) async throws -> GenerationResult {
    var results: [GenerationResult] = []
    for piece in pieces {
      try Task.checkCancellation()
      let directed = DirectedPiece(piece: await piece.decided(), manner: manner)
      results.append(try await generate(directed, regenerate: regenerate))
    }
    guard let whole = GenerationResult.joined(results, pauses: pieces.map(\.span.pauseBefore))
    else {
      throw VoiceProviderError.notSupported(
        "the \(pieces.count) pieces of this text cannot be joined, because their audio has the formats "
          + Set(results.map(\.audioFormat.rawValue)).sorted().joined(separator: " and ")
          + "; use a provider that returns samples at one rate")
    }
    return whole
  }
}

/// A piece with a manner of speaking added to its own.
private struct DirectedPiece: SpeakableItem {
  let piece: SpeakableSpan
  let manner: VoiceOptions

  var voiceProvider: any VoiceProvider { piece.voiceProvider }
  var voiceId: String { piece.voiceId }
  var textToSpeak: String { piece.textToSpeak }
  var languageCode: String { piece.languageCode }
  var voiceOptions: VoiceOptions { engineRequest.options }
  var engineRequest: VoiceEngineRequest {
    var request = piece.engineRequest
    request.options.gain += manner.gain
    request.options.style = request.options.style ?? manner.style
    return request
  }
}
