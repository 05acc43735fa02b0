import Glibc

/// Integrated loudness out of the powers of blocks (ITU-R BS.1770-4, annex 1).
struct GatedLoudness: Sendable, Equatable {
  /// Blocks below this loudness, in LUFS, never count (BS.1770-4, annex 1).
  static let absoluteGate = -70.0
  /// Blocks this many LU below the loudness of the others do not count (there too).
  static let relativeGate = -10.0

  /// The K-weighted power of every block of 400 ms, one every 100 ms: 288 kB an hour.
  ///
  /// Digital silence has none, and stays below the gate at any gain.
  private var blocks: [Double] = []
  /// What the powers are multiplied by.
  private var shift = 1.0

  mutating func append(_ power: Double) { blocks.append(power) }

  /// The loudness of the same sound where the power of each step of 100 ms is another.
  ///
  /// A change of level that is slow beside the sound itself changes weighted power as it does plain power:
  /// with the limiter the result is within 0.02 LU of what a meter finds (measured, `MasteringTests`).
  func scaled(_ old: [Double], _ new: [Double]) -> GatedLoudness {
    var result = self
    for block in blocks.indices {
      let steps = block..<min(block + KWeighting.stepsPerBlock, old.count, new.count)
      let before = steps.reduce(0) { $0 + old[$1] }
      if before > 0 { result.blocks[block] *= steps.reduce(0) { $0 + new[$1] } / before }
    }
    return result
  }

  /// The loudness of the same sound with a gain in dB.
  ///
  /// It is not simply that many LU more: the absolute gate stays where it is.
  func played(gain: Double) -> GatedLoudness {
    var result = self
    result.shift *= pow(10, gain / 10)
    return result
  }

  /// The integrated loudness in LUFS; `nil` where no block passes the gate.
  var integrated: Double? {
    guard let all = mean(from: Self.power(Self.absoluteGate)) else { return nil }
    let relative = all * pow(10, Self.relativeGate / 10)
    return mean(from: max(relative, Self.power(Self.absoluteGate))).map(Self.loudness)
  }

  /// The mean power of the blocks from a gate on.
  private func mean(from gate: Double) -> Double? {
    var (sum, count) = (0.0, 0)
    for block in blocks where block * shift >= gate {
      sum += block * shift
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The offset of the scale in LU: it makes the K-weighting's gain at 997 Hz zero (BS.1770-4,
  /// annex 1).
  private static let offset = -0.691

  /// The power of a loudness in LUFS.
  static func power(_ loudness: Double) -> Double { pow(10, (loudness - offset) / 10) }

  /// The loudness in LUFS of a power.
  static func loudness(_ power: Double) -> Double { offset + 10 * log10(power) }
}
