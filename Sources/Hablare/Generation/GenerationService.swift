public import FoundationEssentials
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
  /// The way from an item to its audio.
  package nonisolated let maker: SpeechMaker
  /// Receives warnings about problems that do not stop the work.
  /// An example is a voice list that could not be refreshed.
  let onWarning: @Sendable (String) -> Void

  /// Creates a service that uses the shared registry.
  ///
  /// Voice lists are cached as long as the service exists.
  public init(clips: ClipCache? = nil, policy: SpeechPolicy = SpeechPolicy()) {
    self.init(registry: .shared, clips: clips, policy: policy)
  }

  /// Creates a service with one provider, which need not be registered.
  public init(
    voiceProvider: any VoiceProvider, clips: ClipCache? = nil,
    policy: SpeechPolicy = SpeechPolicy()
  ) {
    self.init(
      registry: VoiceProviderRegistry(descriptors: [.init(voiceProvider)]), clips: clips,
      policy: policy)
  }

  /// Creates a service with the caller's registry.
  ///
  /// Voice lists are cached as long as the service exists. Clips are cached in `clips`. `policy`
  /// gives fallback voices and judges takes. `onWarning` receives problems that do not stop the
  /// work, on any thread.
  public init(
    registry: VoiceProviderRegistry, clips: ClipCache? = nil,
    policy: SpeechPolicy = SpeechPolicy(),
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(
      registry: registry, voiceLists: nil, clips: clips, policy: policy, onWarning: onWarning)
  }

  /// Creates a service with the caller's registry and caches.
  /// Voice lists are cached in `voiceLists`, or in memory if `voiceLists` is nil.
  package init(
    registry: VoiceProviderRegistry, voiceLists: (any VoiceListCache)?, clips: ClipCache?,
    policy: SpeechPolicy = SpeechPolicy(), onWarning: @escaping @Sendable (String) -> Void
  ) {
    self.registry = registry
    self.voiceLists = voiceLists ?? VoiceListMemory()
    callerClips = clips
    maker = SpeechMaker(policy, registry: registry)
    self.onWarning = onWarning
  }

  // MARK: Speaking

  /// Speaks a text and returns the audio.
  ///
  /// Concurrent calls for the same speech share one call of the engine. A cached clip is used
  /// unless `regenerate` is true. If `regenerate` is true, a new clip is requested and replaces the
  /// cached clip.
  ///
  /// Throws `VoiceProviderError` if the provider is unknown, disabled or not configured, and
  /// `BadTakes` if two takes are bad. Also throws any error of the provider.
  public func generate(
    text: String, providerId: String, voiceId: String, voiceName: String? = nil,
    languageCode: String? = nil, options: VoiceOptions = VoiceOptions(), regenerate: Bool = false
  ) async throws -> GenerationResult {
    let provider = try await registry.configuredProvider(for: providerId)
    let item = SpeakableText(
      text, voiceProvider: provider, voiceId: voiceId, languageCode: languageCode,
      voiceOptions: options)
    var result = try await generate(item, regenerate: regenerate)
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
    let clips = clips
    let (result, clip) = try await result(of: item, in: clips, renewing: regenerate)
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

  /// Returns the measured audio of an item, and the key of its clip; the key is nil if the audio is
  /// not cached.
  package nonisolated func result(
    of item: any SpeakableItem, in clips: ClipCache, renewing: Bool
  ) async throws -> (GenerationResult, clip: ClipKey?) {
    let item = await item.asSpoken
    do {
      let speech = try await maker.speech(of: item, in: clips, renewing: renewing)
      if let declared = speech.output.metadata[VoiceEngineOutput.declaredFormat] {
        onWarning(
          "\(speech.provider.providerId) declared \(declared), but sent "
            + "\(speech.output.audioFormat.rawValue); the audio is kept as what it is; "
            + "correct the format that the provider declares")
      }
      return (await GenerationResult(speech, of: item), speech.key)
    } catch let failure as SpeechFailure {
      throw failure.error
    }
  }

  /// Returns the number of callers that wait for a request's audio; for tests.
  func callers(of key: ClipKey) async -> Int {
    await maker.callers(of: key) + clips.callers(of: key)
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

  /// The run of a list whose audio an app takes.
  private actor SoundRun {
    private let service: GenerationService
    private let list: SpeakableItemList
    private let rule: GenerationErrorRule
    private let stream: SpeechStream<GenerationResult?>
    private var index = -1
    private var failures: [(index: Int, error: any Error)] = []
    private var isRunning = false

    init(
      _ service: GenerationService, _ list: SpeakableItemList, _ limits: SpeechLimits,
      _ rule: GenerationErrorRule
    ) {
      (self.service, self.list, self.rule) = (service, list, rule)
      stream = SpeechStream(list, limits, onError: rule) { _, item in
        item.hasWords ? try await service.generate(item) : nil
      }
    }

    deinit {
      guard isRunning else { return }
      // The app has stopped taking audio.
      Task { [list] in await list.finish(.cancelled) }
    }

    /// Returns the next audio; nil at the end.
    func next() async throws -> GeneratedSound? {
      if index < 0 {
        guard await list.begin(stop: { [weak stream] in stream?.stop() }) else {
          throw VoiceProviderError.invalidRequest("the list is already being generated")
        }
        isRunning = true
      }
      while let outcome = await stream.next() {
        index += 1
        switch outcome {
        case .success(let result?): return GeneratedSound(index: index, result: result)
        case .success(nil): continue
        case .failure(let error) where rule == .stop:
          await end(.failed(error))
          throw error
        case .failure(let error): failures.append((index, error))
        }
      }
      if stream.isStopped {
        await end(.cancelled)
      } else if failures.isEmpty {
        await end(.success)
      } else {
        let error = GenerationListError(failures: failures)
        await end(.failed(error))
        throw error
      }
      return nil
    }

    private func end(_ outcome: SpeakableItemList.Outcome) async {
      await stream.drain()
      isRunning = false
      await list.finish(outcome)
    }
  }
}

// MARK: - Lists

/// The audio of an item of a list.
public struct GeneratedSound: Sendable {
  /// The item's index in the list, counted from 0.
  public var index: Int
  /// The audio.
  public var result: GenerationResult
}

extension GenerationService {
  /// Speaks the items of a list, and returns their audio in order, as it is taken.
  ///
  /// Items are spoken ahead of their turn within `limits`. The list shows the progress, and cancels
  /// the work. An item without words has no audio. After a failure, the stream throws the error of
  /// the item; with `.continue`, it throws a `GenerationListError` after the last item. After a
  /// cancellation, the stream ends after the items that are finished.
  public nonisolated func sounds(
    of list: SpeakableItemList,
    limits: SpeechLimits = SpeechLimits(
      running: ProcessInfo.processInfo.activeProcessorCount,
      ahead: 4 * ProcessInfo.processInfo.activeProcessorCount),
    onError rule: GenerationErrorRule = .stop
  ) -> AsyncThrowingStream<GeneratedSound, any Error> {
    let run = SoundRun(self, list, limits, rule)
    return AsyncThrowingStream { try await run.next() }
  }

  /// Speaks the items of a list while `body` takes the outcomes, and tells the list how it ends.
  /// `make` gets an item and its index. After `body` has ended or thrown, waits for the items that are still spoken; if
  /// it throws, they are cancelled first.
  package nonisolated(nonsending) func speaking<Sound: Sendable, Outcome>(
    _ list: SpeakableItemList, limits: SpeechLimits, onError rule: GenerationErrorRule = .stop,
    make: @escaping @Sendable (Int, any SpeakableItem) async throws -> Sound,
    body: nonisolated(nonsending) (SpeechStream<Sound>) async throws -> Outcome
  ) async throws -> Outcome {
    let stream = SpeechStream(list, limits, onError: rule, make: make)
    guard await list.begin(stop: { [weak stream] in stream?.stop() }) else {
      throw VoiceProviderError.invalidRequest("the list is already being generated")
    }
    do {
      let outcome = try await body(stream)
      await stream.drain()
      await list.finish(stream.isStopped ? .cancelled : .success)
      return outcome
    } catch {
      stream.stop()
      await stream.drain()
      await list.finish(error is CancellationError ? .cancelled : .failed(error))
      throw error
    }
  }
}

extension GenerationResult {
  fileprivate init(_ speech: Speech, of item: any SpeakableItem) async {
    let (provider, request) = (speech.provider, speech.request)
    let sound = speech.output.playable(as: provider.mimeType)
    let measure = SoundMeasure(sound)
    self.init(
      audioData: sound.audioData, audioFormat: sound.audioFormat, originalText: item.textToSpeak,
      voiceId: request.voiceId, voiceName: request.voiceId, providerId: provider.providerId,
      mimeType: sound.mimeType, languageCode: request.languageCode, options: request.options,
      duration: measure?.duration ?? 0,
      estimatedDuration: await provider.estimateDuration(
        text: item.textToSpeak, voiceId: request.voiceId),
      sampleRate: measure?.sampleRate ?? sound.sampleRate,
      channels: measure?.channels ?? sound.channels,
      // The engine's timings of phonemes do not refer to the words.
      wordTimings: request.isPhonemes ? [] : sound.wordTimings,
      billedCharacters: speech.isCachedClip ? 0 : await provider.billedCharacters(for: request),
      isCachedClip: speech.isCachedClip, metadata: sound.metadata,
      requestId: UUID().uuidString, owningElement: item.owningElement)
    (fallback, rejectedTake) = (speech.fallback, speech.badTake)
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

/// A fact that the user needs to know, although the work continues.
public enum StoreNotice: Hashable, Sendable {
  /// A damaged database was renamed to the name in `as`, and an empty database was created instead.
  case databaseSetAside(file: String, as: String, reason: String)
  /// The audio in this file differs from the audio that was stored. It is generated again when
  /// needed.
  case audioDamaged(file: String)
  /// Clips cannot be cached in this folder, for this reason.
  ///
  /// Paid clips are still used in this run, but they must be paid for again in the next run.
  case clipsNotCached(folder: String, reason: String)
  /// Clips in this folder cannot be read, for this reason. They are generated again.
  case clipsNotRead(folder: String, reason: String)
  /// Paid clips were removed, because the cache exceeded its limit in bytes.
  case paidClipsRemoved([ClipHolding], limit: Int)
}

extension StoreNotice: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .databaseSetAside(let file, let name, let reason):
      "\(file): the database was damaged (\(reason)); it was set aside as \(name), "
        + "and an empty one was created"
    case .audioDamaged(let file):
      "\(file): the stored audio has been changed or damaged; it is generated again when needed, "
        + "and paid for again if its voice is paid"
    case .clipsNotCached(let folder, let reason):
      "\(folder): clips cannot be cached (\(reason)); "
        + "clips that this run pays for must be paid for again in the next run"
    case .clipsNotRead(let folder, let reason):
      "\(folder): cached clips cannot be read (\(reason)); they are generated again"
    case .paidClipsRemoved(let holdings, _):
      "the clip cache was full: removed "
        + holdings.map {
          "\($0.count) clips of \($0.providerId ?? "an unknown provider") "
            + "(\($0.characters) characters)"
        }.joined(separator: " and ")
        + "; lines that need these clips must be paid for again; raise the cache limit"
    }
  }
}

/// The notices of a store or a cache.
/// A notice that occurs again is not reported again.
package final class StoreNotices: Sendable {
  private let reported = Mutex<[StoreNotice]>([])
  private let report: (@Sendable (StoreNotice) -> Void)?

  /// Creates an empty list; `report` is called with each new notice, on any thread.
  package init(report: (@Sendable (StoreNotice) -> Void)? = nil) { self.report = report }

  /// All notices so far, in order.
  package var all: [StoreNotice] { reported.withLock { $0 } }

  package func add(_ notice: StoreNotice) {
    let isNew = reported.withLock { reported in
      if reported.contains(notice) { return false }
      reported.append(notice)
      return true
    }
    if isNew { report?(notice) }
  }
}
