import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of many speakers, other sample rates and variation.
///
/// The tests build the voices.
@Suite(.enabled(if: NeuralSamples.isInstalled, NeuralSamples.reason), .timeLimit(.minutes(2)))
struct PiperSpeakerTests {
  private let folder: TemporaryFolder
  private let provider: NeuralVoiceProvider
  private static let still = VoiceOptions(parameters: ["noise_scale": "0", "noise_w": "0"])

  init() throws {
    folder = try TemporaryFolder()
    var voice = TinyPiperVoice("many")
    voice.speakers = ["ann", "bob", "cy"]
    try voice.install(in: folder.path)
    voice = TinyPiperVoice("one")
    voice.sampleRate = 22_050
    try voice.install(in: folder.path)
    provider = NeuralVoiceProvider.piper(
      folders: VoiceFolders(own: folder.path), speller: EspeakNGVoiceEngine(slots: 1), slots: 2)
  }

  private func spoken(
    _ text: String, by voice: String, _ options: VoiceOptions = VoiceOptions()
  ) async throws -> VoiceEngineOutput {
    try await provider.generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voice, languageCode: "en-US", options: options, isPhonemes: true))
  }

  @Test func `each speaker has its own audio, by name and by number`() async throws {
    var sounds: [Data] = []
    for name in ["ann", "bob", "cy"] {
      sounds.append(try await spoken("Hello.", by: "many/\(name)").audioData)
    }
    #expect(Set(sounds).count == 3)
    #expect(try await spoken("Hello.", by: "many/1").audioData == sounds[1])
    #expect(try await spoken("Hello.", by: "many").audioData == sounds[0])
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: ["many/bob"])) {
      try await spoken("Hello.", by: "many/bop")
    }
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: ["one"])) {
      try await spoken("Hello.", by: "one/ann")
    }
    #expect(provider.nativeSampleRate == nil)
    await provider.shutdown()
  }

  @Test func `the fundamental is the speaker's, and durations are exact`() async throws {
    let text = "[[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]]"
    let plain = try await spoken(text, by: "one", Self.still)
    // Beginning, stop and 40 phonemes, each followed by a pad, and the end. Each of these ids takes two
    // units.
    let ids = 2 + 41 * 2 + 1
    let samples = ids * 2 * TinyPiperVoice.unit
    #expect(plain.audioData.count == 2 * samples)
    #expect(plain.sampleRate == 22_050)
    #expect(plain.wordTimings == [WordTiming(location: 0, length: 44, sample: 1024)])
    #expect(try await spoken(text, by: "many", Self.still).sampleRate == 16_000)
    let fast = try await spoken(
      text, by: "one",
      VoiceOptions(rate: 2, parameters: ["noise_scale": "0", "noise_w": "0"]))
    #expect(fast.audioData.count == plain.audioData.count / 2)
    await provider.shutdown()
  }

  @Test func `a stressed word is longer, higher and louder, and other words keep their samples`()
    async throws
  {
    var request = VoiceEngineRequest(
      text: "[[aaaaaaaaaa]] [[aaaaaaaaaa]] [[aaaaaaaaaa]]", voiceId: "one", languageCode: "en-US",
      options: Self.still, isPhonemes: true)
    let plain = try await provider.generate(request: request)
    request.stresses = [VoiceStress(15..<29)]
    let stressed = try await provider.generate(request: request)
    func words(_ output: VoiceEngineOutput) -> [[Int16]] {
      let samples = output.audioData.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      let starts = output.wordTimings.map(\.sample) + [samples.count]
      return zip(starts, starts.dropFirst()).map { Array(samples[$0..<$1]) }
    }
    func rate(_ samples: [Int16]) -> Double {
      let middle = samples[samples.count / 4..<samples.count * 3 / 4]
      let crossings = zip(middle, middle.dropFirst()).count { ($0 < 0) != ($1 < 0) }
      return Double(crossings) / Double(middle.count)
    }
    let (before, after) = (words(plain), words(stressed))
    try #require(before.count == 3 && after.count == 3)
    #expect(after[0] == before[0] && abs(after[2].count - before[2].count) < 24)
    #expect((1.2...1.45).contains(Double(after[1].count) / Double(before[1].count)))
    #expect((1.08...1.16).contains(rate(after[1]) / rate(before[1])))
    let peaks = [after[1], before[1]].map { $0.map { abs(Int($0)) }.max() ?? 0 }
    #expect((1.2...1.3).contains(Double(peaks[0]) / Double(peaks[1])))
    await provider.shutdown()
  }

  @Test func `noise depends on the text`() async throws {
    let text = "The river was high."
    let sound = try await spoken(text, by: "one").audioData
    #expect(try await spoken(text, by: "one", Self.still).audioData != sound)
    _ = try await spoken("Another line.", by: "one")
    #expect(try await spoken(text, by: "one").audioData == sound)
    await provider.shutdown()
    #expect(try await spoken(text, by: "one").audioData == sound)
    await provider.shutdown()
  }

  @Test func `a line that needs more noise than was generated gets more`() async throws {
    var voice = TinyPiperVoice("slow")
    voice.unitsPerSign = 40
    try voice.install(in: folder.path)
    let text = "[[aaaaaaaaaaaaaaaaaaaa]]"
    // Beginning, stop and 20 phonemes, each followed by a pad, and the end. At 40 units for each id, the line
    // needs more units than the worker expects: 64, and 6 for each id.
    let ids = 2 + 21 * 2 + 1
    #expect(ids * 40 > 64 + 6 * ids)
    let output = try await spoken(
      text, by: "slow", VoiceOptions(parameters: ["noise_scale": "0.5", "noise_w": "0"]))
    #expect(output.audioData.count == 2 * ids * 40 * TinyPiperVoice.unit)
    let other = try await spoken(
      text, by: "slow", VoiceOptions(parameters: ["noise_scale": "0", "noise_w": "0"]))
    #expect(other.audioData.count == output.audioData.count && other.audioData != output.audioData)
    await provider.shutdown()
  }

  @Test func `a model that was replaced after its record was written is refused`() async throws {
    let record = VoiceRecord(
      id: "one", engine: .piper,
      files: [.init(name: "one.onnx", bytes: 1, sha256: String(repeating: "ab", count: 32))])
    try Data(record.encoded).write(to: URL(filePath: folder.path(of: "piper/one.voice.json")))
    let error = await Result.of { try await spoken("Hello.", by: "one") }.failure
    #expect("\(try #require(error))".contains("does not belong to this voice"))
    await provider.shutdown()
  }

  @Test func `a voice without usable phonemes, or of an unsupported language, is refused`()
    async throws
  {
    var voice = TinyPiperVoice("text")
    voice.phonemeType = "text"
    try voice.install(in: folder.path)
    voice = TinyPiperVoice("ja")
    voice.language = "ja_JP"
    try voice.install(in: folder.path)
    for (id, reason) in [("text", "of the type \"text\""), ("ja", "Japanese cannot be pronounced")]
    {
      let error = await Result.of { try await spoken("Hello.", by: id) }.failure
      #expect("\(try #require(error))".contains(reason))
      #expect("\(try #require(await provider.absence(of: id)))".contains(reason))
    }
    let voices = try await provider.fetchVoices(languageCode: "")
    #expect(voices.map(\.id) == ["many/ann", "many/bob", "many/cy", "one"])
  }
}
