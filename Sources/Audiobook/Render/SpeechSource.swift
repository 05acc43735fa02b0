import Hablare
import Narration
import Synchronization

/// What was said for a span.
struct Speech: Sendable {
  var output: VoiceEngineOutput
  /// The voice that said it in place of the span's own.
  var standIn: VoiceURI?
  /// What it is kept under; nil where it is not kept.
  var key: ClipKey?
  /// What was wrong with a take before it, which was not kept; nil if nothing was.
  var badTake: TakeFault?
}

/// Why a provider did not speak a line.
struct SpeechFailure: Error {
  /// The provider that failed, be it the span's own or the one that stands in.
  var providerId: String
  var error: any Error

  /// A failure, or the cancellation that it was.
  static func unlessCancelled(_ providerId: String, _ error: any Error) -> any Error {
    error is CancellationError ? error : SpeechFailure(providerId: providerId, error: error)
  }
}

/// Where speech comes from: what was kept from earlier builds, the span's own voice, or the one that
/// stands in for it.
struct SpeechSource: Sendable {
  let directory: VoiceDirectory
  /// What the voices sound like apart from their names.
  let versions: EngineVersions
  /// The clips of earlier builds, or of this run; nil if no provider's clips are kept.
  let cache: ClipCache?
  let standIns: StandIns
  let tally = ClipTally()
  private let takes: TakeMaker
  /// Lines whose kept clips are not used.
  private let retakes: Retakes
  /// Whether providers that have to be asked for the places of words are asked for them.
  private let wantsWordTimings: Bool

  /// Makes a source; without a cache, clips that are paid for are kept for this run, so that no line
  /// is paid for twice.
  init(
    directory: VoiceDirectory, versions: EngineVersions, cache: ClipCache?, standIns: StandIns,
    pace: ExpectedPace = ExpectedPace(), retakes: Retakes = Retakes(),
    wantsWordTimings: Bool = false
  ) {
    (self.retakes, self.wantsWordTimings) = (retakes, wantsWordTimings)
    takes = TakeMaker(directory: directory, pace: pace)
    let isPriced = directory.ids.contains(where: directory.isPriced)
    (self.directory, self.versions, self.standIns) = (directory, versions, standIns)
    self.cache = cache ?? (isPriced ? ClipCache.forOneRun() : nil)
  }

  /// The speech of a span; throws `SpeechFailure`, and `CancellationError`.
  func speech(_ placed: PlacedSpan) async throws -> Speech {
    let span = placed.span
    let id = span.performance.voice.providerId
    guard let provider = directory.provider(id) else {
      throw SpeechFailure(providerId: id, error: VoiceProviderError.unsupportedProvider)
    }
    let request = timed(placed.request(to: provider), provider)
    if let voice = standIns.voice(for: id) {
      // What was paid for is heard, whoever is down.
      if let kept = await kept(request, provider) { return kept }
      return try await standIn(voice, for: span)
    }
    let log = TakeLog()
    do {
      let output = try await standIns.output(of: id) {
        try await clip(request, of: span, provider, log)
      }
      if let output {
        return Speech(
          output: output, key: keptKey(of: request, to: provider), badTake: log.fault)
      }
    } catch let error as VoiceProviderError where error.isOutage {
      guard let voice = await standIns.take(over: id, because: error) else {
        throw SpeechFailure(providerId: id, error: error)
      }
      // No new take could be had of a line that has one.
      if let kept = await kept(request, provider) { return kept }
      return try await standIn(voice, for: span)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
    // It has gone down in the meantime.
    return try await speech(placed)
  }

  /// The passage that measures the level of a voice, in the voice's own manner.
  ///
  /// It is not kept. Returns nil if the voice is priced or not on this machine.
  func passage(_ text: String, by manner: VoiceManner) async throws -> VoiceEngineOutput? {
    let id = manner.voice.providerId
    guard directory.isFreeToHear(id), let provider = directory.provider(id) else { return nil }
    if let outage = standIns.outage(of: id) { throw SpeechFailure(providerId: id, error: outage) }
    do {
      // A bad take would tell a wrong level, which is kept.
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

  /// The speech of a span by the fallback voice, because its provider went down while something else
  /// was asked of it; nil if the error is no outage or there is no fallback.
  func standIn(for placed: PlacedSpan, because error: any Error) async throws -> Speech? {
    let id = placed.span.performance.voice.providerId
    guard let failure = error as? SpeechFailure, failure.providerId == id,
      let outage = failure.error as? VoiceProviderError, outage.isOutage,
      let voice = await standIns.take(over: id, because: outage)
    else { return nil }
    return try await standIn(voice, for: placed.span)
  }

  /// Forgets a kept clip that turns out to be no sound; false where it was not kept.
  func forget(_ speech: Speech) async -> Bool {
    guard let cache, let key = speech.key else { return false }
    await cache.forget(key)
    return true
  }

  private func standIn(_ voice: VoiceURI, for span: SpokenSpan) async throws -> Speech {
    let id = voice.providerId
    guard let provider = directory.provider(id) else {
      throw SpeechFailure(providerId: id, error: VoiceProviderError.unsupportedProvider)
    }
    let request = timed(
      span.request(spokenBy: voice, abilities: directory.abilities(of: voice)), provider)
    let log = TakeLog()
    do {
      return Speech(
        output: try await clip(request, of: span, provider, log), standIn: voice,
        key: keptKey(of: request, to: provider), badTake: log.fault)
    } catch {
      throw SpeechFailure.unlessCancelled(id, error)
    }
  }

  /// The request with the wish for the places of words, if there is one and the provider acts on it.
  private func timed(
    _ request: VoiceEngineRequest, _ provider: any VoiceProvider
  ) -> VoiceEngineRequest {
    var request = request
    request.wantsWordTimings =
      wantsWordTimings && provider.abilities(model: request.options.model).takesWordTimings
    return request
  }

  private func clip(
    _ request: VoiceEngineRequest, of span: SpokenSpan, _ provider: any VoiceProvider,
    _ log: TakeLog
  ) async throws -> VoiceEngineOutput {
    let words = span.captionText
    guard let cache, keeps(clipsOf: provider) else {
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

  private func kept(
    _ request: VoiceEngineRequest, _ provider: any VoiceProvider
  ) async -> Speech? {
    guard let key = keptKey(of: request, to: provider) else { return nil }
    guard let output = await cache?.lookup(key) else { return nil }
    tally.addReused()
    return Speech(output: output, key: key)
  }

  /// The key under which a request's clip is kept; nil where it is not.
  private func keptKey(
    of request: VoiceEngineRequest, to provider: any VoiceProvider
  ) -> ClipKey? {
    keeps(clipsOf: provider) ? key(of: request, to: provider) : nil
  }

  private func keeps(clipsOf provider: any VoiceProvider) -> Bool {
    guard let cache, provider.clipsAreWorthKeeping else { return false }
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
  /// The characters that a request is charged as; 0 if its speech is free.
  ///
  /// A program or a server of the user's does not know that what it does has a price.
  func chargedCharacters(
    for request: VoiceEngineRequest, in directory: VoiceDirectory
  ) async -> Int {
    guard directory.isPriced(providerId) else { return 0 }
    let billed = await billedCharacters(for: request)
    return billed > 0 ? billed : request.text.unicodeScalars.count
  }
}

extension SpokenSpan {
  /// The same words by another voice, which keeps the tempo and pitch asked for as far as it can.
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
    if abilities.takesPitch {
      request.options.pitch = min(max(asked.pitch + request.options.pitch, -12), 12)
    }
    if abilities.takesDirections { request.options.style = asked.style }
    return request
  }
}

/// Counts the clips that a build takes from earlier builds, or from another line that says the same.
final class ClipTally: Sendable {
  private let count = Atomic<Int>(0)

  /// How many there were so far.
  var reused: Int { count.load(ordering: .relaxed) }

  func addReused() { count.add(1, ordering: .relaxed) }
}
