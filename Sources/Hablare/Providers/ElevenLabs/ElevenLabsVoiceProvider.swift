public import FoundationEssentials

/// The voices of an ElevenLabs account.
///
/// - `rate` becomes the service's speed and is kept to what it takes, 0.7 to 1.2. `pitch` cannot be
///   had: a line that asks for it is spoken without, and the output's metadata says so (`ignored`).
///   `gain` is left to whoever mixes.
/// - `style` is spoken as directions (`[whispering]`) by models of v3 and later, and left out with
///   others. For those models square brackets in a text become round ones, or they would be directions.
/// - `parameters` are `stability`, `similarity`, `style` (0 to 1), `speakerBoost` (`true`, `false`) and
///   `speed` (0.7 to 1.2); what is not given is the service's own.
/// - Text beyond a model's limit is spoken in pieces, cut where sentences end, and joined.
/// - Requests that want the places of words are sent to `with-timestamps`. Where the service refuses that
///   call, they are sent without, once in the life of a provider for each model.
/// - The voices are listed once in the life of a provider.
public struct ElevenLabsVoiceProvider: VoiceProvider, KeyValidating {
  /// The id, the scheme of its voices' URIs: `elevenlabs` unless the user has several.
  public let providerId: String
  /// The name shown to people.
  public let displayName: String
  /// How the service is reached and asked.
  public let configuration: ElevenLabsConfiguration

  let api: ElevenLabsAPI
  let memory: ElevenLabsMemory
  /// The limits of time and size for each answer.
  let timeouts: HTTPTimeouts
  let maximumBytes: Int

  /// Makes a provider that asks `key` for its key with each call.
  ///
  /// Nothing is called before the first request. `spending` is the account that requests are paid on.
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

  /// Makes a provider with a key of its own, which it keeps for itself and stores nowhere.
  public init(
    apiKey: SecureString, id: String = "elevenlabs", name: String? = nil,
    configuration: ElevenLabsConfiguration = .init(), client: HTTPClient = HTTPClient()
  ) {
    self.init(id: id, name: name, configuration: configuration, key: { apiKey }, client: client)
  }

  /// Makes a provider with a clock for its waits, and limits of time and size for each answer.
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
  /// `audio/mpeg`, which every plan gives; `generate(request:)` gives samples where the plan allows.
  public var mimeType: String { VoiceEngineAudioFormat.mp3.mimeType }
  /// None: accounts have different voices, and voices go.
  public var defaultVoiceId: String? { nil }
  /// 24,000 Hz; a plan without samples gives MP3 at 44,100 Hz.
  public var nativeSampleRate: Int? { ElevenLabsFormat.pcmRate }
  /// True: each is paid for.
  public var clipsAreWorthKeeping: Bool { true }

  /// The model where a request names none, the form of sound, how texts are prepared, and whether
  /// the lines around count; known without the network.
  public func version() async throws -> String {
    "elevenlabs 1 \(standardModel.id) \(ElevenLabsFormat.pcm.rawValue)"
      + (configuration.usesContext ? " context" : "")
      + (configuration.baseURL == ElevenLabsConfiguration().baseURL
        ? "" : " \(configuration.baseURL)")
  }

  /// A tempo of 0.7 to 1.2 and no pitch; the places of words; directions where the model takes audio
  /// tags, and the lines around a line where the configuration asks for it and the model takes them.
  public func abilities(model: String?) -> VoiceAbilities {
    let model = model.map(ElevenLabsModel.init) ?? standardModel
    return VoiceAbilities(
      rates: ElevenLabsSettings.speedRange, takesPitch: false, takesDirections: model.takesTags,
      usesContext: configuration.usesContext && model.takesContext,
      takesWordTimings: true)
  }

  /// What is wrong with tempo, pitch or a setting; nil if nothing is.
  public func complaint(about options: VoiceOptions) -> String? {
    do throws(VoiceProviderError) {
      _ = try ElevenLabsSettings(options)
      return abilityComplaint(about: options)
    } catch {
      if case .invalidRequest(let reason) = error { return reason }
      return error.description
    }
  }

  /// True.
  public var listsVoicesRemotely: Bool { true }

  /// Takes the voices of an earlier run for those of the account.
  public func remember(voices: [Voice]) async {
    var list = ElevenLabsVoiceList()
    list.add(voices.map(ElevenLabsVoice.init))
    if !voices.isEmpty { await memory.voices.set(list) }
  }

  /// Whether there is a key and an address it may go to; neither is tried.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// That there is no key, or why the one there is cannot be used.
  public func configurationError() async -> (any Error)? { await api.configurationError() }

  /// Sees with one free call whether the service takes a key.
  ///
  /// A key that may not read the account is a good key. Throws `authenticationFailed` for a bad one.
  public func validate(key: SecureString) async throws {
    try await explaining(scope: "user_read") {
      do {
        _ = try await api.subscription(key: key)
      } catch let failure as ElevenLabsFailure where failure.isMissingPermission {}
    }
  }

  /// The credits left until the next reset; nil where there is no limit or the key may not ask.
  public func quota() async throws -> VoiceQuota? {
    try await explaining(scope: "user_read") {
      do {
        return try await api.subscription().quota
      } catch let failure as ElevenLabsFailure where failure.isMissingPermission {
        return nil
      }
    }
  }

  /// A guess from the length of the text, in seconds: 15 characters a second, 150 words a minute.
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

  /// Speaks one utterance, as `pcm16` or, where the plan allows no samples, as MP3.
  ///
  /// The metadata have `request-id` and `character-cost`, the credits it was charged.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await speak(request, preferring: .pcm)
  }
}

// MARK: Voices

extension ElevenLabsVoiceProvider {
  /// The voices that speak a language, each with the tag by which it does; all for an empty code.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await voices().voices(languageCode: languageCode, providerId: providerId)
  }

  /// The voices of a language, the oldest first; without those that cost more, where there are others.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await voices().castingVoices(languageCode: languageCode, providerId: providerId)
  }

  /// Whether the account has a voice of this id; true where the key may not ask.
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

  /// Sees that the account has the voice; a key that may not ask is not stopped by that.
  func check(voiceId: String) async throws {
    do {
      let list = try await voices()
      guard list[voiceId] != nil else {
        throw VoiceProviderError.voiceNotFound(nearest: list.nearest(to: voiceId))
      }
    } catch VoiceProviderError.notSupported {}
  }
}
