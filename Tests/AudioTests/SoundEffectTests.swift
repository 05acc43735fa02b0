import Foundation
import Testing

@testable import Audio

@Suite struct SoundEffectTests {
  /// Returns by how many decibels an effect changes a steady sine.
  ///
  /// The first tenth of a second, in which filters settle, does not count.
  private func response(
    _ effect: SoundEffect, _ frequency: Double, rate: Int
  ) throws -> Double {
    let clip = Signal.sine(frequency, seconds: 1, rate: rate)
    let heard = try effect.applied(to: clip).clip
    let steady = rate / 10
    return 20
      * log10(
        Signal.rms(heard.samples[steady...]) / Signal.rms(clip.samples[steady...]))
  }

  @Test(arguments: [16_000, 22_050, 24_000, 44_100, 48_000])
  func `a telephone lets 300 to 3400 Hz pass`(rate: Int) throws {
    let table: [(Double, ClosedRange<Double>)] = [
      (50, -130 ... -50), (100, -41 ... -35), (150, -25.5 ... -23), (300, -3.3 ... -2.7),
      (600, -0.3...0.1), (1000, -0.1...0.1), (2000, -0.3...0.1), (3400, -3.3 ... -2.7),
      (6800, -130 ... -23),
    ]
    for (frequency, range) in table {
      let found = try response(.telephone, frequency, rate: rate)
      #expect(range.contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  @Test(arguments: [16_000, 22_050, 24_000, 44_100, 48_000])
  func `a voice off screen has nothing above 4 kHz`(rate: Int) throws {
    let table: [(Double, ClosedRange<Double>)] = [
      (100, -0.1...0.1), (1000, -0.1...0.1), (2000, -0.2...0.1), (4000, -3.3 ... -2.7),
      (6500, -130 ... -16), (7900, -130 ... -23),
    ]
    for (frequency, range) in table {
      let found = try response(.offScreen, frequency, rate: rate)
      #expect(range.contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  @Test func `a filter above half of the sample rate is left out`() throws {
    let clip = Signal.babble(count: 4000, rate: 8000)
    #expect(try SoundEffect.offScreen.applied(to: clip).clip == clip)
    let phone = try SoundEffect.telephone.applied(to: Signal.sine(1000, seconds: 1, rate: 7000))
      .clip
    #expect(abs(Signal.rms(phone.samples[700...]) - 8000 / 2.0.squareRoot()) < 60)
  }

  @Test(arguments: SoundEffect.allCases)
  func `an effect only adds its echo, and full scale does not wrap around`(effect: SoundEffect)
    throws
  {
    let square = PCM(
      samples: (0..<22_050).map { $0 / 11 % 2 == 0 ? .max : .min }, sampleRate: 22_050)
    let (heard, added) = try effect.applied(to: square)
    #expect(heard.samples.count == square.samples.count + added)
    #expect((added > 0) == SoundEffect.echoing.contains(effect))
    // A sample that wrapped around would differ greatly from its neighbours.
    let steps = zip(heard.samples, heard.samples.dropFirst()).map { abs(Int($0) - Int($1)) }
    // Without a low-pass, the square keeps its own steps.
    if (effect.chain.low ?? .infinity) < 7000 { #expect((steps.max() ?? 0) < 60_000) }
    #expect(try effect.applied(to: PCM(samples: [], sampleRate: 22_050)).clip.samples.isEmpty)
  }

  /// What each place and machine does to sines of 100, 1,000 and 5,000 Hz, in decibels.
  @Test(
    arguments: [
      (SoundEffect.microphone, -12 ... -4, -3...3, -3...3),
      (.loudspeaker, -40 ... -20, -6...6, -14...0),
      (.megaphone, -60 ... -25, -6...8, -14...0),
      (.radio, -60 ... -20, -4...8, -30 ... -12),
      (.television, -26 ... -12, -3...4, -4...4),
      (.nextRoom, -2...1, -6 ... -3, -70 ... -40),
      (.distant, -40 ... -20, -5...5, -22 ... -10),
      (.underwater, -6...6, -34 ... -18, -.infinity ... -55),
      (.close, 5.5...6.1, 0...0.4, -0.1...0.1),
    ] as [(SoundEffect, ClosedRange<Double>, ClosedRange<Double>, ClosedRange<Double>)])
  func `an effect has the band of its place`(
    effect: SoundEffect, low: ClosedRange<Double>, middle: ClosedRange<Double>,
    high: ClosedRange<Double>
  ) throws {
    for (frequency, range) in [(100.0, low), (1000, middle), (5000, high)] {
      let found = try response(effect, frequency, rate: 24_000)
      #expect(range.contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  @Test(arguments: SoundEffect.allCases)
  func `an effect keeps the loudness of a line`(effect: SoundEffect) throws {
    for seconds in [0.3, 3] {
      let line = Signal.babble(count: Int(24_000 * seconds), rate: 24_000, peak: 3000)
      let (heard, added) = try effect.applied(to: line, keepingLoudness: true)
      let spoken = PCM(samples: Array(heard.samples.dropLast(added)), sampleRate: 24_000)
      let before = try #require(try line.loudness())
      let after = try #require(try spoken.loudness())
      #expect(abs(after - before) < 0.5, "\(seconds) s")
      let wasLouder = try effect.applied(to: line).clip != heard
      #expect(wasLouder, "without it, the loudness changes")
    }
    let loud = Signal.sine(100, seconds: 1, rate: 24_000, amplitude: 30_000)
    let heard = try effect.applied(to: loud, keepingLoudness: true).clip
    #expect(heard.clippings == 0)
  }

  @Test func `an echo repeats the sound more quietly after its end`() throws {
    let click = PCM(samples: [16_000] + [Int16](repeating: 0, count: 2399), sampleRate: 24_000)
    let (heard, added) = try SoundEffect.echo.applied(to: click)
    #expect(added == 17_280)
    let peaks = [0, 5760, 11_520, 17_280].map { heard.samples[$0] }
    #expect(peaks == [16_000, 5600, 1960, 686])
  }

  @Test func `a fade removes the step at the start`() {
    var loud = PCM(samples: [Int16](repeating: 8000, count: 480), sampleRate: 24_000)
    loud.fadeIn()
    #expect(loud.samples[0] == 82)
    #expect(loud.samples[48] == 4041)
    #expect(loud.samples[96...].allSatisfy { $0 == 8000 })
    var short = PCM(samples: [100, 100], sampleRate: 24_000)
    short.fadeIn()
    #expect(short.samples == [33, 66])
    var late = PCM(samples: [0, 0, 20] + [Int16](repeating: 8000, count: 200), sampleRate: 24_000)
    late.fadeIn()
    #expect(late.samples[2...51].elementsEqual([20] + (1...49).map { Int16(8000 * $0 / 97) }))
  }
}

extension SoundEffect {
  fileprivate static let echoing: Set<SoundEffect> = [
    .microphone, .loudspeaker, .megaphone, .distant, .underwater, .echo,
  ]
}
