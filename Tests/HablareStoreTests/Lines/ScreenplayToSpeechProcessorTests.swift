import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import TestSupport
import Testing

@Suite struct ScreenplayToSpeechProcessorTests {
  /// Returns a line as readable text: `type [speaker, as written] tone: text`.
  private func shown(_ line: SpeakableLine) -> String {
    let who = line.characterName.map { " [\($0), \(line.rawCharacterName ?? "-")]" } ?? ""
    let announces = line.includesCharacterAnnouncement ? " announces" : ""
    return "\(line.sourceElementType.identifier)\(who) \(line.toneHint.rawValue)\(announces): "
      + line.speakableText
  }

  private static let script = """
    Title: The Well
    Author: Ann

    A dog barks.

    INT. KITCHEN - DAY

    The kettle sings. [[not this]]

    JOHN (V.O.)
    (quietly)
    It is raining.

    JOHN
    Still.

    MARA ^
    Still!

    EXT. YARD - NIGHT

    JOHN
    Who is there?
    """

  private let document = GuionDocumentModel(
    filename: "well.fountain", string: script, format: .fountain)

  @Test func aScriptBecomesLines() {
    let lines = ScreenplayToSpeechProcessor().lines(of: document)
    #expect(
      lines.map(shown) == [
        "action narrative: A dog barks.",
        "scene-heading narrative: Interior. Kitchen. Day.",
        "action narrative: The kettle sings.",
        "character narrative announces: John says:",
        "dialogue [JOHN, JOHN (V.O.)] character: It is raining.",
        "character narrative announces: Mara says:",
        "dialogue [JOHN, JOHN] character: Still.",
        "dialogue [MARA, MARA] character: Still!",
        "scene-heading narrative: Exterior. Yard. Night.",
        "character narrative announces: John says:",
        "dialogue [JOHN, JOHN] character: Who is there?",
      ])
    #expect(lines.map(\.orderIndex) == Array(lines.indices))
    #expect(Set(lines.map(\.id)).count == lines.count)
    #expect(lines.allSatisfy { $0.screenplayID == document.id && $0.ruleVersion == "1.2" })
    #expect(lines.allSatisfy { $0.status == .textGenerated && $0.audioVersions.isEmpty })
  }

  @Test func aLineKnowsItsElementAndItsScene() {
    let lines = ScreenplayToSpeechProcessor().lines(of: document)
    let elements = document.elements
    let ids = elements.filter { $0.elementType == .sceneHeading }.map(\.element.sceneId)
    #expect(
      lines.map(\.sceneID)
        == [nil] + Array(repeating: ids[0], count: 7) + Array(repeating: ids[1], count: 3))
    for line in lines {
      let element = elements.first { $0.id == line.sourceElementID }
      #expect(element?.elementType == line.sourceElementType)
      guard line.toneHint == .character else { continue }
      #expect(element?.elementText == line.speakableText)
    }
  }

  @Test(arguments: [
    (0...0, 0..<1), (1...1, 1..<8), (2...2, 8..<11), (1...2, 1..<11), (0...2, 0..<11),
    (2...9, 8..<11), (3...9, 0..<0), (-4...(-1), 0..<0), (-1...0, 0..<1),
  ])
  func scenesAreRangesOfTheDocument(scenes: ClosedRange<Int>, expected: Range<Int>) {
    let processor = ScreenplayToSpeechProcessor()
    let all = processor.lines(of: document)
    let lines = processor.lines(of: document, scenes: scenes)
    #expect(lines.map(\.id) == all[expected].map(\.id))
    #expect(lines.map(\.orderIndex) == Array(expected))
    if scenes.count == 1 {
      #expect(
        processor.lines(of: document, scene: scenes.lowerBound).map(\.id) == lines.map(\.id))
    }
  }

  @Test func aSceneIsFoundByItsId() throws {
    let processor = ScreenplayToSpeechProcessor()
    let id = try #require(document.parsed.elements.compactMap(\.sceneId).last)
    #expect(
      processor.lines(of: document, sceneID: id).map(\.id)
        == processor.lines(of: document, scene: 2).map(\.id))
    #expect(processor.lines(of: document, sceneID: "nowhere").isEmpty)
  }

  @Test func anEditElsewhereKeepsTheIdsOfLines() {
    let edited = GuionDocumentModel(
      filename: "well.fountain",
      string: Self.script.replacing("A dog barks.", with: "A cat sleeps.\n\nIt purrs."),
      format: .fountain)
    let processor = ScreenplayToSpeechProcessor()
    let before = processor.lines(of: document).map(\.id)
    let after = processor.lines(of: edited).map(\.id)
    #expect(after.count == before.count + 1)
    #expect(Array(after.dropFirst(2)) == Array(before.dropFirst()))
    #expect(!after.contains(before[0]))
  }

  @Test func theCastsNamesAndSettingsApply() {
    let cast = CastReader(
      bytes: Array(
        """
        {"characters": {"JOHNNY": {"aliases": ["JOHN"]}}, "speech": {"announce": "never"},
         "pronunciations": [{"text": "kettle", "say": "ket ell"}]}
        """.utf8))
    #expect(cast.diagnostics.isEmpty)
    let lines = ScreenplayToSpeechProcessor(cast: cast.cast).lines(of: document, scene: 1)
    #expect(
      lines.map(shown) == [
        "scene-heading narrative: Interior. Kitchen. Day.",
        "action narrative: The ket ell sings.",
        "dialogue [JOHNNY, JOHN (V.O.)] character: It is raining.",
        "dialogue [JOHNNY, JOHN] character: Still.",
        "dialogue [MARA, MARA] character: Still!",
      ])
  }

  @Test func labelledParagraphsAreSpeechesOfTheParagraph() throws {
    let cast = CastReader(bytes: Array(#"{"characters": {"MARA": {"aliases": ["M"]}}}"#.utf8)).cast
    let podcast = GuionDocumentModel(
      string: "# Hour\n\nHello.\n\n**MARA:** Good evening.\n\nA pause.\n\n- M: no label",
      format: .markdown)
    let lines = ScreenplayToSpeechProcessor(cast: cast).lines(of: podcast)
    #expect(
      lines.map(shown) == [
        "section-heading narrative: Hour", "action narrative: Hello.",
        "action [MARA, MARA] character: Good evening.", "action narrative: A pause.",
        "action narrative: M: no label",
      ])
    #expect(lines.map(\.sourceElementID) == podcast.elements.map(\.id))
  }

  @Test func theFrontMatterIsTheCastOfADocumentWithoutOne() {
    let podcast = GuionDocumentModel(
      string: """
        ---
        guion2audio:
          language: de
          characters: { MARA: { aliases: [M] } }
          speech: { quotes: announce }
        ---

        M: Guten Abend.

        > Still.
        """, format: .markdown)
    #expect(
      ScreenplayToSpeechProcessor().lines(of: podcast).map(shown) == [
        "action [MARA, M] character: Guten Abend.", "action narrative: Zitat.",
        "action narrative: Still.", "action narrative: Ende des Zitats.",
      ])
    #expect(
      ScreenplayToSpeechProcessor(cast: Cast()).lines(of: podcast).map(\.speakableText) == [
        "M: Guten Abend.", "Still.",
      ])
  }

  @Test func aFootnoteAtTheEndBelongsToTheElementOfItsMark() {
    var cast = Cast()
    cast.speech.footnotes = .end
    let text = GuionDocumentModel(
      string: "First[^1].\n\nLast.\n\n[^1]: A note.", format: .markdown)
    let lines = ScreenplayToSpeechProcessor(cast: cast).lines(of: text)
    #expect(lines.map(\.speakableText).count == 3)
    #expect(lines.last?.speakableText.contains("A note.") == true)
    #expect(lines.last?.sourceElementID == text.elements[0].id)
    #expect(lines.last?.id != lines.first?.id)
  }

  @Test(arguments: [
    ("en-US", "Quote."), ("de", "Zitat."),
  ])
  func theLanguageDeterminesTheNarratorsWords(language: String, word: String) {
    var cast = Cast()
    cast.speech.quotes = .announce
    let quoting = GuionDocumentModel(string: "A.\n\n> B.\n\nC.", format: .markdown)
    let lines = ScreenplayToSpeechProcessor(cast: cast, language: language).lines(of: quoting)
    #expect(lines.count == 5)
    #expect(lines[1].speakableText == word)
    #expect(lines.allSatisfy { !$0.includesCharacterAnnouncement })
    let own = GuionDocumentModel(
      string: "---\nlanguage: \(language)\n---\n\n> B.", format: .markdown)
    #expect(ScreenplayToSpeechProcessor(cast: cast).lines(of: own).first?.speakableText == word)
  }

  @Test(arguments: ["", "\n\n", "Title: Nothing\n", "/* hidden */"])
  func aDocumentWithoutWordsHasNoLines(source: String) {
    let empty = GuionDocumentModel(string: source, format: .fountain)
    #expect(ScreenplayToSpeechProcessor().lines(of: empty).isEmpty)
  }

  /// Returns the text of a document as a build reads it, chapter by chapter.
  private func built(_ document: GuionDocumentModel, _ cast: Cast) async throws -> [String] {
    let elements = document.parsed.elements
    let director = CastingDirector(
      cast: cast, language: "en-US", directory: VoiceDirectory([ToneVoiceProvider()]))
    let casting = try #require(
      await director.casting(of: elements, sources: [document.filename ?? ""]).casting)
    let reader = TableReader(casting: casting, cast: cast, format: document.format)
    let whole = DocumentOutline.Part(elements: elements.indices, heading: nil)
    let chapters = document.parsed.outline.chapters(of: elements) ?? [whole]
    return chapters.flatMap { part in
      let chapter = ChapterSpeakable(
        chapterHeading: part.heading.map { elements[$0] }, elements: elements[part.elements],
        opening: part.heading.map { [.titles([elements[$0]])] } ?? [], reader: reader)
      return chapter.tableRead.passages.flatMap { $0.items.map(\.text) }
    }
  }

  @Test(arguments: 0..<40)
  func theLinesMatchTheTableRead(seed: UInt64) async throws {
    let source = MarkedScript(seed: seed).source
    var cast = Cast()
    // By default, announcements depend on voices, which lines do not have yet.
    cast.speech.announce = .firstInScene
    for format in DocumentFormat.plainTexts {
      let document = GuionDocumentModel(string: source, format: format)
      let lines = ScreenplayToSpeechProcessor(cast: cast).lines(of: document)
      #expect(lines.map(\.speakableText) == (try await built(document, cast)))
      #expect(Set(lines.map(\.id)).count == lines.count)
    }
  }

  @Test func otherRulesGiveOtherLines() {
    let lines = ScreenplayToSpeechProcessor(rules: HookedRules()).lines(of: document, scene: 2)
    #expect(
      lines.map(shown) == [
        "scene-heading narrative: EXT. YARD - NIGHT!", "character narrative: JOHN!",
        "dialogue narrative: WHO IS THERE?!",
      ])
    #expect(lines.allSatisfy { $0.ruleVersion == "hooked 1" })
  }
}
