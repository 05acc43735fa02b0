import Hablare

/// The expected pace of voices.
///
/// The expectation starts from the usual pace. Two kinds of measurements from earlier builds adjust it: first those
/// of all voices of the provider, then those of the voice itself. Measurements of more speech have more weight.
struct ExpectedPace: Sendable {
  private let known: [PaceKey: VoicePace]

  /// Creates an expectation from the paces of earlier builds.
  init(known: [PaceKey: VoicePace] = [:]) { self.known = known }

  /// Returns the seconds per unit of `SpeechAmount` at the voice's own tempo.
  func secondsPerUnit(
    of voice: VoiceURI, languageCode: String, options: VoiceOptions
  ) -> Double {
    let initial = VoicePace.defaultSecondsPerUnit(
      providerId: voice.providerId, languageCode: languageCode)
    let keys = [
      PaceKey(voicesOf: voice.providerId, languageCode: languageCode),
      PaceKey(voice, languageCode: languageCode, options: options),
    ]
    return keys.compactMap { known[$0] }.reduce(initial) { $1.secondsPerUnit(before: $0) }
  }
}
