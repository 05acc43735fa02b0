package import Foundation
package import Hablare
import Synchronization

/// A voice provider that hums: for each character of text ten milliseconds of a square wave, with
/// silence around it, the same every time.
///
/// A stand-in where a test needs exact lengths.
package final class ToneVoiceProvider: VoiceProvider {
  /// Samples per second.
  package static let sampleRate = 8_000
  /// Samples of sound for each character.
  package static let samplesPerCharacter = 80
  /// Samples of silence before and after the sound: 50 ms, of which 10 ms survive trimming.
  package static let silence = 400

  package let providerId: String
  private let voiceIds: [String]
  private let failing: Set<String>
  private let log = Mutex<[VoiceEngineRequest]>([])

  /// Makes a provider with these voices, which fails on these texts.
  package init(
    providerId: String = "tone",
    voiceIds: [String] = ["alto", "bass", "soprano", "tenor", "alto+whisper", "bass+whisper"],
    failing: Set<String> = []
  ) {
    self.providerId = providerId
    self.voiceIds = voiceIds
    self.failing = failing
  }

  package var displayName: String { "Tone" }
  package var requiresAPIKey: Bool { false }
  package var mimeType: String { "audio/L16" }
  package var defaultVoiceId: String? { voiceIds.first }

  /// Every request so far, in the order of arrival.
  package var requests: [VoiceEngineRequest] { log.withLock { $0 } }

  package func isConfigured() async -> Bool { true }

  package func fetchVoices(languageCode: String) async throws -> [Voice] {
    voiceIds.filter { !$0.hasSuffix("+whisper") }.map {
      Voice(id: $0, name: $0, providerId: providerId, language: languageCode)
    }
  }

  package func isVoiceAvailable(voiceId: String) async -> Bool { voiceIds.contains(voiceId) }

  package func whisperVoice(for voiceId: String) async -> String? {
    voiceIds.contains(voiceId + "+whisper") ? voiceId + "+whisper" : nil
  }

  package func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.count) / 100
  }

  package func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }

  package func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard voiceIds.contains(request.voiceId) else {
      throw VoiceProviderError.voiceNotFound(nearest: voiceIds)
    }
    log.withLock { $0.append(request) }
    if failing.contains(request.text) {
      throw VoiceProviderError.engineCrashed(reason: "on purpose")
    }
    return VoiceEngineOutput(
      audioData: Self.sound(of: request), audioFormat: .pcm16, sampleRate: Self.sampleRate,
      channels: 1)
  }

  private static func sound(of request: VoiceEngineRequest) -> Data {
    let level = Int16(4_000 + request.voiceId.utf8.reduce(0) { $0 + Int($1) } % 4_000)
    let length = request.text.unicodeScalars.count * samplesPerCharacter
    var samples = [Int16](repeating: 0, count: silence)
    for index in 0..<length { samples.append(index / 10 % 2 == 0 ? level : -level) }
    samples += [Int16](repeating: 0, count: silence)
    return samples.withUnsafeBytes { Data($0) }
  }
}
