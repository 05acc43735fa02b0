import FoundationEssentials
import Testing

@testable import Hablare

struct EspeakDeterminismTests {
  private static let sentence = "Were you a man of many words, you would have told it all by now."
  private static let voices = ["en-us", "en-us+f3", "en-gb+m3", "de+f2", "fr-fr"]

  private static func speak(_ engine: EspeakNGVoiceEngine, voice: String) async throws -> Data {
    try await engine.generateAudio(request: EspeakSpeech.request(sentence, voice: voice)).audioData
  }

  @Test(arguments: voices)
  func `earlier speech changes nothing`(voice: String) async throws {
    let fresh = EspeakNGVoiceEngine(slots: 1)
    let expected = try await Self.speak(fresh, voice: voice)
    #expect(expected.count > 100_000)
    for index in 1...6 {
      let other = EspeakSpeech.request(
        "Number \(index * 7919), and \"others\"; such as Mr. Smith's?",
        voice: Self.voices[index % 5], options: VoiceOptions(rate: 1.5, pitch: 3, gain: -3))
      _ = try await fresh.generateAudio(request: other)
      #expect(try await Self.speak(fresh, voice: voice) == expected)
    }
    await fresh.shutdown()
    #expect(try await Self.speak(fresh, voice: voice) == expected)
    await fresh.shutdown()
  }

  @Test func `neither slots nor other lines nor an unloaded voice change anything`() async throws {
    let alone = EspeakNGVoiceEngine(slots: 1)
    let expected = try await Self.speak(alone, voice: "en-us+f3")
    await alone.shutdown()
    let crowded = EspeakNGVoiceEngine(slots: 4)
    // More voices than the worker keeps loaded, so that it has to unload some.
    let variants = try await crowded.fetchVoices(languageCode: "en").map(\.id)
    #expect(variants.count > 60)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in variants {
        group.addTask {
          let other = EspeakSpeech.request("Some words of \(id).", voice: id)
          _ = try await crowded.generateAudio(request: other)
          #expect(try await Self.speak(crowded, voice: "en-us+f3") == expected)
        }
      }
      try await group.waitForAll()
    }
    await crowded.shutdown()
  }

  @Test func `two hundred simultaneous requests each get their own audio`() async throws {
    let engine = EspeakNGVoiceEngine(slots: 3)
    let texts = (0..<20).map { "Line number \($0) of the scene." }
    var expected = [Data]()
    for text in texts {
      expected.append(try await engine.generateAudio(request: EspeakSpeech.request(text)).audioData)
    }
    try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for index in 0..<200 {
        group.addTask {
          let request = EspeakSpeech.request(texts[index % 20])
          return (index, try await engine.generateAudio(request: request).audioData)
        }
      }
      for try await (index, data) in group { #expect(data == expected[index % 20]) }
    }
    await engine.shutdown()
  }

  @Test func `the file has a header and the same samples`() async throws {
    let provider = EspeakNGVoiceProvider(slots: 1)
    let bare = try await provider.generate(request: EspeakSpeech.request(Self.sentence))
    let file = try await provider.generateAudio(
      text: Self.sentence, voiceId: "en-us", languageCode: "en")
    #expect(bare.audioFormat == .pcm16)
    #expect(bare.sampleRate == 22050)
    #expect(file.count == bare.audioData.count + 44)
    #expect(file.dropFirst(44) == bare.audioData)
    #expect(
      file.prefix(44).elementsEqual(
        WAVHeader.bytes(samples: bare.audioData.count / 2, sampleRate: 22050)))
    await provider.shutdown()
  }
}
