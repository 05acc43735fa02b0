import Audio
import Foundation
import Hablare
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// How voices are told apart.
@Suite struct TimbreMeterTests {
  /// A second of pulses with overtones that fall off, as a throat makes them.
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
    #expect(abs(timbre.pitch - 12 * log2(hertz / 55)) < 0.25)
  }

  @Test func `more overtones are brighter`() throws {
    let dull = try #require(TimbreMeter.timbre(of: tone(150, overtones: 3)))
    let bright = try #require(TimbreMeter.timbre(of: tone(150, overtones: 30)))
    #expect(bright.brightness > dull.brightness + 0.5)
  }

  @Test func `silence and noise have none`() {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<22_050).map { _ in Int16.random(in: -5000...5000, using: &generator) }
    #expect(TimbreMeter.timbre(of: PCM(samples: noise, sampleRate: 22_050)) == nil)
    let silence = [Int16](repeating: 0, count: 22_050)
    #expect(TimbreMeter.timbre(of: PCM(samples: silence, sampleRate: 22_050)) == nil)
    #expect(TimbreMeter.timbre(of: PCM(samples: [], sampleRate: 22_050)) == nil)
  }

  @Test func `voices of the engine differ as their descriptions do`() async throws {
    let provider = EspeakNGVoiceProvider(slots: 2)
    let listener = VoiceListener(directory: VoiceDirectory([provider]), clips: nil)
    func pitch(_ id: String) async throws -> Double {
      let voice = VoiceURI(providerId: "espeak", voiceId: id)
      let timbre = try await listener.timbre(of: voice, languageCode: "en-US")
      return try #require(timbre).pitch
    }
    let (man, woman) = try await (pitch("en-us"), pitch("en-us+f2"))
    await provider.shutdown()
    #expect(man + 6 < woman, "\(man) \(woman)")
  }
}
