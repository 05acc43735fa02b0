import Audio
import Foundation
import Guion
import Hablare
import Narration

/// How a book's voices speak: through a service that caches clips, judges takes and knows fallback voices.
struct BookSpeech: Sendable {
  let service: GenerationService
  let directory: VoiceDirectory
  /// The versions of the engines, on which the sound of a voice depends.
  let versions: EngineVersions
  /// The clips of earlier builds, or of this run; nil if no clips are cached.
  let cache: ClipCache?

  /// Creates the speech of a book.
  /// Without a cache, paid clips are cached for this run, so that no line is paid for twice. With a cache for one run,
  /// only these are cached.
  init(
    directory: VoiceDirectory, versions: EngineVersions, cache: ClipCache?, policy: SpeechPolicy
  ) {
    let isPriced = directory.ids.contains(where: directory.isPriced)
    self.cache = cache ?? (isPriced ? ClipCache.forOneRun() : nil)
    var policy = policy
    policy.version = { versions[$0] }
    policy.isPriced = { directory.isPriced($0) }
    policy.provider = { directory.provider($0) }
    policy.compact = { $0.compact }
    policy.keepsFreeSpeech = false
    service = GenerationService(
      registry: VoiceProviderRegistry(), clips: self.cache, policy: policy)
    (self.directory, self.versions) = (directory, versions)
  }

  /// Returns the speech of an item.
  /// Throws a `SpeechFailure` or a `CancellationError`.
  func speech(of item: any SpeakableItem) async throws -> Speech {
    try await service.maker.speech(of: item, in: cache)
  }
}

/// Creates clips: trims the speech of a span and converts it to the book's rate.
struct ClipSource: Sendable {
  let speech: BookSpeech
  /// The sample rate of every clip, in hertz.
  let sampleRate: Int
  /// The gains that level the voices; nil if voices are not levelled.
  let levels: VoiceLevels?
  /// The expected paces of voices, for lines that an actor speaks and that would cost money.
  var pace = ExpectedPace()

  /// Returns the clip of a line, or what is heard in its place; errors contain its position in the script.
  func clip(of line: SpeakableSpan) async throws -> Clip {
    switch line.span.performance.substitute {
    case nil, .prompt: try await spokenClip(of: line)
    case .rehearsal(let rehearsal): try await clip(of: rehearsal, for: line)
    case .take(let take, let start, let end):
      try RecordedClip(take, of: line, self).part(from: start, to: end, of: line.span.text)
    }
  }

  /// Returns the time that an actor has for a line.
  /// A line of a paid voice is not requested to learn its length: a cached clip or the voice's pace tells it.
  private func clip(of rehearsal: Rehearsal, for line: SpeakableSpan) async throws -> Clip {
    if rehearsal.form == .quiet {
      return try await spokenClip(of: line).lengthened(by: max(1, rehearsal.gap))
    }
    if let seconds = rehearsal.seconds { return silence(seconds).silenced(rehearsal) }
    if !speech.directory.isPriced(line.voiceProvider.providerId) {
      return try await spokenClip(of: line).silenced(rehearsal)
    }
    if let known = await speech.service.maker.cachedSpeech(of: line, in: speech.cache),
      let clip = try? await made(known, of: line)
    {
      return clip.silenced(rehearsal)
    }
    let performance = line.span.performance
    let amount = SpeechAmount(line.span.captionText, inside: line.pauses)
    let own = pace.secondsPerUnit(
      of: performance.voice, languageCode: performance.languageCode, options: performance.options,
      isShaped: line.isShaped)
    let seconds = amount.units * own / performance.options.rate + amount.seconds
    return silence(seconds).silenced(rehearsal)
  }

  private func silence(_ seconds: Double) -> Clip {
    let count = Int((seconds * Double(sampleRate)).rounded())
    let sound = PCM(samples: [Int16](repeating: 0, count: count), sampleRate: sampleRate)
    return Clip(TrimmedClip(pcm: sound, head: 0, tail: 0))
  }

  /// Returns the clip of a line's voice.
  private func spokenClip(of line: SpeakableSpan) async throws -> Clip {
    do {
      let first = try await speech.speech(of: line)
      do {
        return try await clip(first, of: line)
      } catch let error as AudioError {
        // The cached data cannot be decoded. The clip is removed, so that later builds do not find it again.
        guard let cache = speech.cache, let key = first.key else { throw error }
        await cache.forget(key)
        return try await clip(try await speech.speech(of: line), of: line)
      }
    } catch let failure as SpeechFailure {
      throw RenderError.line(
        line.position, kind: Self.kind(of: failure.error),
        message: speech.directory.message(about: failure.error, of: failure.providerId))
    } catch let error as AudioError {
      throw RenderError.line(line.position, kind: .unavailable, message: error.description)
    }
  }

  /// Returns the clip of a line.
  /// If the provider goes down while the level of its voice is measured, the fallback voice speaks this line
  /// and all later lines.
  private func clip(_ own: Speech, of line: SpeakableSpan) async throws -> Clip {
    do {
      return try await made(own, of: line)
    } catch let failure as SpeechFailure where own.fallback == nil {
      guard
        let other = try await speech.service.maker.fallback(
          for: line, in: speech.cache, because: failure)
      else { throw failure }
      return try await made(other, of: line)
    }
  }

  private func made(_ speech: Speech, of line: SpeakableSpan) async throws -> Clip {
    let (span, performance) = (line.span, line.span.performance)
    var clip = try Clip(
      try speech.output.pcm(), words: speech.output.wordTimings, sampleRate: sampleRate,
      effect: performance.effect.map(SoundEffect.init), keepsLoudness: line.isShaped,
      shaping: ClipShaping(span.text, hasPhonemes: span.hasPhonemes, pauses: line.pauses),
      gasps: performance.options.colour?.gasps == true, fadesIn: line.isShaped)
    clip.fallback = speech.fallback
    clip.badTake = speech.badTake
    clip.levelling =
      try await levels?.gain(
        of: clip.dry ?? clip.sound.pcm, by: performance, fallback: speech.fallback) ?? 0
    return clip
  }

  private static func kind(of error: any Error) -> RenderError.FailureKind {
    // The stored key cannot be read.
    if error is CredentialError { return .refused }
    if case .unreadable = (error as? BadTakes)?.second { return .unavailable }
    guard let error = error as? VoiceProviderError else { return .engine }
    return switch error {
    case .networkError, .serviceFailed, .engineUnavailable, .rateLimited, .invalidResponse,
      .unusableSound:
      .unavailable
    case .notConfigured, .authenticationFailed, .quotaExceeded, .unsupportedProvider,
      .notSupported:
      .refused
    case .costLimit: .costLimit
    case .invalidRequest, .voiceNotFound, .voiceNotInstalled, .modelNotFound, .textTooLong,
      .engineCrashed, .timedOut:
      .engine
    }
  }
}

extension SoundEffect {
  /// The effect that a delivery requests.
  init(_ effect: Delivery.Effect) {
    switch effect {
    case .telephone: self = .telephone
    case .offScreen: self = .offScreen
    case .microphone: self = .microphone
    case .loudspeaker: self = .loudspeaker
    case .megaphone: self = .megaphone
    case .radio: self = .radio
    case .television: self = .television
    case .nextRoom: self = .nextRoom
    case .distant: self = .distant
    case .underwater: self = .underwater
    case .echo: self = .echo
    case .close: self = .close
    }
  }
}
