import Hablare
import Narration

/// How loud a clip is mixed, and where between left and right.
struct MixLevel {
  /// Decibels.
  var gain: Double
  /// From −1 (left) to 1 (right); it means something with two channels.
  var pan: Double

  /// How far the sides of simultaneous speeches are from the middle: half the way, so that with headphones
  /// no voice is in one ear alone.
  static let side = 0.5

  /// The level of a span's clip.
  init(of span: SpokenSpan, _ clip: Clip) {
    gain = span.performance.gain + (clip.standIn?.gain ?? 0) + clip.levelling
    pan = span.performance.pan
  }

  /// The same for one of several simultaneous speeches: the first is on the left, the last on the right.
  init(of span: SpokenSpan, _ clip: Clip, lane: Int, of lanes: Int) {
    self.init(of: span, clip)
    pan = lanes > 1 ? Self.side * (2 * Double(lane) / Double(lanes - 1) - 1) : pan
  }
}
