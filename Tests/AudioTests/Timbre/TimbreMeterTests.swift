import Foundation
import TestSupport
import Testing

@testable import Audio

/// Tests of measured pitch and brightness.
@Suite struct TimbreMeterTests {
  /// Returns a second of pulses whose overtones fall off like those of a human voice.
  private func tone(_ hertz: Double, overtones: Int, rate: Int = 22_050) -> PCM {
    let samples = (0..<rate).map { place in
      let time = Double(place) / Double(rate)
      let sum = (1...overtones).reduce(0.0) {
        $0 + sin(2 * .pi * hertz * Double($1) * time) / Double($1)
      }
      return Int16(6000 * sum / 2)
    }
    return PCM(samples: samples, sampleRate: rate)
  }

  @Test(arguments: [70.0, 110, 147, 220, 330], [22_050, 24_000, 44_100])
  func `the pitch is found, to a quarter of a semitone`(hertz: Double, rate: Int) throws {
    let timbre = try #require(TimbreMeter.timbre(of: tone(hertz, overtones: 12, rate: rate)))
    #expect(abs(12 * log2(timbre.fundamental / hertz)) < 0.25)
  }

  @Test func `more overtones are brighter`() throws {
    let dull = try #require(TimbreMeter.timbre(of: tone(150, overtones: 3)))
    let bright = try #require(TimbreMeter.timbre(of: tone(150, overtones: 30)))
    #expect(bright.centre > dull.centre * 2.0.squareRoot())
  }

  @Test func `silence and noise have no timbre`() {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<22_050).map { _ in Int16.random(in: -5000...5000, using: &generator) }
    #expect(TimbreMeter.timbre(of: PCM(samples: noise, sampleRate: 22_050)) == nil)
    let silence = [Int16](repeating: 0, count: 22_050)
    #expect(TimbreMeter.timbre(of: PCM(samples: silence, sampleRate: 22_050)) == nil)
    #expect(TimbreMeter.timbre(of: PCM(samples: [], sampleRate: 22_050)) == nil)
  }
}
