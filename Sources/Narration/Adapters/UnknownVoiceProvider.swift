import FoundationEssentials
import Hablare

/// A placeholder for the provider of a voice if this provider does not exist.
/// Every request for audio throws `VoiceProviderError.unsupportedProvider`.
struct UnknownVoiceProvider: VoiceProvider {
  let providerId: String
  var displayName: String { providerId }
  var requiresAPIKey: Bool { false }
  var mimeType: String { "audio/wav" }
  var defaultVoiceId: String? { nil }
  var nativeSampleRate: Int? { nil }

  func version() async throws -> String { throw VoiceProviderError.unsupportedProvider }
  func isConfigured() async -> Bool { false }
  func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    throw VoiceProviderError.unsupportedProvider
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 0 }
  func isVoiceAvailable(voiceId: String) async -> Bool { false }
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    throw VoiceProviderError.unsupportedProvider
  }
  func castingVoices(languageCode: String) async throws -> [Voice] { [] }
  func whisperVoice(for voiceId: String) async -> String? { nil }
}
