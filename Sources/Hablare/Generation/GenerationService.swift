import FoundationEssentials
import Synchronization

/// Speaks texts, lists and groups with the providers of a registry, and keeps lists of voices.
///
/// Sound that was paid for is kept: what a provider has made, and says is worth keeping, is not asked
/// for again because a batch was cancelled or failed. Without a clip cache of the caller's, clips of
/// single texts last as long as the service, and clips of lists wait beside the store until they are
/// stored there (`generateList(_:to:)`). `ClipCache.ofUser()` is the cache that the command has.
public actor GenerationService {
  private let registry: VoiceProviderRegistry
  /// Where lists of voices are kept; nil where nothing is.
  let store: GenerationStore?
  /// Where the caller wants clips to be kept; nil if the caller has not said.
  let givenClips: ClipCache?
  /// The clips of single texts where the caller has given no cache; nil until there is one.
  private var ownClips: ClipCache?
  private let flights = SingleFlight<ClipKey, VoiceEngineOutput>()
  /// Told of what goes on all the same, such as a list of voices that could not be refreshed.
  let onWarning: @Sendable (String) -> Void

  /// A service with the shared registry, which keeps lists of voices for as long as it lives.
  public init(clips: ClipCache? = nil) { self.init(registry: .shared, clips: clips) }

  /// A service with the shared registry, which keeps lists of voices in a store.
  public init(store: GenerationStore, clips: ClipCache? = nil) {
    self.init(registry: .shared, store: store, clips: clips)
  }

  /// A service with one provider, which is not looked up anywhere.
  public init(voiceProvider: any VoiceProvider, clips: ClipCache? = nil) {
    self.init(
      registry: VoiceProviderRegistry(descriptors: [.init(voiceProvider)]), clips: clips)
  }

  /// A service with a registry of the caller's.
  ///
  /// Lists of voices are kept in `store`, clips in `clips`. `onWarning` is told of what goes on all the
  /// same, on any thread.
  public init(
    registry: VoiceProviderRegistry, store: GenerationStore? = nil, clips: ClipCache? = nil,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.registry = registry
    self.store = store ?? (try? GenerationStore.inMemory())
    givenClips = clips
    self.onWarning = onWarning
  }

  // MARK: Speaking

  /// Speaks a text.
  ///
  /// Two calls at once for the same speech make one call of the engine. A clip that is kept is used
  /// unless `regenerate`, which asks for a new one in its place. Throws `VoiceProviderError` for a
  /// provider that is unknown, disabled or not configured, and what the provider throws.
  public func generate(
    text: String, providerId: String, voiceId: String, voiceName: String? = nil,
    languageCode: String? = nil, options: VoiceOptions = VoiceOptions(), regenerate: Bool = false
  ) async throws -> GenerationResult {
    let provider = try await registry.configuredProvider(for: providerId)
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: LanguageCodeResolver.resolve(languageCode),
      options: options)
    var result = try await spoken(request, by: provider, regenerate: regenerate)
    if let voiceName { result.voiceName = voiceName }
    return result
  }

  /// Speaks an item with its own provider, which need not be registered.
  ///
  /// The result belongs to the item's element. Otherwise as `generate(text:providerId:voiceId:)`; an item
  /// without words is `VoiceProviderError.invalidRequest`.
  public func generate(
    _ item: any SpeakableItem, regenerate: Bool = false
  ) async throws -> GenerationResult {
    var result = try await spoken(
      VoiceEngineRequest(item), by: item.voiceProvider, regenerate: regenerate)
    result.owningElement = item.owningElement
    return result
  }

  /// Speaks a request, which may hold phonemes.
  package func spoken(
    _ request: VoiceEngineRequest, by provider: any VoiceProvider, regenerate: Bool
  ) async throws -> GenerationResult {
    let clips = clips
    let (result, clip) = try await self.result(
      of: request, by: provider, in: clips, renewing: regenerate)
    if regenerate, let clip { await clips.endRenewals(of: [clip]) }
    return result
  }

  /// The clips of single texts.
  private var clips: ClipCache {
    if let clips = givenClips ?? ownClips { return clips }
    let onWarning = onWarning
    let made = ClipCache.forOneRun(limit: ClipCache.defaultLimit) { onWarning("\($0)") }
    ownClips = made
    return made
  }

  /// Speaks a request, and measures what came of it; gives the key of the clip beside it if there is one.
  func result(
    of request: VoiceEngineRequest, by provider: any VoiceProvider, in clips: ClipCache,
    renewing: Bool
  ) async throws -> (GenerationResult, clip: ClipKey?) {
    let take = try await self.take(request, by: provider, in: clips, renewing: renewing)
    let sound = take.output.playable(as: provider.mimeType)
    let measure = SoundMeasure(sound)
    let result = GenerationResult(
      audioData: sound.audioData, audioFormat: sound.audioFormat, originalText: request.text,
      voiceId: request.voiceId, voiceName: request.voiceId, providerId: provider.providerId,
      mimeType: sound.mimeType, languageCode: request.languageCode, options: request.options,
      duration: measure?.duration ?? 0,
      estimatedDuration: await provider.estimateDuration(
        text: request.text, voiceId: request.voiceId),
      sampleRate: measure?.sampleRate ?? sound.sampleRate,
      channels: measure?.channels ?? sound.channels, wordTimings: sound.wordTimings,
      billedCharacters: take.isKeptClip ? 0 : await provider.billedCharacters(for: request),
      isKeptClip: take.isKeptClip, metadata: sound.metadata, requestId: UUID().uuidString)
    return (result, take.clip)
  }

  /// What a provider, or a clip, gives for a request.
  private struct Take {
    var output: VoiceEngineOutput
    /// The clip that keeps it; nil if it is not worth keeping.
    var clip: ClipKey?
    /// Whether the clip was there before.
    var isKeptClip = false
  }

  private func take(
    _ request: VoiceEngineRequest, by provider: any VoiceProvider, in clips: ClipCache,
    renewing: Bool
  ) async throws -> Take {
    let key = ClipKey(
      providerId: provider.providerId,
      providerVersion: try await provider.version(voiceId: request.voiceId), request: request)
    guard provider.clipsAreWorthKeeping else {
      return Take(
        output: try await flights.value(for: key) { try await provider.generate(request: request) })
    }
    let isMade = Mutex(false)
    let output = try await clips.clip(
      for: key, from: await provider.origin(of: request), renewing: renewing
    ) {
      isMade.withLock { $0 = true }
      return try await provider.generate(request: request)
    }
    return Take(output: output, clip: key, isKeptClip: !isMade.withLock { $0 })
  }

  /// The number of callers that wait for a request's sound; for tests.
  func callers(of key: ClipKey) async -> Int {
    await flights.callers(of: key) + clips.callers(of: key)
  }

  // MARK: Providers

  /// The ids of the providers there are, enabled or not, sorted.
  public func registeredProviders() async -> [String] {
    await registry.availableProviders().map(\.id)
  }

  /// The providers there are, enabled or not, sorted by id.
  ///
  /// A provider that cannot be made is left out; `provider(withId:)` throws the reason.
  public func registeredVoiceProviders() async -> [any VoiceProvider] {
    var providers: [any VoiceProvider] = []
    for id in await registeredProviders() {
      if let provider = try? await registry.provider(for: id) { providers.append(provider) }
    }
    return providers
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

  /// A provider by its id, enabled and with everything that it needs.
  package func configuredProvider(_ id: String) async throws -> any VoiceProvider {
    try await registry.configuredProvider(for: id)
  }
}

extension VoiceEngineRequest {
  /// What an item asks of its voice.
  init(_ item: any SpeakableItem) {
    self.init(
      text: item.textToSpeak, voiceId: item.voiceId, languageCode: item.languageCode,
      options: item.voiceOptions)
  }
}

extension VoiceProvider {
  /// What a clip of a request costs.
  ///
  /// A program or a server of the user's does not know that what it does has a price.
  fileprivate func origin(of request: VoiceEngineRequest) async -> ClipOrigin {
    guard await isPriced() else { return ClipOrigin(providerId: providerId, characters: 0) }
    let billed = await billedCharacters(for: request)
    return ClipOrigin(
      providerId: providerId,
      characters: billed > 0 ? billed : request.text.unicodeScalars.count)
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
