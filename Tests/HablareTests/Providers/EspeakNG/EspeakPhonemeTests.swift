import Testing

@testable import Hablare

struct EspeakPhonemeTests {
  @Test func `each word gets its own phonemes`() async throws {
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

  @Test func `many words take one request, and answers depend only on the word`() async throws {
    let engine = EspeakNGVoiceEngine(slots: 2)
    let words = (0..<2000).map { "Xylo\($0 % 50)" }
    let phonemes = try await engine.phonemes(of: words, voiceId: "en-us")
    #expect(phonemes.count == words.count)
    #expect(Set(phonemes).count == 50)
    #expect(try await engine.phonemes(of: [words[7]], voiceId: "en-us") == [phonemes[7]])
    await engine.shutdown()
  }

  @Test(arguments: [10, 20, 21, 40, 100, 1000])
  func `no digit of a long number is lost`(digits: Int) async throws {
    let engine = EspeakNGVoiceEngine(slots: 1)
    let answer = try await engine.phonemes(
      of: [String(repeating: "7", count: digits)], voiceId: "en-us")
    #expect(answer.count == 1)
    let sevens = answer[0].split(separator: " ").filter {
      $0.contains("sˈɛvən") || $0.contains("sˌɛvən")
    }
    #expect(sevens.count >= digits / 3)
    let longer = try await engine.phonemes(
      of: [String(repeating: "7", count: digits * 2)], voiceId: "en-us")
    #expect(Double(longer[0].count) > 1.6 * Double(answer[0].count), "\(answer[0])")
    await engine.shutdown()
  }

  @Test func `no part of a long word is lost`() async throws {
    let engine = EspeakNGVoiceEngine(slots: 1)
    let lengths = try await engine.phonemes(
      of: [100, 200, 400, 4000].map { String(repeating: "ab", count: $0) }, voiceId: "en-us"
    ).map { Double($0.count) }
    for (shorter, longer) in zip(lengths, lengths.dropFirst()) { #expect(longer > 1.8 * shorter) }
    await engine.shutdown()
  }
}
