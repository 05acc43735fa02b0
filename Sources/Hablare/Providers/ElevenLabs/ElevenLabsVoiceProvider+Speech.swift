extension ElevenLabsVoiceProvider {
  /// The model for requests that name no model.
  var standardModel: ElevenLabsModel {
    configuration.model.map(ElevenLabsModel.init) ?? .standard
  }

  private func model(of request: VoiceEngineRequest) -> ElevenLabsModel {
    request.options.model.map(ElevenLabsModel.init) ?? standardModel
  }
}

// MARK: Speech

extension ElevenLabsVoiceProvider {
  /// Returns the credits for a request: the number of characters, including directions, times the
  /// cost of a character with this model and voice.
  ///
  /// If the service's lists of models and voices are already cached, uses the costs in the lists.
  /// Makes no call.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    let model = model(of: request)
    let script = ElevenLabsScript(text: request.text, style: request.options.style, model: model)
    let characters = (script.direction + script.text).unicodeScalars.count
    let credits = Double(characters) * (await creditsPerCharacter(of: request, model))
    return Int(exactly: credits.rounded(.up)) ?? .max
  }

  /// Returns the cost of a character with a model and a voice, in credits.
  private func creditsPerCharacter(
    of request: VoiceEngineRequest, _ model: ElevenLabsModel
  ) async -> Double {
    let cost = await memory.models.cached?[model]?.characterCost ?? model.defaultCharacterCost
    return cost * (await memory.voices.cached?[request.voiceId]?.creditRate ?? 1)
  }

  /// Speaks one utterance, in the preferred format if the plan allows it.
  func speak(
    _ request: VoiceEngineRequest, preferring format: ElevenLabsFormat
  ) async throws -> VoiceEngineOutput {
    let model = model(of: request)
    let body = try body(for: request, model: model)
    try await check(voiceId: request.voiceId)
    let script = ElevenLabsScript(text: request.text, style: request.options.style, model: model)
    let limit = try await limit(of: model, for: script)
    let speaker = ElevenLabsSpeaker(
      api: api, memory: memory, timeouts: timeouts, maximumBytes: maximumBytes, model: model,
      body: body, request: request,
      creditsPerCharacter: await creditsPerCharacter(of: request, model))
    let pieces = try script.pieces(limit: limit)
    return try await explaining(scope: "text_to_speech", request: request, limit: limit) {
      try await speaker.speak(pieces, preferring: format)
    }
  }

  /// Returns the body without its text.
  ///
  /// Throws before any call if the request is invalid.
  private func body(
    for request: VoiceEngineRequest, model: ElevenLabsModel
  ) throws(VoiceProviderError) -> ElevenLabsSpeechBody {
    if request.text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if request.isPhonemes { throw .noPhonemes(providerId) }
    if let seed = request.options.seed, !ElevenLabsSpeechBody.seedRange.contains(seed) {
      throw .invalidRequest("seed \(seed) is out of range: 0 to 4294967295")
    }
    let settings = try ElevenLabsSettings(request.options)
    let language = request.languageCode.prefix { $0 != "-" && $0 != "_" }.lowercased()
    var body = ElevenLabsSpeechBody(text: "", modelId: model.id)
    // The service accepts only ISO 639-1 codes, which have two letters.
    if model.takesLanguageCode, language.utf8.count == 2 { body.languageCode = language }
    if !settings.isEmpty { body.voiceSettings = settings }
    body.seed = request.options.seed
    if configuration.usesContext {
      body.previousText = request.previousText.flatMap { Self.context(ElevenLabsScript.ending, $0) }
      body.nextText = request.nextText.flatMap { Self.context(ElevenLabsScript.beginning, $0) }
    }
    return body
  }

  private static func context(_ cut: (String) -> String, _ text: String) -> String? {
    let text = cut(text)
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  /// Returns the maximum number of characters in one request.
  ///
  /// Asks the service for the limit only if the text could be too long.
  private func limit(
    of model: ElevenLabsModel, for script: ElevenLabsScript
  ) async throws -> Int {
    let length = (script.direction + script.text).unicodeScalars.count
    if length <= ElevenLabsModel.leastLimit { return model.defaultLimit }
    return try await memory.models.value()[model]?.limit ?? model.defaultLimit
  }
}

// MARK: Errors

extension ElevenLabsVoiceProvider {
  /// Runs `body`, and translates its errors into errors for callers.
  func explaining<Value>(
    scope: String, request: VoiceEngineRequest? = nil, limit: Int = 0,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let failure as ElevenLabsFailure {
      var context = ElevenLabsFailure.Context(scope: scope, limit: limit)
      if let request {
        context.model = model(of: request).id
        context.nearestVoices = await nearestVoices(failure, to: request.voiceId)
        context.nearestModels = try await nearestModels(failure, to: context.model)
      }
      throw failure.error(context)
    } catch is DecodingError {
      throw VoiceProviderError.invalidResponse
    }
  }

  private func nearestVoices(_ failure: ElevenLabsFailure, to id: String) async -> [String] {
    guard failure.isVoiceUnknown else { return [] }
    // If the list has the voice but the service does not, the voice was removed after the list was
    // read.
    return await memory.voices.cached?.nearest(to: id).filter { $0 != id } ?? []
  }

  private func nearestModels(
    _ failure: ElevenLabsFailure, to id: String
  ) async throws -> [String] {
    guard failure.isModelUnknown else { return [] }
    return Spelling.nearest(to: id, among: try await memory.models.value().speakingIds)
  }
}
