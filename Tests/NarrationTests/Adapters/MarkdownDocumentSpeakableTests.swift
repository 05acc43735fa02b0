import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

@Suite struct MarkdownDocumentSpeakableTests {
  private func document(
    _ source: String, cast: Cast = Cast(), provider: ToneVoiceProvider = ToneVoiceProvider()
  ) -> MarkdownDocumentSpeakable {
    MarkdownDocumentSpeakable(
      filename: "notes.md", elements: script(source, .markdown), voiceProvider: provider,
      defaultVoiceId: "alto", languageCode: "en-US", cast: cast)
  }

  private static let twelve =
    "# One\n\na\n\nb\n\nc\n\n# Two\n\nd\n\ne\n\n## Deeper\n\nf\n\ng\n\n- h\n\n> i\n"

  @Test(arguments: [
    (twelve, "12 elements (3 headings, 9 paragraphs)"),
    ("# One\n\na", "2 elements (1 heading, 1 paragraph)"),
    ("a", "1 element (0 headings, 1 paragraph)"), ("", "0 elements (0 headings, 0 paragraphs)"),
    ("a\n\n---\n\n<!-- b -->", "3 elements (0 headings, 1 paragraph)"),
  ]) func aDocumentIsDescribed(_ source: String, _ description: String) {
    let group = document(source)
    #expect(group.groupName == "notes.md")
    #expect(group.groupDescription == description)
  }

  @Test func oneVoiceReadsEverything() async throws {
    let provider = ToneVoiceProvider()
    let group = document("# One\n\nIT IS *over*.\n\n> A `<b>`", provider: provider)
    #expect(group.texts == ["One", "It is over.", "A b"])
    _ = try await group.speakAll()
    #expect(provider.requests.map(\.text) == group.texts)
    #expect(Set(provider.requests.map { "\($0.voiceId) \($0.languageCode)" }) == ["alto en-US"])
    #expect(group.tableRead.passages.map(\.pauseBefore) == [750, 1000, 650])
  }

  @Test func labelledSpeakersHaveTheirOwnVoices() throws {
    let cast = try LabelRow.cast(LabelRow.names)
    let group = MarkdownDocumentSpeakable(
      filename: "notes.md",
      elements: try LabelRow.labelled("Hello.\n\nALICE: Hi.\nBob: Ho.\n\nCarol: no label."),
      voiceMapping: AskedVoices(["ALICE": .tone("alto"), "Bob": .tone("tenor")]).voice,
      voiceProvider: ToneVoiceProvider(), languageCode: "en-US", cast: cast)
    #expect(
      group.voiced == [
        "tone://bass Hello.", "tone://alto Hi.", "tone://tenor Ho.", "tone://bass Carol: no label.",
      ])
  }

  struct Nested: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var chapters: [String]
    var testDescription: String { name }
  }

  static let nested: [Nested] = [
    Nested(name: "chapters from the first line on", source: twelve, chapters: ["One", "Two"]),
    Nested(
      name: "words before the first chapter", source: "Before.\n\n" + twelve,
      chapters: ["", "One", "Two"]),
    Nested(
      name: "a title above the chapters", source: "# Book\n\n## One\n\na\n\n## Two\n\nb",
      chapters: ["", "One", "Two"]),
    Nested(name: "one heading", source: "# Book\n\na\n\nb", chapters: [""]),
    Nested(name: "no headings", source: "a\n\nb", chapters: [""]),
    Nested(
      name: "heading after heading", source: "# One\n\n# Two\n\n### Deep\n\na",
      chapters: ["One", "Two"]),
    Nested(
      name: "lists and quotations at the edges",
      source: "# One\n\n1. a\n   - b\n\n# Two\n\n- c\n\n> d\n\n# Three\n\n1. e",
      chapters: ["One", "Two", "Three"]),
    Nested(name: "nothing", source: "", chapters: []),
  ]

  @Test(arguments: nested) func theChaptersHaveTheItemsOfTheWholeDocument(_ row: Nested) {
    let group = document(row.source)
    #expect(group.chapters.map(\.groupName) == row.chapters)
    #expect(group.chapters.flatMap(\.voiced) == group.voiced)
  }

  @Test func theDescriptionOfAChapterInADocumentCountsItsElements() {
    #expect(
      document(Self.twelve).chapters.map(\.groupDescription) == [
        "3 elements (0 scenes, 0 dialogue lines)", "7 elements (0 scenes, 0 dialogue lines)",
      ])
  }

  @Test func theCastsSettingsApply() throws {
    let json =
      #"{"speech": {"lists": "skip", "code": "speak", "emoji": "skip", "sections": false}}"#
    let reader = CastReader(bytes: Array(json.utf8))
    try #require(reader.diagnostics.isEmpty)
    let group = document("# One\n\n- a\n\n```\nlet b\n```\n\nc 🎉 d", cast: reader.cast)
    #expect(group.texts == ["let b", "c d"])
  }

  @Test func footnotesAtTheEndAreReadAtTheEndOfEachChapter() throws {
    var cast = Cast()
    cast.speech.footnotes = .end
    let group = document(
      "# One\n\na[^1]\n\n# Two\n\nb[^2]\n\n[^1]: First.\n[^2]: Second.", cast: cast)
    #expect(
      group.texts == ["One", "a", "Two", "b", "Footnote one: First.", "Footnote two: Second."])
    #expect(
      group.chapters.map(\.texts) == [
        ["One", "a", "Footnote one: First."], ["Two", "b", "Footnote two: Second."],
      ])
  }
}
