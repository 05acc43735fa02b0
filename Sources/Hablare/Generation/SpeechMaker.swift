import Synchronization

/// How a `GenerationService` speaks, beyond calling an item's provider.
public struct SpeechPolicy: Sendable {
  /// The voices that speak for a provider that is down, by the provider's id.
  ///
  /// After a provider's retries fail, its remaining items are spoken by the fallback voice.
  public var fallbacks: [String: VoiceURI]
  /// Decides whether a take is good.
  ///
  /// A bad take is requested once more; if the second take is bad too, the item fails with `BadTakes`.
  /// Speech that is free and never cached is not judged, because the next run requests it again.
  public var takes: TakeJudge
  /// Whether to request word timings from providers that report them only on request.
  public var wantsWordTimings: Bool
  /// Called once for each provider that goes down.
  public var onOutage: @Sendable (Outage) async -> Void

  /// The version of a voice that is known in advance; nil if the voice's provider must be asked.
  package var version: @Sendable (VoiceURI) -> String? = { _ in nil }
  /// Whether a provider's speech may cost money; nil if the provider must be asked.
  package var isPriced: (@Sendable (_ providerId: String) -> Bool)?
  /// Returns a provider of a fallback voice; nil if the service's registry has the providers.
  package var provider: (@Sendable (_ id: String) -> (any VoiceProvider)?)?
  /// Whether the cached clip of a key is replaced by a new one.
  package var renews: @Sendable (ClipKey) -> Bool = { _ in false }
  /// Turns audio into the form in which it is cached.
  package var compact: @Sendable (VoiceEngineOutput) -> VoiceEngineOutput = { $0 }
  /// Whether free speech is cached, and equal requests for it share one call of the engine.
  package var keepsFreeSpeech = true

  /// Creates a policy.
  ///
  /// By default, there are no fallback voices, and silent takes are bad.
  public init(
    fallbacks: [String: VoiceURI] = [:], takes: TakeJudge = .audible,
    wantsWordTimings: Bool = false, onOutage: @escaping @Sendable (Outage) async -> Void = { _ in }
  ) {
    (self.fallbacks, self.takes) = (fallbacks, takes)
    (self.wantsWordTimings, self.onOutage) = (wantsWordTimings, onOutage)
  }
}

package struct Speech: Sendable {
  package var output: VoiceEngineOutput
  /// The request that the speech answers.
  package var request: VoiceEngineRequest
  /// The provider that spoke.
  package var provider: any VoiceProvider
  /// The fallback voice that spoke; nil if the item's own voice spoke.
  package var fallback: VoiceURI?
  /// The key in the clip cache; nil if the speech is not cached.
  package var key: ClipKey?
  package var isCachedClip = false
  /// The fault of an earlier take that was rejected; nil if there was none.
  package var badTake: TakeFault?
}

/// The reason why a provider did not speak an item.
package struct SpeechFailure: Error {
  /// The provider that failed: the item's own or its fallback.
  package var providerId: String
  package var error: any Error

  /// Wraps an error, but returns a cancellation unchanged.
  static func unlessCancelled(_ providerId: String, _ error: any Error) -> any Error {
    error is CancellationError ? error : SpeechFailure(providerId: providerId, error: error)
  }
}

/// The one way from an item to its audio: a cached clip, the item's own voice, or its fallback
/// voice.
package final class SpeechMaker: Sendable {
  private let policy: SpeechPolicy
  private let fallbacks: Fallbacks
  private let provider: @Sendable (_ id: String) async throws -> any VoiceProvider
  private let flights = SingleFlight<ClipKey, VoiceEngineOutput>()
  private let reused = Atomic<Int>(0)

  init(_ policy: SpeechPolicy, registry: VoiceProviderRegistry) {
    self.policy = policy
    fallbacks = Fallbacks(policy.fallbacks, onOutage: policy.onOutage)
    let known = policy.provider
    provider = { id in
      guard let known else { return try await registry.configuredProvider(for: id) }
      guard let provider = known(id) else { throw VoiceProviderError.unsupportedProvider }
      return provider
    }
  }

  /// The number of cached clips that were used instead of a new request.
  package var reusedClips: Int { reused.load(ordering: .relaxed) }

  /// The number of providers that are down.
  package var outageCount: Int { fallbacks.outageCount }

  /// Returns the speech of an item.
  /// With `renewing`, a cached clip is replaced.
  /// Throws a `SpeechFailure` or a `CancellationError`.
  package func speech(
    of item: any SpeakableItem, in cache: ClipCache?, renewing: Bool = false
  ) async throws -> Speech {
    let (id, order) = (item.voiceProvider.providerId, Order(item, policy, cache, renewing))
    if let voice = fallbacks.voice(for: id) {
      // A cached clip is used even if the provider is down, because the clip is already paid for. If its key cannot be
      // found, because the provider does not tell its version, the fallback voice speaks.
      if let cached = try? await cached(order) { return cached }
      return try await fallback(voice, for: order)
    }
    do {
      if let speech = try await fallbacks.speech(of: id, make: { try await self.made(order) }) {
        return speech
      }
    } catch let error as VoiceProviderError where error.isOutage {
      guard let voice = await fallbacks.markDown(id, because: error) else {
        throw SpeechFailure(providerId: id, error: error)
      }
      // If this was a retake, the item's cached clip is used.
      if let cached = try? await cached(order) { return cached }
      return try await fallback(voice, for: order)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
    // The provider went down in the meantime, so the cached clip or the fallback voice is used.
    return try await speech(of: item, in: cache, renewing: renewing)
  }

  /// Returns the cached clip of an item; nil if there is none.
  /// The item's provider gets no request for audio.
  package func cachedSpeech(of item: any SpeakableItem, in cache: ClipCache?) async -> Speech? {
    try? await cached(Order(item, policy, cache, false))
  }

  /// Speaks an item that measures its voice, judges the take, and caches nothing.
  /// Throws a `SpeechFailure` or a `CancellationError`.
  package func measurement(of item: any SpeakableItem) async throws -> VoiceEngineOutput {
    let id = item.voiceProvider.providerId
    if let outage = fallbacks.outage(of: id) { throw SpeechFailure(providerId: id, error: outage) }
    do {
      return try await take(Order(item, policy, nil, false), TakeLog())
    } catch var bad as BadTakes {
      bad.isOfMeasuring = true
      throw SpeechFailure(providerId: id, error: bad)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
  }

  /// Returns the speech of an item by the fallback voice, after the item's provider went down during
  /// another request.
  /// Returns nil if the error is not an outage or if there is no fallback voice.
  package func fallback(
    for item: any SpeakableItem, in cache: ClipCache?, because error: any Error
  ) async throws -> Speech? {
    let id = item.voiceProvider.providerId
    guard let failure = error as? SpeechFailure, failure.providerId == id,
      let outage = failure.error as? VoiceProviderError, outage.isOutage,
      let voice = await fallbacks.markDown(id, because: outage)
    else { return nil }
    return try await fallback(voice, for: Order(item, policy, cache, false))
  }

  func callers(of key: ClipKey) async -> Int { await flights.callers(of: key) }

  // MARK: One request

  /// A request with its provider and its cache.
  private struct Order {
    var request: VoiceEngineRequest
    var words: String
    var provider: any VoiceProvider
    var cache: ClipCache?
    var renewing: Bool

    init(
      _ item: any SpeakableItem, _ policy: SpeechPolicy, _ cache: ClipCache?, _ renewing: Bool
    ) {
      (request, words) = (item.engineRequest, item.textToSpeak)
      (provider, self.cache, self.renewing) = (item.voiceProvider, cache, renewing)
      askForTimings(policy)
    }

    mutating func askForTimings(_ policy: SpeechPolicy) {
      if policy.wantsWordTimings {
        request.wantsWordTimings =
          provider.abilities(model: request.options.model).supportsWordTimings
      }
    }

    var voice: VoiceURI {
      VoiceURI(providerId: provider.providerId, voiceId: request.voiceId)
    }
  }

  private func fallback(_ voice: VoiceURI, for own: Order) async throws -> Speech {
    do {
      var order = own
      order.provider = try await provider(voice.providerId)
      order.request = own.request.spoken(
        by: voice, abilities: order.provider.abilities(model: voice.model))
      order.askForTimings(policy)
      var speech = try await made(order)
      speech.fallback = voice
      return speech
    } catch {
      throw SpeechFailure.unlessCancelled(voice.providerId, error)
    }
  }

  private func made(_ order: Order) async throws -> Speech {
    let log = TakeLog()
    guard let cache = await cache(of: order) else {
      let output =
        policy.keepsFreeSpeech
        ? try await flights.value(for: try await key(of: order)) {
          try await self.take(order, log)
        }
        : try await take(order, log)
      return Speech(
        output: output, request: order.request, provider: order.provider, badTake: log.fault)
    }
    let key = try await key(of: order)
    let origin = ClipOrigin(
      providerId: order.provider.providerId, characters: await chargedCharacters(for: order))
    let renewing = order.renewing || policy.renews(key)
    let output = try await cache.clip(for: key, from: origin, renewing: renewing) {
      log.begin()
      return self.policy.compact(try await self.take(order, log))
    }
    if !log.wasMade { reused.add(1, ordering: .relaxed) }
    return Speech(
      output: output, request: order.request, provider: order.provider, key: key,
      isCachedClip: !log.wasMade, badTake: log.fault)
  }

  private func cached(_ order: Order) async throws -> Speech? {
    guard let cache = await cache(of: order) else { return nil }
    let key = try await key(of: order)
    guard let output = await cache.lookup(key) else { return nil }
    reused.add(1, ordering: .relaxed)
    return Speech(
      output: output, request: order.request, provider: order.provider, key: key,
      isCachedClip: true)
  }

  /// Returns the cache of an order; nil if its speech is not cached.
  private func cache(of order: Order) async -> ClipCache? {
    guard let cache = order.cache, order.provider.clipsAreWorthCaching else { return nil }
    if policy.keepsFreeSpeech || !cache.isForOneRun { return cache }
    return await isPriced(order.provider) ? cache : nil
  }

  private func key(of order: Order) async throws -> ClipKey {
    let known = policy.version(order.voice)
    let version =
      if let known { known } else {
        try await order.provider.version(voiceId: order.request.voiceId)
      }
    return ClipKey(
      providerId: order.provider.providerId, providerVersion: version, request: order.request)
  }

  private func isPriced(_ provider: any VoiceProvider) async -> Bool {
    if let isPriced = policy.isPriced { return isPriced(provider.providerId) }
    return await provider.isPriced()
  }

  private func chargedCharacters(for order: Order) async -> Int {
    guard await isPriced(order.provider) else { return 0 }
    return await order.provider.chargedCharacters(for: order.request)
  }

  // MARK: Takes

  /// Returns a good take of a request, or the first take if the provider's takes are not judged.
  /// Throws `BadTakes` if two takes are bad, and the errors of the provider.
  private func take(_ order: Order, _ log: TakeLog) async throws -> VoiceEngineOutput {
    let (provider, request) = (order.provider, order.request)
    let first = try await provider.generate(request: request).withFormatOfBytes()
    if !provider.clipsAreWorthCaching {
      guard await isPriced(provider) else { return first }
    }
    guard let fault = await policy.takes.fault(first, order.words, request, provider) else {
      return first
    }
    log.add(fault)
    // A cancelled run must not pay for a second take.
    try Task.checkCancellation()
    let second = try await provider.generate(request: request).withFormatOfBytes()
    if let other = await policy.takes.fault(second, order.words, request, provider) {
      throw BadTakes(first: fault, second: other)
    }
    return second
  }
}

extension VoiceEngineOutput {
  /// The key in `metadata` for the format that the provider declared, if the bytes have another one.
  static let declaredFormat = "declaredFormat"

  /// Returns the audio with the format that its bytes have, whatever the provider declared.
  fileprivate func withFormatOfBytes() throws(VoiceProviderError) -> VoiceEngineOutput {
    // Headerless samples have no signature, and the voices on this machine return samples.
    guard audioFormat != .pcm16, let signature = SoundSignature([UInt8](audioData)) else {
      return self
    }
    switch signature {
    case .format(audioFormat): return self
    // Both are Ogg, and their MIME type is the same.
    case .format(.ogg) where audioFormat == .opus: return self
    case .format(.opus) where audioFormat == .ogg: return self
    case .format(let format):
      var metadata = metadata
      metadata[Self.declaredFormat] = audioFormat.rawValue
      return VoiceEngineOutput(
        audioData: audioData, audioFormat: format, wordTimings: wordTimings, metadata: metadata)
    case .other(let name): throw .unusableSound("\(name), which this program cannot decode")
    }
  }
}

extension VoiceProvider {
  /// Returns the number of characters charged for a request to a provider whose speech has a price.
  /// A user's own program or server does not know that its speech has a price, so every Unicode
  /// scalar of the text counts.
  package func chargedCharacters(for request: VoiceEngineRequest) async -> Int {
    let billed = await billedCharacters(for: request)
    return billed > 0 ? billed : request.text.unicodeScalars.count
  }
}

extension VoiceEngineRequest {
  /// Returns the request for another voice, with the requested tempo and pitch as far as that voice
  /// supports them.
  fileprivate func spoken(by voice: VoiceURI, abilities: VoiceAbilities) -> VoiceEngineRequest {
    var request = self
    (request.previousText, request.nextText, request.wantsWordTimings) = (nil, nil, false)
    request.voiceId = voice.voiceId
    request.languageCode = voice.language ?? languageCode
    request.options = voice.options
    request.options.rate = min(
      max(options.rate * voice.options.rate, abilities.rates.lowerBound),
      abilities.rates.upperBound)
    if abilities.supportsPitch {
      request.options.pitch = min(max(options.pitch + voice.options.pitch, -12), 12)
    }
    if abilities.supportsDirections { request.options.style = options.style }
    return request
  }
}
