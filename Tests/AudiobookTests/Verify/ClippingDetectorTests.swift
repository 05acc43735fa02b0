import Foundation
import Testing

@testable import Audiobook

@Suite struct ClippingDetectorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var samples: [Float]
    var rate = 22_050
    /// The expected number of flat tops in a lossless file, and in a lossy one.
    var lossless: Int
    var lossy: Int
    var testDescription: String { name }
  }

  private static func top(_ level: Float, _ count: Int) -> [Float] {
    [0.2] + Array(repeating: level, count: count) + [0.2]
  }

  /// The level to which the mix lowers audio that an engine clipped.
  private static let ceiling: Float = 31_655 / 32_768

  static let rows: [Row] = [
    Row(name: "nothing", samples: [], lossless: 0, lossy: 0),
    Row(name: "0.27 ms", samples: top(1, 6), lossless: 0, lossy: 0),
    Row(name: "0.32 ms", samples: top(1, 7), lossless: 1, lossy: 1),
    Row(name: "downwards", samples: top(-1, 7), lossless: 1, lossy: 1),
    Row(name: "one long top is one", samples: top(1, 700), lossless: 1, lossy: 1),
    Row(name: "two tops", samples: top(1, 7) + top(-1, 9), lossless: 2, lossy: 2),
    Row(name: "48 kHz, 0.29 ms", samples: top(1, 14), rate: 48_000, lossless: 0, lossy: 0),
    Row(name: "48 kHz, 0.31 ms", samples: top(1, 15), rate: 48_000, lossless: 1, lossy: 1),
    Row(name: "8 kHz, two samples", samples: top(1, 2), rate: 8000, lossless: 0, lossy: 0),
    Row(name: "cut off by the engine", samples: top(ceiling, 9), lossless: 1, lossy: 0),
    Row(name: "flat and low", samples: top(0.95, 900), lossless: 0, lossy: 0),
    Row(
      name: "a decoder's way around full scale",
      samples: (0..<9).map { 1.01 + 0.01 * Float($0 % 2) }, lossless: 0, lossy: 1),
    Row(
      name: "a decoder's overshoot at a peak", samples: [0.9, 0.99, 1.03, 1.04, 1.01, 0.9],
      lossless: 0, lossy: 0),
    Row(
      name: "from one end to the other", samples: (0..<20).map { $0 % 2 == 0 ? 1 : -1 },
      lossless: 0, lossy: 0),
    Row(
      name: "a loud sine of 80 Hz at 48 kHz",
      samples: (0..<4800).map { ceiling * Float(sin(2 * .pi * 80 * Double($0) / 48_000)) }.map {
        ($0 * 32_768).rounded() / 32_768
      }, rate: 48_000, lossless: 0, lossy: 0),
    Row(name: "no numbers", samples: Array(repeating: .nan, count: 99), lossless: 0, lossy: 0),
  ]

  @Test(arguments: rows) func flatTops(_ row: Row) {
    for (isLossless, expected) in [(true, row.lossless), (false, row.lossy)] {
      var detector = ClippingDetector(sampleRate: row.rate, isLossless: isLossless)
      let found = row.samples.count { detector.isClipping(at: $0) }
      #expect(found == expected, "lossless: \(isLossless)")
    }
  }
}
