import Glibc

/// The integrated loudness, computed from the powers of blocks (ITU-R BS.1770-4, annex 1).
struct GatedLoudness: Sendable, Equatable {
  /// Blocks below this loudness, in LUFS, never count (BS.1770-4, annex 1).
  static let absoluteGate = -70.0
  /// Blocks below this loudness, in LU relative to the mean, do not count.
  /// The mean is over all blocks above the absolute gate (BS.1770-4, annex 1).
  static let relativeGate = -10.0

  /// The K-weighted power of every block.
  /// A block is 400 ms long, and a new block begins every 100 ms.
  /// The powers need 288 kB per hour of audio.
  /// Digital silence has zero power and stays below the gate at any gain.
  private var blocks: [Double] = []
  /// The factor by which the gain changes the powers.
  private var shift = 1.0

  mutating func append(_ power: Double) { blocks.append(power) }

  /// Returns the loudness of the same audio after the powers of its steps of 100 ms have changed from `old` to `new`.
  /// A slow change of level multiplies weighted and unweighted power by the same factor. For changes by the limiter,
  /// the result is within 0.02 LU of the real loudness (measured, `MasteringTests`).
  func scaled(_ old: [Double], _ new: [Double]) -> GatedLoudness {
    var result = self
    for block in blocks.indices {
      let steps = block..<min(block + KWeighting.stepsPerBlock, old.count, new.count)
      let before = steps.reduce(0) { $0 + old[$1] }
      if before > 0 { result.blocks[block] *= steps.reduce(0) { $0 + new[$1] } / before }
    }
    return result
  }

  /// Returns the loudness of the same audio with a gain in dB.
  /// The loudness does not change by exactly the gain, because the absolute gate stays the same.
  func played(gain: Double) -> GatedLoudness {
    var result = self
    result.shift *= pow(10, gain / 10)
    return result
  }

  /// The integrated loudness in LUFS, or nil if no block passes the gate.
  var integrated: Double? {
    guard let all = mean(from: Self.power(Self.absoluteGate)) else { return nil }
    let relative = all * pow(10, Self.relativeGate / 10)
    return mean(from: max(relative, Self.power(Self.absoluteGate))).map(Self.loudness)
  }

  /// Returns the mean power of the blocks at or above a gate, or nil if there are no such blocks.
  private func mean(from gate: Double) -> Double? {
    var (sum, count) = (0.0, 0)
    for block in blocks where block * shift >= gate {
      sum += block * shift
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The offset of the scale in LU.
  /// The offset cancels the gain of the K-weighting at 997 Hz (BS.1770-4, annex 1).
  private static let offset = -0.691

  static func power(_ loudness: Double) -> Double { pow(10, (loudness - offset) / 10) }

  static func loudness(_ power: Double) -> Double { offset + 10 * log10(power) }
}
