import Testing

@testable import Hablare

struct EspeakPhonemeTests {
  @Test func `words are answered with phonemes, each with its own`() async throws {
    let engine = EspeakNGVoiceEngine(slots: 1)
    let words = ["hello", "judge", "", "one, two", "a\nb", "25"]
    let phonemes = try await engine.phonemes(of: words, voiceId: "en-us")
    #expect(
      phonemes == [
        "həlˈo^ʊ", "d^ʒˈʌd^ʒ", "", "wˈʌn tˈuː", "ɐ bˈiː", "twˈɛnti fˈa^ɪv",
      ])
    #expect(try await engine.phonemes(of: [], voiceId: "en-us") == [])
    #expect(try await engine.phonemes(of: ["juste"], voiceId: "fr-fr") == ["ʒˈyst"])
    await engine.shutdown()
  }

  @Test func `many words take one request, and answers depend on the word alone`() async throws {
    let engine = EspeakNGVoiceEngine(slots: 2)
    let words = (0..<2000).map { "Xylo\($0 % 50)" }
    let phonemes = try await engine.phonemes(of: words, voiceId: "en-us")
    #expect(phonemes.count == words.count)
    #expect(Set(phonemes).count == 50)
    #expect(try await engine.phonemes(of: [words[7]], voiceId: "en-us") == [phonemes[7]])
    await engine.shutdown()
  }
}
