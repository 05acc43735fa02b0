/// What sound of a given number of channels is to be brought to.
public struct LoudnessTarget: Sendable, Equatable {
  /// The integrated loudness in LUFS, as an ordinary meter reads it from these channels.
  public let integrated: Double
  /// The true peak in dBTP that the finished file must not pass.
  public let ceiling: Double
  /// The true peak in dBTP that the limiter keeps to.
  ///
  /// It is lower than the ceiling, because a lossy encoder comes after it.
  public let limit: Double
  /// The window for the plain RMS, in dBFS, that takes precedence over the loudness.
  public let rms: ClosedRange<Double>?

  /// How far the loudness may be off, in LU (EBU R 128: ±0.5 LU where sound is not live).
  public static let tolerance = 0.5

  /// Makes a target; the limit is as far below the ceiling as MP3 may raise peaks.
  public init(integrated: Double, ceiling: Double, rms: ClosedRange<Double>? = nil) {
    self.integrated = integrated
    self.ceiling = ceiling
    limit = ceiling - Self.encoderMargin
    self.rms = rms
  }

  /// What an encoder may add to peaks, in dB: the advice for ACX's MP3 files is to limit at about
  /// −3.5 for a peak of −3.
  private static let encoderMargin = 0.5

  /// The dB that sound of this measurement is away from the target; `nil` where it has no loudness.
  func correction(for sound: LoudnessMeasurement) -> Double? {
    guard let integrated = sound.integrated else { return nil }
    let wanted = self.integrated - integrated
    guard let rms else { return wanted }
    return min(max(wanted, rms.lowerBound - sound.rms), rms.upperBound - sound.rms)
  }

  /// How many LU finished sound stays below the target, where that is more than the tolerance and the sound is
  /// long enough to have a loudness of its own: its peaks leave no more room.
  public func shortfall(of sound: LoudnessMeasurement) -> Double? {
    guard sound.duration >= Mastering.shortest, let missing = correction(for: sound),
      missing > Self.tolerance
    else { return nil }
    return missing
  }

  /// The gain in dB that brings sound of this measurement to the target; `nil` where it has no
  /// loudness.
  func gain(for sound: LoudnessMeasurement) -> Double? {
    // At another gain other blocks pass the gates: each round leaves a smaller rest.
    var gain = 0.0
    for _ in 0..<3 {
      guard let correction = correction(for: sound.played(gain: gain)) else { return nil }
      gain += correction
    }
    return gain
  }
}
