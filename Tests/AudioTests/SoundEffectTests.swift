import Audio
import Foundation
import Testing

@Suite struct SoundEffectTests {
  /// Returns by how many decibels an effect changes a steady sine.
  ///
  /// The first tenth of a second, in which filters settle, does not count.
  private func response(
    _ effect: SoundEffect, _ frequency: Double, rate: Int
  ) -> Double {
    let clip = Signal.sine(frequency, seconds: 1, rate: rate)
    let heard = effect.applied(to: clip)
    let steady = rate / 10
    return 20
      * log10(
        Signal.rms(heard.samples[steady...]) / Signal.rms(clip.samples[steady...]))
  }

  @Test(arguments: [16_000, 22_050, 24_000, 44_100, 48_000])
  func `a telephone lets 300 to 3400 Hz pass`(rate: Int) {
    let table: [(Double, ClosedRange<Double>)] = [
      (50, -130 ... -50), (100, -41 ... -35), (150, -25.5 ... -23), (300, -3.3 ... -2.7),
      (600, -0.3...0.1), (1000, -0.1...0.1), (2000, -0.3...0.1), (3400, -3.3 ... -2.7),
      (6800, -130 ... -23),
    ]
    for (frequency, range) in table {
      let found = response(.telephone, frequency, rate: rate)
      #expect(range.contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  @Test(arguments: [16_000, 22_050, 24_000, 44_100, 48_000])
  func `a voice off screen has nothing above 4 kHz`(rate: Int) {
    let table: [(Double, ClosedRange<Double>)] = [
      (100, -0.1...0.1), (1000, -0.1...0.1), (2000, -0.2...0.1), (4000, -3.3 ... -2.7),
      (6500, -130 ... -16), (7900, -130 ... -23),
    ]
    for (frequency, range) in table {
      let found = response(.offScreen, frequency, rate: rate)
      #expect(range.contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  @Test func `a filter above half of the sample rate is left out`() {
    let clip = Signal.babble(count: 4000, rate: 8000)
    #expect(SoundEffect.offScreen.applied(to: clip) == clip)
    let phone = SoundEffect.telephone.applied(to: Signal.sine(1000, seconds: 1, rate: 7000))
    #expect(abs(Signal.rms(phone.samples[700...]) - 8000 / 2.0.squareRoot()) < 60)
  }

  @Test(arguments: SoundEffect.allCases)
  func `an effect keeps the length, and full scale does not wrap around`(effect: SoundEffect) {
    let square = PCM(
      samples: (0..<22_050).map { $0 / 11 % 2 == 0 ? .max : .min }, sampleRate: 22_050)
    let heard = effect.applied(to: square)
    #expect(heard.samples.count == square.samples.count)
    // A sample that wrapped around would differ greatly from its neighbours.
    let steps = zip(heard.samples, heard.samples.dropFirst()).map { abs(Int($0) - Int($1)) }
    #expect((steps.max() ?? 0) < 60_000)
    #expect(effect.applied(to: PCM(samples: [], sampleRate: 22_050)).samples.isEmpty)
  }
}
