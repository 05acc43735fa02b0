import FoundationEssentials
import Hablare
import Testing

@testable import Conformances

/// Items and groups speak with a real voice, if the worker of espeak-ng is found.
@Suite struct EspeakTests {
  private static let provider = EspeakNGVoiceProvider(slots: 1)

  @Test(
    .enabled("guion2audio-espeak is not beside the tests; GUION2AUDIO_ESPEAK can name it") {
      await provider.isVoiceAvailable(voiceId: "en-gb")
    })
  func aRealVoiceSpeaks() async throws {
    let list = ShoppingList(
      name: "Saturday", entries: ["Milk", "Rye"], voiceProvider: Self.provider, voiceId: "en-gb")
    let sounds = try await list.speakAll()
    #expect(sounds.map { $0.prefix(4) } == [Data("RIFF".utf8), Data("RIFF".utf8)])
    let line = CharacterDialogue(
      characterName: "Alice", dialogue: "Hello", includeCharacterName: true,
      voiceProvider: Self.provider, voiceId: "en-us+f3")
    // Long enough for words: more than a quarter of a second at 22,050 Hz and 16 bits.
    #expect(try await line.speak().count > 11_025)
    await Self.provider.shutdown()
  }
}
