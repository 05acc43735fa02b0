import Guion
import TestSupport
import Testing

/// Tests of office documents whose styles are those of a script.
@Suite struct OfficeScriptTests {
  private static let names = [
    "Scene Heading", "Action", "Character", "Dialogue", "Parenthetical", "Transition", "Normal",
  ]

  private static func line(_ style: String, _ text: String) -> String {
    MadeWord.paragraph(style: style.filter { $0 != " " }, text)
  }

  private static let body =
    MadeWord.paragraph("THE LAST TRAIN", "<w:jc w:val=\"center\"/>") + MadeWord.paragraph("<w:r/>")
    + MadeWord.paragraph("written by", "<w:jc w:val=\"center\"/>")
    + MadeWord.paragraph("Ann Lee", "<w:jc w:val=\"center\"/>")
    + MadeWord.paragraph("<w:r><w:br w:type=\"page\"/></w:r>")
    + line("Scene Heading", "INT. BAR - NIGHT") + line("Action", "Rain.")
    + line("Character", "ANN (O.S.)") + line("Parenthetical", "(softly)")
    + line("Dialogue", "Wait!") + line("Dialogue", "(MORE)") + line("Dialogue", "Please.")
    + "<w:tbl><w:tr><w:tc>" + line("Character", "ANN") + line("Dialogue", "Yes.") + "</w:tc><w:tc>"
    + line("Character", "BOB") + line("Dialogue", "No.") + "</w:tc></w:tr></w:tbl>"
    + line("Transition", "CUT TO:") + MadeWord.paragraph("No style is action.")

  private static let expected = [
    "scene-heading: INT. BAR - NIGHT", "action: Rain.", "character: ANN (O.S.)",
    "parenthetical: softly", "dialogue: Wait!\nPlease.", "character: ANN", "dialogue: Yes.",
    "character: BOB ^", "dialogue: No.", "transition: CUT TO:", "action: No style is action.",
  ]

  private static func lines(_ document: GuionParsedElementCollection) -> [String] {
    document.elements.map { element in
      "\(element.elementType.identifier): \(element.elementText)"
        + (element.extension.map { " " + $0 } ?? "") + (element.isDualDialogue ? " ^" : "")
    }
  }

  @Test func `a Word document with the styles of a script is a script`() {
    let document = MadeWord(Self.body).with {
      $0.styles = Self.names.map { MadeWord.style($0) }.joined()
    }
    let parsed = GuionParsedElementCollection(bytes: document.bytes, format: .docx)
    #expect(parsed.format == .officeScript)
    #expect(parsed.format.isScreenplay)
    #expect(Self.lines(parsed) == Self.expected)
    #expect(
      parsed.titlePage.map { "\($0.key)=\($0.values)" } == [
        "Title=[\"THE LAST TRAIN\"]", "Credit=[\"written by\"]", "Author=[\"Ann Lee\"]",
      ])
    #expect(parsed.elements.first?.sourceRange?.start.line == 6)
  }

  @Test func `without cues or without dialogue a document is prose`() {
    for missing in ["Character", "Dialogue"] {
      let document = MadeWord(Self.body).with {
        $0.styles = Self.names.filter { $0 != missing }.map { MadeWord.style($0) }.joined()
      }
      #expect(GuionParsedElementCollection(bytes: document.bytes, format: .docx).format == .docx)
    }
  }

  /// A script whose paragraphs have no styles: action at 0, speech at 1 inch, directions at 1.6, cues at 2.2.
  private static let indented: [(inches: Double, text: String)] = [
    (0, "INT. ROOM - DAY"), (0, "Rain falls on the window of a room."), (2.2, "ANNA (V.O.)"),
    (1, "Good morning to all of you."), (2.2, "BEN"), (1.6, "(smiling)"),
    (1, "Good morning, Anna."),
    (0, "He sits."), (2.2, "ANNA"), (1, "Where were you?"), (1, "I waited."), (4.5, "CUT TO:"),
    (0, "EXT. STREET - NIGHT"), (2.2, "BEN"), (1, "Here."), (0, "THE END"),
  ]
  private static let types = [
    "scene-heading", "action", "character", "dialogue", "character", "parenthetical", "dialogue",
    "action", "character", "dialogue", "transition", "scene-heading", "character", "dialogue",
    "action",
  ]

  @Test func `a script without styles is found by its columns`() {
    let word = MadeWord(
      Self.indented.map { row in
        let space = row.inches == 0 || row.inches > 2 ? "240" : "0"
        return MadeWord.paragraph(
          row.text,
          "<w:spacing w:before=\"\(space)\"/><w:ind w:left=\"\(Int(row.inches * 1440))\"/>")
      }.joined())
    // Blanks instead of indentations, and paragraphs without text instead of space.
    let blanks = MadeWord(
      Self.indented.map { row in
        let space = row.inches == 0 || row.inches > 2 ? MadeWord.paragraph("<w:r/>") : ""
        return space
          + MadeWord.paragraph(String(repeating: " ", count: Int(row.inches * 10)) + row.text)
      }.joined())
    let styles = Set(Self.indented.map(\.inches)).map { inches in
      "<style:style style:name=\"P\(Int(inches * 10))\" style:family=\"paragraph\">"
        + "<style:paragraph-properties fo:margin-left=\"\(inches)in\"/></style:style>"
    }
    let open = MadeOpenDocument(
      Self.indented.map { row in
        "<text:p text:style-name=\"P\(Int(row.inches * 10))\">\(row.text)</text:p>"
      }.joined()
    ).with { $0.automatic = styles.joined() }
    for (bytes, format) in [
      (word.bytes, DocumentFormat.docx), (blanks.bytes, .docx), (open.bytes, .odt),
    ] {
      let parsed = GuionParsedElementCollection(bytes: bytes, format: format)
      #expect(parsed.format == .officeScript)
      #expect(parsed.elements.map(\.elementType.identifier) == Self.types)
      #expect(parsed.elements.dropFirst(9).first?.elementText == "Where were you?\nI waited.")
    }
  }

  @Test func `indented prose is no script`() {
    let document = MadeWord(
      (0..<40).map {
        MadeWord.paragraph("Line \($0) of a poem", "<w:ind w:left=\"\($0 % 3 * 720)\"/>")
      }
      .joined())
    #expect(GuionParsedElementCollection(bytes: document.bytes, format: .docx).format == .docx)
  }

  @Test func `an OpenDocument text is a script too`() {
    let line = { (style: String, text: String) in
      "<text:p text:style-name=\"\(style)\">\(text)</text:p>"
    }
    let style = { (name: String) in
      "<style:style style:name=\"\(name.replacing(" ", with: "_20_"))\" style:family=\"paragraph\"/>"
    }
    let document = MadeOpenDocument(
      line("Scene_20_Heading", "EXT. SEA - DAY") + line("Character", "ANN") + line("P9", "Hello.")
    )
    .with {
      $0.styles = Self.names.map(style).joined()
      $0.automatic =
        "<style:style style:name=\"P9\" style:family=\"paragraph\" style:parent-style-name=\"Dialogue\"/>"
    }
    let parsed = GuionParsedElementCollection(bytes: document.bytes, format: .odt)
    #expect(parsed.format == .officeScript)
    #expect(
      Self.lines(parsed) == ["scene-heading: EXT. SEA - DAY", "character: ANN", "dialogue: Hello."])
  }
}
