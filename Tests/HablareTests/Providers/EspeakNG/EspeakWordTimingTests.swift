import FoundationEssentials
import Testing

@testable import Hablare

struct EspeakWordTimingTests {
  @Test(arguments: [
    ("en-us", "Hello there, world.", ["Hello", "there", "world"]),
    (
      "en-us", "  He said: \u{201C}Never!\u{201D}\nThen he left\t\u{2026}",
      ["He", "said", "Never", "Then", "he", "left"]
    ),
    ("en-us", "Naïve café, señor über.", ["Naïve", "café", "señor", "über"]),
    // The engine returns no usable position for words after an emoji that it reads as two words.
    ("en-us", "Naïve 👍 señor, now go.", ["Naïve", "👍", "señor", "now", "go"]),
    ("fr-fr", "Élodie a vu la forêt.", ["Élodie", "a", "vu", "la", "forêt"]),
    ("ru", "Иван видел лес.", ["Иван", "видел", "лес"]),
    ("en-us", "Stop.\u{0} \u{1}Go on\u{7}now.", ["Stop", "Go", "on", "now"]),
  ])
  func `word times have the positions of words`(voice: String, text: String, words: [String])
    async throws
  {
    let engine = EspeakNGVoiceEngine(slots: 1)
    let output = try await engine.generateAudio(
      request: EspeakSpeech.request(text, voice: voice))
    let scalars = Array(text.unicodeScalars)
    let spoken = output.wordTimings.map { timing in
      var word = String.UnicodeScalarView()
      let end = min(timing.location + timing.length, scalars.count)
      word.append(contentsOf: scalars[timing.location..<end])
      return String(word)
    }
    #expect(spoken == words)
    let samples = output.wordTimings.map(\.sample)
    #expect(samples == samples.sorted())
    #expect(samples.allSatisfy { $0 * 2 < output.audioData.count })
    await engine.shutdown()
  }

  @Test func `impossible word times are left out`() {
    let timings = [(0, 3, 0), (2, 4, 10), (3, 1, 20), (4, 9, 30), (5, 3, 5), (99, 1, 40)]
      .map { WordTiming(location: $0, length: $1, sample: $2) }
    let plausible = EspeakWords.plausible(timings, text: "one two", samples: 35)
    #expect(plausible.map(\.location) == [0, 4])
    #expect(plausible.map(\.length) == [3, 3])
  }
}
