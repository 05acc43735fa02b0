import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import Testing

/// Tests that items know the element that they are spoken for, and that their records know it too.
@Suite struct ItemOwnerTests {
  private static let source = """
    # One

    INT. HALL - DAY

    ANN (V.O.)
    (quietly)
    Yes.
    (aloud)
    No.

    BEN
    Yes.

    # Two

    INT. YARD - NIGHT

    ANN
    Yes.
    """

  private let document = GuionDocumentModel(
    filename: "a.fountain", string: source, format: .fountain)

  /// Returns the owner of each item: the number and text of the element, then the text of the item.
  private func owners(
    _ group: some SpeakableGroup, in document: GuionDocumentModel? = nil
  ) -> [String] {
    let elements = (document ?? self.document).elements
    return group.getGroupedElements().map { item in
      let owner = elements.first { $0.id == item.owningElement }
      return "\(owner.map { "\($0.orderIndex)" } ?? "-") \(item.textToSpeak)"
    }
  }

  private func chapter(_ provider: ToneVoiceProvider = ToneVoiceProvider()) -> ChapterSpeakable {
    let elements = document.parsed.elements
    return ChapterSpeakable(
      chapterHeading: elements[0], elements: Array(elements[1..<9]),
      voiceMapping: { $0.elementText == "ANN" ? "alto" : "tenor" }, voiceProvider: provider,
      languageCode: "en-US")
  }

  private func lastScene(_ provider: ToneVoiceProvider = ToneVoiceProvider()) -> SceneSpeakable {
    let elements = document.parsed.elements
    return SceneSpeakable(
      sceneHeading: elements[10], elements: Array(elements[11...]),
      voiceMapping: { $0.elementText == "ANN" ? "alto" : "tenor" }, voiceProvider: provider,
      languageCode: "en-US")
  }

  @Test func everyItemOfAGroupHasItsElement() {
    #expect(
      owners(chapter()) == [
        "0 One", "1 Interior. Hall. Day.", "2 Ann says:", "4 Yes.", "6 No.", "7 Ben says:",
        "8 Yes.",
      ])
    #expect(owners(lastScene()) == ["10 Interior. Yard. Night.", "11 Ann says:", "12 Yes."])
    #expect(
      chapter().scenes.flatMap { owners($0) } == Array(owners(chapter()).dropFirst()))
  }

  @Test func aSingleElementIsItsOwnOwner() {
    let elements = document.elements
    let tone = ToneVoiceProvider()
    let element = GuionElementSpeakable(
      element: elements[8].element, voiceProvider: tone, voiceId: "alto")
    let pair = DialoguePairSpeakable(
      character: elements[7].element, dialogue: elements[8].element, voiceProvider: tone,
      voiceId: "alto")
    let heading = SectionHeadingSpeakable(
      heading: elements[9].element, voiceProvider: tone, voiceId: "alto")
    #expect(element.owningElement == elements[8].id)
    #expect(pair.owningElement == elements[8].id)
    #expect(heading.owningElement == elements[9].id)
  }

  @Test func itemsWithoutADocumentHaveNoOwners() {
    let bare = SceneSpeakable(
      sceneHeading: GuionElement(elementType: .sceneHeading, elementText: "INT. HALL - DAY"),
      elements: script("ANN\nYes."), voiceMapping: { _ in "alto" },
      voiceProvider: ToneVoiceProvider())
    #expect(bare.getGroupedElements().map(\.owningElement) == [nil, nil, nil])
  }

  // MARK: A batch, and the store

  @Test func aBatchIsFoundByItsElementsAndRemovedWithThem() async throws {
    let store = try GenerationStore.inMemory()
    try await SpeakableItemGenerationTask(document: document, store: store).execute()
    let ids = document.elements.map(\.id)
    #expect(try await store.elements(of: document.id, withAudio: true).isEmpty)
    let service = GenerationService()
    _ = try await service.generateGroup(chapter(), to: store)
    #expect(
      try await store.elements(of: document.id, withAudio: true)
        == [0, 1, 2, 4, 7, 8].map { ids[$0] })
    #expect(
      try await store.elements(of: document.id, withAudio: false)
        == [9, 10, 11, 12].map { ids[$0] })
    let second = document.elements[6]
    #expect(try await second.generatedContent(in: store).map(\.prompt) == ["No."])

    // The scene repeats text that the chapter has spoken, but gets its own records.
    _ = try await service.generateGroup(lastScene(), to: store)
    let last = try #require(try await document.elements[12].generatedContent(in: store).first)
    #expect(last.owningElement == ids[12] && last.prompt == "Yes.")
    #expect(try await store.elements(of: document.id, withAudio: true).count == 9)

    let count = try await store.records(mimePrefix: "audio/").count
    #expect(count == 10)
    try await store.deleteElement(ids[4])
    #expect(try await document.elements[4].generatedContent(in: store).isEmpty)
    #expect(try await store.records(mimePrefix: "audio/").count == count - 1)
    #expect(try await document.elements[8].generatedContent(in: store).count == 1)
  }

  // MARK: Documents

  private static let twoSpeakers = CastReader(
    bytes: Array(#"{"characters": {"ANN": "tone://alto", "BEN": "tone://tenor"}}"#.utf8)
  ).cast

  @Test func aLabelledParagraphOwnsItsSpeeches() throws {
    let document = GuionDocumentModel(
      string: "First.\n\nANN: Hi `x`.\nBEN: Ho.\n\nBEN:\n\nAlone.\n\nLast.", format: .markdown)
    let cast = Self.twoSpeakers
    let elements = SpeakerLabels(cast: cast).apply(to: Manuscript(document.parsed, path: "a.md"))
    #expect(elements.count == 8)
    let group = MarkdownDocumentSpeakable(
      filename: "a.md", elements: elements, voiceProvider: ToneVoiceProvider(),
      defaultVoiceId: "alto", languageCode: "en-US", cast: cast)
    #expect(
      owners(group, in: document) == ["0 First.", "1 Hi x.", "1 Ho.", "3 Alone.", "4 Last."])
    let lines = ScreenplayToSpeechProcessor(cast: cast).lines(of: document)
    #expect(lines.map(\.sourceElementID) == [0, 1, 1, 3, 4].map { document.elements[$0].id })
  }

  @Test func theLinesOfALabelledDocumentKnowTheirParagraphsDespiteFootnotes() throws {
    let document = GuionDocumentModel(
      string: "[^1]: Note.\n\nANN: Hi[^1].\nBEN: Ho.\n\nLast.", format: .markdown)
    let cast = Self.twoSpeakers
    let words = document.elements.map(\.elementText)
    let lines = ScreenplayToSpeechProcessor(cast: cast).lines(of: document)
    #expect(lines.map(\.speakableText) == ["Hi.", "Ho.", "Last."])
    for line in lines {
      let element = document.elements.first { $0.id == line.sourceElementID }
      let found = element?.elementText ?? "none"
      #expect(
        found.contains(line.speakableText.dropLast()),
        "\"\(line.speakableText)\" belongs to \"\(found)\", of the elements \(words)")
    }
  }

  @Test func aFootnoteBelongsToTheElementOfItsMark() {
    let document = GuionDocumentModel(
      string: "# Tea[^t]\n\nFirst[^1].\n\nLast.\n\n[^t]: T.\n\n[^1]: A note.", format: .markdown)
    var cast = Cast()
    cast.speech.footnotes = .end
    let elements = document.parsed.elements
    let chapter = ChapterSpeakable(
      chapterHeading: elements[0], elements: Array(elements.dropFirst()),
      voiceMapping: { _ in "alto" }, voiceProvider: ToneVoiceProvider(), languageCode: "en-US",
      format: .markdown, cast: cast)
    #expect(
      owners(chapter, in: document) == [
        "0 Tea", "1 First.", "2 Last.", "0 Footnote one: T.", "1 Footnote two: A note.",
      ])
  }

  // MARK: An app's own rules

  @Test func itemsFromAnAppsRulesHaveOwnersAndLines() async throws {
    let rules = HookedRules()
    let tone = ToneVoiceProvider()
    let elements = document.parsed.elements
    let chapter = ChapterSpeakable(
      chapterHeading: elements[0], elements: Array(elements.dropFirst()), rules: rules,
      providers: [tone])
    let expected = elements.enumerated().map { "\($0) \($1.elementText.uppercased())!" }
    #expect(owners(chapter) == expected)
    let scene = SceneSpeakable(
      sceneHeading: elements[10], elements: Array(elements[11...]), rules: rules,
      providers: [tone])
    #expect(owners(scene) == Array(expected.suffix(3)))
    let whole = MarkdownDocumentSpeakable(
      filename: "a.fountain", elements: elements, rules: rules, providers: [tone])
    #expect(owners(whole) == expected)

    let store = try GenerationStore.inMemory()
    try await SpeakableItemGenerationTask(document: document, store: store, rules: rules).execute()
    _ = try await GenerationService().generateGroup(chapter, to: store)
    #expect(
      try await store.elements(of: document.id, withAudio: true) == document.elements.map(\.id))
    #expect(Set(tone.requests.map(\.voiceId)) == ["bass"])
  }
}
