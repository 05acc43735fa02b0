import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

@Suite struct CharacterVoiceMapperTests {
  private static let elements = script(
    """
    INT. HALL - DAY

    She waits.

    ANN (V.O.)
    (quietly)
    Who?

    YOUNG ANN
    ~La la

    BEN
    Me.

    ANN AND BEN
    Us.
    """)

  private func mapper(
    of elements: [GuionElement] = elements
  ) async throws -> CharacterVoiceMapper {
    let json = """
      {"narrator": "tone://bass", "default": "tone://soprano",
       "characters": {"Ann": {"voice": "tone://alto", "rate": 1.2, "aliases": ["Young Ann"]}}}
      """
    let reader = CastReader(bytes: Array(json.utf8))
    try #require(reader.diagnostics.isEmpty)
    let director = CastingDirector(
      cast: reader.cast, language: "en-US", directory: VoiceDirectory([ToneVoiceProvider()]))
    let (casting, diagnostics) = await director.casting(of: elements, sources: ["s"])
    return CharacterVoiceMapper(
      casting: try #require(casting, "\(diagnostics)"), elements: elements)
  }

  struct Row: Sendable {
    var type: ElementType
    var text: String
    var voice: String
  }

  @Test(arguments: [
    Row(type: .character, text: "ANN", voice: "tone://alto?rate=1.2"),
    Row(type: .character, text: "YOUNG ANN", voice: "tone://alto?rate=1.2"),
    Row(type: .character, text: "ANN AND BEN", voice: "tone://alto?rate=1.2"),
    Row(type: .character, text: "BEN", voice: "tone://soprano"),
    Row(type: .character, text: "NOBODY", voice: "tone://bass"),
    Row(type: .sceneHeading, text: "INT. HALL - DAY", voice: "tone://bass"),
    Row(type: .action, text: "ANN", voice: "tone://bass"),
    Row(type: .dialogue, text: "Who?", voice: "tone://alto?rate=1.2"),
    Row(type: .lyrics, text: "La la", voice: "tone://alto?rate=1.2"),
    Row(type: .dialogue, text: "La la", voice: "tone://bass"),
    Row(type: .dialogue, text: "Me.", voice: "tone://soprano"),
    Row(type: .dialogue, text: "Us.", voice: "tone://alto?rate=1.2"),
    Row(type: .dialogue, text: "ANN", voice: "tone://bass"),
    Row(type: .parenthetical, text: "quietly", voice: "tone://bass"),
  ]) func cuesAndSpeechesHaveTheVoiceOfTheirRoleAndTheRestTheNarrators(_ row: Row) async throws {
    let element = GuionElement(elementType: row.type, elementText: row.text)
    #expect(try await mapper().voice(for: element).description == row.voice)
  }

  @Test func equalTextHasTheVoiceOfItsPosition() async throws {
    let elements = script(
      """
      ~Alone

      ANN
      Yes.
      (beat)
      Still Ann.

      BEN
      (low)
      Yes.
      ~Sung

      It rains.

      ~Alone again
      """)
    let mapper = try await mapper(of: elements)
    let said = elements.filter { $0.elementType == .dialogue || $0.elementType == .lyrics }
    #expect(
      said.map { "\($0.elementText) \(mapper.voice(for: $0).voiceId)" } == [
        "Alone bass", "Yes. alto", "Still Ann. alto", "Yes. soprano", "Sung soprano",
        "Alone again bass",
      ])
    // Without a position the speaker is unknown.
    let unplaced = GuionElement(elementType: .dialogue, elementText: "Yes.")
    #expect(mapper.voice(for: unplaced).voiceId == "bass")
  }

  @Test func aMapperProvidesTheVoicesOfAScene() async throws {
    let mapper = try await mapper()
    let group = SceneSpeakable(
      sceneHeading: Self.elements[0], elements: Array(Self.elements.dropFirst()),
      voiceMapping: { mapper.voice(for: $0) }, voiceProvider: ToneVoiceProvider(),
      languageCode: "en-US")
    #expect(
      group.voiced.filter { !$0.hasSuffix("say:") && !$0.hasSuffix("says:") } == [
        "tone://bass Interior. Hall. Day.", "tone://bass She waits.", "tone://alto Who?",
        "tone://alto La la", "tone://soprano Me.", "tone://alto Us.",
      ])
  }
}
