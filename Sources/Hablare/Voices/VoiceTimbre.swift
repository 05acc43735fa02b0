import Glibc

/// The properties that distinguish voices: their pitch and their brightness.
public struct VoiceTimbre: Sendable, Hashable {
  /// The median of the fundamental frequency, in semitones above 55 Hz.
  public var pitch: Double
  /// The centre frequency of the power, in octaves above 500 Hz.
  public var brightness: Double

  /// Creates a timbre from known numbers.
  public init(pitch: Double, brightness: Double) {
    (self.pitch, self.brightness) = (pitch, brightness)
  }

  /// Creates a timbre from frequencies in hertz.
  public init(fundamental: Double, centre: Double) {
    self.init(pitch: 12 * log2(fundamental / 55), brightness: log2(centre / 500))
  }

  /// The median of the fundamental frequency, in hertz.
  public var fundamental: Double { 55 * exp2(pitch / 12) }
  /// The centre frequency of the power, in hertz.
  public var centre: Double { 500 * exp2(brightness) }

  /// The number of semitones that separates two voices as clearly as one octave of brightness.
  ///
  /// The value is a choice: with it neither property outweighs the other among the voices of espeak-ng.
  private static let semitonesOfOctave = 8.0

  /// Returns the distance between two voices, in semitones.
  public func distance(to other: VoiceTimbre) -> Double {
    hypot(pitch - other.pitch, (brightness - other.brightness) * Self.semitonesOfOctave)
  }

  /// Creates a timbre from a provider's description of a voice, without listening to it.
  ///
  /// A woman's and a man's voice get the pitch of espeak-ng's en-us+f2 and en-us (measured, 190 and 99
  /// Hz).
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
