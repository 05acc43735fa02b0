import Foundation
import Testing

@testable import Hablare

/// The real graph, which Scripts/install-voices downloads on request.
enum RealKokoro {
  static let reason: Comment = "Scripts/install-voices kokoro has not fetched the graph"

  static let isInstalled =
    InstalledVoices(in: PiperJoe.folders).voice("jf_alpha", of: .kokoro) != nil
    && NaturalFiles.folder() != nil
}

/// Tests of the real graph of Kokoro v1.0 with its five voices, on English text.
@Suite(.enabled(if: RealKokoro.isInstalled, RealKokoro.reason), .timeLimit(.minutes(5)))
struct RealKokoroTests {
  @Test func `five voices speak English`() async throws {
    let provider = NeuralVoiceProvider.kokoro(
      folders: PiperJoe.folders, speller: EspeakNGVoiceEngine(slots: 1), slots: 2)
    let text = "Nobody crossed the river."
    var sounds: [Data] = []
    for voice in try await provider.fetchVoices(languageCode: "") {
      let output = try await provider.generate(
        request: VoiceEngineRequest(text: text, voiceId: voice.id, languageCode: "en-US"))
      sounds.append(output.audioData)
      let seconds = Double(output.audioData.count) / 2 / 24_000
      #expect(seconds > 1 && seconds < 3.5, "\(voice.id): \(seconds) s")
      #expect(output.wordTimings.map(\.location) == [0, 7, 15, 19])
      let places = output.wordTimings.map(\.sample)
      #expect(places == places.sorted() && places.allSatisfy { $0 * 2 < output.audioData.count })
      #expect(EspeakSpeech.level(EspeakSpeech.samples(output)) > 300)
    }
    #expect(Set(sounds).count == 5)
    await provider.shutdown()
    let again = try await provider.generate(
      request: VoiceEngineRequest(text: text, voiceId: "jf_alpha", languageCode: "en-US"))
    #expect(again.audioData == sounds.first)
    await provider.shutdown()
  }
}
