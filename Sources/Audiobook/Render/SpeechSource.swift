import Hablare
import Narration

/// What was said for a span.
struct Speech: Sendable {
  var output: VoiceEngineOutput
  /// The voice that said it in place of the span's own.
  var standIn: VoiceURI?
}

/// Where speech comes from: what was kept from earlier builds, the span's own voice, or the one that
/// stands in for it.
struct SpeechSource: Sendable {
  let directory: VoiceDirectory
  /// What the voices sound like apart from their names.
  let versions: EngineVersions
  /// The clips of earlier builds; nil where none are kept.
  let cache: ClipCache?
  let standIns: StandIns

  /// The speech of a span; throws `VoiceProviderError`, `CancellationError`, and
  /// what the cache throws.
  func speech(_ placed: PlacedSpan) async throws -> Speech {
    let span = placed.span
    let id = span.performance.voice.providerId
    guard let provider = directory.provider(id) else {
      throw VoiceProviderError.unsupportedProvider
    }
    let request = placed.request(to: provider)
    if let voice = standIns.voice(for: id) {
      // What was paid for is heard, whoever is down.
      if let kept = await kept(request, provider) { return Speech(output: kept) }
      return try await standIn(voice, for: span)
    }
    do {
      return Speech(output: try await clip(request, provider))
    } catch let error as VoiceProviderError where error.isOutage {
      guard let voice = await standIns.take(over: id, because: error) else { throw error }
      return try await standIn(voice, for: span)
    }
  }

  private func standIn(_ voice: VoiceURI, for span: SpokenSpan) async throws -> Speech {
    guard let provider = directory.provider(voice.providerId) else {
      throw VoiceProviderError.unsupportedProvider
    }
    let request = span.request(spokenBy: voice, abilities: directory.abilities(of: voice))
    return Speech(output: try await clip(request, provider), standIn: voice)
  }

  private func clip(
    _ request: VoiceEngineRequest, _ provider: any VoiceProvider
  ) async throws -> VoiceEngineOutput {
    guard let cache, provider.clipsAreWorthKeeping else {
      return try await provider.generate(request: request)
    }
    return try await cache.clip(for: key(of: request, to: provider)) {
      try await provider.generate(request: request)
    }
  }

  private func kept(
    _ request: VoiceEngineRequest, _ provider: any VoiceProvider
  ) async -> VoiceEngineOutput? {
    guard let cache, provider.clipsAreWorthKeeping else { return nil }
    return await cache.lookup(key(of: request, to: provider))
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
