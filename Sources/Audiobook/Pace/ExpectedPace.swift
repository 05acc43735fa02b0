import Hablare

/// The pace at which voices are expected to speak: what earlier builds have learned of a voice, else of
/// its provider's other voices, else the usual pace.
struct ExpectedPace: Sendable {
  private let known: [PaceKey: VoicePace]

  /// Makes an expectation from the paces of earlier builds.
  init(known: [PaceKey: VoicePace] = [:]) { self.known = known }

  /// Seconds for a unit of `SpeechAmount` at the voice's own tempo.
  func secondsPerUnit(
    of voice: VoiceURI, languageCode: String, options: VoiceOptions
  ) -> Double {
    let usual = VoicePace.usual(providerId: voice.providerId, languageCode: languageCode)
    let keys = [
      PaceKey(voicesOf: voice.providerId, languageCode: languageCode),
      PaceKey(voice, languageCode: languageCode, options: options),
    ]
    return keys.compactMap { known[$0] }.reduce(usual) { $1.secondsPerUnit(before: $0) }
  }
}
