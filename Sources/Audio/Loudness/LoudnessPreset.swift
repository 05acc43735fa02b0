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

/// The target levels of audio with a given number of channels.
package struct LoudnessTarget: Sendable, Equatable {
  /// The integrated loudness in LUFS, as an ordinary meter displays it for these channels.
  package let integrated: Double
  /// The true peak in dBTP that the finished file must not exceed.
  package let ceiling: Double
  /// The true peak in dBTP that the limiter does not exceed.
  /// It is lower than the ceiling, because a lossy encoder can raise the peaks after the limiter.
  package let limit: Double
  /// The allowed range of the plain RMS, in dBFS, or nil if every RMS is allowed.
  /// This range takes precedence over the loudness.
  package let rms: ClosedRange<Double>?

  /// The allowed deviation of the loudness, in LU (EBU R 128: ±0.5 LU for audio that is not live).
  package static let tolerance = 0.5

  /// Creates a target.
  /// The limit is below the ceiling by the amount that MP3 can add to peaks.
  package init(integrated: Double, ceiling: Double, rms: ClosedRange<Double>? = nil) {
    self.integrated = integrated
    self.ceiling = ceiling
    limit = ceiling - Self.encoderMargin
    self.rms = rms
  }

  /// The amount that an encoder can add to peaks, in dB.
  /// The usual advice for ACX's MP3 files is a limit of about −3.5 dB, so that the peaks do not exceed −3 dB.
  private static let encoderMargin = 0.5

  /// Returns by how many dB the level of measured audio must rise to reach the target, or nil if the audio has no
  /// loudness.
  /// The result is negative if the audio is too loud.
  func correction(for sound: LoudnessMeasurement) -> Double? {
    guard let integrated = sound.integrated else { return nil }
    let wanted = self.integrated - integrated
    guard let rms else { return wanted }
    return min(max(wanted, rms.lowerBound - sound.rms), rms.upperBound - sound.rms)
  }

  /// Returns the number of LU by which finished audio is below the target because its peaks leave no room for more
  /// gain.
  /// Returns nil if the difference is within the tolerance, or if the audio is too short to have a meaningful loudness.
  package func shortfall(of sound: LoudnessMeasurement) -> Double? {
    guard sound.duration >= Mastering.shortest, let missing = correction(for: sound),
      missing > Self.tolerance
    else { return nil }
    return missing
  }

  /// Returns the gain in dB that brings measured audio to the target, or nil if the audio has no loudness.
  func gain(for sound: LoudnessMeasurement) -> Double? {
    // At another gain, other blocks pass the gates. Each round reduces the remaining difference.
    var gain = 0.0
    for _ in 0..<3 {
      guard let correction = correction(for: sound.played(gain: gain)) else { return nil }
      gain += correction
    }
    return gain
  }
}

/// ACX's requirements for every file of an audiobook (ACX Audio Submission Requirements, as quoted by vendors that
/// follow them).
package enum ACXRules {
  /// The allowed plain RMS over the whole file, in dBFS.
  package static let rms = -23.0 ... -18.0
  /// The level that LAME removes at a constant bit rate, in dB.
  /// At 192 kbit/s, LAME 3.100 multiplies all samples by 0.97 (measured), so the shop measures a level that is lower by
  /// this amount.
  static let encoderLoss = 0.3
  /// The highest allowed peak, in dBFS.
  package static let peak = -3.0
  /// The highest allowed RMS of the quietest half second, in dBFS.
  package static let noiseFloor = -60.0
  /// The allowed silence before the first word, in seconds.
  package static let head = 0.5...1.0
  /// The allowed silence after the last word, in seconds.
  package static let tail = 1.0...5.0
  /// The required sample rate, in hertz.
  package static let sampleRate = 44_100
  /// The lowest allowed bit rate of MP3 in kbit/s.
  /// The bit rate must be constant.
  package static let bitrate = 192
  /// The maximum length of a file, in seconds: 120 minutes.
  package static let longest = 7200.0

  /// The measurements of one chapter, as far as the rules need them.
  package struct Chapter: Sendable, Equatable {
    /// The RMS in dBFS.
    package var rms: Double
    /// The peak: the stricter true peak in dBTP if it is known, or else the sample peak in dBFS.
    package var peak: Double
    /// The RMS of the quietest half second, in dBFS; −∞ for digital silence; nil if the chapter is shorter than half a
    /// second.
    package var noiseFloor: Double?
    /// The silence before the audible part, in seconds.
    package var head: Double
    /// The silence after the audible part, in seconds.
    package var tail: Double
    /// The length, in seconds.
    package var duration: Double

    package init(
      rms: Double, peak: Double, noiseFloor: Double?, head: Double, tail: Double,
      duration: Double
    ) {
      self.rms = rms
      self.peak = peak
      self.noiseFloor = noiseFloor
      self.head = head
      self.tail = tail
      self.duration = duration
    }

    package init(_ sound: LoudnessMeasurement) {
      self.init(
        rms: sound.rms, peak: sound.truePeak ?? sound.samplePeak, noiseFloor: sound.noiseFloor,
        head: sound.head, tail: sound.tail, duration: sound.duration)
    }
  }

  /// Returns the rules that a chapter breaks, one sentence each; empty if the chapter breaks no rule.
  /// Before a comparison, values are rounded as they are displayed: levels to a tenth of a dB, times to a hundredth of
  /// a second.
  package static func violations(of chapter: Chapter) -> [String] {
    var broken: [String] = []
    func level(_ value: Double) -> String { value.isFinite ? "\(tenths(value))" : "-∞" }
    if tenths(chapter.rms - encoderLoss) < rms.lowerBound {
      broken.append(
        "the RMS after MP3 encoding is \(level(chapter.rms - encoderLoss)) dBFS, but must be -23 to "
          + "-18 dBFS")
    } else if tenths(chapter.rms) > rms.upperBound {
      broken.append("the RMS is \(level(chapter.rms)) dBFS, but must be -23 to -18 dBFS")
    }
    if tenths(chapter.peak) > peak {
      broken.append("the peak is \(level(chapter.peak)) dBFS, but must be -3 dBFS or less")
    }
    if let floor = chapter.noiseFloor, tenths(floor) > noiseFloor {
      broken.append("the noise floor is \(level(floor)) dBFS, but must be -60 dBFS or less")
    }
    if !head.contains(hundredths(chapter.head)) {
      broken.append(
        "the silence at the start is \(hundredths(chapter.head)) s, but must be 0.5 to 1 s (the pause "
          + "chapterStart)")
    }
    if !tail.contains(hundredths(chapter.tail)) {
      broken.append(
        "the silence at the end is \(hundredths(chapter.tail)) s, but must be 1 to 5 s (the pause "
          + "chapterEnd)")
    }
    if hundredths(chapter.duration) > longest {
      broken.append(
        "the length is \(hundredths(chapter.duration / 60)) minutes, but must be 120 or less")
    }
    return broken
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
