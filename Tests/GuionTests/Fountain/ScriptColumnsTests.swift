import TestSupport
import Testing

@testable import Guion

/// Tests of screenplays that were pasted with their columns (R21.10 to R21.13).
@Suite struct ScriptColumnsTests {
  /// A script whose cues are to the right of its speeches by 12 columns and of its action by `cue`.
  private static func script(cue: Int, _ count: Int = 20) -> String {
    let (name, speech) = (blanks(cue), blanks(cue > 15 ? cue - 12 : 0))
    return (1...count).map {
      "\(name)ANN\n\(speech)I said it \($0) times.\n\n\(name)BOB\n\(speech)You do.\n\n"
        + "She crosses the wide and empty room to look for the key \($0).\n"
        + "He looks at the table where the other key is not to be seen.\n\n"
    }.joined()
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Returns the elements of the lines below a script, with cues at 30 and speeches at 18 columns for `>>` and `>`, or with
  /// cues at 15 columns.
  private static func outline(_ source: String, cue: Int) -> String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(">>")
        ? blanks(cue) + line.dropFirst(2)
        : line.hasPrefix(">") ? blanks(cue > 15 ? cue - 12 : 0) + line.dropFirst() : String(line)
    }
    let top = script(cue: cue)
    let number = top.count { $0 == "\n" }
    let all = FountainParser(string: top + lines.joined(separator: "\n")).elements
    return all.filter { ($0.sourceRange?.start.line ?? 0) > number }.outline
  }

  @Test(
    arguments: [
      .init("a cue", ">>ANN\n>No.", "cue ANN | dialogue No."),
      .init(
        "a place above action", "THE BACK OF THE HOUSE\nA door opens and\nAnn enters.",
        "action THE BACK OF THE HOUSE | action A door opens and⏎Ann enters."),
      .init("a speaker whose column was lost", "ANN\nNo.", "cue ANN | dialogue No."),
      .init(
        "a stranger in the column of speakers", ">>A COP\n>Halt!", "cue A COP | dialogue Halt!"),
      .init(
        "action below a speech", ">>ANN\n>Listen to me.\nShe takes the key.\nShe leaves.",
        "cue ANN | dialogue Listen to me. | action She takes the key.⏎She leaves."),
      .init(
        "a cue without a blank line", ">>ANN\n>No.\n>>BOB\n>Yes.",
        "cue ANN | dialogue No. | cue BOB | dialogue Yes."),
      .init(
        "a cue below action", "She waits.\n>>BOB\n>Yes.",
        "action She waits. | cue BOB | dialogue Yes."),
      .init(
        "a heading without blank lines", "She waits.\nINT. BAR - DAY\nRain.",
        "action She waits. | heading INT. BAR - DAY | action Rain."),
      .init(
        "a cue above a blank line", ">>WAITER\n\n>The soup, madam.",
        "cue WAITER | dialogue The soup, madam."),
      .init(
        "a sign", "The sign reads:\n\n         SLOW DOWN\n        NO PARKING\n\n  Thank you.\n",
        "action The sign reads: | action          SLOW DOWN⏎        NO PARKING "
          + "| action   Thank you."),
      .init(
        "a sign without a sentence", "        NO PARKING\n        AND DRIVING\n\nShe waits.",
        "action         NO PARKING | action         AND DRIVING | action She waits."),
      .init(
        "a stranger below a sign", "She reads:\n\n>>A COP\n>Halt!",
        "action She reads: | cue A COP | dialogue Halt!"),
      .init(
        "a shout of a stranger", ">>A COP\n>HALT!\n>NOW!", "cue A COP | dialogue HALT!⏎NOW!"),
      .init(
        "the number of a telephone", "BELL 555-9814\nShe waits.",
        "action BELL 555-9814 | action She waits."),
      .init(
        "a speech of two paragraphs", ">>ANN\n>Dear Bob,\n\n>I am well.\n\nShe sits.",
        "cue ANN | dialogue Dear Bob,⏎⏎I am well. | action She sits."),
      .init(
        "a parenthetical below a blank line", ">>ANN\n>No.\n\n     (sits)\n>Yes.",
        "cue ANN | dialogue No. | paren sits | dialogue Yes."),
      .init("a small letter", ">>McCROSKY (V.O.)\n>No.", "cue McCROSKY ext=(V.O.) | dialogue No."),
      .init("particles", ">>VAN der BERG\n>No.", "cue VAN der BERG | dialogue No."),
      .init(
        "blanks in a name", ">>TOM   RIDDLE\n\n>No.\nHe nods and leaves.",
        "cue TOM   RIDDLE | dialogue No. | action He nods and leaves."),
      .init(
        "action near its column", ">>ANN\n>Listen to me.\n     She takes the key.",
        "cue ANN | dialogue Listen to me. | action      She takes the key."),
      .init(
        "lines of a song", ">>ANN\n>La la,\n>         la la,\n>la.",
        "cue ANN | dialogue La la,⏎la la,⏎la."),
      .init(
        "a transition at the right",
        ">>ANN\n>Go.\n>                              CUT TO:\n     INT. BAR - DAY\n     Rain.",
        "cue ANN | dialogue Go. | transition CUT TO: | heading INT. BAR - DAY | action      Rain."),
      .init(
        "small letters in a known name", ">>Bob (cont'd)\n>No.\n\n>>Tom\n>No.",
        "cue Bob ext=(cont'd) | dialogue No. | action                               Tom⏎                  No."
      ),
      .init(
        "a shot of a speaker", "ANN\nShe stands at the door and waits for the others to come in.",
        "action ANN | action She stands at the door and waits for the others to come in."),
      .init("a full stop", ">>ANN.\n>No.", "cue ANN | dialogue No."),
      .init("a word in capitals", ">>ANN\n>I want it\n>NOW.", "cue ANN | dialogue I want it⏎NOW."),
    ] as [Row]) func `columns of cues, speeches and action`(_ row: Row)
  {
    #expect(Self.outline(row.source, cue: 30) == row.outline)
  }

  @Test func `a justified speech is no action`() {
    let lines = [
      "\(Self.blanks(30))ANN", "\(Self.blanks(18))Yes, but that was    some ten    months ago,",
      "\(Self.blanks(18))so I fail to see    what the    matter is now.",
    ]
    let source = Self.script(cue: 30, 60) + lines.joined(separator: "\n")
    #expect(
      Array(FountainParser(string: source).elements.suffix(2)).outline
        == "cue ANN | dialogue Yes, but that was    some ten    months ago,⏎"
        + "so I fail to see    what the    matter is now.")
  }

  @Test(
    arguments: [
      .init("a cue", ">>ANN\nNo.", "cue ANN | dialogue No."),
      .init(
        "a place", "BY THE BOAT,\nThey see Tom turn.",
        "action BY THE BOAT, | action They see Tom turn."),
      .init(
        "a speaker whose column was lost", "ANN AND BOB\nNo.", "cue ANN AND BOB | dialogue No."),
      .init(
        "a long name that comes again",
        [String](repeating: "THE MAN IN GREY\nNo.", count: 5).joined(separator: "\n\n"),
        [String](repeating: "cue THE MAN IN GREY | dialogue No.", count: 5).joined(separator: " | ")
      ),
      .init(
        "a parenthetical below a blank line", ">>ANN\nNo.\n\n>>(SITS)\nYes.",
        "cue ANN | dialogue No. | paren SITS | dialogue Yes."),
      .init(
        "a long description",
        "THE PIER\nShe looks at the sea that is grey and at boats that leave the port.",
        "action THE PIER | action She looks at the sea that is grey and at boats that leave the port."
      ),
    ] as [Row]) func `speeches in the column of the action`(_ row: Row)
  {
    #expect(Self.outline(row.source, cue: 15) == row.outline)
  }

  @Test func `a name with small letters is a cue without columns if it comes again`() {
    let speech = "DR. McKAY\nNo.\n\n"
    #expect(FountainParser(string: speech).elements.outline == "action DR. McKAY⏎No.")
    let twice = FountainParser(string: speech + speech).elements.outline
    #expect(twice == "cue DR. McKAY | dialogue No. | cue DR. McKAY | dialogue No.")
    let first = FountainParser(string: speech + speech, edition: .first).elements.outline
    #expect(first == "action DR. McKAY⏎No. | action DR. McKAY⏎No.")
    let prose = "Ann and BOB\nwait.\n\n"
    #expect(
      FountainParser(string: prose + prose).elements.outline
        == "action Ann and BOB⏎wait. | action Ann and BOB⏎wait.")
  }

  @Test func `names above blank lines speak in a script with blank lines between all paragraphs`() {
    let speeches = (1...40).map { "ANN\n\nNo \($0).\n\nBOB\n\n(waits)\n\nYes.\n\n" }.joined()
    let all = FountainParser(string: "FADE IN:\n\n" + speeches).elements
    let start =
      "transition FADE IN: | cue ANN | dialogue No 1. | cue BOB | paren waits | dialogue Yes. | cue ANN"
    #expect(all.outline.hasPrefix(start))
    #expect(PastedScript.isScript(Array(("FADE IN:\n\n" + speeches).utf8)))
  }

  @Test func `a short pasted script has headings and names far to the right`() {
    let script = """
      EXT. PIER - DAY

                    ANN
          Is it you?

      1A  INT. BAR - NIGHT    1A

                    BOB
          It is.
      """
    #expect(PastedScript.isScript(Array(script.utf8)))
    let page = "He wrote:\n\nINT. BAR - NIGHT\n\nAnd then he slept.\n\nNATO\nwas new.\n"
    #expect(!PastedScript.isScript(Array(page.utf8)))
  }

  /// A conversation with the names of speakers before colons.
  private static let labels = (1...12).map {
    "ANN: Is it \($0)?\nBOB:\tIt is,\n\tmy dear.\nTHE SEA (O.S.): Hush!\n\n(It rains.)\n\n"
  }.joined()

  @Test func `speakers before colons`() {
    let all = FountainParser(string: Self.labels).elements
    #expect(
      Array(all.prefix(7)).outline
        == "cue ANN | dialogue Is it 1? | cue BOB | dialogue It is,⏎my dear. | cue THE SEA ext=(O.S.) | dialogue Hush! | action (It rains.)"
    )
    #expect(PastedScript.isScript(Array(Self.labels.utf8)))
    let first = FountainParser(string: Self.labels, edition: .first).elements
    #expect(first.allSatisfy { $0.elementType == .action })
    let log = (1...40).map { "ERROR: It failed \($0).\nINFO: It ran.\nWARNING: It waits.\n\n" }
      .joined()
    #expect(!PastedScript.isScript(Array(log.utf8)))
  }

  @Test func `numbers of pages and stars in the margin are left out, also in speeches`() {
    let pages = (1...10).map { page in
      "BOB\nI said so.    *\n\(page).\n\n" + (1...9).map { "It rains \($0).\n\n" }.joined()
    }.joined()
    let all = FountainParser(string: pages).elements
    #expect(Array(all.prefix(3)).outline == "cue BOB | dialogue I said so. | action It rains 1.")
    let count = GuionParsedElementCollection(string: pages, format: .fountain).wordCount
    #expect(count.skipped.counts.map(\.rule) == [.pageFurniture])
    #expect(count.letters + count.skipped.letters == WordCount.count(pages).letters)
  }

  @Test func `a plain script without marks of Fountain loses no line`() throws {
    let speeches = (1...20).map { "ANN\nNo \($0).\n\nBOB\nYes.\n\n" }.joined()
    let lines = "= so much =\n\n[It] rains /* here */\n\n~ thus\n\n"
    let folder = try TemporaryFolder()
    func read(_ text: String) throws -> GuionParsedElementCollection {
      try folder.write(text, as: "a.txt")
      return try DocumentSource(folder.path + "/a.txt", format: nil).parsed(.second)
    }
    let plain = try read("FADE IN:\n\n" + lines + speeches)
    #expect(plain.format == .fountain)
    #expect(
      Array(plain.elements.prefix(4)).outline
        == "transition FADE IN: | action = so much = | action [It] rains /* here */ | action ~ thus"
    )
    #expect(plain.wordCount.skippedWords == 0)
    let marked = try read("Title: X\n\nFADE IN:\n\n" + lines + speeches)
    #expect(Array(marked.elements.prefix(2)).outline == "transition FADE IN: | synopsis so much =")
  }

  /// Returns the elements of lines below a script whose action is directly below its speeches, in their column.
  private static func merged(_ lines: String, every: Int = 1) -> String {
    let cue = blanks(15)
    let script = (1...20 * every).map { (number: Int) -> String in
      let ann = "\(cue)ANN\nI said it \(number) times.\n"
      let bob = "\(cue)BOB\nYou told me that the key was here\nwhere it is not.\n"
      let wide = number % every > 0 ? "\n" : "He looks at the place where a key has not to be.\n\n"
      return ann + wide + bob + wide + (number % 2 == 0 ? "MR. TALL\nYes, Sir.\n\n" : "")
    }.joined()
    let source = script + lines.replacing(">>", with: cue)
    let all = FountainParser(plain: Array(source.utf8)).elements
    let number = script.count { $0 == "\n" }
    return all.filter { ($0.sourceRange?.start.line ?? 0) > number }.outline
  }

  @Test(
    arguments: [
      .init(
        "wide action", ">>ANN\nYes.\nHe looks at the table where the other key is not to be seen.",
        "cue ANN | dialogue Yes. | action He looks at the table where the other key is not to be seen."
      ),
      .init(
        "action that would have fitted",
        ">>BOB\nYou told me that the key was here\nor not.\nHe nods.",
        "cue BOB | dialogue You told me that the key was here⏎or not. | action He nods."),
      .init(
        "a speech of two sentences", ">>BOB\nYou told me that the key is here.\nWhere is it?",
        "cue BOB | dialogue You told me that the key is here.⏎Where is it?"),
      .init(
        "what a person does, below a full line",
        ">>BOB\nYou told me that the key was here.\nHis NURSE turns, looks at him.",
        "cue BOB | dialogue You told me that the key was here. | action His NURSE turns, looks at him."
      ),
      .init(
        "what a person does, as somebody tells it",
        ">>BOB\nYou told me that the key was here.\nHe nods at me all the time.",
        "cue BOB | dialogue You told me that the key was here.⏎He nods at me all the time."),
      .init(
        "a place", ">>THE STREET\nTom comes around the corner of the house and looks.",
        "action                THE STREET | action Tom comes around the corner of the house and looks."
      ),
      .init(
        "an extension", ">>ANN (V.O.)\nYes.\nHe nods.",
        "cue ANN ext=(V.O.) | dialogue Yes. | action He nods."),
      .init(
        "an extension in the column of the action", "ANN (CONT'D)\nif you say so.\nHe nods.",
        "cue ANN ext=(CONT'D) | dialogue if you say so. | action He nods."),
      .init(
        "(CONT'D) alone", ">>ANN\n\n>>(CONT'D)\nNo.", "cue ANN | paren CONT'D | dialogue No."),
      .init("a cue alone", ">>ANN\n\n1923...", "cue ANN | dialogue 1923..."),
      .init(
        "a torn parenthesis", ">>ANN\nNo.\n>>(to the people in the\n>>ROOM)\nListen to me.",
        "cue ANN | dialogue No. | paren to the people in the ROOM | dialogue Listen to me."),
    ] as [Row]) func `action below speeches in one column`(_ row: Row)
  {
    for every in [1, 10] { #expect(Self.merged(row.source, every: every) == row.outline) }
    #expect(Self.merged(">>ANN\nOh!\nOh!\nI am.", every: 10) == "cue ANN | dialogue Oh!⏎Oh!⏎I am.")
  }

  @Test func `wide speeches in a double-spaced script`() {
    let wide = "Well, you never told me where you left it,"
    var lines = Self.dense((22, 16, 10))
    lines += ["\(Self.blanks(22))ANN", Self.blanks(10) + wide, "\(Self.blanks(10))Bob."] + lines
    let all = FountainParser(string: lines.joined(separator: "\n\n")).elements
    let speech = all.first { $0.elementText.hasPrefix(wide) }
    #expect(speech?.elementText == "\(wide)\nBob.")
    let lost = Self.dense((22, 16, 10)) + ["He looks up.", "BOB (V.O.)", "No."]
    #expect(
      Array(FountainParser(string: lost.joined(separator: "\n\n")).elements.suffix(2)).outline
        == "cue BOB ext=(V.O.) | dialogue No.")
  }

  // MARK: Blank lines that say nothing

  /// A script without blank lines, with its cues, parentheticals and speeches at columns.
  private static func dense(_ columns: (cue: Int, aside: Int, speech: Int)) -> [String] {
    let (cue, aside, speech) = (blanks(columns.cue), blanks(columns.aside), blanks(columns.speech))
    var lines: [String] = []
    for number in 1...20 {
      lines.append("INT. ROOM \(number) - DAY")
      lines.append("She crosses the wide and empty room to look for the key and")
      lines.append("finds that it is not there.")
      lines.append("\(cue)ANN")
      lines.append("\(speech)I told you that the key is on the")
      lines.append("\(speech)table where we left it.")
      lines.append("\(cue)BOB")
      lines.append("\(aside)(sits)")
      lines.append("\(speech)No.")
      lines.append("He nods.")
    }
    return lines
  }

  @Test(arguments: [(0, 0, 0), (22, 16, 10)], ["\n", "\n\n"])
  func `blank lines nowhere or between all lines`(_ columns: (Int, Int, Int), _ end: String) {
    let source = Self.dense(columns).joined(separator: end) + "\n"
    let all = FountainParser(string: source).elements
    let room: String =
      "heading INT. ROOM 1 - DAY | "
      + "action She crosses the wide and empty room to look for the key and⏎finds that it is not there. | "
      + "cue ANN | dialogue I told you that the key is on the⏎table where we left it. | "
      + "cue BOB | paren sits | dialogue No. | action He nods. | heading INT. ROOM 2 - DAY"
    #expect(Array(all.prefix(9)).outline == room)
    #expect(all.count == 160)
    #expect(PastedScript.isScript(Array(source.utf8)))
  }

  @Test func `prose with blank lines between all lines is no script`() {
    let lines = Self.dense((0, 0, 0)).filter { $0 != $0.uppercased() }
    let source = lines.joined(separator: "\n\n")
    #expect(!PastedScript.isScript(Array(source.utf8)))
    #expect(FountainParser(string: source).elements.count == lines.count)
  }

  @Test func `two speakers before colons`() {
    let talk = (1...20).map { "HOST: Is it \($0)?\nGUEST: It is so.\n" }.joined()
    let all = FountainParser(string: talk).elements
    #expect(
      Array(all.prefix(4)).outline
        == "cue HOST | dialogue Is it 1? | cue GUEST | dialogue It is so.")
    let log = (1...20).map { "ERROR: It failed \($0).\nINFO: It ran.\n" }.joined()
    #expect(FountainParser(string: log).elements.map(\.elementType) == [.action])
  }

  @Test func `a cue on one line with its speech`() {
    let known = String(repeating: "DR. McKAY\nNo.\n\n", count: 3)
    let source =
      "DR. McKAY (v.o.) I read you.\n\nDR. McKAY (into phone) Go.\n\n"
      + "ANNA (laughing) Sits.\n\nDR. McKAY (30) Enters.\n\n"
    let all = FountainParser(string: source + known).elements
    #expect(
      Array(all.prefix(7)).outline
        == "cue DR. McKAY ext=(v.o.) | dialogue I read you. | cue DR. McKAY | paren into phone | "
        + "dialogue Go. | action ANNA (laughing) Sits. | action DR. McKAY (30) Enters.")
  }

  @Test(
    arguments: [
      .init(
        "letters before the numbers", "A1 INT. BAR - DAY\n\nRain.\n\nB2A   EXT. SEA   B2A\n\nRain.",
        "heading INT. BAR - DAY #A1# | action Rain. | heading EXT. SEA #B2A# | action Rain."),
      .init("a page", "A.\n\nA3 CONTINUED: (2) A3\n\nB.", "action A. | action B."),
      .init(
        "a speaker below a page", "Rain.\n\nCONTINUED:\n\t\tANNA\n\tHello.",
        "action Rain. | cue ANNA | dialogue Hello."),
      .init(
        "small letters in numbers",
        "3a CONTINUED: (2) 3A\n\nOMITTED\n\nOMIT.\n\nA10   OMIT.\n\n36-37bOMITTED 36-37b\n\n8a INT. BAR - DAY. 8a\n\nRain.",
        "heading INT. BAR - DAY. #8a# | action Rain."),
      .init(
        "a cut number", "5 INT. BAR - DAY       15\n\nRain.",
        "heading INT. BAR - DAY #15# | action Rain."),
      .init("a colon", "5: INT. BAR.\n\nRain.", "heading INT. BAR. #5# | action Rain."),
      .init(
        "no page", "A.\n\n5 pages OMITTED here\n\nB.",
        "action A. | action 5 pages OMITTED here | action B."),
      .init(
        "a transition above action", "FADE IN:\nRain.", "action FADE IN:⏎Rain."),
      .init(
        "a title", "DRAFT\n9/9/07\n\nTHE SEA\nWritten by\nA B",
        "action DRAFT | action 9/9/07 | action THE SEA | action Written by⏎A B"),
      .init(
        "authors", "THE SEA\n\nStory by\n\nANN BELL\nand\nBO COLE\n\nRain.",
        "action THE SEA | action Story by | action ANN BELL | action and⏎BO COLE | action Rain."),
      .init(
        "a heading of two lines",
        "INT. BUREAU - HALLWAY OUTSIDE THE INTERROGATION\nROOM - NIGHT\n\nHe waits.",
        "heading INT. BUREAU - HALLWAY OUTSIDE THE INTERROGATION ROOM - NIGHT | action He waits."),
      .init(
        "a heading of two lines with its number on both",
        "7 INT. HOUSE WITH A GARDEN AND A\n7 KITCHEN - DAY 7\n\nHe waits.",
        "heading INT. HOUSE WITH A GARDEN AND A KITCHEN - DAY #7# | action He waits."),
      .init(
        "a numbered heading above capitals", "7 INT. BAR - DAY\nTHE SEA\n\nRain.",
        "action 7 INT. BAR - DAY⏎THE SEA | action Rain."),
      .init(
        "a heading above capitals", "INT. BAR - DAY\nLATER THAT NIGHT\n\nRain.",
        "action INT. BAR - DAY⏎LATER THAT NIGHT | action Rain."),
      .init(
        "what IMSDb adds",
        "THE END\n\nMy Film\nWriters :   A B\nGenres :   Drama\nUser Comments\n\nBack to IMSDb",
        "action THE END"),
      .init(
        "a writer", "Writers :   A B\n\nHe waits.", "action Writers :   A B | action He waits."),
      .init(
        "genders in extensions",
        "P.A. SYSTEM (FEMALE V.O.)\nA.\n\nP.A. SYSTEM (MALE V.O.)\nB.\n\nP.A. SYSTEM (V.O.)\nC.",
        "cue P.A. SYSTEM, FEMALE ext=(V.O.) | dialogue A. | cue P.A. SYSTEM, MALE ext=(V.O.) | "
          + "dialogue B. | cue P.A. SYSTEM ext=(V.O.) | dialogue C."),
      .init("one gender", "CLERK (MALE)\nA.", "cue CLERK ext=(MALE) | dialogue A."),
    ] as [Row]) func `what printed scripts have`(_ row: Row)
  {
    #expect(FountainParser(string: row.source).elements.outline == row.outline)
    if row.outline.contains("#") || row.outline.contains("FEMALE") {
      let first = FountainParser(string: row.source, edition: .first).elements
      #expect(first.outline != row.outline)
    }
  }

  @Test func `numbers of pages go on behind pages without one, and headers behind other colours`() {
    let colours = ["white", "blue", "pink", "green"]
    let pages = (1...24).map { page in
      let number = (6...12).contains(page) ? "" : "\(page).\n"
      let header = "9/\(page)/03 MM revs. (\(colours[page % 4]))     \(page).\n\n"
      return "BOB\nI said so.\n\(number)\n\(header)"
        + (1...12).map { "It rains \($0).\n\n" }.joined()
    }.joined()
    let all = FountainParser(string: pages).elements
    #expect(
      all.filter { $0.elementType != .action }.count == 48
        && all.allSatisfy { !$0.elementText.contains("MM") })
    #expect(
      all.filter { $0.elementType == .dialogue }.allSatisfy { $0.elementText == "I said so." })
  }

  @Test
  func
    `zeros that a scanner read for a sign, specks beside a number, and a call below a blank line`()
  {
    func source(_ calls: [String]) -> String {
      let pages = (1...12).map { page in
        "\(page == 8 ? "r• . 8." : "\(page).")\n\nBOB\nI said so.\n\nANN\nNo.\n\n"
          + (1...12).map { "It rains \($0).\n\n" }.joined()
      }.joined()
      return pages + calls.map { "ANN\n\($0)\nYes.\n\n" }.joined()
        + "BOB\n(he looks\n\n    UP)\n\n     WHAT --\n\nIt rains."
    }
    func read(_ calls: [String]) -> [GuionElement] {
      FountainParser(plain: Array(source(calls).utf8)).elements
    }
    let all = read(["Ha! 0", "Ha!0", "Ha ...0", "Ha. 0"])
    #expect(
      all.allSatisfy {
        !$0.elementText.contains("•")
          && ($0.elementType == .action || !$0.elementText.contains("0"))
      })
    #expect(
      Array(all.suffix(4)).outline
        == "cue BOB | paren he looks UP | dialogue WHAT -- | action It rains.")
    #expect(read(["Ha! 0"]).contains { $0.elementText == "Ha! 0\nYes." })
  }

  @Test func `a description in brackets is action, other words in brackets are speech`() {
    let speeches = (1...20).map { "ANN\nNo \($0).\n\nBOB\nYes.\n\n" }.joined()
    let source =
      "ANN\nCome here.\n[She sits.]\n[It is late.]\nNow.\n[laughter]\n[Bob stands up.]\n\n"
      + speeches
    let all = FountainParser(plain: Array(source.utf8)).elements
    #expect(
      Array(all.prefix(7)).outline
        == "cue ANN | dialogue Come here. | action She sits. | cue ANN | "
        + "dialogue [It is late.]⏎Now. | action laughter | action Bob stands up.")
    let marked = FountainParser(string: source).elements
    #expect(Array(marked.prefix(3)).outline.hasSuffix("[Bob stands up.] | cue ANN"))
  }

  @Test func `extensions without parentheses in a pasted script`() {
    let source =
      "AL GORE V.O.\nNo.\n\nANN V.O (CONT'D)\nYes.\n\nBOB - O.S.\nNo.\n\n"
      + "RADIO VOICE OVER\nRain.\n\nV.O.\nSun.\n\nMAJOR OS\nGo."
    let all = FountainParser(plain: Array(source.utf8)).elements
    #expect(
      all.outline
        == "cue AL GORE ext=(V.O.) | dialogue No. | cue ANN ext=(V.O.) (CONT'D) | dialogue Yes. | "
        + "cue BOB ext=(O.S.) | dialogue No. | cue RADIO ext=(V.O.) | dialogue Rain. | "
        + "cue V.O. | dialogue Sun. | cue MAJOR OS | dialogue Go.")
    let typed = FountainParser(string: source).elements
    #expect(Array(typed.prefix(2)).outline == "cue AL GORE V.O. | dialogue No.")
  }

  @Test func `directions inside the speeches of a double-spaced script`() {
    let lines = (1...40).flatMap { ["ANN", "It is \($0).", "BOB", "No."] }
    let end =
      ["ANN", "Wait.", "(a pause)", "Sit down.", "(sits)"]
      + ["Bob sits.", "INTERIOR BAR", "It rains."]
    let all = FountainParser(plain: Array((lines + end).joined(separator: "\n\n").utf8)).elements
    #expect(
      Array(all.suffix(8)).outline
        == "cue ANN | dialogue Wait. | paren a pause | dialogue Sit down. | "
        + "action (sits) | action Bob sits. | action INTERIOR BAR | action It rains.")
  }
  @Test func `speakers who go on below the head of a page in a double-spaced script`() {
    let pages = (1...20).map { page in
      ["THE FILM (revised)          \(page)."]
        + (1...20).map { "He opens the door \($0) of the house and looks\n\nfor the key." }
        + ["BOB", "Yes, you did.", "ANN (CONT'D)", "I said so."]
    }
    let source = pages.joined().joined(separator: "\n\n")
    let all = FountainParser(string: source).elements
    let cues = all.filter { $0.elementType == .character && $0.elementText == "ANN" }
    #expect(cues.count == 20)
    #expect(all.allSatisfy { !$0.elementText.contains("revised") })
  }
}
