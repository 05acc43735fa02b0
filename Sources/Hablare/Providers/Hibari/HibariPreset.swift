/// A speaker derived from a voice by shifting its fundamental and its formants.
///
/// The model computes the pitch and the spectral envelope separately, so each can be shifted without
/// the hum of a vocoder.
struct HibariPreset: Sendable, Hashable {
  /// The name after the voice's name, as in `heart+heron`.
  let name: String
  let gender: String
  /// Semitones above the voice's own pitch.
  let pitch: Double
  /// The ratio for stretching the spectral envelope.
  ///
  /// If the ratio is below 1, the speaker sounds larger.
  let formant: Double

  /// The speakers derived from heart, women and men in turn, in casting order.
  ///
  /// The numbers were chosen by measurement (Documentation/voices.md, "A family from one voice").
  /// Existing books choose a speaker by the speaker's position in this list, so append entries and
  /// never reorder them.
  static let all = [
    HibariPreset(name: "heron", gender: "male", pitch: -9, formant: 0.9),
    HibariPreset(name: "linnet", gender: "female", pitch: -2, formant: 0.9),
    HibariPreset(name: "raven", gender: "male", pitch: -12.4, formant: 0.92),
    HibariPreset(name: "wren", gender: "female", pitch: 3.4, formant: 1),
    HibariPreset(name: "crane", gender: "male", pitch: -10.7, formant: 0.82),
    HibariPreset(name: "robin", gender: "female", pitch: 1.7, formant: 0.93),
    HibariPreset(name: "hawk", gender: "male", pitch: -7.3, formant: 0.95),
    HibariPreset(name: "lark", gender: "female", pitch: 5.1, formant: 0.96),
    HibariPreset(name: "owl", gender: "male", pitch: -14.1, formant: 0.85),
    HibariPreset(name: "dove", gender: "female", pitch: -3.8, formant: 1.02),
    HibariPreset(name: "bittern", gender: "male", pitch: -5.5, formant: 0.9),
    HibariPreset(name: "finch", gender: "female", pitch: 7.5, formant: 0.92),
  ]
}
