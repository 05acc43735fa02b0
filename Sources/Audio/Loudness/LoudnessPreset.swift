/// What users ask for: a rule of the trade by its name, or a loudness.
///
/// | preset | mono, LUFS | stereo, LUFS | ceiling, dBTP | limiter, dBTP |
/// | --- | --- | --- | --- | --- |
/// | `off` | — | — | — | — |
/// | `acx` | −20, RMS −22…−19 dBFS | −17, the same RMS | −3 | −3.5 |
/// | `podcast` | −19 | −16 | −1 | −1.5 |
/// | `ebu` | −23 | −23 | −1 | −1.5 |
/// | a number | the number | 3 LU more | −1 | −1.5 |
///
/// Documentation/loudness.md has the reasons.
public enum LoudnessPreset: Sendable, Equatable {
  /// Nothing is changed.
  case off
  /// What ACX and Audible take.
  case acx
  /// What the large podcast platforms ask for.
  case podcast
  /// EBU R 128, for broadcasting.
  case ebu
  /// An integrated loudness in LUFS on one channel.
  case mono(Double)

  /// The numbers that can be asked for, in LUFS: −70 is where the meter's absolute gate is; above −5
  /// speech is nothing but limited.
  public static let range = -70.0 ... -5.0

  /// Two channels with the same sound have twice the power of one, 3.01 dB; the trade says 3.
  private static let stereoOffset = 3.0

  /// Reads `off`, `acx`, `podcast`, `ebu` or a decimal number of LUFS in `range`; `nil` for anything
  /// else.
  public init?(_ text: String) {
    switch text {
    case "off": self = .off
    case "acx": self = .acx
    case "podcast": self = .podcast
    case "ebu": self = .ebu
    default:
      guard text.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }),
        let value = Double(text), Self.range.contains(value)
      else { return nil }
      self = .mono(value)
    }
  }

  /// What sound with one channel or two is brought to; `nil` for `off`.
  public func target(channels: Int) -> LoudnessTarget? {
    let offset = channels == 2 ? Self.stereoOffset : 0
    switch self {
    case .off:
      return nil
    case .acx:
      // Inside the rule's own window, for what the limiter leaves and what encoding takes.
      return LoudnessTarget(
        integrated: -20 + offset, ceiling: ACXRules.peak,
        rms: ACXRules.rms.lowerBound + 1...ACXRules.rms.upperBound - 1)
    case .podcast:
      return LoudnessTarget(integrated: -19 + offset, ceiling: -1)
    case .ebu:
      // R 128 names one figure, which the meter reads from whatever channels there are.
      return LoudnessTarget(integrated: -23, ceiling: -1)
    case .mono(let loudness):
      return LoudnessTarget(integrated: loudness + offset, ceiling: -1)
    }
  }
}

extension LoudnessPreset: CustomStringConvertible {
  /// The text that `init(_:)` reads.
  public var description: String {
    switch self {
    case .off: "off"
    case .acx: "acx"
    case .podcast: "podcast"
    case .ebu: "ebu"
    case .mono(let loudness): "\(loudness)"
    }
  }
}
