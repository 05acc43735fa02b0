import Hablare
import Narration
import Testing

@testable import Audiobook

/// Tests of how voices are distinguished.
@Suite struct VoiceListenerTests {
  @Test func `the engine's voices differ as their descriptions say`() async throws {
    let provider = EspeakNGVoiceProvider(slots: 2)
    let listener = VoiceListener(directory: VoiceDirectory([provider]), clips: nil)
    func pitch(_ id: String) async throws -> Double {
      let voice = VoiceURI(providerId: "espeak", voiceId: id)
      let timbre = try await listener.timbre(of: voice, languageCode: "en-US")
      return try #require(timbre).pitch
    }
    let (man, woman) = try await (pitch("en-us"), pitch("en-us+f2"))
    await provider.shutdown()
    #expect(man + 6 < woman, "\(man) \(woman)")
  }
}
