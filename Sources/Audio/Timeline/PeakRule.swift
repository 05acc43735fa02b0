/// How loud a clip may get: a plain peak limit that scales a clip as a whole.
///
/// A limiter that bends peaks would distort them, and one that looks ahead would make a clip's
/// samples depend on its neighbours. Here what a clip becomes is a function of the clip, its gain
/// and the number of lanes alone, so that an edited line changes no other one.
enum PeakRule {
  /// The highest peak in dBFS: 0.3 dB are left for what a lossy codec and a player's converter add
  /// to the peaks of the samples.
  ///
  /// (Mastering to a loudness sets a lower true peak of its own.)
  static let ceilingDBFS = -0.3

  /// The highest magnitude of a sample of a clip that sounds as one of `lanes` at once.
  ///
  /// A share of the ceiling each: their sum then cannot pass it, wherever the peaks happen to fall.
  static func ceiling(lanes: Int) -> Int {
    Int(Decibels.amplitude(ceilingDBFS)) / max(1, lanes)
  }

  /// The factors for the channels of a clip with this peak, played with this gain in dB at this place.
  ///
  /// Where the louder channel would pass the ceiling, all are lower by as much, so that the place stays.
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
