/// The rule that keeps the peaks of a clip below a ceiling.
///
/// The rule scales the clip as a whole.
///
/// A limiter that bends peaks would distort them. A limiter that looks ahead would make a clip's samples depend on
/// neighbouring clips. With this rule, the result depends only on the clip, its gain, its pan position and the number
/// of lanes. So editing one line of the script changes no clip of another line.
enum PeakRule {
  /// The highest allowed peak in dBFS.
  ///
  /// The remaining 0.3 dB are for lossy codecs and players' converters, which can raise peaks. Mastering to a loudness
  /// target sets its own, lower true peak.
  static let ceilingDBFS = -0.3

  /// Returns the highest allowed sample magnitude of a clip in one of `lanes` lanes, which play simultaneously.
  ///
  /// Each lane gets an equal part of the ceiling. So the sum of all lanes cannot exceed the ceiling, even if peaks
  /// coincide.
  static func ceiling(lanes: Int) -> Int {
    Int(Decibels.amplitude(ceilingDBFS)) / max(1, lanes)
  }

  /// Returns the channel factors of a clip with a peak, a gain in dB and a pan position.
  ///
  /// If the louder channel would exceed the ceiling, all channels are lowered equally, so that the pan position does
  /// not change.
  static func factors(
    peak: Int, gain: Double, pan: Double, channels: Int, lanes: Int
  ) -> [Float] {
    let shares = PanLaw.factors(pan: pan, channels: channels)
    let wanted = Decibels.ratio(gain)
    let loudest = (shares.max() ?? 1) * Double(peak)
    let factor = loudest > 0 ? min(wanted, Double(ceiling(lanes: lanes)) / loudest) : 1
    return shares.map { Float(factor * $0) }
  }
}
