import Foundation
import Hablare
import TestSupport

/// The tone voices, which have no sound for one text: as an engine has none for `*`.
struct MuteVoiceProvider: VoiceProvider {
  let tone = ToneVoiceProvider()
  let muted: String

  var providerId: String { tone.providerId }
  var displayName: String { tone.displayName }
  var requiresAPIKey: Bool { tone.requiresAPIKey }
  var mimeType: String { tone.mimeType }
  var defaultVoiceId: String? { tone.defaultVoiceId }

  func isConfigured() async -> Bool { await tone.isConfigured() }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await tone.fetchVoices(languageCode: languageCode)
  }
  func isVoiceAvailable(voiceId: String) async -> Bool {
    await tone.isVoiceAvailable(voiceId: voiceId)
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    await tone.estimateDuration(text: text, voiceId: voiceId)
  }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await tone.generateAudio(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
  }
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    var output = try await tone.generate(request: request)
    if request.text == muted { output.audioData = Data(count: 1600) }
    return output
  }
}
