import Basics
public import FoundationEssentials

/// The voices of a server that implements OpenAI's speech endpoint: OpenAI itself, Kokoro-FastAPI,
/// LocalAI, speaches, openedai-speech, openai-edge-tts and others.
///
/// The rate is sent as `speed` (0.25 to 4; gpt-4o-mini-tts reportedly ignores it). The style is
/// sent as `instructions` if the model accepts them. Gain is applied to the samples. `parameters`
/// are sent as further fields. OpenAI's interface has no pitch and no seed.
public struct OpenAIVoiceProvider: VoiceProvider, KeyValidating {
  /// The URI scheme of the provider's voices.
  public let providerId: String
  /// The name shown to users.
  public let displayName: String

  let configuration: OpenAIConfiguration
  let service: Result<OpenAIService, VoiceProviderError>
  private let catalogs: FetchOnce<OpenAIVoiceCatalog>
  let models: FetchOnce<[String]?>
  private let isBilled: Bool

  /// The model for OpenAI itself, if neither the request nor the configuration names a model.
  static let defaultModel = "gpt-4o-mini-tts"

  /// Creates a provider.
  ///
  /// Nothing is sent before the first request.
  ///
  /// `key` returns the server's key, or nil if the server has no key. `key` is called for each
  /// request. `spending` is the account that pays for requests.
  ///
  /// Characters are charged if `isBilled` is true or the server has a key. By default, `isBilled` is
  /// true for OpenAI itself and false for other servers.
  public init(
    id: String = "openai", name: String? = nil, configuration: OpenAIConfiguration = .init(),
    isBilled: Bool? = nil, key: @escaping @Sendable () async throws -> SecureString?,
    client: HTTPClient, spending: SpendingAccount = .uncounted
  ) {
    self.init(
      id: id, name: name, configuration: configuration, isBilled: isBilled, key: key,
      client: client, spending: spending, clock: ContinuousClock())
  }

  /// Creates a provider with a key that stays in memory and is not stored.
  public init(
    id: String = "openai", name: String? = nil, configuration: OpenAIConfiguration = .init(),
    isBilled: Bool? = nil, apiKey: SecureString?, client: HTTPClient
  ) {
    self.init(
      id: id, name: name, configuration: configuration, isBilled: isBilled, key: { apiKey },
      client: client)
  }

  /// Creates a provider that uses the given clock for waits.
  /// If `isOpenAI` is nil, the address decides whether the server is OpenAI. `timeouts` default to
  /// `defaultTimeouts`.
  package init(
    id: String = "openai", name: String? = nil, configuration: OpenAIConfiguration = .init(),
    isBilled: Bool? = nil, isOpenAI: Bool? = nil,
    key: @escaping @Sendable () async throws -> SecureString?, client: HTTPClient,
    spending: SpendingAccount = .uncounted,
    clock: any Clock<Duration>, timeouts: HTTPTimeouts? = nil, policy: RetryPolicy = RetryPolicy(),
    seed: UInt64 = 0
  ) {
    let service = Result { () throws(VoiceProviderError) in
      let server = try OpenAIServer(configuration.baseURL, isOpenAI: isOpenAI)
      return OpenAIService(
        server: server,
        client: ServiceClient(
          client: client, concurrency: configuration.concurrency, spending: spending,
          policy: policy, clock: clock, seed: seed),
        timeouts: timeouts ?? Self.defaultTimeouts(isOpenAI: server.isOpenAI), key: key)
    }
    let isItself = (try? service.get().server.isOpenAI) ?? false
    providerId = id
    displayName = name ?? (isItself ? "OpenAI" : id)
    self.configuration = configuration
    self.service = service
    self.isBilled = isBilled ?? isItself
    models = FetchOnce { try await service.get().models() }
    catalogs = FetchOnce {
      guard let voices = try await service.get().voices(providerId: id) else {
        return OpenAIVoiceCatalog(voices: [], isOpen: true)
      }
      return OpenAIVoiceCatalog(voices: voices)
    }
  }

  /// Returns the default timeouts.
  /// OpenAI's server starts to send at once. Another server may have no GPU and send nothing for
  /// minutes before the response is complete, so the time limits for other servers are longer.
  static func defaultTimeouts(isOpenAI: Bool) -> HTTPTimeouts {
    isOpenAI ? HTTPTimeouts() : HTTPTimeouts(connect: 10, stall: 300, total: 600)
  }

  var isOpenAI: Bool { (try? service.get().server.isOpenAI) ?? false }
}

// MARK: - Abilities and configuration

extension OpenAIVoiceProvider {
  /// Whether the server is OpenAI itself.
  ///
  /// Other servers may work without a key.
  public var requiresAPIKey: Bool { isOpenAI }

  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }

  /// The first configured voice, otherwise OpenAI's `alloy` for OpenAI, otherwise nil.
  public var defaultVoiceId: String? {
    configuration.voices.first ?? (isOpenAI ? OpenAIVoiceCatalog.openAIVoices.first : nil)
  }

  /// 24,000 Hz for OpenAI itself, otherwise the configured rate.
  public var nativeSampleRate: Int? {
    isOpenAI ? OpenAISpeech.openAIRate : configuration.sampleRate
  }

  /// Returns a tempo of 0.25 to 4, and no pitch.
  ///
  /// If the model is one of OpenAI's models that accept directions, includes directions.
  public func abilities(model: String?) -> VoiceAbilities {
    let model = model ?? configuration.model ?? (isOpenAI ? Self.defaultModel : "")
    // The known models of other servers silently ignore instructions.
    let isDirected = model.hasPrefix("gpt-") || (isOpenAI && OpenAISpeech.takesInstructions(model))
    var abilities = VoiceAbilities(
      rates: OpenAISpeech.speeds, supportsPitch: false, supportsDirections: isDirected)
    (abilities.stress, abilities.varies) = (isDirected ? .requested : .none, true)
    return abilities
  }

  /// Returns the problem with a setting, or nil if there is no problem.
  public func problem(with options: VoiceOptions) -> String? {
    if options.seed != nil { return "\(displayName)'s voices do not accept a seed" }
    let speech = OpenAISpeech(model: "", voice: "", options: options, isOpenAI: isOpenAI)
    do throws(VoiceProviderError) {
      try speech.check()
    } catch {
      return error.description
    }
    let keys = VoiceURI.queryKeys + VoiceURI.modelKeys
    for name in options.parameters.keys.sorted() {
      if isOpenAI { return "\(displayName) has no setting \"\(name)\"" }
      if let nearest = Spelling.nearest(to: name, among: keys, limit: 1, within: 1).first {
        return "\"\(name)\" is not a key of a voice; did you mean \(nearest)?"
      }
    }
    return abilityProblem(with: options)
  }

  /// False if the voices are built in or configured, otherwise true.
  public var listsVoicesRemotely: Bool { !isOpenAI && configuration.voices.isEmpty }

  /// Uses the voices of an earlier run instead of requesting the server's list.
  public func remember(voices: [Voice]) async {
    if !voices.isEmpty { await catalogs.set(OpenAIVoiceCatalog(voices: voices)) }
  }

  /// Whether the address is usable, and a key is present if the server needs a key.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Returns the error if the address is unusable, the key is missing or the key is unusable,
  /// otherwise nil.
  public func configurationError() async -> (any Error)? {
    do {
      let service = try service.get()
      guard let key = try await service.key(), !key.isEmpty else {
        return service.server.isOpenAI ? VoiceProviderError.notConfigured : nil
      }
      if service.server.address.sendsKeysSafely { return nil }
      return VoiceProviderError.notSupported(
        "the key of \(providerId) would be sent unencrypted; use https:// in baseURL")
    } catch {
      return error
    }
  }

  /// Returns the server's address, the model and the sample rate, on which the audio depends.
  ///
  /// Makes no request.
  public func version() async throws -> String {
    let server = try service.get().server
    let model = configuration.model ?? (server.isOpenAI ? Self.defaultModel : "")
    let rate = server.isOpenAI ? nil : configuration.sampleRate
    return [server.identity, model, rate.map { "\($0) Hz" } ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Estimates the duration from the length of the text, in seconds, at 15 characters a second.
  ///
  /// This rate means 150 words a minute, if a word has five letters and a space.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.unicodeScalars.count) / 15
  }

  /// Whether requests cost money: the user has set a price, the service is OpenAI itself, or the
  /// server has a key.
  public func isPriced() async -> Bool {
    if isBilled { return true }
    let key = try? await service.get().key()
    return key.map { !$0.isEmpty } ?? false
  }

  /// Returns the number of characters of the text if they are charged, otherwise 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    await isPriced() ? request.text.unicodeScalars.count : 0
  }

  /// Asks the server whether a key is valid, with a free request (`GET /models`).
  ///
  /// Throws `authenticationFailed` if the server refuses the key, and other errors if the server
  /// does not answer.
  public func validate(key: SecureString) async throws {
    try await service.get().validate(key)
  }
}

// MARK: - Voices

extension OpenAIVoiceProvider {
  /// Returns the voices for a language.
  ///
  /// A voice without a stated language is included for every language.
  ///
  /// If the user has configured voices, only the configured voices are returned. OpenAI's own
  /// voices are built in. Any other server is asked once for its list. If this server lists no
  /// voices, the result is empty, and the server accepts any name.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await catalog(model: nil).voices(languageCode: languageCode)
  }

  /// Returns whether the server has a voice of this name.
  ///
  /// If the server lists no voices, returns true for every name.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    guard !voiceId.isEmpty, let catalog = try? await catalog(model: nil) else { return false }
    return catalog.has(voiceId) || isCustom(voiceId)
  }

  /// Returns the voices for a model.
  /// Nil means the configured model.
  func catalog(model: String?) async throws -> OpenAIVoiceCatalog {
    let server = try service.get().server
    if !configuration.voices.isEmpty {
      return OpenAIVoiceCatalog(
        voices: configuration.voices.map { Voice(id: $0, name: $0, providerId: providerId) })
    }
    if server.isOpenAI {
      let model = model ?? configuration.model ?? Self.defaultModel
      return .openAI(model: model, providerId: providerId)
    }
    return try await catalogs.value()
  }

  /// Returns whether an id belongs to a custom voice of an OpenAI account.
  func isCustom(_ voiceId: String) -> Bool { isOpenAI && voiceId.hasPrefix("voice_") }
}

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
    let letters = Array(request.text.unicodeScalars)
    speech.stressed = request.stressedRanges.map {
      String(String.UnicodeScalarView(letters[$0.clamped(to: 0..<letters.count)]))
    }
    try speech.check()
    if named == nil, !isOpenAI { speech.model = try await onlyModel() }
    return speech
  }

  /// Returns the model to use if neither the request nor the configuration names a model: the
  /// server's only model, or `tts-1`, which servers with OpenAI's endpoint usually accept.
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
