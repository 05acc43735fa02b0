/// Finds where the samples of a channel stand still at their highest.
///
/// A sound that was cut off at full scale has flat tops. In a lossless file they are equal samples in a
/// row, and may stand a little lower: a clip that an engine has cut off is mixed no higher than
/// −0.3 dBFS (`Timeline.peakCeiling`). A lossy encoder rounds them, and its decoder goes beyond full scale
/// at every loud peak: there a stay at or above full scale counts.
///
/// Measured with 150 seconds of speech at 22,050, 44,100 and 48,000 Hz in MP3 (VBR 4, 32 kbit/s), Vorbis
/// and Opus (default, 16 kbit/s): speech that a limiter brings to −0.3 dBFS, 12 dB up and less, goes beyond full
/// scale for 0.23 ms at a time at most; hard clipping 6 dB down stays there for up to 0.7 ms.
struct ClippingDetector {
  /// How long a top is flat, in seconds.
  static let shortest = 0.000_3

  /// The magnitude from which on a sample may be cut off.
  let level: Float
  private let isLossless: Bool
  private let shortestRun: Int
  private var run = 0
  private var last: Float = 0

  /// Makes a detector for a channel.
  init(sampleRate: Int, isLossless: Bool) {
    self.isLossless = isLossless
    // Half a step of 16 bits below the tops that both may have.
    level = isLossless ? 31_653.5 / 32_768 : 32_766.5 / 32_768
    shortestRun = max(3, Int((Self.shortest * Double(sampleRate)).rounded(.up)))
  }

  /// Whether a top is under way.
  var isActive: Bool { run > 0 }

  /// Takes the next sample and says whether a top has with it become a flat one; true once for each.
  mutating func isClipping(at sample: Float) -> Bool {
    defer { last = sample }
    guard abs(sample) >= level else {
      run = 0
      return false
    }
    let goesOn = isLossless ? sample == last : (sample < 0) == (last < 0)
    run = run > 0 && goesOn ? run + 1 : 1
    return run == shortestRun
  }
}
