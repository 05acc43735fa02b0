import Guion
import Hablare
import HablareTesting
@testable import Narration
import Testing
import TestSupport

@Suite struct ChapterSpeakableTests {
  private static let heading = GuionElement(
    elementType: .sectionHeading(level: 1), elementText: "Act One")

  private func chapter(
    _ source: String, heading: GuionElement? = heading, format: DocumentFormat = .fountain,
    cast: Cast = Cast(), voices: [String: VoiceURI] = [:]
  ) -> ChapterSpeakable {
    ChapterSpeakable(
      chapterHeading: heading, elements: script(source, format),
      voiceMapping: AskedVoices(voices).voice, voiceProvider: ToneVoiceProvider(),
      languageCode: "en-US", format: format, cast: cast)
  }

  private static let twoScenes = """
    INT. HALL - DAY

    ANN
    One.

    EXT. YARD - NIGHT

    ANN
    Two.

    BEN
    Three.

    """

  @Test func theHeadingIsSpokenFirst() {
    #expect(
      chapter(Self.twoScenes, voices: ["ANN": .tone("alto")]).voiced == [
        "tone://bass Act One", "tone://bass Interior. Hall. Day.", "tone://bass Ann says:",
        "tone://alto One.", "tone://bass Exterior. Yard. Night.", "tone://bass Ann says:",
        "tone://alto Two.", "tone://bass Ben says:", "tone://bass Three.",
      ])
    #expect(chapter(Self.twoScenes).groupName == "Act One")
  }

  @Test func withoutAHeadingNothingElseIsSpoken() {
    let group = chapter("Words.", heading: nil)
    #expect(group.texts == ["Words."])
    #expect(group.groupName == "")
  }

  @Test func theLevelIsSpokenIfTheCastRequestsIt() {
    var cast = Cast()
    cast.speech.announceLevels = true
    #expect(chapter("Words.", cast: cast).texts == ["Title: Act One", "Words."])
    cast.speech.sections = .silent
    #expect(chapter("Words.", cast: cast).texts == ["Words."])
  }

  // MARK: Descriptions

  @Test(arguments: [
    (twoScenes, "8 elements (2 scenes, 3 dialogue lines)"),
    ("INT. HALL - DAY\n\nANN\nHi.", "3 elements (1 scene, 1 dialogue line)"),
    ("Quiet.", "1 element (0 scenes, 0 dialogue lines)"),
    ("", "0 elements (0 scenes, 0 dialogue lines)"),
    ("ANN\n(low)\nHi.\n(loud)\nHo.", "5 elements (0 scenes, 2 dialogue lines)"),
  ]) func aChapterIsDescribedWithoutItsHeading(_ source: String, _ description: String) {
    #expect(chapter(source).groupDescription == description)
    #expect(chapter(source, heading: nil).groupDescription == description)
  }

  @Test func elementsScenesAndLinesAreCounted() {
    let types: [(ElementType, Int)] = [(.sceneHeading, 3), (.dialogue, 12), (.action, 10)]
    let elements = types.flatMap { type, count in
      Array(repeating: GuionElement(elementType: type, elementText: "A."), count: count)
    }
    let group = ChapterSpeakable(
      chapterHeading: Self.heading, elements: elements, voiceMapping: { _ in "alto" },
      voiceProvider: ToneVoiceProvider())
    #expect(group.groupDescription == "25 elements (3 scenes, 12 dialogue lines)")
  }

  // MARK: Scenes of a chapter

  struct Nested: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    /// The number of items before the first scene, including the heading.
    var before: Int
    var scenes: [String]
    var testDescription: String { name }
  }

  static let nested: [Nested] = [
    Nested(
      name: "scenes alone", source: twoScenes, before: 1,
      scenes: ["INT. HALL - DAY", "EXT. YARD - NIGHT"]),
    Nested(
      name: "words before the first scene", source: "Rain.\n\nIt pours.\n\n" + twoScenes, before: 3,
      scenes: ["INT. HALL - DAY", "EXT. YARD - NIGHT"]),
    Nested(
      name: "synopses and notes above a scene",
      source: "= What happens\n\n[[a note]]\n\n" + twoScenes, before: 1,
      scenes: ["INT. HALL - DAY", "EXT. YARD - NIGHT"]),
    Nested(
      name: "a scene that is a heading alone", source: "INT. A\n\nINT. B\n\nWords.", before: 1,
      scenes: ["INT. A", "INT. B"]),
    Nested(name: "no scenes", source: "Rain.", before: 2, scenes: []),
    Nested(name: "nothing", source: "", before: 1, scenes: []),
  ]

  @Test(arguments: nested) func theScenesHaveTheItemsOfTheChapter(_ row: Nested) {
    let group = chapter(row.source, voices: ["ANN": .tone("alto")])
    #expect(group.scenes.map(\.groupName) == row.scenes)
    #expect(group.scenes.flatMap(\.voiced) == Array(group.voiced.dropFirst(row.before)))
  }

  @Test func theDescriptionOfASceneInAChapterCountsItsElements() {
    let scenes = chapter(Self.twoScenes).scenes
    #expect(
      scenes.map(\.groupDescription) == [
        "2 elements (1 dialogue line)", "4 elements (2 dialogue lines)",
      ])
    #expect(
      scenes.map { $0.sceneHeading?.elementText } == ["INT. HALL - DAY", "EXT. YARD - NIGHT"])
  }

  // MARK: Voices

  @Test func voicesByIdBelongToTheOneProvider() async throws {
    let provider = ToneVoiceProvider()
    let group = ChapterSpeakable(
      chapterHeading: Self.heading, elements: script(Self.twoScenes),
      voiceMapping: { $0.elementText == "ANN" ? "alto" : "tenor" }, voiceProvider: provider,
      languageCode: "en-US")
    _ = try await group.speakAll()
    #expect(provider.requests.map(\.text) == group.texts)
    #expect(provider.requests.count { $0.voiceId == "alto" } == 2)
  }

  @Test func aChapterMixesProviders() async throws {
    let (tone, flute) = (ToneVoiceProvider(), ToneVoiceProvider(providerId: "flute"))
    let asked = AskedVoices(["ANN": .tone("alto", of: "flute")])
    let group = ChapterSpeakable(
      chapterHeading: nil, elements: script(Self.twoScenes), voiceMapping: asked.voice,
      voiceProvider: tone, otherProviders: [flute], languageCode: "en-US")
    _ = try await group.speakAll()
    #expect(flute.requests.map(\.text) == ["One.", "Two."])
    // The chapter's scenes know the providers too.
    _ = try await group.scenes[0].speakAll()
    #expect(flute.requests.map(\.text) == ["One.", "Two.", "One."])
  }

  @Test func aChapterOfADocumentFollowsTheRulesForDocuments() {
    let group = chapter("- a\n- b\n\n`*` and <b>c</b>.", format: .markdown)
    #expect(group.texts == ["Act One", "a", "b", "asterisk and c."])
    #expect(group.scenes.isEmpty)
  }

  /// A build cuts its chapters out of the script, so the elements of a chapter keep their numbers in the
  /// script.
  @Test func textOfTheOpeningIsNotRepeatedInItsParts() throws {
    let elements = script("x\n\n# Book\n\nINT. A\n\nRain.\n\nINT. B\n\nSnow.")
    let names = CueNames(of: elements, cast: Cast(), language: "en-US")
    let casting = Casting(language: "en-US", names: names, mapping: AskedVoices([:]).voice)
    var cast = Cast()
    cast.speech.sections = .spoken
    let chapter = ChapterSpeakable(
      chapterHeading: nil, elements: elements[1...], opening: [], omitted: 1,
      reader: TableReader(casting: casting, cast: cast))
    #expect(chapter.texts == ["Interior. A.", "Rain.", "Interior. B.", "Snow."])
    #expect(chapter.scenes.flatMap(\.texts) == chapter.texts)
  }
}
