import Foundation
import TestSupport

@testable import Hablare

/// Keys and clips for tests of the clip cache.
enum ClipSamples {
  static func key(
    _ text: String = "Hello.", wantsWordTimings: Bool = false
  ) -> ClipKey {
    var request = VoiceEngineRequest(text: text, voiceId: "alto", languageCode: "en")
    request.wantsWordTimings = wantsWordTimings
    return ClipKey(providerId: "tone", providerVersion: "1", request: request)
  }

  static func output(_ name: String = "a", bytes: Int = 2_000) -> VoiceEngineOutput {
    VoiceEngineOutput(
      audioData: audio(name, bytes: bytes), audioFormat: .pcm16, sampleRate: 8_000, channels: 1,
      wordTimings: [WordTiming(location: 0, length: 5, sample: 12)],
      metadata: ["request-id": "42"])
  }

  /// Returns audio that depends on the name.
  static func audio(_ name: String = "a", bytes: Int = 2_000) -> Data {
    Data(name.utf8) + Data(repeating: 7, count: bytes - name.utf8.count)
  }
}
