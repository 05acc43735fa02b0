/// A loudness that users can choose: an industry standard by name, or a number.
///
/// | preset | mono, LUFS | stereo, LUFS | ceiling, dBTP | limiter, dBTP |
/// | --- | --- | --- | --- | --- |
/// | `off` | — | — | — | — |
/// | `acx` | −20, RMS −22…−19 dBFS | −17, the same RMS | −3 | −3.5 |
/// | `podcast` | −19 | −16 | −1 | −1.5 |
/// | `ebu` | −23 | −23 | −1 | −1.5 |
/// | a number | the number | 3 LU more | −1 | −1.5 |
///
/// Documentation/loudness.md gives the reasons.
public enum LoudnessPreset: Sendable, Equatable {
  /// No change of level.
  case off
  /// The requirements of ACX and Audible.
  case acx
  /// The recommendation of the large podcast platforms.
  case podcast
  /// EBU R 128, for broadcasting.
  case ebu
  /// An integrated loudness in LUFS on one channel.
  case mono(Double)

  /// The allowed numbers, in LUFS.
  ///
  /// −70 is the absolute gate of the meter. Above −5, the limiter would be active during all of the speech.
  public static let range = -70.0 ... -5.0

  /// The difference in LU between one and two channels with the same audio: exactly 3.01, by convention 3.
  private static let stereoOffset = 3.0

  /// Reads `off`, `acx`, `podcast`, `ebu` or a decimal number of LUFS in `range`.
  ///
  /// Returns nil for anything else.
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

  /// Returns the target for audio with one or two channels, or nil for `off`.
  package func target(channels: Int) -> LoudnessTarget? {
    let offset = channels == 2 ? Self.stereoOffset : 0
    switch self {
    case .off:
      return nil
    case .acx:
      // The RMS range is 1 dB narrower at both ends than ACX's rule, to allow for deviations of the limiter and losses
      // in encoding.
      return LoudnessTarget(
        integrated: -20 + offset, ceiling: ACXRules.peak,
        rms: ACXRules.rms.lowerBound + 1...ACXRules.rms.upperBound - 1)
    case .podcast:
      return LoudnessTarget(integrated: -19 + offset, ceiling: -1)
    case .ebu:
      // R 128 defines the same loudness for one and two channels.
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
