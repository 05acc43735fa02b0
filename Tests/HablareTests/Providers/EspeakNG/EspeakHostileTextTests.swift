import FoundationEssentials
import Testing

@testable import Hablare

@Suite(.serialized)
struct EspeakHostileTextTests {
  private static let engine = EspeakNGVoiceEngine(slots: 2)

  private static func string(_ values: some Sequence<UInt32>) -> String {
    String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
  }

  static let texts: [(name: String, text: String)] = [
    ("control characters", string(1..<32) + "end"),
    ("commands of the engine's own", "\u{1}40P high \u{1}900S fast \u{1}5V \u{1}M[x]\u{1} end"),
    (
      "markup",
      "<speak><voice name=\"de\">&lt; <ssml> <audio src='/etc/passwd'/> <break time=\"99999s\"/>"
    ),
    ("phonemes", "[[ [[h@l'oU]] ]] [["),
    ("punctuation", String(repeating: "?!.,;:-_()[]{}<>*&^%$#@~`'\"\\|/+=", count: 30)),
    ("one stop after another", String(repeating: ".", count: 5000)),
    ("spaces", String(repeating: " ", count: 50_000) + "end"),
    ("line ends", "a" + String(repeating: "\n", count: 20_000) + "b"),
    ("a word of 30,000 letters", String(repeating: "wxyzabc", count: 4300)),
    ("a number of 500 digits", String(repeating: "9876543210", count: 50)),
    ("a vowel of 3,000 letters", String(repeating: "a", count: 3000)),
    ("apostrophes", String(repeating: "o'", count: 1000)),
    ("hyphens", String(repeating: "well-", count: 1000)),
    ("combining marks", "e" + String(repeating: "\u{301}", count: 1000)),
    ("emoji", String(repeating: "👩‍👩‍👧‍👦🏳️‍🌈", count: 50)),
    ("many scripts", string(stride(from: 0, through: 0x10FFFF, by: 211))),
    (
      "directions",
      "\u{202E}abc\u{202C}\u{FEFF}\u{200B}\u{AD}def\u{FFFD}\u{FFFE}\u{E000}\u{10FFFF}"
    ),
    ("Chinese", String(repeating: "我看见他在河边。", count: 50)),
    ("capitals", String(repeating: "QXZ ", count: 300)),
  ]

  @Test(arguments: texts.indices, ["en-us", "de+f2"])
  func `hostile text is spoken completely`(index: Int, voice: String) async throws {
    let (name, text) = Self.texts[index]
    let output = try await Self.engine.generateAudio(
      request: EspeakSpeech.request(text + " And then, the end.", voice: voice))
    #expect(output.audioData.count > 20_000, "\(name)")
    let scalars = text.unicodeScalars.count
    #expect(output.wordTimings.contains { $0.location >= scalars } || name == "emoji", "\(name)")
  }

  @Test func `a text that crashes espeak is an error of only that text`() async throws {
    // espeak 1.51 overflows a buffer on long chains of prefixes, even in its own program.
    let error = await #expect(throws: VoiceProviderError.self) {
      try await Self.engine.generateAudio(
        request: EspeakSpeech.request(String(repeating: "antidis", count: 100)))
    }
    guard case .engineCrashed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    _ = try await Self.engine.generateAudio(request: EspeakSpeech.request("The end."))
  }

  @Test func `text above the limit is refused before it reaches the engine`() async {
    let text = String(repeating: "x", count: 1 << 20)
    await #expect(throws: VoiceProviderError.textTooLong(limit: 100_000)) {
      try await EspeakNGVoiceEngine(workerPath: "/nowhere").generateAudio(
        request: EspeakSpeech.request(text))
    }
  }

  @Test func `text at the limit is spoken`() async throws {
    let text = String(repeating: "x", count: EspeakNGVoiceEngine.maximumTextLength)
    let output = try await Self.engine.generateAudio(request: EspeakSpeech.request(text))
    #expect(output.audioData.count > 1_000_000)
  }
}
