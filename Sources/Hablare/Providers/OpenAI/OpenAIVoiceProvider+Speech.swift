public import FoundationEssentials

/// Speech: splits requests into pieces and turns responses into audio.
extension OpenAIVoiceProvider {
  /// Speaks `text` and returns a WAV file.
  ///
  /// Throws `notSupported` if the server sends audio that must be decoded, such as MP3.
  /// `generate(request:)` returns such audio unchanged.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    let (sound, _) = try await sound(for: request)
    guard let wav = sound.wav else {
      throw VoiceProviderError.notSupported(
        "\(providerId) does not send WAV; generate(request:) returns its audio in another format")
    }
    return wav
  }

  /// Speaks one utterance.
  ///
  /// Returns mono `pcm16` if the server sends plain samples.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    let (sound, metadata) = try await sound(for: request)
    return sound.output(metadata: metadata)
  }

  private func sound(
    for request: VoiceEngineRequest
  ) async throws -> (sound: SpokenSound, metadata: [String: String]) {
    let service = try service.get()
    try Self.check(request, providerId: providerId)
    let speech = try await speech(for: request)
    var sounds: [SpokenSound] = []
    var metadata = ["model": speech.model]
    let pieces = speech.pieces(of: request.text)
    let isPriced = await isPriced()
    for piece in pieces {
      let exchange = try await service.speech(
        try speech.body(piece), rate: speech.assumedRate,
        charge: isPriced ? piece.unicodeScalars.count : 0)
      let sound = try await sound(of: exchange, speech: speech)
      // Files of compressed audio cannot be concatenated.
      guard pieces.count == 1 || sound.isJoinable else {
        throw VoiceProviderError.textTooLong(limit: speech.limit(for: request.text))
      }
      sounds.append(sound)
      let id = exchange.response.headers["x-request-id"]
      if let id = ServiceMessage.requestId(id, hiding: exchange.key) { metadata["requestId"] = id }
    }
    guard let joined = SpokenSound.joined(sounds) else { throw VoiceProviderError.invalidResponse }
    return (joined.amplified(by: request.options.gain), metadata)
  }

  /// Throws if a request cannot be spoken.
  ///
  /// Sends nothing.
  private static func check(
    _ request: VoiceEngineRequest, providerId: String
  ) throws(VoiceProviderError) {
    if request.isPhonemes { throw .noPhonemes(providerId) }
    let scalars = request.text.unicodeScalars
    if scalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if request.voiceId.isEmpty { throw .voiceNotFound(nearest: []) }
  }

  /// Returns the speech parameters for a request, after resolving its voice and model.
  private func speech(for request: VoiceEngineRequest) async throws -> OpenAISpeech {
    let named = request.options.model ?? configuration.model
    let catalog = try await catalog(model: named)
    guard catalog.has(request.voiceId) || isCustom(request.voiceId) else {
      throw VoiceProviderError.voiceNotFound(nearest: catalog.nearest(to: request.voiceId))
    }
    var speech = OpenAISpeech(
      model: named ?? Self.defaultModel, voice: request.voiceId, options: request.options,
      isOpenAI: isOpenAI, sampleRate: configuration.sampleRate)
    try speech.check()
    if named == nil, !isOpenAI { speech.model = try await onlyModel() }
    return speech
  }

  /// Returns the model to use if neither the request nor the configuration names a model: the
  /// server's only model, or `tts-1`, which servers with OpenAI's endpoint usually accept.
  ///
  /// Throws if the server has several models and no `tts-1`.
  private func onlyModel() async throws -> String {
    guard let models = try await models.value(), !models.isEmpty else { return "tts-1" }
    if models.count == 1 { return models[0] }
    if models.contains("tts-1") { return "tts-1" }
    let some =
      models.prefix(5).map { ServiceMessage.shown($0, limit: 80) }.joined(separator: ", ")
      + (models.count > 5 ? " …" : "")
    throw VoiceProviderError.invalidRequest(
      "\(providerId) has several models; set \"model\" to one of them: \(some)")
  }

  /// Returns the audio of a response, or throws the error that the response means.
  private func sound(
    of exchange: OpenAIService.Exchange, speech: OpenAISpeech
  ) async throws -> SpokenSound {
    if exchange.response.isSuccess {
      do throws(SpokenSoundReader.Problem) {
        return try SpokenSoundReader.sound(in: exchange.response, rate: speech.assumedRate)
      } catch {
        // If the response is a text, the text explains the error, and the code below reads the
        // text. Other unusable responses are refused here.
        if error != .text { throw error.error(asked: speech.format, advice: speech.formatAdvice) }
      }
    }
    let service = try service.get()
    var known: [String] = []
    if OpenAIFailure(exchange.response).kind == .model {
      known = (try? await models.value()) ?? []
      try Task.checkCancellation()
    }
    throw service.error(
      for: exchange, voice: speech.voice, model: speech.model,
      catalog: try? await catalog(model: speech.model), models: known)
  }
}
