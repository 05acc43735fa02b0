import Foundation
import Phonemes
import TestSupport
import Testing

@testable import Hablare

/// Tests of Kokoro's provider with a graph that the tests build.
@Suite(.enabled(if: NeuralSamples.isInstalled, NeuralSamples.reason), .timeLimit(.minutes(2)))
struct KokoroVoiceProviderTests {
  private let folder: TemporaryFolder
  private let provider: NeuralVoiceProvider

  init() throws {
    folder = try TemporaryFolder()
    provider = NeuralVoiceProvider.kokoro(
      folders: VoiceFolders(own: folder.path), speller: EspeakNGVoiceEngine(slots: 1), slots: 2)
  }

  private func install(_ fault: TinyKokoroVoice.Fault? = nil) throws {
    var graph = TinyKokoroVoice()
    graph.fault = fault
    try graph.install(in: folder.path, voices: ["af_a": 0, "bm_b": 40, "ef_c": 80, "jf_d": 120])
  }

  private func spoken(
    _ text: String, by voice: String = "af_a", language: String = "en-US",
    _ options: VoiceOptions = VoiceOptions()
  ) async throws -> VoiceEngineOutput {
    try await provider.generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voice, languageCode: language, options: options, isPhonemes: true))
  }

  private func failure(_ text: String, by voice: String = "af_a", language: String = "en-US") async
    -> String
  {
    let error = await Result.of { try await spoken(text, by: voice, language: language) }.failure
    return error.map { "\($0)" } ?? "no error"
  }

  @Test func `each voice has its own style, and repeated lines have the same bytes`() async throws {
    try install()
    var sounds: [Data] = []
    for voice in ["af_a", "bm_b", "ef_c", "jf_d"] {
      sounds.append(try await spoken("The river was high.", by: voice).audioData)
    }
    #expect(Set(sounds).count == 4)
    await provider.shutdown()
    #expect(try await spoken("The river was high.").audioData == sounds[0])
    #expect(await failure("Hello.", by: "af_b").contains("af_a"))
    let voices = try await provider.fetchVoices(languageCode: "")
    #expect(voices.map(\.id) == ["af_a", "bm_b", "ef_c", "jf_d"])
    #expect(try await provider.castingVoices(languageCode: "ja").isEmpty)
    #expect(try await provider.narratorVoice(languageCode: "es")?.id == "ef_c")
    await provider.shutdown()
  }

  @Test func `pads are cut off, and words begin at their phonemes`() async throws {
    try install()
    // Two pads of two units, of which 30 ms stay at each end, with m and a between them.
    let output = try await spoken("[[ma]]")
    let sounding = 2 * 2 * TinyKokoroVoice.unit
    #expect(abs(output.audioData.count / 2 - sounding - 2 * 720) <= 4)
    #expect(output.sampleRate == 24_000)
    let word = try #require(output.wordTimings.first)
    #expect(word.location == 0 && word.length == 6 && abs(word.sample - 720) <= 2)
    let fast = try await spoken("[[mamamamamama]]", VoiceOptions(rate: 2))
    let slow = try await spoken("[[mamamamamama]]")
    #expect(slow.audioData.count > fast.audioData.count * 3 / 2)
    await provider.shutdown()
  }

  @Test func `a short line with wrong audio is retried with more pads`() async throws {
    try install()
    let right = try await spoken("[[ma]]").audioData
    await provider.shutdown()
    try install(.overlongIfShort)
    let again = NeuralVoiceProvider.kokoro(
      folders: VoiceFolders(own: folder.path), speller: EspeakNGVoiceEngine(slots: 1), slots: 1)
    let output = try await again.generate(
      request: VoiceEngineRequest(
        text: "[[ma]]", voiceId: "af_a", languageCode: "en-US", isPhonemes: true))
    #expect(abs(output.audioData.count - right.count) <= 8)
    #expect(abs(try #require(output.wordTimings.first).sample - 720) <= 2)
    await again.shutdown()
  }

  @Test(arguments: [
    (TinyKokoroVoice.Fault.overlong, "frames, but its phonemes"), (.silent, "the audio is silent"),
    (.noisyPads, "there is noise after the last phoneme"), (.untimed, "its graph does not compute"),
  ])
  func `a line whose audio stays wrong is an error`(
    _ fault: TinyKokoroVoice.Fault, _ reason: String
  )
    async throws
  {
    try install(fault)
    let message = await failure("Hello.")
    #expect(message.contains(reason), "\(message)")
    await provider.shutdown()
  }

  @Test func `the language of the text determines the reader`() async throws {
    try install()
    let english = try await spoken("Lines mean more.").audioData
    let spanish = try await spoken("Lines mean more.", language: "es").audioData
    #expect(english != spanish)
    #expect(await failure("日本", language: "ja").contains("Japanese cannot be pronounced"))
    #expect(await failure("Hallo.", language: "de").contains("Kokoro does not speak \"de\""))
    #expect(await failure("[[ŧ]]", language: "es").contains("IPA symbol \"ŧ\""))
    await provider.shutdown()
  }

  @Test func `other names of inputs and outputs are accepted`() async throws {
    var graph = TinyKokoroVoice()
    graph.names = ("input_ids", "waveform")
    try graph.install(in: folder.path, voices: ["af_a": 0])
    #expect(try await !spoken("Hello.").audioData.isEmpty)
    await provider.shutdown()
  }

  @Test func `files that cannot speak are refused with the reason`() async throws {
    let none = await provider.configurationError()
    #expect("\(try #require(none))".contains("no Kokoro voice is installed"))
    try install()
    #expect(await provider.configurationError() == nil)
    let style = folder.path(of: "kokoro/voices/af_a.bin")
    try Data([1, 2, 3]).write(to: URL(filePath: style))
    #expect(await failure("Hello.").contains("it must have 522240 bytes"))
    #expect(
      provider.problem(with: VoiceOptions(parameters: ["noise_w": "1"]))
        == "Kokoro has no setting \"noise_w\"")
    #expect(provider.problem(with: VoiceOptions(pitch: 1)) != nil)
    #expect(provider.problem(with: VoiceOptions(rate: 1.5)) == nil)
    await provider.shutdown()
  }
}

/// Tests of the phonemes that a text gets.
struct KokoroReadingTests {
  private static let rows: [(String, String?, KokoroReading)] = [
    ("en-US", "en-US", .english(.american)), ("en", "en-GB", .english(.british)),
    ("en-GB", "en-US", .english(.american)), ("en_GB", "ja", .english(.british)),
    ("", "en-GB", .english(.british)), ("", nil, .english(.american)),
    ("es-419", nil, .espeak("es")),
    ("pt", "en-US", .espeak("pt-br")), ("", "fr-FR", .espeak("fr-fr")),
  ]

  @Test(arguments: rows)
  func `text and voice determine the reading`(
    _ text: String, _ voice: String?, _ reading: KokoroReading
  ) throws {
    #expect(try KokoroReading(text: text, voice: voice) == reading)
  }

  @Test func `espeak's symbols become Kokoro's`() throws {
    let clause = SpokenClause(
      phonemes: Array("tʃaɪ c\u{327}".unicodeScalars), owners: [0, 0, 0, 0, nil, 1, 1], mark: "?")
    let lines = try KokoroAlphabet.lines(of: ReadText(words: [0..<3, 4..<5], clauses: [clause]))
    #expect(lines.map(\.ids) == [[0, 133, 25, 16, 78, 6, 0]])
    #expect(lines.first?.owners == [nil, 0, 0, nil, 1, nil, nil])
  }

  @Test func `the numbers of symbols are Kokoro's`() {
    for (symbol, number) in [
      (";", 1), ("—", 9), ("\u{303}", 17), ("A", 24), ("I", 25), ("ᵊ", 42), ("a", 43), ("z", 68),
      ("æ", 72), ("ç", 78), ("ɡ", 92), ("ʃ", 131), ("ˈ", 156), ("ᵻ", 177),
    ] as [(Unicode.Scalar, Int64)] {
      #expect(KokoroAlphabet.vocabulary[symbol] == number)
    }
  }
}
