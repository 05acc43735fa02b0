@testable import Guion
import Testing

/// Tests of the input that the parser accepts, and of its diagnostics.
@Suite struct FountainParserTests {
  private func lines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map {
      "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.severity) \($0.code)"
    }
  }

  @Test func aGoodScriptHasNoDiagnostics() {
    #expect(FountainParser(string: "INT. BAR\n\n[[x]] /* y */ He goes.").diagnostics == [])
  }

  static let diagnostics: [(source: String, expected: [String])] = [
    ("a /* b", ["1:3 warning unclosed-boneyard"]),
    ("a\n\n  /* b\n/* c", ["3:3 warning unclosed-boneyard"]),
    ("/* a */ b\n/* c", ["2:1 warning unclosed-boneyard"]),
    ("/* a\n*/ b /* c", ["2:6 warning unclosed-boneyard"]),
    ("a [[b", ["1:3 warning unclosed-note"]),
    ("a [[b\n\nc [[d", ["1:3 warning unclosed-note", "3:3 warning unclosed-note"]),
    ("a [[b [[c\n[[d\n\n[[e]]", ["1:3 warning unclosed-note"]),
    ("a [[b\n\nc]]", ["1:3 warning unclosed-note"]),
    ("/* x\n*/ a [[b", ["2:6 warning unclosed-note"]),
    ("Title: X\n\n[[a", ["3:1 warning unclosed-note"]),
    ("a [[b\n\n/* c", ["1:3 warning unclosed-note", "3:1 warning unclosed-boneyard"]),
    ("a ]] b */", []),
  ]

  @Test(arguments: diagnostics) func diagnosticsOf(_ source: String, _ expected: [String]) {
    #expect(lines(FountainParser(string: source).diagnostics) == expected)
  }

  @Test func undecodableBytes() {
    let parsed = FountainParser(
      bytes: Array("é\nJ".utf8) + [0xFF] + Array("N ".utf8) + [0xE2, 0x82, 0xC3])
    #expect(parsed.elements.outline == "action é⏎J\u{FFFD}N \u{FFFD}\u{FFFD}")
    #expect(lines(parsed.diagnostics) == ["2:2 warning invalid-utf8"])
    #expect(
      parsed.diagnostics.first?.message
        == "3 byte sequences (the first is here) are not valid UTF-8, so characters are lost; save "
        + "the file as UTF-8")
  }

  @Test func oneUndecodableByte() {
    let parsed = FountainParser(bytes: [0xEF, 0xBB, 0xBF, 0xC3])
    #expect(parsed.elements.outline == "action \u{FFFD}")
    #expect(
      parsed.diagnostics.map(\.description) == [
        "1:1: warning: 1 byte sequence is not valid UTF-8, so characters are lost; save the file "
          + "as UTF-8 [invalid-utf8]"
      ])
  }

  @Test func undecodableCue() {
    let parsed = FountainParser(bytes: Array("JO".utf8) + [0x80] + Array("N\nHi.".utf8))
    #expect(parsed.elements.outline == "cue JO\u{FFFD}N | dialogue Hi.")
  }

  @Test func everyByteIsAccepted() {
    for byte in UInt8.min...UInt8.max {
      let alone = FountainParser(bytes: [byte])
      #expect(alone.diagnostics.count == (byte >= 0x80 ? 1 : 0))
      let text = String(decoding: Array("A".utf8) + [byte] + Array("B".utf8), as: UTF8.self)
      let parsed = FountainParser(bytes: Array("A".utf8) + [byte] + Array("B".utf8))
      let isLineEnd = byte == 0x0A || byte == 0x0D
      let expected =
        switch byte {
        case 0x09: "action A    B"
        case 0x0D: "cue A | dialogue B"
        default: "action \(text)"
        }
      #expect(parsed.elements.outline == (isLineEnd ? "cue A | dialogue B" : expected), "\(byte)")
    }
  }

  @Test func zeroBytes() {
    Row("a zero in speech", "JO\0HN\nHi\0.", "cue JO\0HN | dialogue Hi\0.").check()
  }

  @Test func bytesAndStringsGiveTheSameElements() {
    let script = "Title: X\n\nÉLOÏSE [[x]]\r\nSalut /* y */ toi.\r\rINT. BAR #1#\n"
    let string = FountainParser(string: script)
    let bytes = FountainParser(bytes: Array(script.utf8))
    let raw = Array(script.utf8).withUnsafeBytes { FountainParser(bytes: $0) }
    #expect(string.elements == bytes.elements)
    #expect(string.elements == raw.elements)
    #expect(string.titlePage == raw.titlePage)
    #expect(FountainParser(bytes: []).elements == [])
    #expect(FountainParser(bytes: UnsafeRawBufferPointer(start: nil, count: 0)).elements == [])
  }

  @Test func missingFile() {
    #expect(throws: FileError("/nowhere/a.fountain", .system(SystemError(2)))) {
      try FountainParser(file: "/nowhere/a.fountain")
    }
    #expect(
      FileError("a.fountain", .system(SystemError(2))).description
        == "cannot read a.fountain: No such file or directory")
  }

  @Test func folderInsteadOfAFile() {
    #expect(throws: FileError("/", .system(SystemError(21)))) { try FountainParser(file: "/") }
  }

  @Test func emptyDevice() throws {
    #expect(try FountainParser(file: "/dev/null").elements == [])
  }

  @Test func `what programs left in plain text`() {
    func read(_ source: String) -> String {
      FountainParser(plain: Array(source.utf8)).elements.outline
    }
    #expect(read("(cid:13)  (cid:13)\n(cid:13) ANN\nNo.") == "cue ANN | dialogue No.")
    #expect(read("FORD {CONT'D)\nNo.") == "cue FORD ext=(CONT'D) | dialogue No.")
    #expect(read("He (we} sees {it}.") == "action He (we} sees {it}.")
    #expect(!PastedScript.hasMarks(Array(".The key.\n\n.We have it.".utf8)))
    #expect(PastedScript.hasMarks(Array(".THE SEA\n\n.THE PIER".utf8)))
    #expect(read("of(cid:2)ce (cid:x)") == "action of(cid:2)ce (cid:x)")
    #expect(read("INT. BAR - DAY\nRain.") == "heading INT. BAR - DAY | action Rain.")
    #expect(read("INT. BAR -\nTHE SEA\n\nRain.").hasPrefix("action INT. BAR -⏎THE SEA"))
    #expect(FountainParser(string: "INT. BAR - DAY\nRain.").elements.count == 1)
  }

  @Test func `headers below or beside numbers of pages`() {
    let below = (1...12).map { page in
      (1...20).map { "It rains \($0).\n\n" }.joined()
        + "\(page).\n  GREY DRAFT - 9/9/07\n3 CONTINUED: 3\n\n"
    }.joined()
    let beside = (1...24).map { page in
      (1...(page % 2 * 20 + 4)).map { "It rains \($0).\n\n" }.joined()
        + "   THE GREY SEA\n\nPINK Revision 6-19-07      \(page).\n\n"
    }.joined()
    let doubleSpaced = (1...12).map { page in
      "Her            pg. \(page)\n\n\n" + (1...70).map { "It rains \($0).\n\n" }.joined()
    }.joined()
    for source in [below, beside, doubleSpaced] {
      let all = FountainParser(string: source).elements
      #expect(all.count >= 240 && all.allSatisfy { $0.elementText.hasPrefix("It rains") })
    }
  }

  @Test func `a call below a name that goes on under the head of a page`() {
    let name = String(repeating: " ", count: 15)
    let pages = (1...10).map { page in
      "THE GREY SEA, 2/3/07 DRAFT          \(page).\n\n"
        + (1...4).map {
          "\(name)ANN\nI said it \($0) times.\n\n\(name)BOB\nYou do.\n\n"
            + "She crosses the wide and empty room to look for the key \($0).\n"
            + "He looks at the table where the other key is not to be seen.\n\n"
        }.joined()
    }.joined()
    let all = FountainParser(string: pages + "\(name)ANN (CONT'D)\n\nRUN, BOB! GO!").elements
    #expect(Array(all.suffix(2)).outline == "cue ANN ext=(CONT'D) | dialogue RUN, BOB! GO!")
  }

  @Test func `the name of a draft above an address is no speaker`() {
    let source = "FIRST DRAFT\nAPA\n\nTHE DRAFT\nNo."
    #expect(
      FountainParser(string: source).elements.outline
        == "action FIRST DRAFT | action APA | cue THE DRAFT | dialogue No.")
  }

  @Test func `directions within the lines of a pasted speech`() {
    let source =
      "ANN\nYes. (Beat) Look, are\nyou okay? (to Bob) Go. (odd story) No.\n\n"
      + "BOB\nThe list (all of it) is here."
    let pasted = FountainParser(plain: Array(source.utf8)).elements
    #expect(
      pasted.outline
        == "cue ANN | dialogue Yes. | paren Beat | dialogue Look, are⏎you okay? | paren to Bob | "
        + "dialogue Go. (odd story) No. | cue BOB | dialogue The list (all of it) is here.")
    let place = pasted[4].sourceRange?.start
    #expect(place == SourcePosition(line: 3, column: 12))
    #expect(FountainParser(string: source).elements.count == 4)
  }

  @Test(arguments: [
    ("So (slide: Cows in a\nfield) we go (Re: hats) on.", ["slide: Cows in a field", "Re: hats"]),
    ("The (making it up as he goes) new form.", ["making it up as he goes"]),
    ("Fine. (he's lying)", ["he's lying"]),
    ("No. (she folds a hand-\nkerchief.) Yes.", ["she folds a hand-kerchief."]),
    ("Oh! (Ann and Mr. Orr laugh) No!", ["Ann and Mr. Orr laugh"]),
    ("Yes! (Catches Bob's hat.) Hey!", ["Catches Bob's hat."]),
    ("Hm! (Calling after Bob) Hey!", ["Calling after Bob"]),
    ("No. (a nod and a wave) Go.", ["a nod and a wave"]),
    ("No. (I told you so) Go. (Bob is my son) Yes. (Who is he?) A (being old) man.", []),
    ("No. (or so they say) Go. (Sometimes at night) Yes. (In May) No.", []),
  ])
  func `more directions within the lines of a pasted speech`(speech: String, found: [String]) {
    let elements = FountainParser(plain: Array("ANN\n\(speech)".utf8)).elements
    let directions = elements.filter { $0.elementType == .parenthetical }.map(\.elementText)
    #expect(directions == found)
  }
}
