import Glibc

/// The level of a voice in each channel, by its position between left and right.
///
/// The power is constant: a voice is as loud in the middle as at the sides. In the middle, each channel is at −3.01 dB.
enum PanLaw {
  /// Returns the factors of the channels for a position from −1 (left) to 1 (right).
  ///
  /// With one channel, the position has no effect.
  static func factors(pan: Double, channels: Int) -> [Double] {
    guard channels == 2 else { return [1] }
    let angle = (min(max(pan, -1), 1) + 1) * .pi / 4
    // The factors at the sides are exact. A computed cosine would leave a residue in the other channel.
    if angle == 0 { return [1, 0] }
    return pan >= 1 ? [0, 1] : [cos(angle), sin(angle)]
  }
}
