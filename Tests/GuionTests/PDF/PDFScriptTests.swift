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
  static let start = """
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

  static func rows(_ reading: DocumentReading) -> [String] {
    reading.elements.map { element in
      let number = element.sceneNumber.map { "#\($0) " } ?? ""
      let suffix = element.extension.map { " " + $0 } ?? ""
      let dual = element.isDualDialogue ? "^" : ""
      return "\(element.elementType.identifier)\(dual): \(number)"
        + element.elementText.replacing("\n", with: "/") + suffix
    }
  }

  static func rest(_ pages: [String]) -> [String] {
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
    // One blank line between cue and speech, exactly in their columns; no cue with more.
    (
      "         He listens.\n\n                             ANNA (O.S.)\n\n                   Stop.",
      ["action: He listens.", "character: ANNA (O.S.)", "dialogue: Stop."]
    ),
    (
      "         He listens.\n\n                             AT DAWN\n\n\n                   Stop.",
      ["action: He listens.", "action: AT DAWN", "action: Stop."]
    ),
    // A heading can be directly below a speech.
    (
      "                             ANNA\n                   Yes.\n         EXT. SEA - DAY",
      ["character: ANNA", "dialogue: Yes.", "scene-heading: EXT. SEA - DAY"]
    ),
    ("         EXT. SEA - DAY                    7", ["scene-heading: #7 EXT. SEA - DAY"]),
    // The numbers of a scene and of a page in a notice.
    ("         CONTINUED: (1A)", []), ("    3    CONTINUED: (A1)                        3", []),
    ("   52A CONTINUED: 52A", []),
    (
      "   33-34    OMITTED                                      33-34 *",
      ["comment: #33-34 OMITTED"]
    ),
    ("   33-34 OMITTED 33-34", ["comment: #33-34 OMITTED"]),
    (
      "         The story is CONTINUED: 12 more pages.",
      ["action: The story is CONTINUED: 12 more pages."]
    ),
    // A direction with more than three lines, in the column of directions.
    (
      "                             ANNA\n                        (rolling a cigarette\n                        without moving on,\n                        his knees\n                        rattling)\n                   You.",
      [
        "character: ANNA",
        "parenthetical: rolling a cigarette without moving on, his knees rattling",
        "dialogue: You.",
      ]
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
    // Other places of the program find the element of a speech by its line.
    let places = readPDF([Self.start + text]).elements.suffix(6).compactMap(\.sourceRange?.start)
    #expect(Set(places).count == 6 && places == places.sorted())
    #expect(
      places.map { PlaceUnit.words(ofLine: $0.line, in: "a.PDF") }
        == [14, 15, 14, 15, 16, 17].map { "page 1, line \($0)" })
  }

  @Test(arguments: [
    "WN. KUCHNIA - DZIEŃ", "PL. ULICA. NOC", "WN./PL. SAMOCHÓD - DZIEŃ", "WNĘTRZE - KUCHNIA",
    "PLENER. LAS. ŚWIT", "INNEN. KÜCHE - TAG", "AUSSEN/INNEN AUTO - TAG", "INTÉRIEUR. BAR - JOUR",
    "EXTERIOR. CALLE - NOCHE", "BELSŐ. KONYHA - NAPPAL", "DIŞ. SOKAK - GÜN",
  ])
  func `headings of other languages`(_ heading: String) {
    let text = "         She waits.\n\n         \(heading)\n\n         He waits."
    #expect(
      Self.rest([text]) == [
        "action: She waits.", "scene-heading: \(heading)", "action: He waits.",
      ])
  }

  @Test(arguments: [
    "PL.", "INNEN", "Plener. Las.", "WNUK MARKA", "INTERIOR. Calle", "INTERIORS AND MORE",
  ])
  func `texts that only begin as such headings do`(_ line: String) {
    let found = Self.rest(["         She waits.\n\n         \(line)\n\n         He waits."])
    #expect(found == ["action: She waits.", "action: \(line)", "action: He waits."])
  }

  @Test(arguments: [
    "SUPER: LVIV, 1994", "TITLE CARD", "CAPTION: LATER", "ANGLE ON THE DOOR", "INSERT - A LETTER",
  ])
  func `captions and shots are no roles`(_ caption: String) {
    let text = """
                                   \(caption)
                         Three weeks before the war

                                   ANNA
                         Good morning.
      """
    #expect(
      Self.rest([text]) == [
        "action: \(caption)/Three weeks before the war", "character: ANNA",
        "dialogue: Good morning.",
      ])
  }

  @Test func `the second speech at a side can begin below the first`() {
    let text = """
                    ANNA (INTO COMMS)
               Twenty seconds to go,            BEN
               are you getting him      He has some trouble
               back in?                 getting into the craft.
                                        (beat)
                                        Now.
      """
    let expected = [
      "character: ANNA (INTO COMMS)",
      "dialogue: Twenty seconds to go, are you getting him back in?", "character^: BEN",
      "dialogue: He has some trouble getting into the craft.", "parenthetical: beat",
      "dialogue: Now.",
    ]
    #expect(Self.rest([text]) == expected)
    // A caption at the right is no cue.
    let caption = text.replacing("BEN", with: "ben")
    #expect(!Self.rest([caption]).contains { $0.hasPrefix("character^") })
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

  /// The first lines of pages are as frequent as headers in short scripts.
  @Test func `headings and cues at the tops of pages are no headers`() {
    let pages = (1...8).map { number in
      (number > 1 ? "                                                            \(number).\n" : "")
        + (number % 2 == 0
          ? "                             XYLIA\n                   Speech \(number).\n\n"
          : "         INT. WINTER - DAY\n\n") + Self.start
    }
    let found = Self.rows(readPDF(pages))
    #expect(found.count { $0 == "character: XYLIA" } == 4)
    #expect(found.count { $0 == "scene-heading: INT. WINTER - DAY" } == 4)
    #expect(!found.contains { $0.contains("8.") && !$0.contains("Speech") })
  }

  @Test func `numbers of added pages, and the stamp of a program, are left out`() {
    let numbers = ["39.", "39aA.", "44A-45.", "79aA.", "9A.", "81."]
    let pages = numbers.enumerated().map { index, number in
      String(repeating: " ", count: 60) + number + "\n\n" + Self.start
        + (index == 1
          ? String(repeating: "\n", count: 30)
            + "         Script created with Final Draft by Final Draft, Inc." : "")
    }
    let reading = readPDF(pages)
    #expect(Self.rows(reading).count == 6 * Self.rows(readPDF([Self.start])).count)
    #expect(reading.skipped.counts.map(\.rule) == [.pageFurniture])
  }

  @Test func `revision marks within the width of the text are left out`() {
    let cues = ["ANNA", "BEN", "ANNA", "BEN"].map { name in
      let cue = "                             \(name)"
      return cue + String(repeating: " ", count: 64 - cue.count) + "*\n                   Yes.\n"
    }
    let long =
      "         A line of action that goes on to the far right end of the paper, and beyond."
    let heading = "  A12    EXT. SEA - DAY                                   A12*"
    let found = Self.rest([cues.joined(separator: "\n") + "\n" + long + "\n\n" + heading])
    #expect(found.count { $0 == "character: ANNA" } == 2 && !found.contains { $0.contains("*") })
    #expect(found.last == "scene-heading: #A12 EXT. SEA - DAY")
    // A star that stands alone is not a mark.
    #expect(Self.rest(["         *"]) == ["action: *"])
  }

  /// The commonest distance between a cue and its speech is half a line or a whole line more than between other lines.
  @Test(arguments: [18.0, 24.0])
  func `a distance between cue and speech is usual in a document`(_ distance: Double) {
    var (text, top) = ("", 72.0)
    func add(_ words: String, _ left: Double, _ below: Double) {
      top += below
      text += "<text top=\"\(top)\" left=\"\(left)\" width=\"\(7.2 * Double(words.count))\" "
      text += "height=\"12\" font=\"0\">\(words)</text>\n"
    }
    add("INT. ROOM - DAY", 108, 12)
    add("Rain falls on the window of the room that is", 108, 24)
    add("so long that it never ends.", 108, 12)
    for name in ["ANNA", "BEN", "ANNA", "BEN"] {
      add(name, 252, 24)
      add("(softly)", 216, distance)
      add("Good morning to all of you,", 180, distance)
      add("my dear friends.", 180, 12)
    }
    let xml =
      "<pdf2xml>\n<page number=\"1\" height=\"792\" width=\"612\">\n"
      + "\t<fontspec id=\"0\" size=\"12\" family=\"Courier\" color=\"#000000\"/>\n\(text)</page>\n</pdf2xml>\n"
    let reading = readPDF(xml: Array(xml.utf8), as: .pdf)
    let found = Self.rows(reading)
    let speech = [
      "parenthetical: softly", "dialogue: Good morning to all of you, my dear friends.",
    ]
    #expect(reading.format == .pdfScript)
    #expect(
      found.dropFirst(2)
        == ["ANNA", "BEN", "ANNA", "BEN"].flatMap { ["character: " + $0] + speech }[...])
  }

  @Test func `lines that are too long do not make all breaks the author's own`() {
    let words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    var lines: [String] = [""]
    for word in (0..<8).flatMap({ _ in words.split(separator: " ") }) {
      if lines[lines.count - 1].count + word.count + 1 > 36 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    let blanks = String(repeating: " ", count: 19)
    let long = "This line is far too long for its column here."
    let speech = lines.map { blanks + $0 }.joined(separator: "\n")
    let text =
      "                             ANNA\n\(speech)\n\n                             BEN\n\(blanks)\(long)"
      + "\n\n                             ANNA\n\(blanks)Roses.\n\(blanks)Violets."
    let found = Self.rest([text])
    #expect(found.count == 6 && !found[1].contains("/"))
    #expect(found.last == "dialogue: Roses./Violets.")
  }

  @Test func `pages with two columns of text do not hide the columns of the script`() {
    let block = (1...4).map { _ in
      "         When they were divorced, my      1. BOY ON PHONE DOING A CALL"
    }
    let page =
      Self.start + "                JAMIE (V.O.)                    VISUALS\n"
      + block.joined(separator: "\n")
    let found = Self.rows(readPDF([page, page, page, Self.start]))
    #expect(found.count { $0 == "character: ANNA" } == 8)
    #expect(found.count { $0 == "dialogue: Good morning, Anna." } == 4)
  }

  @Test func `a text with the words of a screenplay is a warning`() {
    let scene = "INT. ROOM - DAY\n\nShe opens the door and looks out into the garden.\n\n"
    let page = scene + String(repeating: "ANNA\n\nYes, of course, and so on.\n\n", count: 13)
    let reading = readPDF(Array(repeating: page, count: 9), as: .pdf)
    #expect(reading.format == .pdfText)
    #expect(reading.diagnostics.map(\.code) == ["pdf-layout", "pdf-reading"])
    #expect(reading.diagnostics[0].message.contains("--from pdf-script"))
  }

  @Test func `the first page can be a title page`() {
    let title =
      "\n\n\n\n\n                            THE SEA\n\n\n                          Written by\n\n                            A. Waves"
    let reading = readPDF([title, Self.start])
    #expect(reading.titlePage.map(\.key) == ["Title", "Credit", "Author"])
    #expect(reading.titlePage.map(\.values) == [["THE SEA"], ["Written by"], ["A. Waves"]])
    #expect(reading.elements.first?.sourceRange?.start == SourcePosition(page: 2, line: 1))
  }

  @Test func `bold and italic are spans, and places are pages and lines`() throws {
    let reading = readPDF([Self.start + "         He is <i>very</i> <b>old</b>."])
    let last = try #require(reading.elements.last)
    #expect(last.elementText == "He is very old.")
    #expect(last.inlines == [InlineSpan(.emphasis, 6..<10), InlineSpan(.strong, 11..<14)])
    #expect(last.sourceRange?.start == SourcePosition(page: 1, line: 14))
  }

  @Test func `an unusual layout is a warning`() {
    let prose = (1...8).map { "         A line of prose number \($0) that says nothing." }
    let reading = readPDF([prose.joined(separator: "\n\n")])
    #expect(reading.diagnostics.map(\.code) == ["pdf-layout", "pdf-reading"])
    #expect(readPDF([prose.joined(separator: "\n\n")], as: .pdf).format == .pdfText)
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
