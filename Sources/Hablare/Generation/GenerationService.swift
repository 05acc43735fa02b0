import FoundationEssentials
import Synchronization

/// Speaks texts, lists and groups with the providers of a registry, and caches lists of voices.
///
/// If a provider says its clips are worth caching, a cached clip is not requested again, even after
/// a batch was cancelled or failed.
///
/// If the caller provides no clip cache, clips last as long as the service. `ClipCache.ofUser()` is
/// the cache that the `guion2audio` command uses.
///
/// The module `HablareStore` stores the audio of lists and groups as records in a database.
public actor GenerationService {
  private let registry: VoiceProviderRegistry
  let voiceLists: any VoiceListCache
  /// The caller's clip cache; nil if the caller provides no cache.
  package let callerClips: ClipCache?
  /// The cache for clips of single texts if the caller provides none; nil until first use.
  private var ownClips: ClipCache?
  private let flights = SingleFlight<ClipKey, VoiceEngineOutput>()
  /// Receives warnings about problems that do not stop the work.
  /// An example is a voice list that could not be refreshed.
  let onWarning: @Sendable (String) -> Void

  /// Creates a service that uses the shared registry.
  ///
  /// Voice lists are cached as long as the service exists.
  public init(clips: ClipCache? = nil) { self.init(registry: .shared, clips: clips) }

  /// Creates a service with one provider, which need not be registered.
  public init(voiceProvider: any VoiceProvider, clips: ClipCache? = nil) {
    self.init(
      registry: VoiceProviderRegistry(descriptors: [.init(voiceProvider)]), clips: clips)
  }

  /// Creates a service with the caller's registry.
  ///
  /// Voice lists are cached as long as the service exists. Clips are cached in `clips`. `onWarning`
  /// receives problems that do not stop the work, on any thread.
  public init(
    registry: VoiceProviderRegistry, clips: ClipCache? = nil,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(registry: registry, voiceLists: nil, clips: clips, onWarning: onWarning)
  }

  /// Creates a service with the caller's registry and caches.
  /// Voice lists are cached in `voiceLists`, or in memory if `voiceLists` is nil.
  package init(
    registry: VoiceProviderRegistry, voiceLists: (any VoiceListCache)?, clips: ClipCache?,
    onWarning: @escaping @Sendable (String) -> Void
  ) {
    self.registry = registry
    self.voiceLists = voiceLists ?? VoiceListMemory()
    callerClips = clips
    self.onWarning = onWarning
  }

  // MARK: Speaking

  /// Speaks a text and returns the audio.
  ///
  /// Concurrent calls for the same speech share one call of the engine. A cached clip is used
  /// unless `regenerate` is true. If `regenerate` is true, a new clip is requested and replaces the
  /// cached clip.
  ///
  /// Throws `VoiceProviderError` if the provider is unknown, disabled or not configured. Also
  /// throws any error of the provider.
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

  /// Speaks an item with the item's own provider, which need not be registered.
  ///
  /// The result gets the item's `owningElement`. An item without words throws
  /// `VoiceProviderError.invalidRequest`. Otherwise this function works like
  /// `generate(text:providerId:voiceId:)`.
  public func generate(
    _ item: any SpeakableItem, regenerate: Bool = false
  ) async throws -> GenerationResult {
    var result = try await spoken(
      VoiceEngineRequest(item), by: item.voiceProvider, regenerate: regenerate)
    result.owningElement = item.owningElement
    return result
  }

  /// Speaks a request, which can contain phonemes, and returns the audio.
  package func spoken(
    _ request: VoiceEngineRequest, by provider: any VoiceProvider, regenerate: Bool
  ) async throws -> GenerationResult {
    let clips = clips
    let (result, clip) = try await self.result(
      of: request, by: provider, in: clips, renewing: regenerate)
    if regenerate, let clip { await clips.endRenewals(of: [clip]) }
    return result
  }

  /// The cache for clips of single texts.
  private var clips: ClipCache {
    if let clips = callerClips ?? ownClips { return clips }
    let onWarning = onWarning
    let made = ClipCache.forOneRun(limit: ClipCache.defaultLimit) { onWarning("\($0)") }
    ownClips = made
    return made
  }

  /// Returns the measured audio for a request, and the key of its clip; the key is nil if the audio
  /// is not worth caching.
  package func result(
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
      billedCharacters: take.isCachedClip ? 0 : await provider.billedCharacters(for: request),
      isCachedClip: take.isCachedClip, metadata: sound.metadata, requestId: UUID().uuidString)
    return (result, take.clip)
  }

  /// The output for a request, from the provider or from a cached clip.
  private struct Take {
    var output: VoiceEngineOutput
    /// The key of the output's clip; nil if the output is not worth caching.
    var clip: ClipKey?
    /// Whether the clip was already cached.
    var isCachedClip = false
  }

  private func take(
    _ request: VoiceEngineRequest, by provider: any VoiceProvider, in clips: ClipCache,
    renewing: Bool
  ) async throws -> Take {
    let key = ClipKey(
      providerId: provider.providerId,
      providerVersion: try await provider.version(voiceId: request.voiceId), request: request)
    guard provider.clipsAreWorthCaching else {
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
    return Take(output: output, clip: key, isCachedClip: !isMade.withLock { $0 })
  }

  /// Returns the number of callers that wait for a request's audio; for tests.
  func callers(of key: ClipKey) async -> Int {
    await flights.callers(of: key) + clips.callers(of: key)
  }

  // MARK: Providers

  /// Returns the ids of all registered providers, enabled or not, sorted.
  public func registeredProviders() async -> [String] {
    await registry.availableProviders().map(\.id)
  }

  /// Returns all registered providers, enabled or not, sorted by id.
  ///
  /// A provider that cannot be created is left out; `provider(withId:)` throws the reason.
  public func registeredVoiceProviders() async -> [any VoiceProvider] {
    var providers: [any VoiceProvider] = []
    for id in await registeredProviders() {
      if let provider = try? await registry.provider(for: id) { providers.append(provider) }
    }
    return providers
  }

  /// Returns a provider by its id; nil if it does not exist.
  public func provider(withId id: String) async throws -> (any VoiceProvider)? {
    try await registry.provider(for: id)
  }

  /// Adds a provider, replacing any provider with the same id.
  public func registerProvider(_ provider: any VoiceProvider) async {
    await registry.register(VoiceProviderDescriptor(provider))
  }

  /// Returns whether a provider with this id is registered.
  public func isProviderRegistered(_ id: String) async -> Bool {
    await registry.contains(providerId: id)
  }

  /// Returns the ids of the providers that are enabled and configured.
  func usableProviders() async -> [String] {
    var ids: [String] = []
    for descriptor in await registry.availableProviders()
    where (try? await registry.configuredProvider(for: descriptor.id)) != nil {
      ids.append(descriptor.id)
    }
    return ids
  }

  /// Returns a provider by its id; throws if the provider is unknown, disabled or not configured.
  package func configuredProvider(_ id: String) async throws -> any VoiceProvider {
    try await registry.configuredProvider(for: id)
  }
}

extension VoiceEngineRequest {
  package init(_ item: any SpeakableItem) {
    self.init(
      text: item.textToSpeak, voiceId: item.voiceId, languageCode: item.languageCode,
      options: item.voiceOptions)
  }
}

extension VoiceProvider {
  /// Returns the origin of a request's clip: the provider, and the number of characters that it
  /// charges.
  /// The number is 0 if the provider has no price. A user's own program or server can have a price
  /// without reporting billed characters. In this case every Unicode scalar of the text is a
  /// charged character.
  fileprivate func origin(of request: VoiceEngineRequest) async -> ClipOrigin {
    guard await isPriced() else { return ClipOrigin(providerId: providerId, characters: 0) }
    let billed = await billedCharacters(for: request)
    return ClipOrigin(
      providerId: providerId,
      characters: billed > 0 ? billed : request.text.unicodeScalars.count)
  }
}

extension VoiceEngineOutput {
  /// Returns headerless mono samples as a WAV file, because players need a header.
  /// If `mimeType` promises headerless samples, returns them unchanged.
  /// Returns other audio unchanged.
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
