import Glibc

/// What tells voices apart: how high one is, and how bright.
public struct VoiceTimbre: Sendable, Hashable {
  /// The median of the fundamental frequency, in semitones above 55 Hz.
  public var pitch: Double
  /// The frequency about which the power lies, in octaves above 500 Hz.
  public var brightness: Double

  /// Makes a timbre of known figures.
  public init(pitch: Double, brightness: Double) {
    (self.pitch, self.brightness) = (pitch, brightness)
  }

  /// The timbre of frequencies in hertz.
  public init(fundamental: Double, centre: Double) {
    self.init(pitch: 12 * log2(fundamental / 55), brightness: log2(centre / 500))
  }

  /// The median of the fundamental frequency, in hertz.
  public var fundamental: Double { 55 * exp2(pitch / 12) }
  /// The frequency about which the power lies, in hertz.
  public var centre: Double { 500 * exp2(brightness) }

  /// Semitones that part two voices as clearly as an octave of brightness does: a choice, by which neither
  /// outweighs the other among the voices of espeak-ng.
  private static let semitonesOfOctave = 8.0

  /// How far two voices are apart, in semitones.
  public func distance(to other: VoiceTimbre) -> Double {
    hypot(pitch - other.pitch, (brightness - other.brightness) * Self.semitonesOfOctave)
  }

  /// What a provider says of a voice that is not to be heard first.
  ///
  /// A woman's and a man's are as high as espeak-ng's en-us+f2 and en-us (measured, 190 and 99 Hz).
  public init(describing voice: Voice) {
    let fundamental =
      switch voice.gender {
      case "female": 190.0
      case "male": 99.0
      default: 137.0
      }
    self.init(fundamental: fundamental, centre: 500)
  }
}
