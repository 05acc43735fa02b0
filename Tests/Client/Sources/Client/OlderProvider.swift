import Hablare

/// A provider with the members of a provider for SwiftHablaré 4. `import Hablare` suffices.
struct OlderProvider: VoiceProvider {
  let providerId = "older"
  let displayName = "Older"
  let requiresAPIKey = false
  let mimeType = "audio/x-wav"
  private let espeak = EspeakNGVoiceProvider()

  func isConfigured() async -> Bool { true }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await espeak.fetchVoices(languageCode: languageCode)
  }
  func generateAudio(text: String, voiceId: String, languageCode: String) async throws -> Data {
    try await espeak.generateAudio(text: text, voiceId: voiceId, languageCode: languageCode)
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
  func isVoiceAvailable(voiceId: String) async -> Bool {
    await espeak.isVoiceAvailable(voiceId: voiceId)
  }
}

/// Saves the settings of a panel where the command reads them.
func saveSettings(in folder: URL) throws -> Bool {
  guard let panel = ProviderPanel(type: "openai", id: "mine"),
    let settings = panel.settings(with: ["baseURL": "http://127.0.0.1:8880/v1"])
  else { return false }
  let file = folder.appending(path: "config.json")
  try settings.save(to: file)
  return try String(decoding: Data(contentsOf: file), as: UTF8.self).contains("\"mine\"")
}
