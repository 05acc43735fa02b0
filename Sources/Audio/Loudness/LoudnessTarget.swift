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
