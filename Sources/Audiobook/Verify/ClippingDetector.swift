/// Finds flat tops in the samples of a channel.
///
/// Audio that was clipped at full scale has flat tops. In a lossless file, a flat top is a run of equal samples. The
/// top may be below full scale, because a clip that the engine has clipped is mixed at no more than −0.3 dBFS
/// (`Timeline.peakCeiling`). In a lossy file, the encoder rounds the tops, and the decoder exceeds full scale at every
/// loud peak. So in a lossy file, a flat top is a run of samples at or above full scale.
///
/// Measured with 150 seconds of speech at 22,050, 44,100 and 48,000 Hz in MP3 (VBR 4, 32 kbit/s), Vorbis and
/// Opus (default, 16 kbit/s): speech raised by 12 dB or less and limited to −0.3 dBFS exceeds full scale for at
/// most 0.23 ms at a time. Speech with 6 dB of hard clipping exceeds full scale for up to 0.7 ms.
struct ClippingDetector {
  /// The minimum duration of a flat top, in seconds.
  static let shortest = 0.000_3

  /// The minimum magnitude of a clipped sample.
  let level: Float
  private let isLossless: Bool
  private let shortestRun: Int
  private var run = 0
  private var last: Float = 0

  /// Creates a detector for one channel.
  init(sampleRate: Int, isLossless: Bool) {
    self.isLossless = isLossless
    // Half a 16-bit step below the lowest flat top: −0.3 dBFS in a lossless file, full scale in a lossy file.
    level = isLossless ? 31_653.5 / 32_768 : 32_766.5 / 32_768
    shortestRun = max(3, Int((Self.shortest * Double(sampleRate)).rounded(.up)))
  }

  /// Whether the last sample may be part of a flat top.
  var isActive: Bool { run > 0 }

  /// Adds the next sample, and returns whether the current run has just reached the length of a flat top.
  ///
  /// Returns true once for each flat top.
  mutating func isClipping(at sample: Float) -> Bool {
    defer { last = sample }
    guard abs(sample) >= level else {
      run = 0
      return false
    }
    let continues = isLossless ? sample == last : (sample < 0) == (last < 0)
    run = run > 0 && continues ? run + 1 : 1
    return run == shortestRun
  }
}
