import Hablare
import Narration
import Synchronization

/// The speech for a span.
struct Speech: Sendable {
  var output: VoiceEngineOutput
  /// The fallback voice that spoke; nil if the span's own voice spoke.
  var fallback: VoiceURI?
  /// The key in the clip cache; nil if the clip is not cached.
  var key: ClipKey?
  /// The fault of an earlier take that was rejected; nil if there was none.
  var badTake: TakeFault?
}

/// The reason why a provider did not speak a line.
struct SpeechFailure: Error {
  /// The provider that failed: the span's own or its fallback.
  var providerId: String
  var error: any Error

  /// Wraps an error, but returns a cancellation unchanged.
  static func unlessCancelled(_ providerId: String, _ error: any Error) -> any Error {
    error is CancellationError ? error : SpeechFailure(providerId: providerId, error: error)
  }
}

/// The source of speech: the clip cache, the span's own voice, or its fallback voice.
struct SpeechSource: Sendable {
  let directory: VoiceDirectory
  /// The versions of the engines.
  /// The sound of a voice depends on its id and on the engine's version.
  let versions: EngineVersions
  /// The clips of earlier builds, or of this run; nil if no clips are cached.
  let cache: ClipCache?
  let fallbacks: Fallbacks
  let tally = ClipTally()
  private let takes: TakeMaker
  /// The lines to be requested again even if their clips are cached.
  private let retakes: Retakes
  /// Whether to request word timings from providers that report them only on request.
  private let wantsWordTimings: Bool

  /// Creates a source.
  /// Without a cache, paid clips are cached for this run, so that no line is paid for twice.
  init(
    directory: VoiceDirectory, versions: EngineVersions, cache: ClipCache?, fallbacks: Fallbacks,
    pace: ExpectedPace = ExpectedPace(), retakes: Retakes = Retakes(),
    wantsWordTimings: Bool = false
  ) {
    (self.retakes, self.wantsWordTimings) = (retakes, wantsWordTimings)
    takes = TakeMaker(directory: directory, pace: pace)
    let isPriced = directory.ids.contains(where: directory.isPriced)
    (self.directory, self.versions, self.fallbacks) = (directory, versions, fallbacks)
    self.cache = cache ?? (isPriced ? ClipCache.forOneRun() : nil)
  }

  /// Returns the speech of a span.
  /// Throws a `SpeechFailure` or a `CancellationError`.
  func speech(_ placed: PlacedSpan) async throws -> Speech {
    let span = placed.span
    let id = span.performance.voice.providerId
    guard let provider = directory.provider(id) else {
      throw SpeechFailure(providerId: id, error: VoiceProviderError.unsupportedProvider)
    }
    let request = timed(placed.request(to: provider), provider)
    if let voice = fallbacks.voice(for: id) {
      // A cached clip is used even if the provider is down, because the clip is already paid for.
      if let cached = await cached(request, provider) { return cached }
      return try await fallback(voice, for: span)
    }
    let log = TakeLog()
    do {
      let output = try await fallbacks.output(of: id) {
        try await clip(request, of: span, provider, log)
      }
      if let output {
        return Speech(
          output: output, key: cacheKey(of: request, to: provider), badTake: log.fault)
      }
    } catch let error as VoiceProviderError where error.isOutage {
      guard let voice = await fallbacks.markDown(id, because: error) else {
        throw SpeechFailure(providerId: id, error: error)
      }
      // If this was a retake, the line's cached clip is used.
      if let cached = await cached(request, provider) { return cached }
      return try await fallback(voice, for: span)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
    // The provider went down in the meantime, so the cached clip or the fallback voice is used.
    return try await speech(placed)
  }

  /// Speaks a passage that measures the level of a voice, in the voice's neutral manner, and returns its audio.
  /// The audio is not cached. Returns nil for a paid voice and for a voice on another machine.
  func passage(_ text: String, by manner: VoiceManner) async throws -> VoiceEngineOutput? {
    let id = manner.voice.providerId
    guard directory.isFreeToHear(id), let provider = directory.provider(id) else { return nil }
    if let outage = fallbacks.outage(of: id) { throw SpeechFailure(providerId: id, error: outage) }
    do {
      // A bad take would give a wrong level, and the level is stored.
      return try await takes.take(
        VoiceEngineRequest(
          text: text, voiceId: manner.voice.voiceId, languageCode: manner.languageCode,
          options: manner.options), of: text, by: provider)
    } catch var bad as BadTakes {
      bad.isOfMeasuring = true
      throw SpeechFailure(providerId: id, error: bad)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
  }

  /// Returns the speech of a span by the fallback voice, after the span's provider went down during another
  /// request.
  /// Returns nil if the error is not an outage or if there is no fallback voice.
  func fallback(for placed: PlacedSpan, because error: any Error) async throws -> Speech? {
    let id = placed.span.performance.voice.providerId
    guard let failure = error as? SpeechFailure, failure.providerId == id,
      let outage = failure.error as? VoiceProviderError, outage.isOutage,
      let voice = await fallbacks.markDown(id, because: outage)
    else { return nil }
    return try await fallback(voice, for: placed.span)
  }

  /// Removes a damaged clip from the cache; returns false if the clip was not cached.
  func forget(_ speech: Speech) async -> Bool {
    guard let cache, let key = speech.key else { return false }
    await cache.forget(key)
    return true
  }

  private func fallback(_ voice: VoiceURI, for span: SpokenSpan) async throws -> Speech {
    let id = voice.providerId
    guard let provider = directory.provider(id) else {
      throw SpeechFailure(providerId: id, error: VoiceProviderError.unsupportedProvider)
    }
    let request = timed(
      span.request(spokenBy: voice, abilities: directory.abilities(of: voice)), provider)
    let log = TakeLog()
    do {
      return Speech(
        output: try await clip(request, of: span, provider, log), fallback: voice,
        key: cacheKey(of: request, to: provider), badTake: log.fault)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
  }

  /// Returns a request that also asks for word timings, if they are wanted and the voice can report them.
  private func timed(
    _ request: VoiceEngineRequest, _ provider: any VoiceProvider
  ) -> VoiceEngineRequest {
    var request = request
    request.wantsWordTimings =
      wantsWordTimings && provider.abilities(model: request.options.model).supportsWordTimings
    return request
  }

  private func clip(
    _ request: VoiceEngineRequest, of span: SpokenSpan, _ provider: any VoiceProvider,
    _ log: TakeLog
  ) async throws -> VoiceEngineOutput {
    let words = span.captionText
    guard let cache, caches(clipsOf: provider) else {
      return try await takes.take(request, of: words, by: provider, log: log)
    }
    let origin = ClipOrigin(
      providerId: provider.providerId,
      characters: await provider.chargedCharacters(for: request, in: directory))
    let key = key(of: request, to: provider)
    let output = try await cache.clip(for: key, from: origin, renewing: retakes.contains(key)) {
      log.begin()
      return try await takes.take(request, of: words, by: provider, log: log).compact
    }
    if !log.wasMade { tally.addReused() }
    return output
  }

  private func cached(
    _ request: VoiceEngineRequest, _ provider: any VoiceProvider
  ) async -> Speech? {
    guard let key = cacheKey(of: request, to: provider) else { return nil }
    guard let output = await cache?.lookup(key) else { return nil }
    tally.addReused()
    return Speech(output: output, key: key)
  }

  /// Returns the cache key of a request; nil if the provider's clips are never cached.
  private func cacheKey(
    of request: VoiceEngineRequest, to provider: any VoiceProvider
  ) -> ClipKey? {
    caches(clipsOf: provider) ? key(of: request, to: provider) : nil
  }

  private func caches(clipsOf provider: any VoiceProvider) -> Bool {
    guard let cache, provider.clipsAreWorthCaching else { return false }
    return !cache.isForOneRun || directory.isPriced(provider.providerId)
  }

  private func key(
    of request: VoiceEngineRequest, to provider: any VoiceProvider
  ) -> ClipKey {
    ClipKey(
      providerId: provider.providerId,
      providerVersion: versions[
        VoiceURI(providerId: provider.providerId, voiceId: request.voiceId)],
      request: request)
  }
}

extension VoiceProvider {
  /// Returns the number of characters charged for a request; 0 if the speech is free.
  /// A user's own program or server does not know that its speech has a price, so the characters are counted
  /// here.
  func chargedCharacters(
    for request: VoiceEngineRequest, in directory: VoiceDirectory
  ) async -> Int {
    guard directory.isPriced(providerId) else { return 0 }
    let billed = await billedCharacters(for: request)
    return billed > 0 ? billed : request.text.unicodeScalars.count
  }
}

extension SpokenSpan {
  /// Returns the request for another voice, with the requested tempo and pitch as far as that voice supports
  /// them.
  fileprivate func request(
    spokenBy voice: VoiceURI, abilities: VoiceAbilities
  ) -> VoiceEngineRequest {
    var request = request
    let asked = request.options
    request.voiceId = voice.voiceId
    request.languageCode = voice.language ?? request.languageCode
    request.options = voice.options
    request.options.rate = min(
      max(asked.rate * request.options.rate, abilities.rates.lowerBound), abilities.rates.upperBound
    )
    if abilities.supportsPitch {
      request.options.pitch = min(max(asked.pitch + request.options.pitch, -12), 12)
    }
    if abilities.supportsDirections { request.options.style = asked.style }
    return request
  }
}

/// Counts the clips that a build reuses from earlier builds, or from another line with the same request.
final class ClipTally: Sendable {
  private let count = Atomic<Int>(0)

  /// The number of reused clips so far.
  var reused: Int { count.load(ordering: .relaxed) }

  func addReused() { count.add(1, ordering: .relaxed) }
}
