import Audio
import Foundation
import Guion
import Hablare
import Narration

/// Creates clips: trims the speech of a span and converts it to the book's rate.
struct ClipSource: Sendable {
  let speech: SpeechSource
  /// The sample rate of every clip, in hertz.
  let sampleRate: Int
  /// The gains that level the voices; nil if voices are not levelled.
  let levels: VoiceLevels?

  /// Returns the clip of a span; errors contain its position in the script.
  func clip(of placed: PlacedSpan) async throws -> Clip {
    let place = placed.position
    do {
      let first = try await speech.speech(placed)
      do {
        return try await clip(first, of: placed)
      } catch let error as AudioError {
        // The cached data cannot be decoded. The clip is removed, so that later builds do not find it again.
        guard await speech.forget(first) else { throw error }
        return try await clip(try await speech.speech(placed), of: placed)
      }
    } catch let failure as SpeechFailure {
      throw RenderError.line(
        place, kind: Self.kind(of: failure.error),
        message: speech.directory.message(about: failure.error, of: failure.providerId))
    } catch let error as AudioError {
      throw RenderError.line(place, kind: .unavailable, message: error.description)
    }
  }

  /// Returns the clip of a line.
  /// If the provider goes down while the level of its voice is measured, the fallback voice speaks this line
  /// and all later lines.
  private func clip(_ speech: Speech, of placed: PlacedSpan) async throws -> Clip {
    do {
      return try await made(speech, of: placed)
    } catch let failure as SpeechFailure where speech.fallback == nil {
      guard let other = try await self.speech.fallback(for: placed, because: failure) else {
        throw failure
      }
      return try await made(other, of: placed)
    }
  }

  private func made(_ speech: Speech, of placed: PlacedSpan) async throws -> Clip {
    let (span, performance) = (placed.span, placed.span.performance)
    var clip = try Clip(
      try Self.pcm(of: speech.output), words: speech.output.wordTimings, sampleRate: sampleRate,
      effect: performance.effect.map(SoundEffect.init),
      shaping: ClipShaping(span.text, hasPhonemes: span.hasPhonemes, pauses: placed.pauses))
    clip.fallback = speech.fallback
    clip.badTake = speech.badTake
    clip.levelling =
      try await levels?.gain(of: VoiceManner(performance, fallback: speech.fallback)) ?? 0
    return clip
  }

  /// Whether an answer contains audio that can be mixed.
  static func isUsable(_ output: VoiceEngineOutput) -> Bool { (try? pcm(of: output)) != nil }

  /// Decodes the audio of an answer in any format.
  static func pcm(of output: VoiceEngineOutput) throws -> PCM {
    guard output.audioFormat == .pcm16, output.channels ?? 1 == 1, let rate = output.sampleRate
    else {
      let reader = try SoundFileReader(
        bytes: [UInt8](output.audioData), name: "the engine's answer")
      return try reader.readAll()
    }
    let count = output.audioData.count / MemoryLayout<Int16>.size
    let samples = [Int16](unsafeUninitializedCapacity: count) { buffer, initialized in
      output.audioData.copyBytes(to: UnsafeMutableRawBufferPointer(buffer), count: count * 2)
      initialized = count
    }
    return PCM(samples: samples, sampleRate: rate)
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
  fileprivate init(_ effect: Delivery.Effect) {
    switch effect {
    case .telephone: self = .telephone
    case .offScreen: self = .offScreen
    }
  }
}
