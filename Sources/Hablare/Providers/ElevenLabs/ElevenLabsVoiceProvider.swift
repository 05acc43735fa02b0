import Basics
public import FoundationEssentials

/// The voices of an ElevenLabs account.
///
/// - `rate` becomes the service's speed, clamped to 0.7 to 1.2. `pitch` is not available: a line
///   that asks for a change of pitch is spoken without the change, and the output's metadata
///   contain `ignored` with the value `pitch`. The mixer applies `gain`.
/// - `style` is sent as directions (`[whispering]`) to models of v3 and later, and is not sent to
///   other models. For v3 and later, square brackets in a text become parentheses, because the
///   model would treat text in square brackets as a direction.
/// - `parameters` are `stability`, `similarity`, `style` (0 to 1), `speakerBoost` (`true`, `false`)
///   and `speed` (0.7 to 1.2). The voice's own setting is used for each missing parameter.
/// - Text beyond a model's limit is spoken in pieces, cut at the ends of sentences, and joined.
/// - Requests that need word positions are sent to the call `with-timestamps`. If the service
///   refuses this call for a model, the provider sends all requests for this model to the plain
///   call, and the audio has no word positions.
/// - The voices are listed once in the lifetime of a provider.
public struct ElevenLabsVoiceProvider: VoiceProvider, KeyValidating {
  /// The id, which is the scheme of its voices' URIs.
  ///
  /// The default is `elevenlabs`. If the user has several ElevenLabs providers, each has its own
  /// id.
  public let providerId: String
  /// The name shown to users.
  public let displayName: String
  /// The settings of the provider.
  public let configuration: ElevenLabsConfiguration

  let api: ElevenLabsAPI
  let memory: ElevenLabsMemory
  /// The time and size limits for each response.
  let timeouts: HTTPTimeouts
  let maximumBytes: Int

  /// Creates a provider that calls `key` before each request.
  ///
  /// Nothing is sent before the first request. `spending` is the account that pays for requests.
  public init(
    id: String = "elevenlabs", name: String? = nil,
    configuration: ElevenLabsConfiguration = .init(),
    key: @escaping @Sendable () async throws -> SecureString?, client: HTTPClient,
    spending: SpendingAccount = .uncounted
  ) {
    self.init(
      id: id, name: name, configuration: configuration, key: key, client: client,
      spending: spending, clock: ContinuousClock(), timeouts: HTTPTimeouts())
  }

  /// Creates a provider with its own key, which stays in memory and is not stored.
  public init(
    apiKey: SecureString, id: String = "elevenlabs", name: String? = nil,
    configuration: ElevenLabsConfiguration = .init(), client: HTTPClient = HTTPClient()
  ) {
    self.init(id: id, name: name, configuration: configuration, key: { apiKey }, client: client)
  }

  /// Creates a provider with the user's key, as the shared registry does.
  ///
  /// If `credentials` is nil, the key is in the environment, the keyring or the file of keys.
  public init(
    configuration: ElevenLabsConfiguration = .init(), credentials: CredentialStore? = nil
  ) {
    let store = credentials ?? CredentialStore()
    self.init(
      configuration: configuration,
      key: { try await store.get(key: CredentialStore.key(for: "elevenlabs")) },
      client: HTTPClient())
  }

  /// Creates a provider that uses the given clock for waits, with time and size limits for each
  /// response.
  package init(
    id: String = "elevenlabs", name: String? = nil,
    configuration: ElevenLabsConfiguration = .init(),
    key: @escaping @Sendable () async throws -> SecureString?, client: HTTPClient,
    spending: SpendingAccount = .uncounted,
    clock: any Clock<Duration>, timeouts: HTTPTimeouts = HTTPTimeouts(),
    maximumBytes: Int = HTTPRequest.defaultMaximumBytes
  ) {
    providerId = id
    displayName = name ?? "ElevenLabs"
    self.configuration = configuration
    (self.timeouts, self.maximumBytes) = (timeouts, maximumBytes)
    let service = ServiceClient(
      client: client, concurrency: max(1, configuration.concurrency), spending: spending,
      clock: clock)
    api = ElevenLabsAPI(
      baseURL: configuration.baseURL, service: service, timeouts: timeouts, key: key)
    memory = ElevenLabsMemory(api)
  }

  /// Always true.
  public var requiresAPIKey: Bool { true }
  /// `audio/mpeg`, which every plan includes.
  ///
  /// `generate(request:)` returns samples if the plan allows.
  public var mimeType: String { VoiceEngineAudioFormat.mp3.mimeType }
  /// Nil: accounts have different voices, and voices disappear.
  public var defaultVoiceId: String? { nil }
  /// 24,000 Hz.
  ///
  /// If the plan does not include samples, the audio is MP3 at 44,100 Hz.
  public var nativeSampleRate: Int? { ElevenLabsFormat.pcmRate }
  /// True: each clip costs money.
  public var clipsAreWorthCaching: Bool { true }

  /// Returns a text that states the version of the text preparation, the default model, the audio
  /// format, whether surrounding lines are sent, and the address if it is not ElevenLabs' own.
  ///
  /// Needs no network.
  public func version() async throws -> String {
    "elevenlabs 1 \(standardModel.id) \(ElevenLabsFormat.pcm.rawValue)"
      + (configuration.usesContext ? " context" : "")
      + (configuration.baseURL == ElevenLabsConfiguration().baseURL
        ? "" : " \(configuration.baseURL)")
  }

  /// Returns a tempo of 0.7 to 1.2, no pitch, and word positions.
  ///
  /// If the model accepts audio tags, includes directions. If the configuration enables surrounding
  /// lines and the model accepts them, includes surrounding lines.
  public func abilities(model: String?) -> VoiceAbilities {
    let model = model.map(ElevenLabsModel.init) ?? standardModel
    var abilities = VoiceAbilities(
      rates: ElevenLabsSettings.speedRange, supportsPitch: false,
      supportsDirections: model.takesTags,
      usesContext: configuration.usesContext && model.takesContext,
      supportsWordTimings: true)
    (abilities.stress, abilities.varies) = (model.takesTags ? .requested : .none, true)
    return abilities
  }

  /// Returns the problem with the tempo, the pitch or a parameter, or nil if there is no problem.
  public func problem(with options: VoiceOptions) -> String? {
    do throws(VoiceProviderError) {
      _ = try ElevenLabsSettings(options)
      return abilityProblem(with: options)
    } catch {
      if case .invalidRequest(let reason) = error { return reason }
      return error.description
    }
  }

  /// True: the service lists the voices.
  public var listsVoicesRemotely: Bool { true }

  /// Uses the voices of an earlier run as the account's voices.
  public func remember(voices: [Voice]) async {
    var list = ElevenLabsVoiceList()
    list.add(voices.map(ElevenLabsVoice.init))
    if !voices.isEmpty { await memory.voices.set(list) }
  }

  /// Whether there is a key, and an address to which the key may be sent.
  ///
  /// Nothing is sent to check this.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Returns the error if the address or the key is missing or unusable, otherwise nil.
  public func configurationError() async -> (any Error)? { await api.configurationError() }

  /// Checks with one free call whether the service accepts a key.
  ///
  /// A key without permission to read the account is valid. Throws `authenticationFailed` for an
  /// invalid key.
  public func validate(key: SecureString) async throws {
    try await explaining(scope: "user_read") {
      do {
        _ = try await api.subscription(key: key)
      } catch let failure as ElevenLabsFailure where failure.isMissingPermission {}
    }
  }

  /// Returns the credits left until the next reset.
  ///
  /// Nil if there is no limit, or if the key has no permission to read the account.
  public func quota() async throws -> VoiceQuota? {
    try await explaining(scope: "user_read") {
      do {
        return try await api.subscription().quota
      } catch let failure as ElevenLabsFailure where failure.isMissingPermission {
        return nil
      }
    }
  }

  /// Estimates the duration from the length of the text, in seconds, at 15 characters a second
  /// (about 150 words a minute).
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.unicodeScalars.count) / 15
  }

  /// Speaks `text` and returns MP3.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try await speak(request, preferring: .mp3).audioData
  }

  /// Speaks one utterance.
  ///
  /// Returns `pcm16`, or MP3 if the plan does not include samples.
  ///
  /// The metadata contain `request-id` and `character-cost`, the credits charged.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await speak(request, preferring: .pcm)
  }
}

// MARK: Voices

extension ElevenLabsVoiceProvider {
  /// Returns the voices that speak a language, each with the matching tag.
  ///
  /// For the empty code, returns all voices.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await voices().voices(languageCode: languageCode, providerId: providerId)
  }

  /// Returns the voices of a language, the oldest first.
  ///
  /// Voices that cost more than the usual credits are left out. If all matching voices cost more,
  /// all are returned.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await voices().castingVoices(languageCode: languageCode, providerId: providerId)
  }

  /// Returns whether the account has a voice with this id.
  ///
  /// True if the key has no permission to list voices.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    do {
      return try await voices()[voiceId] != nil
    } catch VoiceProviderError.notSupported {
      return true
    } catch {
      return false
    }
  }

  private func voices() async throws -> ElevenLabsVoiceList {
    try await explaining(scope: "voices_read") { try await memory.voices.value() }
  }

  /// Throws if the account does not have the voice.
  /// Passes if the key has no permission to list voices.
  func check(voiceId: String) async throws {
    do {
      let list = try await voices()
      guard list[voiceId] != nil else {
        throw VoiceProviderError.voiceNotFound(nearest: list.nearest(to: voiceId))
      }
    } catch VoiceProviderError.notSupported {}
  }
}

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
    let script = ElevenLabsScript(
      text: request.text, style: request.options.style, model: model,
      stressed: request.stressedRanges)
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
    let script = ElevenLabsScript(
      text: request.text, style: request.options.style, model: model,
      stressed: request.stressedRanges)
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
