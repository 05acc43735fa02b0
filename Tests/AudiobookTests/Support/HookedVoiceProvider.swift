import Foundation
import Hablare
import HablareTesting
import TestSupport

/// The tone voices with a hook that sees every request first and can wait, fail or be cancelled.
struct HookedVoiceProvider: VoiceProvider {
  var tone = ToneVoiceProvider()
  /// Whether a line's audio depends on the lines around it.
  var usesContext = false
  /// Whether word times have to be requested.
  var supportsWordTimings = false
  /// The stresses that the voices act on.
  var stress = StressSupport.none
  /// Whether each character is charged.
  var isPaid = false
  /// A text without audio, like `*` for a real engine.
  ///
  /// Takes of a provider with such a text are not judged.
  var muted: String?
  var hook: @Sendable (VoiceEngineRequest) async throws -> Void = { _ in }

  func abilities(model: String?) -> VoiceAbilities {
    var abilities = VoiceAbilities(
      usesContext: usesContext, supportsWordTimings: supportsWordTimings)
    abilities.stress = stress
    return abilities
  }
  var providerId: String { tone.providerId }
  var displayName: String { tone.displayName }
  var requiresAPIKey: Bool { isPaid }
  var clipsAreWorthCaching: Bool { muted == nil }
  var mimeType: String { tone.mimeType }
  var defaultVoiceId: String? { tone.defaultVoiceId }

  func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    isPaid ? request.text.count : 0
  }
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
    try await hook(request)
    var output = try await tone.generate(request: request)
    if request.text == muted { output.audioData = Data(count: 1600) }
    return output
  }
}

/// A door that opens once.
///
/// Callers wait until the door is open.
actor Door {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    waiters.forEach { $0.resume() }
    waiters = []
  }

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
