import Hablare
import HablareTesting
import Testing

@testable import ScreenplayGroups

@Suite struct ScreenplayGroupTests {
  private let tone = ToneVoiceProvider()

  private var screenplay: ScreenplayGroup {
    ScreenplayGroup(
      fountain: """
        Title: The Lamp

        # Act One

        INT. SHED - NIGHT

        A lamp hums.

        IDA
        Who left it on?

        EXT. SHED - NIGHT

        The lamp goes out.

        # Act Two

        INT. HOUSE - MORNING

        OLE
        I did.
        """, narratorVoiceId: "tenor", voices: ["IDA": "alto", "OLE": "bass"],
      voiceProvider: tone, languageCode: "en-US")
  }

  @Test func aScreenplayIsActsAndActsAreScenes() {
    #expect(screenplay.groupName == "The Lamp")
    #expect(screenplay.groupDescription == "2 acts")
    #expect(screenplay.acts.map(\.groupName) == ["Act One", "Act Two"])
    #expect(screenplay.acts.map(\.groupDescription) == ["2 scenes", "1 scenes"])
    #expect(
      screenplay.acts.map { $0.scenes.map(\.groupName) } == [
        ["INT. SHED - NIGHT", "EXT. SHED - NIGHT"], ["INT. HOUSE - MORNING"],
      ])
  }

  @Test func theWholeIsTheSumOfItsParts() async throws {
    let texts = [
      "Interior. Shed. Night.", "A lamp hums.", "Ida says:", "Who left it on?",
      "Exterior. Shed. Night.", "The lamp goes out.", "Interior. House. Morning.", "Ole says:",
      "I did.",
    ]
    #expect(screenplay.getGroupedElements().map(\.textToSpeak) == texts)
    #expect(screenplay.acts.map(\.itemCount) == [6, 3])
    #expect(try await screenplay.speakAll().count == 9)
    #expect(tone.requests.map(\.text) == texts)
    #expect(
      tone.requests.map(\.voiceId) == [
        "tenor", "tenor", "tenor", "alto", "tenor", "tenor", "tenor", "tenor", "bass",
      ])
  }
}
