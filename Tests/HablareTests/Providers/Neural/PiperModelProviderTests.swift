import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of a real Piper voice that the worker speaks.
@Suite(.enabled(if: PiperJoe.isInstalled, PiperJoe.reason), .serialized, .timeLimit(.minutes(5)))
struct PiperModelProviderTests {
  private let provider = PiperJoe.provider()

  private func spoken(
    _ text: String, _ options: VoiceOptions = VoiceOptions(), isPhonemes: Bool = false
  ) async throws -> VoiceEngineOutput {
    try await provider.generate(
      request: PiperJoe.request(text, options, isPhonemes: isPhonemes))
  }

  @Test func `it is ready, and lists what its audio depends on`() async throws {
    #expect(await provider.configurationError() == nil)
    let version = try await provider.version(voiceId: PiperJoe.id)
    for part in ["onnxruntime-1.28", "espeak-ng-1.5", "58afce0321b8d9c4", "3d6d5410b3795cb1"] {
      #expect(version.contains(part), "\(version)")
    }
    let voices = try await provider.fetchVoices(languageCode: "en")
    #expect(voices.map(\.id) == [PiperJoe.id])
    #expect(voices.first?.labels["sampleRate"] == "22050")
    #expect(try await provider.fetchVoices(languageCode: "de").isEmpty)
    #expect(provider.nativeSampleRate == 22_050)
    await provider.shutdown()
  }

  @Test func `word times have the positions of words, and are within the audio`() async throws {
    let text =
      "Out of the house, 25 yards away: \u{201C}You have to pull it,\u{201D} said Brzezinski."
    let output = try await spoken(text)
    let scalars = Array(text.unicodeScalars)
    let words = output.wordTimings.map { timing in
      String(String.UnicodeScalarView(scalars[timing.location..<timing.location + timing.length]))
    }
    #expect(
      words == [
        "Out", "of", "the", "house", "25", "yards", "away", "You", "have", "to", "pull", "it",
        "said", "Brzezinski",
      ])
    let places = output.wordTimings.map(\.sample)
    #expect(places == places.sorted() && Set(places).count == places.count)
    #expect(places.allSatisfy { $0 * 2 < output.audioData.count })
    #expect(output.sampleRate == 22_050)
    // A second of speech has about 15 letters.
    let seconds = Double(output.audioData.count) / 2 / 22_050
    #expect(seconds > 3 && seconds < 8, "\(seconds) s")
    #expect(EspeakSpeech.level(EspeakSpeech.samples(output)) > 500)
    await provider.shutdown()
  }

  @Test func `the audio depends only on the request`() async throws {
    let lines = (1...6).map { "Line \($0): the river was high, and nobody crossed it." }
    let together = PiperJoe.provider(slots: 3)
    var expected: [Data] = []
    for line in lines { expected.append(try await spoken(line).audioData) }
    #expect(Set(expected).count == lines.count)
    let sounds = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for (place, line) in lines.enumerated().reversed() {
        group.addTask {
          (place, try await together.generate(request: PiperJoe.request(line)).audioData)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (place, data) in expected.enumerated() {
      #expect(sounds[place] == data, "line \(place + 1)")
    }
    await provider.shutdown()
    await together.shutdown()
  }

  @Test func `each setting changes the audio, and a neutral one does not`() async throws {
    let text = "Nobody crossed the river."
    let own = try await spoken(text).audioData
    let neutral = VoiceOptions(parameters: ["noise_scale": "0.667", "noise_w": "0.8"])
    #expect(try await spoken(text, neutral).audioData == own)
    let others: [VoiceOptions] = [
      VoiceOptions(rate: 1.3), VoiceOptions(gain: -6),
      VoiceOptions(parameters: ["noise_scale": "0"]), VoiceOptions(parameters: ["noise_w": "0"]),
    ]
    for options in others {
      #expect(try await spoken(text, options).audioData != own, "\(options)")
    }
    let fast = try await spoken(text, VoiceOptions(rate: 2)).audioData
    let ratio = Double(own.count) / Double(fast.count)
    #expect(ratio > 1.6 && ratio < 2.2, "\(ratio)")
    await provider.shutdown()
  }

  @Test(arguments: [
    (VoiceOptions(pitch: 1), "pitch"), (VoiceOptions(rate: 3), "0.5 to 2"),
    (VoiceOptions(seed: 1), "seed"), (VoiceOptions(parameters: ["noise": "1"]), "noise_scale"),
    (VoiceOptions(parameters: ["noise_w": "9"]), "0 to 1.5"),
  ])
  func `options that the graph cannot apply are reported`(options: VoiceOptions, words: String) {
    #expect(provider.problem(with: options)?.contains(words) == true)
    #expect(provider.problem(with: VoiceOptions(rate: 0.5)) == nil)
  }

  @Test func `IPA is spoken instead of a word`() async throws {
    let given = try await spoken("Ask [[təˈmɑːtoʊ]] again.", isPhonemes: true)
    #expect(given.wordTimings.map(\.location) == [0, 4, 18])
    await #expect(
      throws: VoiceProviderError.invalidRequest("this voice does not know the IPA symbol \"Ж\"")
    ) {
      try await spoken("Ask [[Ж]] again.", isPhonemes: true)
    }
    await provider.shutdown()
  }

  @Test func `text without words is refused or silent`() async throws {
    await #expect(throws: VoiceProviderError.invalidRequest("the text is blank")) {
      try await spoken("  ")
    }
    #expect(try await spoken("\u{2026}").audioData.isEmpty)
    await provider.shutdown()
  }

  @Test func `a long sentence is spoken completely`() async throws {
    let text =
      String(repeating: "the long road to the old house by the river and ", count: 16) + "back."
    let output = try await spoken(text)
    #expect(output.wordTimings.count == 16 * 11 + 1)
    #expect(Double(output.audioData.count) / 2 / 22_050 > 25)
    await provider.shutdown()
  }

  @Test func `for an unknown voice the nearest is suggested`() async throws {
    var request = PiperJoe.request("Hello.")
    request.voiceId = "en_US-jo-medium"
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: [PiperJoe.id])) {
      try await provider.generate(request: request)
    }
  }

  @Test func `without a voice the error suggests what to do`() async throws {
    let folder = try TemporaryFolder()
    let provider = NeuralVoiceProvider.piper(folders: VoiceFolders(own: folder.path), slots: 1)
    #expect(await provider.isConfigured() == false)
    let error = try #require(await provider.configurationError())
    #expect("\(error)".contains("no Piper voice is installed"))
    #expect(try await provider.fetchVoices(languageCode: "").isEmpty)
  }
}
