import Testing

@testable import Audiobook

/// Tests of what is heard in generated audio of 1,000 frames a second.
@Suite struct ChapterScanTests {
  private static let rate = 1000

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    /// Ranges of sound, and the level of each.
    var sound: [(frames: Int, level: Float)]
    var lines: [Range<Int>]
    var heard: [Bool]
    var sounding: [Int]
    var testDescription: String { name }
  }

  private static func scan(
    _ samples: [Float], _ lines: [Range<Int>], channels: Int = 1, block: Int = 4096,
    rate: Int = rate, isLossless: Bool = true
  ) -> (lines: [ChapterScan.Line], scan: ChapterScan) {
    var scan = ChapterScan(
      lines: lines, sampleRate: rate, channels: channels, isLossless: isLossless)
    for start in stride(from: 0, to: samples.count, by: block * channels) {
      samples[start..<min(start + block * channels, samples.count)].withUnsafeBufferPointer {
        scan.add($0)
      }
    }
    let copy = scan
    return (scan.finish(), copy)
  }

  static let rows: [Row] = [
    Row(name: "nothing", sound: [], lines: [], heard: [], sounding: []),
    Row(
      name: "a line and a silence", sound: [(100, 0), (200, 0.5), (100, 0)],
      lines: [100..<300, 300..<400], heard: [true, false], sounding: [200, 0]),
    Row(
      name: "a line without a length", sound: [(400, 0.5)], lines: [0..<0, 200..<200, 400..<400],
      heard: [false, false, false], sounding: [0, 0, 0]),
    Row(
      name: "below the threshold is silence, at it is sound",
      sound: [(100, 0.001_98), (100, -0.002)], lines: [0..<100, 100..<200], heard: [false, true],
      sounding: [0, 100]),
    Row(
      name: "a short silence is speech, a long one a pause",
      sound: [(100, 0.5), (250, 0), (100, 0.5), (251, 0), (100, 0.5)],
      lines: [0..<801, 0..<450, 350..<801], heard: [true, true, true], sounding: [550, 450, 200]),
    Row(
      name: "a line that begins and ends within a short silence",
      sound: [(100, 0.5), (200, 0), (100, 0.5), (200, 0), (100, 0.5)],
      lines: [150..<550, 150..<250], heard: [true, false], sounding: [400, 100]),
    Row(
      name: "a line that begins and ends within a pause",
      sound: [(100, 0.5), (400, 0), (100, 0.5), (400, 0)], lines: [200..<900, 110..<400],
      heard: [true, false], sounding: [100, 0]),
    Row(
      name: "the silence before the first sound is no speech",
      sound: [(100, 0), (100, 0.5)], lines: [0..<200], heard: [true], sounding: [100]),
    Row(
      name: "lines at once, in any order", sound: [(100, 0.5), (300, 0), (100, 0.5)],
      lines: [400..<500, 0..<500, 50..<450, 0..<100], heard: [true, true, true, true],
      sounding: [100, 200, 100, 100]),
    Row(
      name: "an echo at the ends is no line", sound: [(30, 0.5), (140, 0), (30, 0.5)],
      lines: [0..<200, 0..<120, 1..<201, 0..<30], heard: [false, false, true, true],
      sounding: [200, 120, 199, 30]),
    Row(
      name: "lines beyond the end", sound: [(100, 0.5)], lines: [50..<400, 100..<300, 700..<900],
      heard: [true, false, false], sounding: [50, 0, 0]),
    Row(
      name: "what is no number is silence", sound: [(100, .nan), (100, .infinity)],
      lines: [0..<100, 100..<200], heard: [false, true], sounding: [0, 100]),
  ]

  @Test(arguments: rows) func linesAreHeardOrSilent(_ row: Row) {
    let samples = row.sound.flatMap { Array(repeating: $0.level, count: $0.frames) }
    for block in [1, 7, 100, 4096] {
      let (lines, scan) = Self.scan(samples, row.lines, block: block)
      #expect(lines.map(\.isHeard) == row.heard)
      #expect(lines.map(\.sounding) == row.sounding)
      #expect(scan.frames == samples.count)
    }
  }

  @Test func soundInOneOfTwoChannelsIsEnough() {
    let left = [Float](repeating: 0.5, count: 100)
    let silence = [Float](repeating: 0, count: 100)
    for (first, second) in [(left, silence), (silence, left)] {
      let samples = zip(first, second).flatMap { [$0, $1] } + [Float](repeating: 0, count: 200)
      let (lines, scan) = Self.scan(samples, [0..<100, 100..<200], channels: 2, block: 33)
      #expect(lines.map(\.isHeard) == [true, false])
      #expect(lines.map(\.sounding) == [100, 0])
      #expect(scan.frames == 200)
    }
  }

  @Test func clippingIsCountedInItsLine() {
    // The first wave is clipped, as are the three after the gap.
    let wave: [Float] = [0, 0.5, 1, 1, 1, 1, 0.5, 0]
    let samples = wave + [0, 0] + wave.map { -$0 } + wave + wave
    let (lines, scan) = Self.scan(samples, [0..<8, 8..<10, 10..<26], block: 5)
    #expect(lines.map(\.clippings) == [1, 0, 2])
    #expect(scan.strayClippings == 1)
    // Clipping in both channels counts twice.
    let both = Self.scan(wave.flatMap { [$0, $0] }, [0..<8], channels: 2)
    #expect(both.lines.map(\.clippings) == [2])
    let one = Self.scan(wave.flatMap { [$0, $0 / 2] }, [0..<8], channels: 2)
    #expect(one.lines.map(\.clippings) == [1])
  }

  /// A manifest may list any number of lines at the same time.
  ///
  /// The only cost must be storing them.
  @Test func manyLinesAtTheSameTimeCostLittle() {
    let samples = (0..<50_000).map { Float($0 % 100) / 200 }
    let lines = [Range<Int>](repeating: 0..<50_000, count: 50_000)
    let heard = Self.scan(samples, lines).lines
    #expect(heard.count == 50_000)
    #expect(Set(heard.map(\.sounding)).count == 1)
  }
}
