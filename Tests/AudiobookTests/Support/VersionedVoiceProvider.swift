import Foundation
import Hablare

/// A provider whose engine reports another version.
struct VersionedVoiceProvider: VoiceProvider {
  let base: any VoiceProvider
  /// The reported version.
  let engineVersion: String

  func version() async throws -> String { engineVersion }
  func version(voiceId: String) async throws -> String { engineVersion }

  var providerId: String { base.providerId }
  var displayName: String { base.displayName }
  var requiresAPIKey: Bool { base.requiresAPIKey }
  var mimeType: String { base.mimeType }
  var defaultVoiceId: String? { base.defaultVoiceId }
  var nativeSampleRate: Int? { base.nativeSampleRate }
  var clipsAreWorthCaching: Bool { base.clipsAreWorthCaching }
  var listsVoicesRemotely: Bool { base.listsVoicesRemotely }

  func isPriced() async -> Bool { await base.isPriced() }
  func abilities(model: String?) -> VoiceAbilities { base.abilities(model: model) }
  func problem(with options: VoiceOptions) -> String? { base.problem(with: options) }
  func isConfigured() async -> Bool { await base.isConfigured() }
  func configurationError() async -> (any Error)? { await base.configurationError() }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await base.fetchVoices(languageCode: languageCode)
  }
  func remember(voices: [Voice]) async { await base.remember(voices: voices) }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await base.generateAudio(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    await base.estimateDuration(text: text, voiceId: voiceId)
  }
  func isVoiceAvailable(voiceId: String) async -> Bool {
    await base.isVoiceAvailable(voiceId: voiceId)
  }
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await base.generate(request: request)
  }
  func castingVoices(languageCode: String) async throws -> [Voice] {
    try await base.castingVoices(languageCode: languageCode)
  }
  func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    await base.billedCharacters(for: request)
  }
  func quota() async throws -> VoiceQuota? { try await base.quota() }
  func shutdown() async { await base.shutdown() }
  func whisperVoice(for voiceId: String) async -> String? {
    await base.whisperVoice(for: voiceId)
  }
}
