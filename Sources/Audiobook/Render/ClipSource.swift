import Audio
import Foundation
import Guion
import Hablare
import Narration

/// Makes clips: takes a span's speech, trims it, and brings it to the book's rate.
struct ClipSource: Sendable {
  let speech: SpeechSource
  /// The rate of every clip, in hertz.
  let sampleRate: Int
  /// What brings voices level with each other; nil where they stay as they are.
  let levels: VoiceLevels?

  /// The clip of a span; the error carries its place in the script.
  func clip(of placed: PlacedSpan) async throws -> Clip {
    let place = placed.place
    do {
      let first = try await speech.speech(placed)
      do {
        return try await clip(first, of: placed)
      } catch let error as AudioError {
        // It looked like sound and is none: it is not to be found again by every later build.
        guard await speech.forget(first) else { throw error }
        return try await clip(try await speech.speech(placed), of: placed)
      }
    } catch let failure as SpeechFailure {
      throw RenderError.line(
        place, kind: Self.kind(of: failure.error),
        message: "\(failure.providerId): \(failure.error)")
    } catch let error as AudioError {
      throw RenderError.line(place, kind: .unavailable, message: error.description)
    }
  }

  /// The clip of a line; where the level of its voice cannot be measured because the provider went
  /// down, the fallback speaks the line, as any other line from then on.
  private func clip(_ speech: Speech, of placed: PlacedSpan) async throws -> Clip {
    do {
      return try await clip(speech, of: placed.span)
    } catch let failure as SpeechFailure where speech.standIn == nil {
      guard let other = try await self.speech.standIn(for: placed, because: failure) else {
        throw failure
      }
      return try await clip(other, of: placed.span)
    }
  }

  private func clip(_ speech: Speech, of span: SpokenSpan) async throws -> Clip {
    let performance = span.performance
    var clip = try Clip(
      try Self.pcm(of: speech.output), words: speech.output.wordTimings, sampleRate: sampleRate,
      effect: performance.effect.map(SoundEffect.init))
    clip.standIn = speech.standIn
    clip.badTake = speech.badTake
    clip.levelling =
      try await levels?.gain(of: VoiceManner(performance, standIn: speech.standIn)) ?? 0
    return clip
  }

  /// Whether an answer is sound that can be mixed.
  static func isUsable(_ output: VoiceEngineOutput) -> Bool { (try? pcm(of: output)) != nil }

  /// The sound of an answer, whatever its format.
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
    // A key that cannot be read.
    if error is CredentialError { return .refused }
    if case .unreadable = (error as? BadTakes)?.second { return .unavailable }
    guard let error = error as? VoiceProviderError else { return .engine }
    return switch error {
    case .networkError, .engineUnavailable, .rateLimited, .invalidResponse, .unusableSound:
      .unavailable
    case .notConfigured, .authenticationFailed, .quotaExceeded, .unsupportedProvider,
      .notSupported:
      .refused
    case .costLimit: .costLimit
    default: .engine
    }
  }
}

extension SoundEffect {
  /// The treatment that a delivery asks for.
  fileprivate init(_ effect: Delivery.Effect) {
    switch effect {
    case .telephone: self = .telephone
    case .offScreen: self = .offScreen
    }
  }
}
