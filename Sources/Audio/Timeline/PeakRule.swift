/// The peak limit of a clip, which scales the clip as a whole.
///
/// A limiter that bends peaks would distort them, and a limiter that looks ahead would make a clip's samples depend
/// on its neighbours. Here the result depends only on the clip, its gain and the number of lanes, so that editing one
/// line changes no other line.
enum PeakRule {
  /// The highest peak in dBFS.
  ///
  /// The remaining 0.3 dB are for what a lossy codec and a player's converter add to the peaks of the samples.
  /// Mastering to a loudness target sets its own, lower true peak.
  static let ceilingDBFS = -0.3

  /// Returns the highest sample magnitude of a clip that plays simultaneously with others in `lanes` lanes.
  ///
  /// Each lane gets an equal part of the ceiling, so that the sum cannot exceed it, wherever the peaks fall.
  static func ceiling(lanes: Int) -> Int {
    Int(Decibels.amplitude(ceilingDBFS)) / max(1, lanes)
  }

  /// Returns the channel factors of a clip with a peak, a gain in dB and a pan position.
  ///
  /// If the louder channel would exceed the ceiling, all channels are lowered equally, so that the position does not
  /// change.
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
