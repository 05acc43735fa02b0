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
    HibariPreset(name: "heron", gender: "male", pitch: -9, formant: 0.85),
    HibariPreset(name: "linnet", gender: "female", pitch: -3, formant: 0.92),
  ]
}
