import Basics
import TestSupport
import Testing

@testable import Guion

/// Layouts of PDFs that differ from those of screenwriting programs.
@Suite struct PDFLayoutTests {
  @Test(arguments: [
    ("         5.EXT. SEA - DAY", ["scene-heading: #5 EXT. SEA - DAY"]),
    ("         8bis. EXT. SEA - DAY", ["scene-heading: #8bis EXT. SEA - DAY"]),
    ("         9.bis.INT. BAR - NIGHT", ["scene-heading: #9.bis INT. BAR - NIGHT"]),
    ("         5.INTRO", ["action: 5.INTRO"]),
    // Verses are centred, also right of the column of cues.
    (
      "                             ANNA\n                             Third eye small\n                               I KNOW YOU",
      ["character: ANNA", "dialogue: Third eye small/I KNOW YOU"]
    ),
    // A caption in the middle of the page is no cue.
    (
      "                                THE END\n                              of the day",
      ["action: THE END/of the day"]
    ),
    // A line that ends in a comma is no name.
    (
      "                   NO POOL, NO PETS,\n                   NO PHONE.",
      ["action: NO POOL, NO PETS,/NO PHONE."]
    ),
    // A direction that stands in the column of action.
    (
      "                             ANNA\n         (from afar)\n                   Cut!",
      ["character: ANNA", "parenthetical: from afar", "dialogue: Cut!"]
    ),
    // Only the first line of a speech is indented.
    (
      "                             ANNA\n                   The lamp of this room is not as bright as\n         that of the other rooms in this house, and the window\n         Open it.",
      [
        "character: ANNA",
        "dialogue: The lamp of this room is not as bright as that of the other rooms in this house, and the window Open it.",
      ]
    ),
    (
      "                             ANNA\n                   Yes.\n         she goes.",
      ["character: ANNA", "dialogue: Yes.", "action: she goes."]
    ),
  ])
  func lines(_ text: String, _ expected: [String]) {
    #expect(PDFScriptTests.rest([text]) == expected)
  }

  @Test func `a short line at the end of a page is not continued by capitals`() {
    let found = PDFScriptTests.rest(["         END OF ACT ONE", "         ACT TWO"])
    #expect(found == ["action: END OF ACT ONE", "action: ACT TWO"])
  }

  @Test(arguments: [
    (
      "                            MY SERIES\n\n                             \"Pilot\"\n\n                           Written by\n\n                           Ann Author",
      ["Title: MY SERIES", "Credit: Written by", "Author: Ann Author", "Notes: \"Pilot\""]
    ),
    // A credit says that the page is a title page, even if its lines are not centred.
    (
      "                              LUNCH\n\n         Written by\n\n         Ann Author",
      ["Title: LUNCH", "Credit: Written by", "Author: Ann Author"]
    ),
  ])
  func `an author is below the credit`(_ page: String, _ expected: [String]) {
    let entries = readPDF([page, PDFScriptTests.start]).titlePage
    #expect(entries.map { "\($0.key): \($0.values.joined(separator: "/"))" } == expected)
  }

  /// A script in Hindi has English headings and cues. Its speeches are no capitals.
  @Test func `letters without case are no capitals`() {
    let pages = (1...4).map { number in
      """



               INT. घर \(number) - DAY

               बारिश हो रही है, और कोई घर पर नहीं है।

                                   MEERA
                         आज मौसम अच्छा नहीं है, भाई \(number).

                                   ARJUN
                         हाँ, मुझे यह बात पता है।

                                   MEERA
                         चलो, अब हम घर चलते हैं।
      """
    }
    let reading = readPDF(pages, as: .pdf)
    #expect(reading.format == .pdfScript)
    let rows = PDFScriptTests.rows(reading)
    #expect(
      rows.prefix(4).map { $0.prefix { $0 != ":" } } == [
        "scene-heading", "action", "character", "dialogue",
      ])
    #expect(rows.count { $0 == "character: MEERA" } == 8)
  }

  @Test func `a short typewritten page with a heading is a screenplay`() {
    let scene = "         INT. SHED - NIGHT\n\n         Rain falls on the roof."
    #expect(readPDF([scene], as: .pdf).format == .pdfScript)
    #expect(readPDF(["         Dear Anna,\n\n" + scene.dropFirst(28)], as: .pdf).format == .pdfText)
  }

  @Test func `a screenplay without columns is a text, with a warning`() {
    let pages = (1...5).map { number in
      "INT. HALL \(number) - DAY\n\nANNA\nGood morning to all of you.\n\nBEN\nYes, good morning.\n\nCLARA\nNo."
    }
    let reading = readPDF(pages, as: .pdf)
    #expect(reading.format == .pdfText)
    #expect(reading.diagnostics.contains { $0.code == "pdf-layout" })
    let plain = readPDF(pages.map { $0.lowercased() }, as: .pdf)
    #expect(!plain.diagnostics.contains { $0.code == "pdf-layout" })
  }

  /// A web page that was printed on one page.
  @Test(arguments: [DocumentFormat.pdfScript, .pdfText])
  func `each line of a long page has a number of its own`(_ format: DocumentFormat) throws {
    let long = (1...520).map { "         Line \($0)\n         is here." }.joined(separator: "\n\n")
    let xml = MadePDF(["         INT. ROOM.", long, "         The last page."]).xml
    let text = String(decoding: xml, as: UTF8.self)
      .replacing("height=\"792\"", with: "height=\"20000\"")
    let places = readPDF(xml: Array(text.utf8), as: format).elements
      .compactMap(\.sourceRange?.start.line)
    try #require(places.count == 522)
    #expect(Set(places).count == 522 && places == places.sorted())
    let words = places.map { PlaceUnit.words(ofLine: $0, in: "a.pdf") }
    #expect(words.first == "page 1, line 1" && words.last == "page 3, line 1")
    #expect(Array(words[1..<521]) == (1...520).map { "page 2, line \(2 * $0 - 1)" })
    // The numbers of the pages before are as they were.
    #expect(places[0] == 1001 && places.allSatisfy { Int32(exactly: $0) != nil })
  }

  // MARK: Texts

  private static func text(_ pages: [String]) -> [String] {
    readPDF(pages, as: .pdfText).elements.map(\.elementText)
  }

  private static let speeches = (1...10).map { number in
    "MATEO- The line of this play is full, and it goes on and on, ha"
      + "\n   and here it is continued \(number)."
  }

  @Test func `paragraphs of a play hang at the name`() {
    let found = Self.text([Self.speeches.joined(separator: "\n")])
    #expect(
      found == Self.speeches.map { $0.replacing("\n  ", with: "") })
  }

  @Test func `items of a list hang at their sign`() {
    let full = (1...12).map { "A full line of the text of this book which is here, so it is \($0)" }
    let items = [
      "• One line of this list is so long that it is full to the end,\n  and it goes on.",
      "2. This line of this list is as long as the others of it, for a\n   reason.",
      "○ Short.",
    ]
    let found = Self.text([full.joined(separator: "\n") + "\n\n" + items.joined(separator: "\n")])
    #expect(
      found.suffix(3)
        == items.map {
          $0.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
        })
  }

  /// Most distances are those of paragraphs, so the smallest usual one is that of lines.
  @Test func `a text of short paragraphs`() {
    let short = (1...12).map { "A full line of the text of this book which ends here, it is \($0)" }
    let long = (1...4).map {
      "Here is a line of this book that is full to the end and \($0) goes\non and ends there \($0)."
    }
    let found = Self.text([(short + long).joined(separator: "\n\n")])
    #expect(found == short + long.map { $0.replacing("\n", with: " ") })
  }
}
