import FoundationEssentials
import Glibc
import Testing

@testable import Hablare

@Suite(.serialized)
struct EspeakDeliveryTests {
  private static let text =
    "Were you a man of many words, you would have told the whole story by now. "
    + "I saw them near the river, when the moon rose over our old barn."
  private static let engine = EspeakNGVoiceEngine(slots: 2)

  private static func samples(
    _ options: VoiceOptions, voice: String = "en-us"
  ) async throws -> [Int16] {
    let request = EspeakSpeech.request(text, voice: voice, options: options)
    return EspeakSpeech.samples(try await engine.generateAudio(request: request))
  }

  @Test(arguments: [0.5, 0.8, 1.25, 1.5, 2.0])
  func `rate divides the duration`(rate: Double) async throws {
    let usual = try await Self.samples(VoiceOptions())
    let other = try await Self.samples(VoiceOptions(rate: rate))
    let ratio = Double(usual.count) / Double(other.count)
    #expect(abs(ratio / rate - 1) < 0.1, "\(ratio)")
  }

  @Test(arguments: ["en-us", "en-us+f3"], [-6.0, -4, -2, -1, 1, 2, 4, 6])
  func `pitch moves the fundamental by semitones`(voice: String, pitch: Double) async throws {
    let semitones = EspeakSpeech.semitones(
      from: try await Self.samples(VoiceOptions(), voice: voice),
      to: try await Self.samples(VoiceOptions(pitch: pitch), voice: voice))
    #expect(abs(semitones - pitch) < max(0.5, abs(pitch) / 6), "\(semitones)")
  }

  @Test(arguments: ["en-us", "en-us+f3", "de", "es"])
  func `a stressed word is longer, higher and louder, and words keep their places`(
    voice: String
  ) async throws {
    // The author's 0x01 is no command.
    var request = EspeakSpeech.request("\u{1}I will never say money again.", voice: voice)
    let plain = try await Self.engine.generateAudio(request: request)
    request.stresses = [VoiceStress(8..<13)]
    let stressed = try await Self.engine.generateAudio(request: request)
    #expect(stressed.wordTimings.map(\.location) == plain.wordTimings.map(\.location))
    #expect(stressed.wordTimings.map(\.length) == plain.wordTimings.map(\.length))
    func parts(_ output: VoiceEngineOutput) throws -> (word: [Int16], rest: [Int16]) {
      let samples = EspeakSpeech.samples(output)
      let word = try #require(output.wordTimings.firstIndex { $0.location == 8 })
      let (start, end) = (output.wordTimings[word].sample, output.wordTimings[word + 1].sample)
      return (Array(samples[start..<end]), Array(samples[end...]))
    }
    let (before, after) = (try parts(plain), try parts(stressed))
    let longer = Double(after.word.count) / Double(before.word.count)
    #expect(longer > 1.15 && longer < 1.5, "\(longer)")
    let higher = EspeakSpeech.semitones(from: before.word, to: after.word)
    #expect(higher > 1.5 && higher < 3.5, "\(higher)")
    #expect(EspeakSpeech.level(after.word) > 1.1 * EspeakSpeech.level(before.word))
    #expect(abs(Double(after.rest.count) / Double(before.rest.count) - 1) < 0.08)
  }

  @Test(arguments: [-24.0, -12, -6, -3, 1])
  func `gain moves the level by decibels`(gain: Double) async throws {
    let usual = try await Self.samples(VoiceOptions())
    let other = try await Self.samples(VoiceOptions(gain: gain))
    #expect(other.count == usual.count)
    let decibels = 20 * log10(EspeakSpeech.level(other) / EspeakSpeech.level(usual))
    #expect(abs(decibels - gain) < 0.05, "\(decibels)")
  }

  @Test func `too much gain clips and does not wrap around`() async throws {
    let usual = try await Self.samples(VoiceOptions())
    let other = try await Self.samples(VoiceOptions(gain: 12))
    for (before, after) in zip(usual, other) where (before < 0) != (after < 0) {
      #expect(abs(Int(after)) < 8 || before == 0)
    }
    #expect(other.max() == Int16.max)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e9])
  func `values out of range are limited to it`(value: Double) async throws {
    let options = VoiceOptions(rate: value, pitch: value, gain: value)
    #expect(!(try await Self.samples(options)).isEmpty)
  }

  @Test func `whispering is not voiced`() async throws {
    let whisper = try #require(
      await EspeakNGVoiceProvider(engine: Self.engine).whisperVoice(for: "en-us+f3"))
    #expect(whisper == "en-us+whisperf")
    let aloud = EspeakSpeech.fundamentals(
      try await Self.samples(VoiceOptions(), voice: "en-us+f3")
    ).compactMap(\.self)
    let whispered = EspeakSpeech.fundamentals(
      try await Self.samples(VoiceOptions(), voice: whisper)
    ).compactMap(\.self)
    #expect(aloud.count { $0 > 0 } * 2 > aloud.count)
    #expect(whispered.count { $0 > 0 } * 10 < whispered.count)
  }

  @Test func `phonemes are spoken only on request`() async throws {
    var request = EspeakSpeech.request("[[h@l'oU]]")
    let letters = try await Self.engine.generateAudio(request: request)
    request.isPhonemes = true
    let phonemes = try await Self.engine.generateAudio(request: request)
    let word = try await Self.engine.generateAudio(request: EspeakSpeech.request("hello"))
    #expect(letters.audioData != phonemes.audioData)
    #expect(phonemes.audioData.count < letters.audioData.count)
    #expect(abs(phonemes.audioData.count - word.audioData.count) < word.audioData.count / 4)
  }
}
