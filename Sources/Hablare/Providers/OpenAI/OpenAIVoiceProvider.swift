public import FoundationEssentials

/// The voices of a server that speaks OpenAI's speech route: OpenAI itself, Kokoro-FastAPI, LocalAI,
/// speaches, openedai-speech, openai-edge-tts and others.
///
/// Rate becomes `speed` (0.25 to 4; gpt-4o-mini-tts is said to ignore it), style becomes
/// `instructions` where the model takes them, gain is applied to the samples, and `parameters` are
/// sent as further fields. There is no pitch and no seed in this interface.
public struct OpenAIVoiceProvider: VoiceProvider, KeyValidating {
  /// The scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to people.
  public let displayName: String

  let configuration: OpenAIConfiguration
  let service: Result<OpenAIService, VoiceProviderError>
  private let catalogs: FetchOnce<OpenAIVoiceCatalog>
  let models: FetchOnce<[String]?>
  private let isBilled: Bool

  /// The model of OpenAI itself where none is named.
  public static let defaultModel = "gpt-4o-mini-tts"

  /// Makes a provider; nothing is sent until something is asked of it.
  ///
  /// `key` gives the server's key, nil where there is none; it is asked for each request. `isBilled`
  /// says whether characters are charged; nil for OpenAI itself and servers with a key. `spending` is
  /// the account that requests are paid on.
  public init(
    id: String = "openai", name: String? = nil, configuration: OpenAIConfiguration = .init(),
    isBilled: Bool? = nil, key: @escaping @Sendable () async throws -> SecureString?,
    client: HTTPClient, spending: SpendingAccount = .uncounted
  ) {
    self.init(
      id: id, name: name, configuration: configuration, isBilled: isBilled, key: key,
      client: client, spending: spending, clock: ContinuousClock())
  }

  /// Makes a provider with a key that it keeps for itself and stores nowhere.
  public init(
    id: String = "openai", name: String? = nil, configuration: OpenAIConfiguration = .init(),
    isBilled: Bool? = nil, apiKey: SecureString?, client: HTTPClient
  ) {
    self.init(
      id: id, name: name, configuration: configuration, isBilled: isBilled, key: { apiKey },
      client: client)
  }

  /// Makes a provider whose waits are the clock's.
  ///
  /// `isOpenAI` says whether OpenAI itself answers, where the address does not; `timeouts` are
  /// otherwise those of `defaultTimeouts`.
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

  /// How long to wait: a server without a graphics processor may be silent for minutes before it has
  /// a whole answer, while OpenAI's own starts at once.
  static func defaultTimeouts(isOpenAI: Bool) -> HTTPTimeouts {
    isOpenAI ? HTTPTimeouts() : HTTPTimeouts(connect: 10, stall: 300, total: 600)
  }

  var isOpenAI: Bool { (try? service.get().server.isOpenAI) ?? false }
}

// MARK: - What it is

extension OpenAIVoiceProvider {
  /// Whether OpenAI itself is asked; other servers may do without.
  public var requiresAPIKey: Bool { isOpenAI }

  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }

  /// The first of the configured voices, else OpenAI's `alloy`, else nil.
  public var defaultVoiceId: String? {
    configuration.voices.first ?? (isOpenAI ? OpenAIVoiceCatalog.openAIVoices.first : nil)
  }

  /// 24,000 Hz of OpenAI itself, otherwise the configured rate.
  public var nativeSampleRate: Int? {
    isOpenAI ? OpenAISpeech.openAIRate : configuration.sampleRate
  }

  /// A tempo of 0.25 to 4, no pitch; directions where the model is one of OpenAI's that take them.
  public func abilities(model: String?) -> VoiceAbilities {
    let model = model ?? configuration.model ?? (isOpenAI ? Self.defaultModel : "")
    // Other servers' models pass over instructions in silence, as far as they are known.
    let isDirected = model.hasPrefix("gpt-") || (isOpenAI && OpenAISpeech.takesInstructions(model))
    return VoiceAbilities(
      rates: OpenAISpeech.speeds, takesPitch: false, takesDirections: isDirected)
  }

  /// What is wrong with tempo, pitch, seed or a free parameter; nil if nothing is.
  public func complaint(about options: VoiceOptions) -> String? {
    if options.seed != nil { return "\(displayName)'s voices take no seed" }
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
    return abilityComplaint(about: options)
  }

  /// True unless the voices are built in or configured.
  public var listsVoicesRemotely: Bool { !isOpenAI && configuration.voices.isEmpty }

  /// Takes the voices of an earlier run for the server's list.
  public func remember(voices: [Voice]) async {
    if !voices.isEmpty { await catalogs.set(OpenAIVoiceCatalog(voices: voices)) }
  }

  /// Whether the address can be used, and the key is there where one is needed.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// That the address cannot be used, that there is no key, or why the one there is cannot be used.
  public func configurationError() async -> (any Error)? {
    do {
      let service = try service.get()
      guard let key = try await service.key(), !key.isEmpty else {
        return service.server.isOpenAI ? VoiceProviderError.notConfigured : nil
      }
      if service.server.address.sendsKeysSafely { return nil }
      return VoiceProviderError.notSupported(
        "a key for \(providerId) over plain http: its baseURL must begin with https")
    } catch {
      return error
    }
  }

  /// The server's address and model, on which the sound depends; no request is made.
  public func version() async throws -> String {
    let server = try service.get().server
    let model = configuration.model ?? (server.isOpenAI ? Self.defaultModel : "")
    let rate = server.isOpenAI ? nil : configuration.sampleRate
    return [server.identity, model, rate.map { "\($0) Hz" } ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// A guess from the length of the text, in seconds: 15 characters a second, 150 words of five
  /// letters and a blank a minute.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.unicodeScalars.count) / 15
  }

  /// Whether the user has set a price, the service is OpenAI itself, or the server has a key.
  public func isPriced() async -> Bool {
    if isBilled { return true }
    let key = try? await service.get().key()
    return key.map { !$0.isEmpty } ?? false
  }

  /// The characters of the text where they are charged, else 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    await isPriced() ? request.text.unicodeScalars.count : 0
  }

  /// Asks the server whether a key is good, with a request that costs nothing (`GET /models`).
  ///
  /// Throws `authenticationFailed` if it is refused, and what else keeps the server from answering.
  public func validate(key: SecureString) async throws {
    try await service.get().validate(key)
  }
}

// MARK: - Voices

extension OpenAIVoiceProvider {
  /// The voices for a language; those whose language the server does not say are there for every one.
  ///
  /// They are the configured ones, else those the server lists, asked once; OpenAI's are built in. A
  /// server that lists none gives none, and takes any name.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await catalog(model: nil).voices(languageCode: languageCode)
  }

  /// Whether the server has a voice of this name; always where it lists none.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    guard !voiceId.isEmpty, let catalog = try? await catalog(model: nil) else { return false }
    return catalog.has(voiceId) || isCustom(voiceId)
  }

  /// The voices for a model, nil for the configured one.
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

  /// Whether an id is of a voice that an account of OpenAI has made.
  func isCustom(_ voiceId: String) -> Bool { isOpenAI && voiceId.hasPrefix("voice_") }
}
