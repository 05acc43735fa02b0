import Audio
import Foundation
import Testing

@Suite("True-peak limiter")
struct TruePeakLimiterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let samples: [Int16]
    var rate = 22_050
    var channels = 1
    var gain = 0.0
    var testDescription: String { "\(name), \(rate) Hz, \(channels) channels, \(gain) dB" }
  }

  static let hard: [Case] =
    [8000, 22_050, 48_000].flatMap { rate in
      [
        Case(
          name: "peaks between samples",
          samples: Signal.betweenSamples(count: rate, amplitude: 46_000), rate: rate),
        Case(name: "clicks", samples: Signal.clicks(count: rate, rate: rate), rate: rate, gain: 6),
        Case(name: "bursts", samples: Signal.bursts(rate: rate), rate: rate),
        Case(name: "loud bursts", samples: Signal.bursts(rate: rate), rate: rate, gain: 20),
        Case(name: "noise", samples: Signal.noise(count: rate, peak: 32_767), rate: rate),
        Case(
          name: "noise of two kinds",
          samples: zip(Signal.noise(count: rate, peak: 32_767), Signal.bursts(rate: rate))
            .flatMap { [$0 / 20, $1] }, rate: rate, channels: 2, gain: 3),
        Case(
          name: "square wave of full scale",
          samples: (0..<rate).map { $0 / 37 % 2 == 0 ? .min : .max }, rate: rate),
      ]
    }

  @Test(arguments: hard, [-1.0, -3.5])
  func theTruePeakStaysBelowTheCeiling(_ example: Case, ceiling: Double) throws {
    let output = try TruePeakLimiter.limit(
      example.samples, sampleRate: example.rate, channels: example.channels, ceiling: ceiling,
      gain: example.gain)
    #expect(output.count == example.samples.count)
    let found = Libebur128(output, sampleRate: example.rate, channels: example.channels)
    #expect(found.truePeak <= ceiling + 0.1)
    // The limiter does no more than needed: peaks stay near the ceiling.
    #expect(found.truePeak >= ceiling - 1)
  }

  @Test(arguments: [6.0, 12, 24])
  func speechStaysBelowTheCeiling(gain: Double) throws {
    let speech = try Signal.speech()
    let output = try TruePeakLimiter.limit(speech.samples, ceiling: -3.5, gain: gain)
    let found = Libebur128(output, sampleRate: speech.sampleRate)
    #expect(found.truePeak <= -3.4 && found.truePeak >= -3.6)
  }

  @Test(arguments: [1, 1000, 1024, 4097], [1, 2])
  func blockSizesDoNotMatter(blockFrames: Int, channels: Int) throws {
    let samples = Array(Signal.bursts(rate: 22_050)[..<20_000])
    let whole = try TruePeakLimiter.limit(
      samples, channels: channels, ceiling: -2, gain: 3, blockFrames: 20_000)
    let cut = try TruePeakLimiter.limit(
      samples, channels: channels, ceiling: -2, gain: 3, blockFrames: blockFrames)
    #expect(cut == whole)
    #expect(cut.count == samples.count)
  }

  @Test(arguments: [-40.0, -3, 0, 0.1, 2.5], [1, 2])
  func samplesBelowTheCeilingAreOnlyMultiplied(gain: Double, channels: Int) throws {
    let samples = Signal.babble(count: 30_000, peak: 20_000).samples
    let output = try TruePeakLimiter.limit(samples, channels: channels, ceiling: -0.5, gain: gain)
    let factor = gain == 0 ? 1 : pow(10, gain / 20)
    #expect(
      output == samples.map { Int16((Double($0) * factor).rounded(.toNearestOrEven)) })
  }

  /// Far from a peak, before and after it, the gain is unchanged.
  @Test func onlyTheSurroundingsOfAPeakAreTurnedDown() throws {
    let rate = 22_050
    var samples = Signal.sine(300, seconds: 4, rate: rate, amplitude: 5000).samples
    let click = 2 * rate
    samples[click] = .max
    let output = try TruePeakLimiter.limit(samples, sampleRate: rate, ceiling: -6)
    #expect(Array(output[..<(click - 150)]) == Array(samples[..<(click - 150)]))
    #expect(Array(output[(click + rate)...]) == Array(samples[(click + rate)...]))
    #expect(abs(Double(output[click]) - 32_768 * pow(10, -6.0 / 20)) < 600)
    // The gain goes down within 5 ms and then never again: there is no ripple on the way up.
    let reductions = (click..<click + rate).filter { abs(samples[$0]) > 4000 }
      .map { Double(output[$0]) / Double(samples[$0]) }
    let steps = zip(reductions.dropFirst(20), reductions.dropFirst(21)).map { $1 - $0 }
    #expect((steps.min() ?? -1) >= -0.001)
  }

  @Test func digitalSilenceStaysSilent() throws {
    let samples = Signal.bursts(rate: 22_050) + Signal.silence(30_000)
    let output = try TruePeakLimiter.limit(samples, ceiling: -9, gain: 12)
    #expect(zip(samples, output).allSatisfy { before, after in before != 0 || after == 0 })
    #expect(try TruePeakLimiter.limit([], ceiling: -1) == [])
    #expect(try TruePeakLimiter.limit([0], ceiling: -1, gain: 60) == [0])
  }

  @Test func channelsAreTurnedDownTogether() throws {
    let left = Signal.bursts(rate: 22_050)
    let right = Signal.sine(
      200, seconds: Double(left.count) / 22_050, rate: 22_050, amplitude: 8000
    ).samples
    let output = try TruePeakLimiter.limit(
      zip(left, right).flatMap { [$0, $1] }, channels: 2, ceiling: -6)
    let loud = left.indices.filter { abs(left[$0]) > 8000 && abs(right[$0]) > 4000 }
    #expect(loud.count > 1000)
    let differences = loud.map { frame in
      abs(
        Double(output[2 * frame]) / Double(left[frame])
          - Double(output[2 * frame + 1]) / Double(right[frame]))
    }
    #expect((differences.max() ?? 1) < 0.001)
  }

  @Test(arguments: [1, 2, 5, 1023, 1024, 1025])
  func theShortestSoundsKeepTheirLength(count: Int) throws {
    let output = try TruePeakLimiter.limit(Signal.noise(count: count, peak: 30_000), ceiling: -12)
    #expect(output.count == count)
    #expect(Libebur128(output, sampleRate: 22_050).truePeak <= -11.9)
  }
}
