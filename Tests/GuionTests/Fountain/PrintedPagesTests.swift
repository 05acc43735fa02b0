import Testing

@testable import Guion

/// Tests of what the pages of a printed script leave in its text (R21).
@Suite struct PrintedPagesTests {
  @Test func `a name on a new page that was torn is no speaker`() {
    let known = String(repeating: "ANNA\nYes.\n\n", count: 3)
    let torn = "AN NA\n\n(CON T\n\n'D)\n\n"
    let outline = FountainParser(string: known).elements.outline
    #expect(
      FountainParser(string: known + torn + "Rain.").elements.outline == outline + " | action Rain."
    )
    let whole = "ANNA\n(CONT'D)\nNo."
    #expect(
      FountainParser(string: known + whole).elements.outline
        == outline + " | cue ANNA | paren CONT'D | dialogue No.")
  }

  @Test func `speeches side by side are simultaneous`() {
    let known = "MIKE\nNo.\n\nANN\nYes.\n\n"
    let source =
      "MIKE               ANN\nTotally?           Totally.\n\n"
      + "MIKE (CONT'D)           ANN\nOh my God!            Ahhh!\nIt rains.\n\n"
      + "MIKE           BELL\nA      B.\n\nShe goes.\n\n"
    #expect(
      FountainParser(string: source + known).elements.outline
        == "cue MIKE | dialogue Totally? | cue ANN dual | dialogue Totally. | "
        + "cue MIKE ext=(CONT'D) | dialogue Oh my God! | cue ANN dual | dialogue Ahhh!⏎It rains. | "
        + "cue MIKE | dialogue A | cue BELL dual | dialogue B. | action She goes. | "
        + "cue MIKE | dialogue No. | cue ANN | dialogue Yes.")
    let first = FountainParser(string: source + known, edition: .first).elements
    #expect(first.allSatisfy { !$0.isDualDialogue })
    let three = "MIKE           ANN\nA      B      C\nD      E\n\n"
    #expect(
      FountainParser(string: three + known).elements.allSatisfy { !$0.isDualDialogue })
  }

  @Test(
    arguments: [
      .init(
        "strangers", "COOK #1               THE BAKER\nSalt...            ...bread!\n\nRain.",
        "cue COOK #1 | dialogue Salt... | cue THE BAKER dual | dialogue ...bread! | action Rain."),
      .init(
        "cues inside a paragraph",
        "They look up.\n   ANN            BOB\nYes.           No.\n   BOB            ANN\nNo.         Yes.",
        "action They look up. | cue ANN | dialogue Yes. | cue BOB dual | dialogue No. | "
          + "cue BOB | dialogue No. | cue ANN dual | dialogue Yes."),
      .init(
        "cues inside a speech", "ANN\nAnd now?\n   ANN            BOB\nYes.           No.",
        "cue ANN | dialogue And now? | cue ANN | dialogue Yes. | cue BOB dual | dialogue No."),
      .init(
        "a number behind a name", "SECURITY            1\nHalt!",
        "cue SECURITY            1 | dialogue Halt!"),
    ] as [Row]) func `two speeches on one line`(_ row: Row)
  {
    let known = "\n\nANN\nHm.\n\nBOB\nHm."
    let all = FountainParser(string: row.source + known).elements
    #expect(all.outline == row.outline + " | cue ANN | dialogue Hm. | cue BOB | dialogue Hm.")
  }

  @Test(
    arguments: [
      .init("an entity", "ANN &amp; BOB\nNo.", "cue ANN & BOB | dialogue No."),
      .init(
        "entities", "&quot;R&amp;B&quot; &copy; &amp",
        "action \"R&B\" &copy; &amp"),
      .init("tags", "<u>EXT. SEA</u>\n\n<i>Rain</i>.", "heading EXT. SEA | action Rain."),
      .init(
        "no tags", "It is < b > a.\n\n<Bob\n> <in>", "action It is < b > a. | action <Bob⏎> <in>"),
      .init(
        "rules with the numbers of pages",
        (12...14).map { "Rain.\n\n----------------        \($0).\n\n" }.joined(),
        "action Rain. | action Rain. | action Rain."),
      .init(
        "a rule", "Rain.\n\n----------------\n\nSun.",
        "action Rain. | action ---------------- | action Sun."),
      .init(
        "dates of revisions",
        "Rev. 06/15/98 (Pink)\nTHE SEA - Rev. 7/1/98\n\nRain.\n\nRev. 8/1/98",
        "action Rain."),
      .init(
        "one date", "They met on 6/9/09 18.\n\nRain.",
        "action They met on 6/9/09 18. | action Rain."),
      .init(
        "dates of pages",
        "Sea as of 6/9/09 18.\n\n10/4/65          b1\n\nSEA - 2/6/91    5 .\n\nRain.",
        "action Rain."),
      .init(
        "scanned extensions", "ANN (V.0.)\nNo.\n\nBOB (0. S.)\nIt (V0) is (0.5).",
        "cue ANN ext=(V.O.) | dialogue No. | cue BOB ext=(O. S.) | dialogue It (VO) is (0.5)."),
      .init(
        "scanned headings", "CUT T0:\n\nTNT. BAR - DAY\n\nTNT. He nods.\n\n-- NO!\nRain.",
        "transition CUT TO: | heading INT. BAR - DAY | action TNT. He nods. | action -- NO!⏎Rain."),
      .init(
        "scanned exclamation marks",
        "ANN\nLook at thatl\n\nBOB\nCome onl Stopl Hidel\n\nANN\nIs that it? Go on, stop it. Hide?\n\n"
          + "The girl\nANN waits. She has itl VlC nods.",
        "cue ANN | dialogue Look at that! | cue BOB | dialogue Come on! Stop! Hide! | cue ANN | "
          + "dialogue Is that it? Go on, stop it. Hide? | "
          + "action The girl⏎ANN waits. She has it! VIC nods."),
      .init(
        "three words with an l", "Look at thatl\n\nCome onl Stopl\n\nIs that it? Go on, stop it.",
        "action Look at thatl | action Come onl Stopl | action Is that it? Go on, stop it."),
      .init(
        "omissions",
        "41-56 OMITTED\n\n128 thru 129 OMITTED\n\nPages 66-67 omitted\n\nSCENES 3 TO 9 OMITTED *\n\n"
          + "36-37OMITTED 36-37\n\nHe omitted 3 pages.\n\nOmitted",
        "action He omitted 3 pages. | action Omitted"),
      .init(
        "numbers of shots", (1...20).map { "\($0). CLOSE SHOT\n\n" }.joined() + "21. He nods.",
        String(repeating: "action CLOSE SHOT | ", count: 20) + "action He nods."),
      .init("a numbered line", "1. CLOSE SHOT\n\n2. RAIN", "action 1. CLOSE SHOT | action 2. RAIN"),
      .init(
        "a stop behind a name", "JOE\nNo.\n\nJOE\nNo.\n\nJOE.\nYes.",
        "cue JOE | dialogue No. | cue JOE | dialogue No. | cue JOE | dialogue Yes."),
      .init(
        "a header in a short script",
        "THE FILM    12.\n\nANN\nOne.\n\nShe runs.\n\nTHE FILM    13.\n\nANN\nTwo.\n\nShe sits.\n\n"
          + "THE FILM    14.\n\nANN\nThree.",
        "cue ANN | dialogue One. | action She runs. | cue ANN | dialogue Two. | action She sits. | "
          + "cue ANN | dialogue Three."),
      .init(
        "lines that count from 1",
        (1...3).map { "EPISODE    \($0)\n\nRain.\n\nWind.\n\nSnow.\n\n" }.joined(),
        (1...3).map { "action EPISODE    \($0) | action Rain. | action Wind. | action Snow." }
          .joined(separator: " | ")),
      .init(
        "scenes at one place in a row",
        "28  INT. SHOP - NIGHT    28\n\nShe runs.\n\nHe sits.\n\n29  INT. SHOP - NIGHT    29\n\n"
          + "She sits.\n\nHe runs.\n\n30  INT. SHOP - NIGHT    30\n\nThey go.",
        "heading INT. SHOP - NIGHT #28# | action She runs. | action He sits. | "
          + "heading INT. SHOP - NIGHT #29# | action She sits. | action He runs. | "
          + "heading INT. SHOP - NIGHT #30# | action They go."),
      .init("a date and a time", "It was 5/9/05 06:00 then.", "action It was 5/9/05 06:00 then."),
      .init(
        "a date in a sentence", "Rev. 6/15/98 is the one that Rev. Bob wrote.",
        "action Rev. 6/15/98 is the one that Rev. Bob wrote."),
    ] as [Row]) func `what is no text of a script`(_ row: Row)
  {
    let all = FountainParser(plain: Array(row.source.utf8)).elements
    #expect(all.outline == row.outline)
  }

  /// The elements of lines below a script of numbered pages, in which speeches and action have one column.
  private static func torn(_ lines: String) -> String {
    let pages = (1...12).map { page in
      "THE FILM       \(page).\n\n"
        + (1...6).map {
          "ANN\nIt is the key \($0).\n\nBOB\nI know.\n\n"
            + "She crosses the wide and empty room to look for the key \($0).\n"
            + "He looks at the table where the other key is not to be seen.\n\n"
        }.joined()
    }.joined()
    let number = pages.count { $0 == "\n" }
    let all = FountainParser(plain: Array((pages + lines).utf8)).elements
    return all.filter { ($0.sourceRange?.start.line ?? 0) > number }.outline
  }

  @Test(
    arguments: [
      .init("a torn word", "ANN\nHe has\n\nGUNS.", "cue ANN | dialogue He has⏎GUNS."),
      .init(
        "a name below a dash", "ANN\nI must go -\n\nWAITER\nYour bill.",
        "cue ANN | dialogue I must go - | cue WAITER | dialogue Your bill."),
      .init(
        "an extension", "He has a\n\nCOOK (O.S.)\nNo.",
        "action He has a | cue COOK ext=(O.S.) | dialogue No."),
      .init(
        "an extension above a blank line", "COOK (O.S.)\n\nHELLO!\n\nHe nods.",
        "cue COOK ext=(O.S.) | dialogue HELLO! | action He nods."),
      .init(
        "a place", "A SPARE BEDROOM\nIt was used for the old table that nobody wants to see again.",
        "action A SPARE BEDROOM | "
          + "action It was used for the old table that nobody wants to see again."),
      .init(
        "a call above a blank line", "ANN\n\nOKAY -\n\nHe nods.",
        "cue ANN | dialogue OKAY - | action He nods."),
      .init("a stranger", "A WAITER\nThe bill.", "cue A WAITER | dialogue The bill."),
      .init(
        "action below a stranger",
        "A WAITER\nThe bill.\nThe old waiter looks at the wide and empty room and goes.",
        "cue A WAITER | dialogue The bill. | "
          + "action The old waiter looks at the wide and empty room and goes."),
    ] as [Row]) func `torn lines`(_ row: Row)
  {
    #expect(Self.torn(row.source) == row.outline)
  }
}
