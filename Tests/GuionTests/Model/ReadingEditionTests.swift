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
    .init("a sound", "SFX: A DOOR\nFootsteps.", "sound SFX: A DOOR | action Footsteps."),
    .init("a title card", "TITLE CARD OVER BLACK:\nLater.", "action TITLE CARD OVER BLACK:⏎Later."),
    .init(
      "music", "A.\n\nMUSIC: A waltz.\nShe turns.",
      "action A. | sound MUSIC: A waltz. | action She turns."),
    .init("a label above a sound", "SFX:\nA door.\nRain.", "sound SFX:⏎A door. | action Rain."),
    .init("forced action", "!SFX: A DOOR", "action SFX: A DOOR"),
    .init("a teacher of music", "MUSIC TEACHER\nSing.", "cue MUSIC TEACHER | dialogue Sing."),
    .init("a superintendent", "SUPER\nThe heat is off.", "cue SUPER | dialogue The heat is off."),
    .init(
      "a point of view", "ELAINE'S POV - TV MONITORS\nA plane.",
      "action ELAINE'S POV - TV MONITORS | action A plane."),
    .init("a shot", "BACK TO ELAINE\nShe waits.", "action BACK TO ELAINE | action She waits."),
    .init(
      "a movement above a heading", "TILT DOWN TO REVEAL\nINT. PIER - DAY\n\nRain.",
      "action TILT DOWN TO REVEAL | heading INT. PIER - DAY | action Rain."),
    .init(
      "a movement above a place", "A.\n\nPULL BACK\nA BARN\n\nRain.",
      "action A. | action PULL BACK | action A BARN | action Rain."),
    .init(
      "a title above a heading", "NEXT SPRING\nINT. PIER - DAY\n\nRain.",
      "action NEXT SPRING | heading INT. PIER - DAY | action Rain."),
    .init("a name like a movement", "PAN\nYes.", "cue PAN | dialogue Yes."),
    .init(
      "a scene that goes on", "A.\n\nCONTINUED\nINT. PIER - DAY\n\nRain.",
      "action A. | heading INT. PIER - DAY | action Rain."),
    .init(
      "the rest of a tag", "A.\n\ntitle=\"style1\">\n\nRain.", "action A. | action Rain."),
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
    .init(
      "a shot of Beat above its action", "Ann.\n!!ON ANN\nShe runs.",
      "action Ann. | action ON ANN | action She runs."),
    .init("an action with signs", "!!!", "action !!"),
    .init(
      "a French transition with a blank", "A.\n\nCOUPE SUR :",
      "action A. | transition COUPE SUR :"),
    .init("a Finnish transition", "A.\n\nLEIKKAUS:", "action A. | transition LEIKKAUS:"),
    .init(
      "a line that ends in three points", "ALONG THE AISLES...\nDust.",
      "action ALONG THE AISLES... | action Dust."),
    .init(
      "a sentence in capitals", "HER HANDS BENEATH HER.\nGLASS.",
      "action HER HANDS BENEATH HER. | action GLASS."),
    .init(
      "the end of a sentence", "NIGHTFALL. A LONG\nBEAT.", "action NIGHTFALL. A LONG | action BEAT."
    ),
    .init("names with full stops", "PROF. ANN\nYes.", "cue PROF. ANN | dialogue Yes."),
    .init("a son", "JOHN D. SMITH JR.\nYes.", "cue JOHN D. SMITH JR. | dialogue Yes."),
    .init("a cue that ends in a dash", "CLOSED --\nNobody.", "action CLOSED -- | action Nobody."),
    .init("a torn parenthesis", "ENGLISH)\nYes.", "action ENGLISH) | action Yes."),
    .init("a shout", "SAVAK! SAVAK!\nThey run.", "action SAVAK! SAVAK! | action They run."),
    .init(
      "a torn parenthesis that comes again", "ENGLISH)\nA.\n\nENGLISH)\nB.\n\nENGLISH)\nC.",
      "action ENGLISH) | action A. | action ENGLISH) | action B. | action ENGLISH) | action C."),
    .init(
      "a sentence in capitals that goes on",
      "HE SINKS INTO THE STRANGE LIQUID - LIKE WATER BUT THICK\nAND VISCOUS.",
      "action HE SINKS INTO THE STRANGE LIQUID - LIKE WATER BUT THICK⏎AND VISCOUS."),
    .init("a line that tells and ends in TO:", "DOWN THE HALL TO:", "action DOWN THE HALL TO:"),
    .init("a spaced transition", "D I S S O L V E TO:", "transition D I S S O L V E TO:"),
    .init(
      "a long transition", "SLOW DISSOLVE FROM THE SEA TO:",
      "transition SLOW DISSOLVE FROM THE SEA TO:"),
    .init(
      "an age on the next line", "He seems to be in some pain. He is SCOTT - AGE\n17.",
      "action He seems to be in some pain. He is SCOTT - AGE 17."),
    .init("a time of day", "NIGHT\nRain.", "action NIGHT | action Rain."),
    .init("a voice at night", "NIGHT (V.O.)\nYes.", "cue NIGHT ext=(V.O.) | dialogue Yes."),
    .init("a look", "ON TONY\nHe waits.", "action ON TONY | action He waits."),
    .init("a name that begins with on", "ONA\nYes.", "cue ONA | dialogue Yes."),
    .init("a guest", "JEOPARDY! HOST\nYes.", "cue JEOPARDY! HOST | dialogue Yes."),
    .init(
      "a number far to the right", "A.\n\nTHE EYE                2\n\nIt opens.",
      "action A. | heading THE EYE #2# | action It opens."),
    .init("a number that is near", "ROUND 2\n\nThey fight.", "action ROUND 2 | action They fight."),
    .init("names with points", "SAMMY JR.\nYes.", "cue SAMMY JR. | dialogue Yes."),
    .init(
      "extensions behind a dash", "MARA - (V.O.)\nA.\n\nMARA - ON PHONE\nB.",
      "cue MARA - ext=(V.O.) | dialogue A. | cue MARA - ON PHONE | dialogue B."),
    .init(
      "a name with a point that comes again", "HAMLET.\nA.\n\nHAMLET.\nB.\n\nHAMLET.\nC.",
      "cue HAMLET. | dialogue A. | cue HAMLET. | dialogue B. | cue HAMLET. | dialogue C."),
    .init(
      "a speech in parentheses", "ANN\n(God, I hope he never\nfinds out)",
      "cue ANN | dialogue (God, I hope he never⏎finds out)"),
    .init("a short speech", "ANN\n2 omitted.", "cue ANN | dialogue 2 omitted."),
    .init(
      "another number in a heading", "1 INT. ROOM 12\n\nA.", "heading INT. ROOM 12 #1# | action A."),
    .init("a woman named Dawn", "DAWN (V.O.)\nYes.", "cue DAWN ext=(V.O.) | dialogue Yes."),
    .init(
      "a long parenthetical", "ANN\n(laughing off\nthe idea)\nNo.",
      "cue ANN | paren laughing off the idea | dialogue No."),
    .init(
      "a parenthesis in a speech", "ANN\n(I mean it,\nyou know) No.",
      "cue ANN | dialogue (I mean it,⏎you know) No."),
    .init(
      "numbers in the margins", "14A. INT. BAR - DAY 14A\n\nRain.\n\n15 EXT. SEA",
      "heading INT. BAR - DAY #14A# | action Rain. | heading EXT. SEA #15#"),
    .init(
      "a heading between two numbers",
      "10 IN THE VAULT 10\n\nRain.\n\n69A MONTAGE 69A\nShe runs.\n\n10 MEN 12",
      "heading IN THE VAULT #10# | action Rain. | heading MONTAGE #69A# | action She runs. | action 10 MEN 12"
    ),
    .init(
      "a number in the right margin", "INT. BAR - DAY      14\n\nRain.",
      "heading INT. BAR - DAY #14# | action Rain."),
    .init("a number in a heading", "INT. ROOM 14", "heading INT. ROOM 14"),
    .init(
      "marks of printed pages",
      "A.\n\n3A CONTINUED: (2) 3A\n\n!ANN (CONT'D)\n\nB.\n\n21-23 OMITTED 21-23",
      "action A. | action B."),
    .init("a speaker goes on", "ANN (CONT'D)\nYes.", "cue ANN ext=(CONT'D) | dialogue Yes."),
    .init(
      "a broken name", "THOMAS\nA.\n\nTHOMAS\nB.\n\nTHO MAS\nC.",
      "cue THOMAS | dialogue A. | cue THOMAS | dialogue B. | cue THOMAS | dialogue C."),
    .init(
      "a name that is broken once", "THOMAS\nA.\n\nTHO MAS\nC.",
      "cue THOMAS | dialogue A. | cue THOMAS | dialogue C."),
    .init(
      "both marks of a page on a line", "A.\n\nCONTINUED:        (CONTINUED)\n\nB.",
      "action A. | action B."),
    .init(
      "numbers of scenes between lines",
      "14A.\n\nINT. BAR\n\n1\n\nINT. SEA\n\n2 2\n\nEXT. SEA\n\n1994\n\nEXT. BAR",
      "heading INT. BAR | heading INT. SEA | heading EXT. SEA | action 1994 | heading EXT. BAR"),
  ]

  /// A script with eight lines of pages and many speeches of Ann and Bob, which are narrow, then other lines.
  private static func pasted(_ lines: String, isPrinted: Bool = true) -> String {
    let pages = (1...8).map { isPrinted ? "\($0) CONTINUED: \($0)\n\n" : "" }.joined()
    let speeches = (1...24).map {
      "ANN\nI said it \($0) times in all.\n\nBOB\nYou say it so often.\n\n"
        + "She crosses the wide and empty room to look for the key \($0).\n"
        + "He looks at the table where the other key is not to be seen.\n\n"
        + "They wait for the next one, who is late again and far away.\n\n"
    }
    return "She waits.\n\n" + pages + speeches.joined() + "===\n\n" + lines
  }

  @Test(
    arguments: [
      .init(
        "the last word of a speech", "ANN\nThere are hundreds out\n\nTHERE --\n\n(looks)\nNo.",
        "cue ANN | dialogue There are hundreds out⏎THERE -- | paren looks | dialogue No."),
      .init(
        "the last word of action", "She writes: ISLAMIC REPUBLIC of the\n\nNORTH.\nShe waits.",
        "action She writes: ISLAMIC REPUBLIC of the⏎NORTH.⏎She waits."),
      .init(
        "a torn parenthesis", "BOB\n(handed another\n\nPHONE)\nThis is he.",
        "cue BOB | paren handed another PHONE | dialogue This is he."),
      .init(
        "a parenthetical below a blank line", "ANN\n\n(into walkie)\nOnly then.",
        "cue ANN | paren into walkie | dialogue Only then."),
      .init(
        "action below a speech",
        "BOB\nIt is bigger today.\nMARK, 29, a consular officer, joins them at the\nwindow.",
        "cue BOB | dialogue It is bigger today. | action MARK, 29, a consular officer, joins them at the⏎window."
      ),
      .init(
        "the end of a heading", "60 INT. HOUSE - ROOM - 60\n\nNIGHT\nThey eat.",
        "heading INT. HOUSE - ROOM - NIGHT #60# | action They eat."),
      .init(
        "a broken heading", "INT. HALL - LATE AFTER-     45\nNOON\n\nA door.",
        "heading INT. HALL - LATE AFTERNOON #45# | action A door."),
      .init("a cue", "She sits.\n\nANN\nNo.", "action She sits. | cue ANN | dialogue No."),
      .init(
        "a stranger", "She sits.\n\nWAITER\n(bows)\nYes?",
        "action She sits. | cue WAITER | paren bows | dialogue Yes?"),
      .init("a sound", "She sits.\n\nBANG.", "action She sits. | action BANG."),
      .init(
        "a long speech", "ANN\nI do not know what you want of me, and I never did know it.\nNo.",
        "cue ANN | dialogue I do not know what you want of me, and I never did know it.⏎No."),
    ] as [Row]) func `a printed script that was pasted`(_ row: Row)
  {
    let all = FountainParser(string: Self.pasted(row.source)).elements
    #expect(Array(all.drop { $0.elementType != .pageBreak }.dropFirst()).outline == row.outline)
  }

  @Test func `other scripts keep their blank lines`() {
    let text = "ANN\nThere are hundreds out\n\nTHERE --\n\n(looks)\nNo."
    let rows = FountainParser(string: text).elements.outline
    #expect(
      rows == "cue ANN | dialogue There are hundreds out | action THERE -- | action (looks)⏎No.")
  }

  /// A script with a header on each page.
  private static func printed(_ pages: Int, lines: Int, _ header: (Int) -> String) -> String {
    (1...pages).map { page in
      "\(header(page))\n\n"
        + (0..<lines).map { "She says line \($0 * $0 + page).\n\n" }.joined()
    }.joined()
  }

  @Test func `a header on each page is left out`() {
    let script = Self.printed(9, lines: 25) { "THE SEA - GREEN AMENDED 18/04/10 \($0)." }
    let count = GuionParsedElementCollection(string: script, format: .fountain).wordCount
    #expect(count.skipped.counts.map(\.rule) == [.pageFurniture])
    #expect(
      FountainParser(string: script).diagnostics.map(\.description) == [
        "1:1: note: \"THE SEA - GREEN AMENDED 18/04/10 1.\" belongs to a printed page and is left out, like 8 more lines [page-furniture]"
      ])
    #expect(count.letters + count.skipped.letters == WordCount.count(script).letters)
    #expect(FountainParser(string: script).elements.count == 9 * 25)
    #expect(FountainParser(string: script, edition: .first).elements.count == 9 * 26)
  }

  @Test(arguments: [
    // Too few, too near, a cue with a speech, at any distance.
    printed(4, lines: 25) { _ in "Silence." }, printed(40, lines: 3) { _ in "Silence." },
    printed(5, lines: 9) { "Day \($0)." }, printed(9, lines: 25) { "!SUPER: DAY \($0)" },
    printed(9, lines: 25) { _ in "ANN\nYes." },
    printed(3, lines: 25) { _ in "Silence." } + printed(6, lines: 90) { _ in "Silence." },
  ]) func `other lines that come again are read`(_ script: String) {
    #expect(
      GuionParsedElementCollection(string: script, format: .fountain).wordCount.skippedWords == 0)
  }

  @Test func `a title page with an empty line`() {
    let parser = FountainParser(string: "Title: X\nCredit: by\n  \n\nContact:\nme@x.org\n\nRain.")
    #expect(parser.titlePage.map(\.key) == ["Title", "Credit", "Contact"])
    #expect(parser.elements.outline == "action Rain.")
    let scene = FountainParser(string: "Title: X\n\nANN: Yes.")
    #expect(scene.elements.outline == "action ANN: Yes.")
    let first = FountainParser(string: "Title: X\n\nContact: Y", edition: .first)
    #expect(first.elements.outline == "action Contact: Y")
  }

  /// A script of which each blank line has the blanks of the margin.
  private static let margin = (1...9).map {
    "INT. ROOM \($0) - DAY\n          \nRain.\n          \nANN\nNo. \($0)\n          \n"
  }.joined()

  @Test func `lines of a pasted margin are blank`() {
    let outline = FountainParser(string: Self.margin).elements.outline
    #expect(
      outline.hasPrefix(
        "heading INT. ROOM 1 - DAY | action Rain. | cue ANN | dialogue No. 1 | heading"))
    let poem = "ANN\n" + (1...20).map { "Line \($0)\n  \n" }.joined() + "End."
    #expect(
      FountainParser(string: poem).elements.outline.hasPrefix("cue ANN | dialogue Line 1⏎⏎Line 2"))
    let first = FountainParser(string: Self.margin, edition: .first).elements
    #expect(first.map(\.elementType) == [.sceneHeading, .action, .character, .dialogue])
  }

  @Test func `a parenthetical of two lines ends a speech if it is further to the right`() {
    let script = "ANN\n  Only this.\n     (that is all she\n     says)\n\nBOB\nYes,\n(that is\nall)"
    #expect(
      FountainParser(string: script).elements.outline
        == "cue ANN | dialogue Only this. | paren that is all she says | cue BOB | dialogue Yes,⏎(that is⏎all)"
    )
  }

  /// A script of numbered pages whose speeches are not set off from action.
  private static let told =
    (1...12).map { page in
      let filler = (1...8).map { "It rains \($0).\n\n" }.joined()
      return "\(page)\n\n" + filler
        + "LARRY\nI am here.\nLARRY stares at the wall.\n\nDORA\nYou are late.\n\n"
        + "VOICE\nHello, you.\n\n"
    }.joined()

  @Test(
    arguments: [
      .init(
        "what the speaker does", "DORA\nGo away.\nShe walks to the door.",
        "cue DORA | dialogue Go away. | action She walks to the door."),
      .init(
        "a story that is told", "DORA\nMy mother is old.\nShe walks to my door.",
        "cue DORA | dialogue My mother is old.⏎She walks to my door."),
      .init(
        "the middle of a sentence", "DORA\nI know that\nLARRY stares at walls.",
        "cue DORA | dialogue I know that⏎LARRY stares at walls."),
      .init(
        "a place", "KITCHEN\nDora is at the stove.", "action KITCHEN | action Dora is at the stove."
      ),
      .init("a stranger", "WAITER\nThe soup is good.", "cue WAITER | dialogue The soup is good."),
      .init(
        "a speaker above a blank line", "LARRY\n\n(quietly)\nYes, you.",
        "cue LARRY | paren quietly | dialogue Yes, you."),
    ] as [Row]) func `action in the speeches of a pasted script`(_ row: Row)
  {
    let all = FountainParser(string: Self.told + "===\n\n" + row.source).elements
    #expect(Array(all.drop { $0.elementType != .pageBreak }.dropFirst()).outline == row.outline)
  }

  @Test func `a pasted screenplay in a plain text is read as one`() throws {
    let speeches = (1...20).map { "ANN\nNo \($0).\n\nBOB\nYes.\n\n" }.joined()
    let folder = try TemporaryFolder()
    func read(_ text: String, _ format: DocumentFormat? = nil, _ edition: ReadingEdition = .second)
      throws
      -> GuionParsedElementCollection
    {
      try folder.write(text, as: "a.txt")
      return try DocumentSource(folder.path + "/a.txt", format: format).parsed(edition)
    }
    let script = "FADE IN:\n\nRain.\n\n" + speeches
    let parsed = try read(script)
    #expect(parsed.format == .fountain)
    #expect(parsed.diagnostics.map(\.code) == ["text-as-script"])
    #expect(parsed.elements.count { $0.elementType == .character } == 40)
    #expect(try read(script, .text).format == .text)
    #expect(try read(script, nil, .first).format == .text)
    // No scene, no names that come again, few speeches among much prose.
    #expect(try read(speeches).format == .text)
    #expect(
      try read("FADE IN:\n\n" + (1...40).map { "A\($0) B\nYes.\n\n" }.joined()).format == .text)
    let prose = String(repeating: "It rained.\n\n", count: 200)
    #expect(try read(script + prose).format == .text)
  }

  @Test func `the player in brackets is no part of a role`() {
    let script =
      FinalDraftSource.paragraph("Character", "Madman [Sharpe]")
      + FinalDraftSource.paragraph("Dialogue", "No.")
    #expect(finalDraft(script, .second) == "Madman [Sharpe] | No.")
    let bytes = Array(FinalDraftSource.document(script).utf8)
    #expect(FinalDraftParser(bytes: bytes).elements.map(\.elementText) == ["Madman", "No."])
    #expect(
      FinalDraftParser(bytes: bytes, edition: .first).elements[0].elementText == "Madman [Sharpe]")
  }

  @Test func `a title page that nobody filled in has no entries`() {
    let page = ["(Name of Project)", "", "by", "", "(Name of First Writer)"].map {
      FinalDraftSource.paragraph("", $0)
    }.joined()
    let source = FinalDraftSource.document("", "<TitlePage><Content>\(page)</Content></TitlePage>")
    let bytes = Array(source.utf8)
    #expect(FinalDraftParser(bytes: bytes).titlePage == [])
    #expect(FinalDraftParser(bytes: bytes, edition: .first).titlePage != [])
  }

  @Test func `a text with headings of scenes is named`() {
    let scenes = (1...5).map { "\($0) INT. BAR \($0) - DAY \($0)\n\nRain.\n\n" }.joined()
    #expect(PlainTextParser(string: scenes).diagnostics.map(\.code) == ["looks-like-script"])
    #expect(PlainTextParser(string: scenes, edition: .first).diagnostics.isEmpty)
    #expect(PlainTextParser(string: "INT. BAR\n\nRain.").diagnostics.isEmpty)
  }

  @Test func `a line break in a run is a blank`() {
    let script =
      "<Paragraph Type=\"Action\"><Text>The män\nwaits.</Text><Text>\nHe goes.</Text></Paragraph>"
    #expect(finalDraft(script, .second) == "The män waits.\nHe goes.")
    #expect(finalDraft(script, .first) == "The män\nwaits.\nHe goes.")
  }

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

  @Test func `sounds of Final Draft`() {
    let script = FinalDraftSource.paragraph("Action", "SFX: A door.")
    let bytes = Array(FinalDraftSource.document(script).utf8)
    #expect(FinalDraftParser(bytes: bytes).elements.outline == "sound SFX: A door.")
    #expect(
      FinalDraftParser(bytes: bytes, edition: .first).elements.outline == "action SFX: A door.")
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
