import Audio
import Testing

@Suite("Resampling")
struct ResamplerTests {
  @Test(arguments: [
    (22_050, 44_100, 1000, 2000), (22_050, 24_000, 22_050, 24_000), (24_000, 22_050, 100, 92),
    (44_100, 16_000, 44_101, 16_000), (22_050, 48_000, 1, 2), (48_000, 8000, 2, 0),
    (22_050, 44_100, 0, 0), (8000, 48_000, 7, 42),
  ])
  func lengthIsRounded(from: Int, to: Int, count: Int, expected: Int) throws {
    let clip = Signal.babble(count: count, rate: from)
    let converted = try Resampler.convert(clip, to: to)
    #expect(converted.samples.count == expected)
    #expect(converted.sampleRate == to)
  }

  @Test(arguments: [(22_050, 44_100), (22_050, 24_000), (44_100, 22_050), (16_000, 48_000)])
  func aSineKeepsPhaseAndLevel(from: Int, to: Int) throws {
    let converted = try Resampler.convert(
      Signal.sine(440, seconds: 1, rate: from, amplitude: 16_000), to: to)
    let ideal = Signal.sine(440, seconds: 1, rate: to, amplitude: 16_000)
    // Away from the edges, where the sine begins and ends abruptly, every sample has the ideal value.
    let middle = to / 10..<to * 9 / 10
    let errors = middle.map { abs(Int(converted.samples[$0]) - Int(ideal.samples[$0])) }
    #expect((errors.max() ?? .max) <= 2)
  }

  @Test func frequenciesAboveTheNewBandAreRemoved() throws {
    let tone = Signal.sine(9000, seconds: 1, rate: 44_100, amplitude: 16_000)
    let converted = try Resampler.convert(tone, to: 16_000)
    #expect(Signal.rms(converted.samples[1600..<14_400]) < 2)
  }

  @Test func equalRatesChangeNothing() throws {
    let clip = Signal.babble(count: 5000)
    #expect(try Resampler.convert(clip, to: 22_050) == clip)
  }

  @Test func twoRunsAgree() throws {
    let clip = Signal.babble(count: 50_000)
    #expect(try Resampler.convert(clip, to: 44_100) == Resampler.convert(clip, to: 44_100))
  }

  @Test func overshootsAreClipped() throws {
    let square = PCM(
      samples: (0..<2000).map { $0 / 50 % 2 == 0 ? .max : .min }, sampleRate: 22_050)
    let converted = try Resampler.convert(square, to: 44_100)
    // A wrapped sample would have the other sign in the middle of a half-wave.
    for index in 200..<3800 where (10...90).contains(index % 100) {
      #expect((converted.samples[index] > 0) == (index / 100 % 2 == 0), "sample \(index)")
    }
  }

  @Test func keptSilenceIsCountedAtTheNewRate() throws {
    let silence = [Int16](repeating: 0, count: 5000)
    let clip = PCM(
      samples: silence + Signal.babble(count: 10_001).samples + silence, sampleRate: 22_050)
    let trimmed = clip.trimmed()
    let converted = try Resampler.convert(trimmed, to: 44_100)
    #expect(converted.pcm.samples.count == trimmed.pcm.samples.count * 2)
    #expect(converted.head == trimmed.head * 2)
    #expect(converted.tail == trimmed.tail * 2)
    #expect(try Resampler.convert(trimmed, to: 22_050) == trimmed)
  }

  @Test func impossibleRatiosAreErrors() {
    let clip = Signal.babble(count: 1000, rate: 8000)
    #expect(throws: AudioError.self) { try Resampler.convert(clip, to: 0) }
    #expect(throws: AudioError.self) { try Resampler.convert(clip, to: 8000 * 300) }
  }
}
