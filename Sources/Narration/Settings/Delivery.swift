/// How lines are spoken after a parenthetical: changes to the role's own manner.
public struct Delivery: Sendable, Hashable {
  /// A treatment of the sound.
  public enum Effect: String, Sendable, CaseIterable {
    /// Band-pass 300–3,400 Hz: a telephone, a radio, a television.
    case telephone
    /// Low-pass at 4 kHz: a voice from outside the picture.
    case offScreen = "off-screen"
  }

  /// Decibels added.
  public var gain = 0.0
  /// A factor of the tempo.
  public var rate = 1.0
  /// Semitones added.
  public var pitch = 0.0
  /// Whether the voice's whispering form speaks, where the provider has one.
  public var whispers = false
  /// A pause at this place, in milliseconds.
  public var pause = 0
  /// A treatment of the sound.
  public var effect: Effect?
  /// The direction in the script's words, for voices that act on it themselves.
  public var direction: String?

  /// A delivery that changes nothing.
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

  /// Both at once: "whispering, quickly".
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
