import Basics
import TestSupport
import Testing

@testable import Guion

/// Reads typewritten pages as a PDF.
func readPDF(
  _ pages: [String], as format: DocumentFormat = .pdfScript
) -> DocumentReading {
  readPDF(xml: MadePDF(pages).xml, as: format)
}

func readPDF(xml: [UInt8], as format: DocumentFormat) -> DocumentReading {
  let converter = DocumentConverter { program, _ in
    LimitedProgram.Outcome(.exited(0), output: program.name == "pdftohtml" ? xml : [])
  }
  return DocumentReading(
    Array("%PDF-1.4".utf8), format: format, edition: .second, converter: converter)
}

/// Screenplays in PDF. The columns of the pages: action at 9, dialogue at 19, directions at 24, cues at 29.
@Suite struct PDFScriptTests {
  /// The beginning of every script, from which the columns are known.
  private static let start = """
             INT. ROOM - DAY

             Rain falls on the window of a room that is so long
             that the line goes on.

                                 ANNA
                       Good morning to all of you, my dear
                       friends.

                                 BEN
                            (smiling)
                       Good morning, Anna.

                                 ANNA
                            (to Ben)
                       The weather is not fine at all.

             INT. CELLAR - NIGHT


    """

  private static func rows(_ reading: DocumentReading) -> [String] {
    reading.elements.map { element in
      let number = element.sceneNumber.map { "#\($0) " } ?? ""
      let suffix = element.extension.map { " " + $0 } ?? ""
      let dual = element.isDualDialogue ? "^" : ""
      return "\(element.elementType.identifier)\(dual): \(number)"
        + element.elementText.replacing("\n", with: "/") + suffix
    }
  }

  private static func rest(_ pages: [String]) -> [String] {
    let first = rows(readPDF([start]))
    let all = rows(readPDF([start + pages[0]] + pages.dropFirst()))
    return Array(all.dropFirst(first.count))
  }

  @Test func `the columns are found`() {
    let found = Self.rows(readPDF([Self.start]))
    #expect(
      found == [
        "scene-heading: INT. ROOM - DAY",
        "action: Rain falls on the window of a room that is so long that the line goes on.",
        "character: ANNA",
        "dialogue: Good morning to all of you, my dear friends.", "character: BEN",
        "parenthetical: smiling", "dialogue: Good morning, Anna.", "character: ANNA",
        "parenthetical: to Ben", "dialogue: The weather is not fine at all.",
        "scene-heading: INT. CELLAR - NIGHT",
      ])
  }

  @Test(arguments: [
    // A break where the next word would have fitted is the author's own.
    ("         He waits.\n         She waits.", ["action: He waits./She waits."]),
    ("         Est-ce que", ["action: Est-ce que"]),
    // Numbers of scenes in one or both margins, in pieces or in one run.
    (
      "   12    EXT. SEA - DAY                                      12",
      ["scene-heading: #12 EXT. SEA - DAY"]
    ),
    (" A12.    EXT. SEA - DAY", ["scene-heading: #A12 EXT. SEA - DAY"]),
    (
      "         EXT. SEA - DAY                                      7A",
      ["scene-heading: #7A EXT. SEA - DAY"]
    ),
    (
      "   12    ON THE ROOF                                         12",
      ["scene-heading: #12 ON THE ROOF"]
    ),
    ("   12    SCENE DELETED", ["comment: #12 SCENE DELETED"]),
    ("   12    OMITTED                                             12", ["comment: #12 OMITTED"]),
    ("         BRICK    12", ["action: BRICK 12"]),
    // Marks of revisions, and a line that is continued.
    ("         A dog barks.                                           *", ["action: A dog barks."]),
    ("         CONTINUED: (2)", []), ("    3    CONTINUED:                             3", []),
    // Cues and speeches.
    (
      "                             Iris McAra\n                   Mind the step.",
      ["character: Iris McAra", "dialogue: Mind the step."]
    ),
    (
      "                             ANNA (V.O.)\n                   Yes.\n\n                   No.",
      ["character: ANNA (V.O.)", "dialogue: Yes./No."]
    ),
    (
      "                             ANNA\n                   Yes.\n\n         She goes.\n\n                   A sign.",
      ["character: ANNA", "dialogue: Yes.", "action: She goes.", "action: A sign."]
    ),
    (
      "                             ANNA\n                   (She stops) No.\n                   Never.",
      ["character: ANNA", "dialogue: (She stops) No./Never."]
    ),
    (
      "                             ANNA\n                        (looking at\n                        Ben)\n                   You.",
      ["character: ANNA", "parenthetical: looking at Ben", "dialogue: You."]
    ),
    (
      "                             ANNA\n                   Hello, my dear Jacky-\n                   boy.",
      ["character: ANNA", "dialogue: Hello, my dear Jacky-boy."]
    ),
    // Transitions.
    ("                                                        CUT TO:", ["transition: CUT TO:"]),
    // A caption at the right margin is no transition.
    ("                                               BACK TO THE BAR", ["action: BACK TO THE BAR"]),
    ("                                                     FADE OUT.", ["transition: FADE OUT."]),
    ("         FADE IN:", ["transition: FADE IN:"]),
    ("         SFX: A DOOR SLAMS", ["sound: SFX: A DOOR SLAMS"]),
  ])
  func lines(_ text: String, _ expected: [String]) {
    #expect(Self.rest([text]) == expected)
  }

  @Test func `two speeches are side by side`() {
    let text = """
                    ANNA                         BEN
               Nine minutes and             Nine.
               no more.                     (beat)
                                            Minutes.
      """
    #expect(
      Self.rest([text]) == [
        "character: ANNA", "dialogue: Nine minutes and no more.", "character^: BEN",
        "dialogue: Nine.", "parenthetical: beat", "dialogue: Minutes.",
      ])
  }

  @Test(arguments: [
    (
      "                             ANNA\n                   Yes, and\n                             (MORE)",
      "                             ANNA (CONT'D)\n                   so on.",
      ["character: ANNA", "dialogue: Yes, and so on."]
    ),
    (
      "                             ANNA\n                   Yes, and", "                   so on.",
      ["character: ANNA", "dialogue: Yes, and so on."]
    ),
    (
      "                             ANNA", "                   Yes.",
      ["character: ANNA", "dialogue: Yes."]
    ),
    (
      "                             ANNA\n                   Yes.",
      "                             BEN\n                   No.",
      ["character: ANNA", "dialogue: Yes.", "character: BEN", "dialogue: No."]
    ),
    ("         She goes on", "         and on.", ["action: She goes on and on."]),
    ("         She goes.", "         He stays.", ["action: She goes.", "action: He stays."]),
  ])
  func `a page ends`(_ first: String, _ second: String, _ expected: [String]) {
    #expect(Self.rest([first, second]) == expected)
  }

  @Test func `headers are left out by their height`() {
    let pages = (1...9).map { number in
      // EMILY is the first line of many pages, below the header.
      "         MY FILM                                            \(number).\n\n"
        + "                             \(number % 3 == 0 ? "EMILY (CONT'D)" : "ROLE " + "ABCDEFGHI".prefix(number))\n                   Speech \(number).\n\n"
        + "         INT. HALL \(number) - DAY\n\n         Action."
    }
    let reading = readPDF(pages, as: .pdf)
    #expect(reading.format == .pdfScript)
    #expect(reading.elements.count { $0.elementText == "EMILY" } == 3)
    #expect(!reading.elements.contains { $0.elementText.contains("MY FILM") })
    let note = reading.diagnostics.map(\.message)
    #expect(
      note.count == 1
        && note[0].contains("9 pages, 9 scenes, 7 roles, without 9 lines of page headers"))
  }

  @Test func `the first page can be a title page`() {
    let title =
      "\n\n\n\n\n                            THE SEA\n\n\n                          Written by\n\n                            A. Waves"
    let reading = readPDF([title, Self.start])
    #expect(reading.titlePage.map(\.key) == ["Title", "Credit", "Author"])
    #expect(reading.titlePage.map(\.values) == [["THE SEA"], ["Written by"], ["A. Waves"]])
    #expect(reading.elements.first?.sourceRange?.start == SourcePosition(line: 2, column: 1))
  }

  @Test func `bold and italic are spans, and places are pages and lines`() throws {
    let reading = readPDF([Self.start + "         He is <i>very</i> <b>old</b>."])
    let last = try #require(reading.elements.last)
    #expect(last.elementText == "He is very old.")
    #expect(last.inlines == [InlineSpan(.emphasis, 6..<10), InlineSpan(.strong, 11..<14)])
    #expect(last.sourceRange?.start == SourcePosition(line: 1, column: 14))
  }

  @Test func `an unusual layout is a warning`() {
    let prose = (1...8).map { "         A line of prose number \($0) that says nothing." }
    let reading = readPDF([prose.joined(separator: "\n\n")])
    #expect(reading.diagnostics.map(\.code) == ["pdf-layout", "pdf-reading"])
    #expect(readPDF([prose.joined(separator: "\n\n")], as: .pdf).format == .pdfText)
  }

  /// Each letter of each run is in an element or counted by a rule.
  @Test func `no letter is lost`() {
    var generator = SeededGenerator(seed: 43)
    let words = [
      "INT. BAR - DAY", "ANNA", "BEN (V.O.)", "(beat)", "word-", "(MORE)", "CONTINUED:", "12",
      "A12.", "*",
      "CUT TO:", "lower case words", "1", "&amp;", "OMITTED", "caf\u{E9}", "\u{FB01}n", "--",
    ]
    for round in 0..<200 {
      let pages = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<Int.random(in: 1...30, using: &generator)).map { _ in
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            String(repeating: " ", count: Int.random(in: 0...30, using: &generator))
              + (words.randomElement(using: &generator) ?? "")
          }.joined()
        }.joined(separator: "\n")
      }
      let text = pages.joined().replacing("&amp;", with: "&").replacing("\u{FB01}", with: "fi")
      let letters = WordCount.count(text).letters
      for format in [DocumentFormat.pdfScript, .pdfText] {
        let reading = readPDF(pages, as: format)
        guard !reading.diagnostics.contains(where: { $0.code == "pdf-no-text" }) else { continue }
        let count = WordCount(
          of: reading.elements, skipped: reading.skipped, format: reading.format)
        #expect(count.letters + count.skipped.letters == letters, "\(round) \(format)")
      }
    }
  }

  @Test func `a document of 100,000 runs is read in linear time`() {
    let line = String(repeating: "x    ", count: 10)
    let page = Array(repeating: line, count: 50).joined(separator: "\n")
    let pages = Array(repeating: page, count: 200)
    let xml = MadePDF(pages).xml
    for format in [DocumentFormat.pdfScript, .pdfText] {
      let time = ContinuousClock().measure { _ = readPDF(xml: xml, as: format) }
      #expect(time < .seconds(60))
    }
  }
}
