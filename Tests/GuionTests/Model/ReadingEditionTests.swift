import Guion
import TestSupport
import Testing

/// Tests of what the readers of scripts and books read in a new way in edition 2, and that edition 1 stays.
@Suite struct ReadingEditionTests {
  static let scripts: [Row] = [
    .init(
      "a title on the screen", "A.\n\nTITLE:\n“Eleven years earlier”",
      "action A. | action TITLE:⏎“Eleven years earlier”"),
    .init("a super", "SUPER: LVIV, 1994\nSnow.", "action SUPER: LVIV, 1994 | action Snow."),
    .init("a sound", "SFX: A DOOR\nFootsteps.", "action SFX: A DOOR | action Footsteps."),
    .init("a title card", "TITLE CARD OVER BLACK:\nLater.", "action TITLE CARD OVER BLACK:⏎Later."),
    .init("a teacher of music", "MUSIC TEACHER\nSing.", "cue MUSIC TEACHER | dialogue Sing."),
    .init("a superintendent", "SUPER\nThe heat is off.", "cue SUPER | dialogue The heat is off."),
    .init(
      "a point of view", "ELAINE'S POV - TV MONITORS\nA plane.",
      "action ELAINE'S POV - TV MONITORS | action A plane."),
    .init("a shot", "BACK TO ELAINE\nShe waits.", "action BACK TO ELAINE | action She waits."),
    .init(
      "a shot with dashes", "CLOSEUP - STRIKER - NIGHT\nSweat.",
      "action CLOSEUP - STRIKER - NIGHT | action Sweat."),
    .init("a dash before an extension", "ANN - V.O.\nYes.", "cue ANN - V.O. | dialogue Yes."),
    .init("a name with a hyphen", "ANN-MARIE\nYes.", "cue ANN-MARIE | dialogue Yes."),
    .init("a forced cue", "@BACK TO ANN\nYes.", "cue BACK TO ANN | dialogue Yes."),
    .init("a transition", "FADE IN:\n\nA door.", "transition FADE IN: | action A door."),
    .init("a transition with a point", "FADE OUT.", "action FADE OUT."),
    .init("a French transition", "A.\n\nFONDU AU NOIR:", "action A. | transition FONDU AU NOIR:"),
    .init("a sentence", "Fade out.", "action Fade out."),
    .init(
      "headings", "EXT/INT. CAR - DAY\n\nE/I CAR", "heading EXT/INT. CAR - DAY | heading E/I CAR"),
    .init("a shot of Beat", "!!CLOSE ON ANN", "action CLOSE ON ANN"),
    .init("an action with signs", "!!!", "action !!"),
  ]

  @Test(arguments: scripts) func fountain(_ row: Row) { row.check() }

  @Test func `edition 1 reads the lines of scripts as before`() {
    func outline(_ text: String) -> String {
      FountainParser(string: text, edition: .first).elements.outline
    }
    #expect(outline("A.\n\nSFX:\nSteps.") == "action A. | cue SFX: | dialogue Steps.")
    #expect(outline("BACK TO ANN\nShe waits.") == "cue BACK TO ANN | dialogue She waits.")
    #expect(outline("FADE IN:\n\nA door.") == "action FADE IN: | action A door.")
    #expect(outline("!!CLOSE") == "action !CLOSE")
    #expect(outline("EXT/INT. CAR") == "action EXT/INT. CAR")
  }

  @Test func `a shot that looks like a cue is named`() {
    let parser = FountainParser(string: "BACK TO ANN\nShe waits.\n\nSFX: A DOOR\nSteps.")
    #expect(parser.diagnostics.map(\.code) == ["unforced-shot"])
  }

  private func finalDraft(_ content: String, _ edition: ReadingEdition) -> String {
    let bytes = Array(FinalDraftSource.document(content).utf8)
    return FinalDraftParser(bytes: bytes, edition: edition).elements.map {
      $0.elementText + ($0.extension.map { " " + $0 } ?? "")
    }.joined(separator: " | ")
  }

  @Test func `capitals of a style decide what a cue is`() {
    func run(_ type: String, _ words: String) -> String {
      "<Paragraph Type=\"\(type)\"><Text Style=\"Bold+AllCaps\">\(words)</Text></Paragraph>"
    }
    let script =
      run("Scene Heading", "eXt. rOOf - nIGht") + run("Character", "dOCtoR oRLa (o.s.)")
      + run("Dialogue", "Who is it?") + run("Action", "A door slams and sLAMs.")
    #expect(
      finalDraft(script, .second)
        == "EXT. ROOF - NIGHT | DOCTOR ORLA (O.S.) | Who is it? | A door slams and SLAMS.")
    #expect(
      finalDraft(script, .first)
        == "eXt. rOOf - nIGht | dOCtoR oRLa (o.s.) | Who is it? | A door slams and sLAMs.")
  }

  @Test func `the furniture of pages is left out`() {
    let script =
      FinalDraftSource.paragraph("Action", "Rain.") + FinalDraftSource.paragraph("More", "(MORE)")
    #expect(finalDraft(script, .second) == "Rain.")
    #expect(finalDraft(script, .first) == "Rain. | (MORE)")
  }

  private func pages(_ book: MadeBook, _ edition: ReadingEdition) -> [String] {
    GuionParsedElementCollection(bytes: book.bytes, format: .epub, edition: edition).elements
      .map(\.markdownOutline)
  }

  @Test(arguments: [
    ("<p><span><img src=\"o.png\" alt=\"O\"/></span>NLY he.</p>", ["p ONLY he."]),
    ("<div><img src=\"w.png\" alt=\"W\"/></div><p>HEN the door</p>", ["p WHEN the door"]),
    ("<div><img src=\"w.png\" alt=\"W\"/></div><p>hen <i>the</i> door</p>", ["p When the door"]),
    ("<div><img src=\"x.png\" alt=\"X\"/></div><p>The map.</p>", ["p X {image X}", "p The map."]),
    ("<p>a</p><div><img src=\"x.png\" alt=\"X\"/></div>", ["p a", "p X {image X}"]),
    ("<p><img src=\"i.png\" alt=\"“I\"/>s it?</p>", ["p “Is it?"]),
  ]) func `a picture of a letter joins its word`(_ page: String, _ outlines: [String]) {
    #expect(pages(MadeBook(page), .second) == outlines)
  }

  @Test func `edition 1 reads the picture of a letter as a picture`() {
    let page = MadeBook("<p><img src=\"o.png\" alt=\"O\"/>NLY he.</p>")
    #expect(pages(page, .first) == ["p ONLY he. {image O}"])
  }

  @Test func `the mark of a note is no part of a title`() {
    let book = MadeBook([
      (
        "one.xhtml",
        "<h1>The Long Way<a epub:type=\"noteref\" href=\"#n\"><sup>1</sup></a></h1><p>We left.</p>"
          + "<aside id=\"n\" epub:type=\"footnote\"><p>1 A note.</p></aside>"
      )
    ]).with { $0.contents = "<li><a href=\"one.xhtml\">The Long Way1</a></li>" }
    let first = pages(book, .first).first ?? ""
    let second = pages(book, .second).first ?? ""
    #expect(first.hasPrefix("h1 The Long Way1"))
    #expect(second.hasPrefix("h1 The Long Way ") && !second.contains("Way1"))
  }
}
