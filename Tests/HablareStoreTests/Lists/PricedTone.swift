import Foundation
import Hablare
import HablareTesting

/// A tone provider that charges a credit for each character, and records its requests like the tone provider.
struct PricedTone: VoiceProvider {
  let tone: ToneVoiceProvider

  init(gate: ToneGate? = nil) { tone = ToneVoiceProvider(gate: gate) }

  var providerId: String { tone.providerId }
  var displayName: String { tone.displayName }
  var requiresAPIKey: Bool { false }
  var mimeType: String { tone.mimeType }
  var defaultVoiceId: String? { tone.defaultVoiceId }
  /// The texts of the requests so far.
  var texts: [String] { tone.requests.map(\.text) }

  func isConfigured() async -> Bool { true }
  func isPriced() async -> Bool { true }
  func billedCharacters(for request: VoiceEngineRequest) async -> Int { request.text.count }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await tone.fetchVoices(languageCode: languageCode)
  }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await tone.generateAudio(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
  }
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await tone.generate(request: request)
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 0 }
  func isVoiceAvailable(voiceId: String) async -> Bool { true }
}

extension SpeakableText {
  /// Returns items with these texts.
  ///
  /// They belong to the elements `e1`, `e2` and so on.
  static func lines(_ texts: [String], _ provider: any VoiceProvider) -> [SpeakableText] {
    texts.enumerated().map { index, text in
      SpeakableText(
        text, voiceProvider: provider, voiceId: "alto", languageCode: "en",
        owningElement: "e\(index + 1)")
    }
  }
}
