import Foundation
import Hablare
import HablareTesting

/// The tone voices at the pace of a person: 70 milliseconds for each character instead of 10.
struct PacedVoiceProvider: VoiceProvider {
  private static let stretch = 7
  private let tone = ToneVoiceProvider()

  var providerId: String { tone.providerId }
  var displayName: String { tone.displayName }
  var requiresAPIKey: Bool { false }
  var mimeType: String { tone.mimeType }
  var defaultVoiceId: String? { tone.defaultVoiceId }

  func isConfigured() async -> Bool { true }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await tone.fetchVoices(languageCode: languageCode)
  }
  func isVoiceAvailable(voiceId: String) async -> Bool {
    await tone.isVoiceAvailable(voiceId: voiceId)
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    await tone.estimateDuration(text: text, voiceId: voiceId) * Double(Self.stretch)
  }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    var output = try await tone.generate(request: request)
    let silence = 2 * ToneVoiceProvider.silence
    let sound = output.audioData.dropFirst(silence).dropLast(silence)
    let repeated = Data((0..<Self.stretch).flatMap { _ in sound })
    output.audioData =
      output.audioData.prefix(silence) + repeated + output.audioData.suffix(silence)
    return output
  }
}
