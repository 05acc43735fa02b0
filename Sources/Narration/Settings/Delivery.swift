/// The way in which lines are spoken after a parenthetical: changes to the role's own settings.
public struct Delivery: Sendable, Hashable {
  /// An audio effect.
  public enum Effect: String, Sendable, CaseIterable {
    /// Band-pass 300–3,400 Hz: a telephone, a radio, a television.
    case telephone
    /// Low-pass at 4 kHz: an off-screen voice.
    case offScreen = "off-screen"
  }

  /// The gain to add, in decibels.
  public var gain = 0.0
  /// The factor for the tempo.
  public var rate = 1.0
  /// The pitch to add, in semitones.
  public var pitch = 0.0
  /// Whether the lines are spoken with the whispering form of the voice, if the voice has such a form.
  public var whispers = false
  /// The pause at this point, in milliseconds.
  public var pause = 0
  /// The audio effect.
  public var effect: Effect?
  /// The words of the direction in the script, for voices that can follow directions.
  public var direction: String?

  /// Creates a delivery that changes nothing.
  public init() {}

  init(
    gain: Double = 0, rate: Double = 1, pitch: Double = 0, whispers: Bool = false, pause: Int = 0,
    effect: Effect? = nil
  ) {
    self.gain = gain
    self.rate = rate
    self.pitch = pitch
    self.whispers = whispers
    self.pause = pause
    self.effect = effect
  }

  /// Returns both deliveries combined, as for "whispering, quickly".
  func combined(with other: Delivery) -> Delivery {
    var result = self
    result.gain += other.gain
    result.rate *= other.rate
    result.pitch += other.pitch
    result.whispers = whispers || other.whispers
    result.pause = max(pause, other.pause)
    result.effect = other.effect ?? effect
    result.direction = other.direction ?? direction
    return result
  }
}
