import Foundation
import Hablare
import HablareTesting

/// The tone provider with other abilities, or with its audio in another format.
struct OtherTone: VoiceProvider {
  let tone: ToneVoiceProvider
  var mimeType = "audio/L16"
  var own = VoiceAbilities()
  /// The format that the provider reports, or nil for the real one.
  var form: VoiceEngineAudioFormat?
  /// The audio that the provider returns, or nil for its own.
  var sound: Data?

  init(
    _ tone: ToneVoiceProvider = ToneVoiceProvider(), mimeType: String = "audio/L16",
    abilities: VoiceAbilities = VoiceAbilities(), form: VoiceEngineAudioFormat? = nil,
    sound: Data? = nil
  ) {
    (self.tone, self.mimeType, own) = (tone, mimeType, abilities)
    (self.form, self.sound) = (form, sound)
  }

  var providerId: String { tone.providerId }
  var displayName: String { tone.displayName }
  var requiresAPIKey: Bool { false }
  var listsVoicesRemotely: Bool { false }
  var defaultVoiceId: String? { tone.defaultVoiceId }
  func abilities(model: String?) -> VoiceAbilities { own }
  func isConfigured() async -> Bool { true }
  func isVoiceAvailable(voiceId: String) async -> Bool {
    await tone.isVoiceAvailable(voiceId: voiceId)
  }
  func whisperVoice(for voiceId: String) async -> String? { await tone.whisperVoice(for: voiceId) }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await tone.fetchVoices(languageCode: languageCode)
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
    let output = try await tone.generate(request: request)
    guard let form else { return output }
    return VoiceEngineOutput(audioData: sound ?? output.audioData, audioFormat: form)
  }
}
