/// A speaker made of a voice: its fundamental and its formants moved.
///
/// The graph keeps pitch and envelope apart, so both can be moved without a vocoder's hum.
struct HibariPreset: Sendable, Hashable {
  /// The name behind the voice's, as in `heart+heron`.
  let name: String
  let gender: String
  /// Semitones above the voice's own pitch.
  let pitch: Double
  /// The ratio by which the spectral envelope is stretched: below 1 is a larger speaker.
  let formant: Double

  /// The family of heart, women and men in turn, in the order in which they are cast.
  ///
  /// Chosen by measurement (Documentation/voices.md, "A family from one voice"). A place in the list is a
  /// character's voice in books that were made: append, never reorder.
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
