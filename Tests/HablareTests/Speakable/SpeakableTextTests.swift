import FoundationEssentials
import Hablare
import HablareTesting
import Testing

@Suite struct SpeakableTextTests {
  private struct Line: SpeakableItem {
    var voiceProvider: any VoiceProvider
    var voiceId = "alto"
    var textToSpeak: String
  }

  @Test func `a text is a complete item`() async throws {
    let tone = ToneVoiceProvider()
    let plain = SpeakableText("Hello.", voiceProvider: tone, voiceId: "bass")
    #expect(plain.languageCode == LanguageCodeResolver.systemLanguageCode)
    #expect(plain.voiceOptions == VoiceOptions())
    #expect(plain.owningElement == nil)
    _ = try await plain.speak()
    let whole = SpeakableText(
      "Servus.", voiceProvider: tone, voiceId: "alto", languageCode: "de-AT",
      voiceOptions: VoiceOptions(rate: 1.5), owningElement: "e")
    #expect(whole.owningElement == "e")
    _ = try await whole.speak()
    #expect(
      tone.requests == [
        VoiceEngineRequest(
          text: "Hello.", voiceId: "bass", languageCode: LanguageCodeResolver.systemLanguageCode),
        VoiceEngineRequest(
          text: "Servus.", voiceId: "alto", languageCode: "de-AT",
          options: VoiceOptions(rate: 1.5)),
      ])
  }

  @Test func `an item belongs to no element by default`() {
    let item: any SpeakableItem = Line(voiceProvider: ToneVoiceProvider(), textToSpeak: "Hello.")
    #expect(item.owningElement == nil)
  }
}
