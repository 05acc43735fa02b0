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

  /// The clip of a span; the error carries its place in the script.
  func clip(of placed: PlacedSpan) async throws -> Clip {
    let place = placed.place
    do {
      let speech = try await speech.speech(placed)
      var clip = try Clip(
        try pcm(of: speech.output), words: speech.output.wordTimings, sampleRate: sampleRate)
      clip.standIn = speech.standIn
      return clip
    } catch let error as VoiceProviderError {
      let id = placed.span.performance.voice.providerId
      throw RenderError.line(place, kind: Self.kind(of: error), message: "\(id): \(error)")
    } catch let error as StoreError {
      throw RenderError.line(place, kind: .engine, message: error.description)
    } catch let error as AudioError {
      throw RenderError.line(place, kind: .engine, message: error.description)
    }
  }

  private func pcm(of output: VoiceEngineOutput) throws -> PCM {
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

  private static func kind(of error: VoiceProviderError) -> RenderError.FailureKind {
    switch error {
    case .networkError, .engineUnavailable, .rateLimited, .invalidResponse: .unavailable
    case .notConfigured, .authenticationFailed, .quotaExceeded, .unsupportedProvider,
      .notSupported:
      .refused
    default: .engine
    }
  }
}
