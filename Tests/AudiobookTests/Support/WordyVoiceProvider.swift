import Foundation
import Hablare
import HablareTesting

/// The tone voices with word times that a test chooses.
struct WordyVoiceProvider: VoiceProvider {
  private let tone = ToneVoiceProvider()
  /// The sample at which a word begins.
  var wordAt: @Sendable (_ word: String) -> Int

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
    var location = 0
    for word in request.text.split(separator: " ") {
      let word = String(word)
      output.wordTimings.append(
        WordTiming(
          location: location, length: word.unicodeScalars.count, sample: wordAt(word)))
      location += word.unicodeScalars.count + 1
    }
    return output
  }
}
