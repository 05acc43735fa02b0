import FoundationEssentials

/// Speaks texts, lists and groups with the providers of a registry, and keeps lists of voices.
public actor GenerationService {
  private let registry: VoiceProviderRegistry
  /// Where lists of voices are kept; nil where nothing is.
  let store: GenerationStore?
  private let clips: ClipCache?
  let flights = SingleFlight<ClipKey, VoiceEngineOutput>()
  /// Told of what goes on all the same, such as a list of voices that could not be refreshed.
  let onWarning: @Sendable (String) -> Void

  /// A service with the shared registry, which keeps lists of voices for as long as it lives.
  public init() { self.init(registry: .shared) }

  /// A service with the shared registry, which keeps lists of voices in a store.
  public init(store: GenerationStore) { self.init(registry: .shared, store: store) }

  /// A service with one provider, which is not looked up anywhere.
  public init(voiceProvider: any VoiceProvider) {
    self.init(registry: VoiceProviderRegistry(descriptors: [.init(voiceProvider)]))
  }

  /// A service with a registry of the caller's.
  ///
  /// Lists of voices are kept in `store`, and clips that are worth it in `clips`. `onWarning` is told of
  /// what goes on all the same, on any thread.
  public init(
    registry: VoiceProviderRegistry, store: GenerationStore? = nil, clips: ClipCache? = nil,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.registry = registry
    self.store = store ?? (try? GenerationStore.inMemory())
    self.clips = clips
    self.onWarning = onWarning
  }

  /// Speaks a text.
  ///
  /// Two calls at once for the same speech make one call of the engine. Throws `VoiceProviderError` for
  /// a provider that is unknown, disabled or not configured, and what the provider throws.
  public func generate(
    text: String, providerId: String, voiceId: String, voiceName: String? = nil,
    languageCode: String? = nil, options: VoiceOptions = VoiceOptions()
  ) async throws -> GenerationResult {
    let provider = try await registry.configuredProvider(for: providerId)
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: LanguageCodeResolver.resolve(languageCode),
      options: options)
    return try await result(of: request, voiceName: voiceName, by: provider)
  }

  /// The ids of the providers there are, sorted.
  public func registeredProviders() async -> [String] {
    await registry.availableProviders().map(\.id)
  }

  /// A provider by its id; nil where there is none.
  public func provider(withId id: String) async throws -> (any VoiceProvider)? {
    try await registry.provider(for: id)
  }

  /// Adds a provider, in place of the one of its id if there is one.
  public func registerProvider(_ provider: any VoiceProvider) async {
    await registry.register(VoiceProviderDescriptor(provider))
  }

  /// Whether there is a provider of that id.
  public func isProviderRegistered(_ id: String) async -> Bool {
    await registry.contains(providerId: id)
  }

  /// The enabled providers that have what they need.
  func usableProviders() async -> [String] {
    var ids: [String] = []
    for descriptor in await registry.availableProviders()
    where (try? await registry.configuredProvider(for: descriptor.id)) != nil {
      ids.append(descriptor.id)
    }
    return ids
  }

  func configuredProvider(_ id: String) async throws -> any VoiceProvider {
    try await registry.configuredProvider(for: id)
  }

  /// Speaks a request, and measures what came of it.
  func result(
    of request: VoiceEngineRequest, voiceName: String?, by provider: any VoiceProvider
  ) async throws -> GenerationResult {
    let output = try await output(of: request, by: provider)
    let sound = output.playable(as: provider.mimeType)
    let measure = SoundMeasure(sound)
    return GenerationResult(
      audioData: sound.audioData, audioFormat: sound.audioFormat, originalText: request.text,
      voiceId: request.voiceId, voiceName: voiceName ?? request.voiceId,
      providerId: provider.providerId, mimeType: sound.mimeType,
      languageCode: request.languageCode, options: request.options,
      duration: measure?.duration ?? 0,
      estimatedDuration: await provider.estimateDuration(
        text: request.text, voiceId: request.voiceId),
      sampleRate: measure?.sampleRate ?? sound.sampleRate,
      channels: measure?.channels ?? sound.channels, wordTimings: sound.wordTimings,
      billedCharacters: await provider.billedCharacters(for: request), metadata: sound.metadata,
      requestId: UUID().uuidString)
  }

  private func output(
    of request: VoiceEngineRequest, by provider: any VoiceProvider
  ) async throws -> VoiceEngineOutput {
    let key = ClipKey(
      providerId: provider.providerId, providerVersion: try await provider.version(),
      request: request)
    guard let clips, provider.clipsAreWorthKeeping else {
      return try await flights.value(for: key) { try await provider.generate(request: request) }
    }
    return try await clips.clip(for: key) { try await provider.generate(request: request) }
  }
}

extension VoiceEngineOutput {
  /// The same sound as a file that players take, unless bare samples are what the provider promises.
  fileprivate func playable(as mimeType: String) -> VoiceEngineOutput {
    guard audioFormat == .pcm16, channels ?? 1 == 1, let sampleRate,
      mimeType != VoiceEngineAudioFormat.pcm16.mimeType
    else { return self }
    let header = WAVHeader.bytes(samples: audioData.count / 2, sampleRate: sampleRate)
    return VoiceEngineOutput(
      audioData: Data(header) + audioData, audioFormat: .wav, sampleRate: sampleRate, channels: 1,
      wordTimings: wordTimings, metadata: metadata)
  }
}
