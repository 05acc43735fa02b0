import Guion
import Narration
import Testing

/// Tests that a chapter has exactly the footnotes of its spoken text.
@Suite struct FootnoteReadTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var speech: String
    var opening: [GuionElement] = []
    var expected: [String]
    var testDescription: String { name }
  }

  private static let end = #""footnotes": "end""#
  private static let inline = #""footnotes": "inline""#

  static let rows: [Row] = [
    Row(
      name: "of a speech, by the narrator at the end", source: "MARA: Hi[^a] there.\n\n[^a]: A.",
      speech: end,
      expected: ["750 | dialogue MARA: Hi there.", "600 | action: Footnote one: A.", "end 2000"]),
    Row(
      name: "of a speech, by its speaker behind the sentence",
      source: "MARA: Hi[^a] there. You.\n\n[^a]: A.", speech: inline,
      expected: ["750 | dialogue MARA: Hi there. Footnote one: A. You.", "end 2000"]),
    Row(
      name: "of two speeches in one paragraph, each where it stands",
      source: "MARA: Hi[^a].\nTOM: Ho[^b].\n\n[^a]: A.\n[^b]: B.", speech: inline,
      expected: [
        "750 | dialogue MARA: Hi. Footnote one: A.", "350 | dialogue TOM: Ho. Footnote two: B.",
        "end 2000",
      ]),
    Row(
      name: "in their order, each once", source: "# T[^a]\n\na[^b]\n\nb[^a]\n\n[^a]: A.\n[^b]: B.",
      speech: end,
      expected: [
        "750 | section-heading: T", "1000 | action: a", "600 | action: b",
        "600 | action: Footnote one: A.", "600 | action: Footnote two: B.", "end 2000",
      ]),
    Row(
      name: "not of struck words", source: "One ~~two[^a] three~~ four.[^b]\n\n[^a]: A.\n[^b]: B.",
      speech: end,
      expected: ["750 | action: One four.", "600 | action: Footnote two: B.", "end 2000"]),
    Row(
      name: "of struck words that are heard", source: "One ~~two[^a] three~~.\n\n[^a]: A.",
      speech: end + #", "strikethrough": "speak""#,
      expected: ["750 | action: One two three.", "600 | action: Footnote one: A.", "end 2000"]),
    Row(
      name: "not of lists that are left out", source: "- a[^a]\n\nb[^b]\n\n[^a]: A.\n[^b]: B.",
      speech: end + #", "lists": "skip""#,
      expected: ["750 | action: b", "600 | action: Footnote two: B.", "end 2000"]),
    Row(
      name: "not of quotations that are left out",
      source: "> a[^a]\n\nb[^b]\n\n[^a]: A.\n[^b]: B.", speech: end + #", "quotes": "skip""#,
      expected: ["750 | action: b", "600 | action: Footnote two: B.", "end 2000"]),
    Row(
      name: "not of tables that are announced",
      source: "| a[^a] |\n|-|\n| b[^b] |\n| c |\n\nd[^c]\n\n[^a]: A.\n[^b]: B.\n[^c]: C.",
      speech: end + #", "tables": "announce""#,
      expected: [
        "750 | action: Table, one column, two rows.", "600 | action: d",
        "600 | action: Footnote three: C.", "end 2000",
      ]),
    Row(
      name: "of a table's rows", source: "| a |\n|-|\n| b[^b] |\n\n[^b]: B.", speech: end,
      expected: ["750 | action: a: b.", "600 | action: Footnote one: B.", "end 2000"]),
    Row(
      name: "of the headings that a chapter opens with", source: "b.", speech: end,
      opening: [
        GuionElement(
          elementType: .sectionHeading(level: 1), elementText: "One",
          inlines: [InlineSpan(.footnote(number: 4, text: MarkedText("D.")), 3..<3)])
      ],
      expected: [
        "750 | section-heading: One", "1000 | action: b.", "600 | action: Footnote four: D.",
        "end 2000",
      ]),
    Row(
      name: "of a heading behind which nothing stands", source: "", speech: end,
      opening: [
        GuionElement(
          elementType: .sectionHeading(level: 1), elementText: "One",
          inlines: [InlineSpan(.footnote(number: 4, text: MarkedText("D.")), 3..<3)])
      ],
      expected: ["750 | section-heading: One", "1000 | action: Footnote four: D.", "end 2000"]),
  ]

  @Test(arguments: rows) func footnotesOfSpokenText(_ row: Row) async throws {
    let cast = """
      {"characters": {"MARA": "tone://alto", "TOM": "tone://bass"}, "speech": {\(row.speech)}}
      """
    let opening: [TableReader.Opening] = row.opening.isEmpty ? [] : [.titles(row.opening)]
    let outline = try await TableReadOutline.of(
      row.source, cast: cast, opening: opening, format: .markdown)
    #expect(outline.lines == row.expected)
  }
}
