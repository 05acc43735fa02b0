import Glibc

/// The properties that distinguish voices: their pitch and their brightness.
public struct VoiceTimbre: Sendable, Hashable {
  /// The median of the fundamental frequency, in semitones above 55 Hz.
  public var pitch: Double
  /// The centre frequency of the power, in octaves above 500 Hz.
  public var brightness: Double

  /// Creates a timbre from known numbers.
  package init(pitch: Double, brightness: Double) {
    (self.pitch, self.brightness) = (pitch, brightness)
  }

  /// Creates a timbre from frequencies in hertz.
  package init(fundamental: Double, centre: Double) {
    self.init(pitch: 12 * log2(fundamental / 55), brightness: log2(centre / 500))
  }

  /// The median of the fundamental frequency, in hertz.
  public var fundamental: Double { 55 * exp2(pitch / 12) }
  /// The centre frequency of the power, in hertz.
  public var centre: Double { 500 * exp2(brightness) }

  /// The number of semitones of pitch that count as much as one octave of brightness in `distance`.
  /// The value was chosen so that neither property dominates the distances between espeak-ng's
  /// voices.
  private static let semitonesOfOctave = 8.0

  /// Returns the distance between two voices, in semitones.
  public func distance(to other: VoiceTimbre) -> Double {
    hypot(pitch - other.pitch, (brightness - other.brightness) * Self.semitonesOfOctave)
  }

  /// Creates a timbre from a provider's description of a voice, without measuring audio.
  ///
  /// A female voice gets the pitch of espeak-ng's en-us+f2 (190 Hz, measured). A male voice gets
  /// the pitch of en-us (99 Hz, measured). Any other voice gets a pitch between the two.
  package init(describing voice: Voice) {
    let fundamental =
      switch voice.gender {
      case "female": 190.0
      case "male": 99.0
      default: 137.0
      }
    self.init(fundamental: fundamental, centre: 500)
  }
}
