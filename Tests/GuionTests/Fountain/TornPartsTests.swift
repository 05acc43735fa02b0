import Testing

@testable import Guion

/// Tests of lines that a program tore where words are underlined or bold, or in capitals.
@Suite struct TornPartsTests {
  private static func line(_ column: Int, _ words: String) -> String {
    String(repeating: " ", count: column) + words
  }

  /// Returns the elements below a script with a blank line between all lines: action at 5, speeches at 15 and cues at 25
  /// columns.
  private static func outline(_ lines: [String]) -> String {
    let top = (1...25).flatMap { number in
      [
        line(5, "INT. ROOM \(number) - DAY"),
        line(5, "She crosses the wide and empty room to look for the key and"),
        line(5, "finds that it is not there."), line(25, "ANN"),
        line(15, "I told you that the key is on the"), line(15, "table where we left it."),
        line(25, "BOB"), line(19, "(sits)"), line(15, "No."), line(5, "He nods."),
      ]
    }
    let parts = (1...5).flatMap { [line(5, "He looks at the "), "door \($0)", " of the house."] }
    let all = FountainParser(string: (top + parts + lines).joined(separator: "\n\n")).elements
    let last = all.lastIndex { $0.elementText.contains("door 5") } ?? 0
    return Array(all[last...].dropFirst()).outline
  }

  @Test(
    arguments: [
      (
        [line(25, "ANN"), "I never said", line(15, "so.")],
        "cue ANN | dialogue I never said⏎so."
      ),
      (
        [line(25, "ANN"), line(15, "He was under the "), "R", " stand, and I"],
        "cue ANN | dialogue He was under the R stand, and I"
      ),
      (
        [line(25, "BOB"), line(15, "It is - "), "K", "ate, yes.", line(5, "He nods.")],
        "cue BOB | dialogue It is - Kate, yes. | action      He nods."
      ),
      (
        [line(25, "ANN"), line(25, "(O.S.)"), "There is more, ", line(15, "and you know.")],
        "cue ANN | paren O.S. | dialogue There is more,⏎and you know."
      ),
      (
        [line(25, "Ann"), line(15, "What is it?")], "cue Ann | dialogue What is it?"
      ),
    ]) func `parts in the first column`(_ lines: [String], _ outline: String)
  {
    #expect(Self.outline(lines) == outline)
  }

  @Test func `a speech in capitals that is torn into paragraphs`() {
    let known = String(repeating: "BOB\nNo.\n\n", count: 3)
    let source = "ANN\nDOES EVERYBODY HERE KNOW ABOUT\n\nTHE KEY BUT ME OR WHAT\nELSE IS IT?\n\n"
    let all = FountainParser(string: source + known).elements
    #expect(
      Array(all.prefix(4)).outline
        == "cue ANN | dialogue DOES EVERYBODY HERE KNOW ABOUT | "
        + "dialogue THE KEY BUT ME OR WHAT⏎ELSE IS IT? | cue BOB")
  }

  @Test func `a new speaker below a speech in capitals`() {
    let known = String(repeating: "BOB\nNo.\n\n", count: 3)
    let source = "ANN\nNO MORE RUNNING AWAY FROM\n\nTHE VOICE OF THE SEA\nI am here.\n\n"
    let all = FountainParser(string: source + known).elements
    #expect(
      Array(all.prefix(4)).outline
        == "cue ANN | dialogue NO MORE RUNNING AWAY FROM | "
        + "cue THE VOICE OF THE SEA | dialogue I am here.")
  }

  @Test(
    arguments: [
      ("I lost. (everything)... Gone.", "dialogue I lost. (everything)... Gone."),
      ("He won. (yesterday). Then", "dialogue He won. (yesterday). Then"),
      ("I use words.(lots) They", "dialogue I use words.(lots) They"),
      ("No.(pause) Wait.", "dialogue No. | paren pause | dialogue Wait."),
      ("No. (smiling). Wait.", "dialogue No. | paren smiling | dialogue . Wait."),
      ("(Skeptically) Is it?", "paren Skeptically | dialogue Is it?"),
      ("(Probably) It is.", "dialogue (Probably) It is."),
      ("(As if in a dream) Yes.", "paren As if in a dream | dialogue Yes."),
      ("(V.O.) It was late.", "paren V.O. | dialogue It was late."),
      (
        "No? (He takes the\nbook and sits) Oh.",
        "dialogue No? | paren He takes the book and sits | dialogue Oh."
      ),
      ("Ask Ed. (He owns the shop) Yes.", "dialogue Ask Ed. (He owns the shop) Yes."),
    ]) func `brackets beside a stop`(_ speech: String, _ outline: String)
  {
    let known = String(repeating: "\n\nBOB\nNo.", count: 3)
    let all = FountainParser(plain: Array("ANN\n\(speech)\(known)".utf8)).elements
    #expect(all.outline.hasPrefix("cue ANN | \(outline) | cue BOB"))
  }

  @Test(
    arguments: [
      (
        "Is that the key?\nBOB\nNo. That is mine.",
        "Is that the key? | cue BOB | dialogue No. That is mine."
      ),
      (
        "I saw it.\nBOB (V.O.)\n(low)\nNo.",
        "I saw it. | cue BOB ext=(V.O.) | paren low | dialogue No."
      ),
      ("I saw\nBOB\nat the sea.", "I saw⏎BOB⏎at the sea."),
      ("I saw it.\nANN\nWho else?", "I saw it.⏎ANN⏎Who else?"),
      ("I saw it.\nBOB", "I saw it.⏎BOB"),
      ("I saw it.\n\nBOB I know.\nGo on.", "I saw it. | cue BOB | dialogue I know.⏎Go on."),
      ("Yes.\nBOB What is it?", "Yes. | cue BOB | dialogue What is it?"),
      ("Yes.\n\nBOB Rises. Sits.", "Yes. | action BOB Rises. Sits."),
      ("Yes.\n\nBOB Is too late to ask.", "Yes. | action BOB Is too late to ask."),
      ("Yes.\n\nBOB Rome, Bonn.", "Yes. | action BOB Rome, Bonn."),
      ("Yes.\n\nBOB IS GONE. The end.", "Yes. | action BOB IS GONE. The end."),
      (
        "Yes.\n\nBOB Rome, Bonn.\n\nBOB Did you?\n\nBOB Sits down.\n\nBOB I did.",
        "Yes. | cue BOB | dialogue Rome, Bonn. | cue BOB | dialogue Did you? | action BOB Sits down. "
          + "| cue BOB | dialogue I did."
      ),
    ]) func `speakers without a blank line or a line`(_ speech: String, _ outline: String)
  {
    let known = String(repeating: "\n\nBOB\nNo.\n\nANN\nYes.", count: 3)
    let source = "ANN\n\(speech)\(known)"
    let all = FountainParser(plain: Array(source.utf8)).elements
    #expect(
      all.outline.hasPrefix("cue ANN | dialogue \(outline) | cue BOB | dialogue No. | cue ANN"))
    // Fountain has its own rules.
    let typed = FountainParser(string: "ANN\nNo.\nBOB\nYes.\(known)").elements
    #expect(typed.outline.hasPrefix("cue ANN | dialogue No.⏎BOB⏎Yes. | cue BOB"))
  }

  @Test(
    arguments: [
      ("Go.\nNow.\nHe turns on the light.", "Go.⏎Now. | action He turns on the light."),
      ("Go.\nShe turns around,\nand smiles.", "Go. | action She turns around,⏎and smiles."),
      ("Go.\nAnn puts the key down.", "Go. | action Ann puts the key down."),
      ("Go.\nAnn likes the sea.", "Go.⏎Ann likes the sea."),
      ("Go.\nBob puts the key down.", "Go.⏎Bob puts the key down."),
      ("Go.\nHe turns to me.", "Go.⏎He turns to me."),
      ("This man comes in.\nHe sits down.", "This man comes in.⏎He sits down."),
      ("Because\nHe turns on the light.", "Because⏎He turns on the light."),
      ("He turns on the light.", "He turns on the light."),
    ]) func `action without a blank line`(_ speech: String, _ outline: String)
  {
    let known = String(repeating: "\n\nBOB\nNo.\n\nANN\nYes.", count: 3)
    let all = FountainParser(plain: Array("ANN\n\(speech)\(known)".utf8)).elements
    #expect(all.outline.hasPrefix("cue ANN | dialogue \(outline) | cue BOB"))
  }

  @Test(
    arguments: [
      ("B0B\nNo.", "cue BOB | dialogue No."), ("LUCIaN\nNo.", "cue LUCIAN | dialogue No."),
      ("LUClAN (O.S.)\nNo.", "cue LUCIAN ext=(O.S.) | dialogue No."),
      ("LUCJAN\nNo.", "cue LUCJAN | dialogue No."),
      ("McCOY (Whispering)\nNo.", "cue McCOY ext=(Whispering) | dialogue No."),
      ("BOB\n0h no. 0wen has 0 or 0x1.", "cue BOB | dialogue Oh no. Owen has 0 or 0x1."),
    ]) func `letters that a scanner misread`(_ lines: String, _ outline: String)
  {
    let known = ["BOB", "LUCIAN", "McCOY"].map { "\($0)\nOh, Owen.\n\n" }
    let source = String(repeating: known.joined(), count: 3) + lines
    #expect(FountainParser(plain: Array(source.utf8)).elements.outline.hasSuffix(outline))
  }

  @Test func `names above action that are shots of people`() {
    let top = (1...40).map {
      "\t\t\tBOB\n\t\tIs it \($0) o'clock?\n\n\t\t\tANN\n\t\tYes.\n\n\t\t\tBOB\n\t\tOh.\n\n"
        + "\tANN\n\tlooks at the clock on the wall.\n\n"
    }.joined()
    let end = "\tANN\n\tThe house is dark.\n\n\tBOB (O.S.)\n\tYes?\n"
    let all = FountainParser(string: top + end).elements
    #expect(
      Array(all.suffix(4)).outline
        == "action     ANN | action     The house is dark. | cue BOB ext=(O.S.) | dialogue Yes?")
  }

  @Test(arguments: [
    ("(continuing; as\n\t\t\t\tBob starts\n", "paren continuing; as Bob starts | dialogue No."),
    ("(A\n", "dialogue (A⏎No."),
  ]) func `a bracket that stays open ends with its column`(_ lines: String, _ outline: String) {
    let top = String(repeating: "\t\t\tBOB\n\t\t  (nods)\n\tYes.\n\nHe nods.\n\n", count: 30)
    let all = FountainParser(string: top + "\t\t\tANN\n\t\t  " + lines + "\tNo.\n").elements
    #expect(Array(all.suffix(outline.hasPrefix("paren") ? 2 : 1)).outline == outline)
  }

  /// Returns the elements below a script with `gap` blank lines between paragraphs: action at 10, speeches at 20 and cues
  /// at 33 columns.
  private static func outline(gap: Int, _ lines: [String]) -> String {
    let paragraphs = (1...40).flatMap { number in
      [
        [
          line(10, "She crosses the wide and empty room to look for the key and"),
          line(10, "finds that it is not there."),
        ],
        [line(33, "ANN"), line(20, "I told you that the key is \(number).")],
        [line(10, "He nods and waits at the door \(number).")],
        [line(33, "BOB"), line(20, "It was on the table at \(number).")],
        [line(10, "She looks at the clock on the wall.")],
      ]
    }
    let blanks = String(repeating: "\n", count: gap + 1)
    let top = (paragraphs + [[line(10, "The end.")]]).map { $0.joined(separator: "\n") }
    let source = (top + [lines.joined(separator: "\n")]).joined(separator: blanks)
    let all = FountainParser(string: source).elements
    let last = all.lastIndex { $0.elementText.contains("The end.") } ?? 0
    return Array(all[last...].dropFirst()).outline
  }

  @Test(
    arguments: [
      (
        [line(10, "It is NIGHT IN THE OTHER"), "", line(10, "WORLD.")],
        "action           It is NIGHT IN THE OTHER⏎          WORLD."
      ),
      (
        [line(10, "A NOTE is on a GIFT-"), "", line(10, "WRAPPED BOX.")],
        "action           A NOTE is on a GIFT-⏎          WRAPPED BOX."
      ),
      (
        [line(10, "She nods."), "", line(10, "WE HEAR A BELL.")],
        "action           She nods. | action           WE HEAR A BELL."
      ),
      (
        [line(33, "ANN"), "", line(27, "(PANTING)"), "", line(20, "BOB?..")],
        "cue ANN | paren PANTING | dialogue BOB?.."
      ),
      (
        [line(33, "BOB"), line(20, "And I"), "", line(20, "FIGURED--")],
        "cue BOB | dialogue And I⏎FIGURED--"
      ),
      (
        [line(33, "BOB"), line(20, "Dear Ann,"), "", line(20, "M"), line(21, "iss Lee is here.")],
        "cue BOB | dialogue Dear Ann,⏎Miss Lee is here."
      ),
      (
        [line(54, "PULL BACK MATCH"), "", line(60, "DISSOLVE:")],
        "action \(line(54, "PULL BACK MATCH DISSOLVE:"))"
      ),
    ]) func `one blank line above each line in capitals`(_ lines: [String], _ outline: String)
  {
    #expect(Self.outline(gap: 2, lines) == outline)
  }

  @Test(
    arguments: [
      (
        [
          line(10, "She crosses the wide and empty room to look for THE KEY"), "",
          line(10, "THAT IS GONE."),
        ],
        "action \(line(10, "She crosses the wide and empty room to look for THE KEY"))⏎"
          + line(10, "THAT IS GONE.")
      ),
      (
        [line(10, "She goes up and finds"), "", line(10, "A KEY.")],
        "action           She goes up and finds | action           A KEY."
      ),
      (
        [
          line(10, "She crosses the wide and empty room to look for the key"), "", line(33, "BOB"),
          line(20, "No."),
        ],
        "action \(line(10, "She crosses the wide and empty room to look for the key")) "
          + "| cue BOB | dialogue No."
      ),
    ]) func `a line in capitals that did not fit on the line above`(
      _ lines: [String], _ outline: String
    )
  {
    #expect(Self.outline(gap: 1, lines) == outline)
  }

  @Test(
    arguments: [
      ("a last-\nminute call", "a last-minute⏎call"), ("a wuss-\npuss.", "a wuss-puss."),
      ("The X-Jet. The X-\nJet.", "The X-Jet. The X-Jet."),
      ("Button eyes. Two button-\neyes, torn", "Button eyes. Two button-eyes,⏎torn"),
      (
        "She opens the box and finds a DOLL that is BLUE-\nHAIRED, small",
        "She opens the box and finds a DOLL that is BLUE-HAIRED,⏎small"
      ),
      ("A loud KA-\nBOOM!", "A loud KA-⏎BOOM!"),
      ("the coat of WYBIE-\ngloves too", "the coat of WYBIE -⏎gloves too"),
      ("a DEBUTANTE-\ntype", "a DEBUTANTE-⏎type"), ("a DVD-\nplayer", "a DVD-⏎player"),
    ]) func `hyphens at the ends of lines`(_ words: String, _ outline: String)
  {
    #expect(FountainParser(plain: Array(words.utf8)).elements.outline == "action \(outline)")
  }

  @Test func `a word that is known with a hyphen keeps it at the end of a line`() {
    let source = "The snow-mobile and a snow-\nmobile, a bar-\nrel and KA-BOOM, KA-\nBOOM! Oh."
    #expect(
      FountainParser(plain: Array(source.utf8)).elements.outline
        == "action The snow-mobile and a snow-mobile,⏎a bar-⏎rel and KA-BOOM, KA-BOOM!⏎Oh.")
  }

  @Test(arguments: [-5, 4, 9]) func `pages that a scanner moved`(shift: Int) {
    let page = (1...3).flatMap { number in
      [
        Self.line(5 + shift, "She waits in the room \(number)."), Self.line(25 + shift, "ANN"),
        Self.line(15 + shift, "Not before \(number)."), Self.line(25 + shift, "BOB"),
        Self.line(15 + shift, "Why not, Ann?"),
      ]
    }
    let outline = Self.outline([Self.line(5, "He looks.")] + page)
    for number in 1...3 {
      #expect(
        outline.contains(
          "cue ANN | dialogue Not before \(number). | cue BOB | dialogue Why not, Ann?"))
    }
  }
}
