package import Hablare

/// The way in which lines are spoken after a parenthetical: changes to the role's own settings.
public struct Delivery: Sendable, Hashable {
  /// An audio effect.
  public enum Effect: String, Sendable, CaseIterable {
    /// Band-pass 300–3,400 Hz: a telephone, a radio, a television.
    case telephone
    /// Low-pass at 4 kHz: an off-screen voice.
    case offScreen = "off-screen"
    /// A microphone in a hall: a band with an echo.
    case microphone
    /// A loudspeaker of a station or a shop.
    case loudspeaker
    /// A megaphone: a narrow, distorted band with an echo.
    case megaphone
    /// A radio: a narrow, distorted band.
    case radio
    /// A television in the room.
    case television
    /// Behind a wall or a door.
    case nextRoom = "next-room"
    /// From far away.
    case distant
    /// Under water.
    case underwater
    /// With an echo.
    case echo
    /// Close to the microphone, as a voice-over.
    case close
  }

  /// The gain of a whisper, in decibels.
  package static let whisperGain = -6.0

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
  /// The sound of the voice, for voices that support it.
  package var colour: VoiceColour?
  /// The words of the direction in the script, for voices that can follow directions.
  public var direction: String?

  /// Creates a delivery that changes nothing.
  public init() {}

  init(
    gain: Double = 0, rate: Double = 1, pitch: Double = 0, whispers: Bool = false, pause: Int = 0,
    effect: Effect? = nil, colour: VoiceColour? = nil
  ) {
    self.gain = gain
    self.rate = rate
    self.pitch = pitch
    self.whispers = whispers
    self.pause = pause
    self.effect = effect
    self.colour = colour
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
    result.colour = colour.map { $0.combined(with: other.colour ?? VoiceColour()) } ?? other.colour
    result.direction = other.direction ?? direction
    return result
  }

  /// The delivery with its numbers within the limits of a single one, so that "yelling, furious" is no more than a
  /// shout.
  var limited: Delivery {
    func kept(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      min(max(value, range.lowerBound), range.upperBound)
    }
    var result = self
    result.gain = kept(gain, -8...3)
    result.rate = kept(rate, 0.75...1.25)
    result.pitch = kept(pitch, -3...3.5)
    result.colour = colour.map {
      VoiceColour(
        range: kept($0.range, 0.1...1.5), breath: kept($0.breath, 0...0.5),
        roughness: kept($0.roughness, 0...0.025), tremor: kept($0.tremor, 0...0.03),
        tilt: kept($0.tilt, -3...3), gasps: $0.gasps)
    }
    return result
  }
}
