import Glibc

/// How loud a voice is in each channel, by its place between left and right.
///
/// Of equal power: a voice is as loud at the sides as in the middle, where each channel is 3.01 dB down.
enum PanLaw {
  /// The factors of the channels for a place from −1 (left) to 1 (right); with one channel the place
  /// means nothing.
  static func factors(pan: Double, channels: Int) -> [Double] {
    guard channels == 2 else { return [1] }
    let angle = (min(max(pan, -1), 1) + 1) * .pi / 4
    // Exact at the sides, where a cosine would leave a trace of the other channel.
    if angle == 0 { return [1, 0] }
    return pan >= 1 ? [0, 1] : [cos(angle), sin(angle)]
  }
}
