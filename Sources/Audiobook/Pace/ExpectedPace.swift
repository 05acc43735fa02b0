import Hablare

/// The expected pace of voices.
/// The expectation starts from the usual pace. Two kinds of measurements from earlier builds adjust it: first those
/// of all voices of the provider, then those of the voice itself. Measurements of more speech have more weight.
struct ExpectedPace: Sendable {
  private let known: [PaceKey: VoicePace]

  /// Creates an expectation from the paces of earlier builds.
  init(known: [PaceKey: VoicePace] = [:]) { self.known = known }

  /// Returns the seconds per unit of `SpeechAmount` at the voice's own tempo.
  /// If `isShaped` is true, the pauses inside texts are not part of the pace.
  func secondsPerUnit(
    of voice: VoiceURI, languageCode: String, options: VoiceOptions, isShaped: Bool = false
  ) -> Double {
    let initial = VoicePace.defaultSecondsPerUnit(
      providerId: voice.providerId, languageCode: languageCode, isShaped: isShaped)
    let keys = [
      PaceKey(voicesOf: voice.providerId, languageCode: languageCode, isShaped: isShaped),
      PaceKey(voice, languageCode: languageCode, options: options, isShaped: isShaped),
    ]
    return keys.compactMap { known[$0] }.reduce(initial) { $1.secondsPerUnit(before: $0) }
  }
}
