import Guion
import Narration
import Testing

/// Tests of Documentation/reference/diagnostics.md: the findings of `check` in a script with their
/// positions, and scripts without findings.
@Suite struct ScriptCheckTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var script: String
    /// The expected findings as `line:column code`, sorted.
    ///
    /// Codes that are off by default are switched on.
    var expected: [String]

    init(_ name: String, _ script: String, _ expected: String...) {
      (self.name, self.script, self.expected) = (name, script, expected)
    }

    var testDescription: String { name }

    func check(in codes: [String], format: DocumentFormat = .fountain) {
      #expect(Found.places(in: script, codes: codes, format: format) == expected, "\(script)")
    }
  }

  static let lookAlikes: [Row] = [
    Row("a letter more", "SARAH\nOne.\n\nSARAH\nTwo.\n\nSARA\nThree.", "7:1 look-alike-cue"),
    Row("a woman and a man", "MR. FINCH\nOne.\n\nMRS. FINCH\nTwo."),
    Row("letters swapped", "JOHN\nOne.\n\nJHON\nTwo.", "4:1 look-alike-cue"),
    Row(
      "the rare one is the slip", "JHON\nOne.\n\nJOHN\nTwo.\n\nJOHN\nThree.", "1:1 look-alike-cue"),
    Row("quotes", "O'BRIEN\nOne.\n\nO’BRIEN\nTwo.", "4:1 look-alike-cue"),
    Row("accents", "RENÉE\nOne.\n\nRENÉE\nTwo.\n\nRENEE\nThree.", "7:1 look-alike-cue"),
    Row("an extension is no part of the name", "JOHN\nOne.\n\nJOHN (V.O.)\nTwo."),
    Row("case alone", "@McCoy\nOne.\n\nMCCOY\nTwo."),
    Row("numbers", "GUARD 1\nOne.\n\nGUARD 2\nTwo."),
    Row("several of them", "TWIN\nOne.\n\nTWINS\nTwo."),
    Row("short names", "TOM\nOne.\n\nTIM\nTwo.\n\nTIMO\nThree."),
    Row("a doubled letter", "WILL\nOne.\n\nWILL\nTwo.\n\nWIL\nThree.", "7:1 look-alike-cue"),
    Row("a letter before", "ANN\nOne.\n\nHANN\nTwo.\n\nANNE\nThree."),
    Row("two letters", "JO\nOne.\n\nJOO\nTwo."),
    Row("a doubled digit", "EX1\nOne.\n\nEX11\nTwo."),
    Row(
      "two who speak often",
      "MARY\nOne.\n\nMARK\nTwo.\n\nMARY\nThree.\n\nMARK\nFour.\n\nMARY\nFive.\n\nMARK\nSix."),
  ]

  static let cues: [Row] = [
    Row("a name, then an empty line", "JOHN\nOne.\n\nJOHN\n\nTwo.", "4:1 cue-without-dialogue"),
    Row("an extension", "MARY (V.O.)\n\nOne.", "1:1 cue-without-dialogue"),
    Row("forced", "@Mary\n\nOne.", "1:1 cue-without-dialogue"),
    Row("at the end", "JOHN\nOne.\n\nJOHN\n", "4:1 cue-without-dialogue"),
    Row("only a direction", "JOHN\n(beat)\n\nA door.", "1:1 cue-without-dialogue"),
    Row("capitals of action", "BANG!\n\nTHE END\n\nJOHN\nOne."),
    Row("said to be action", "JOHN\nOne.\n\n!JOHN\n\nTwo."),
    Row("a sentence that begins with the name", "JOHN\nOne.\n\nJOHN\n\nto the right of her."),
    Row("a direction, then words", "JOHN\n(beat)\nOne."),
    Row("within a speech", "JOHN\nOne.\n\nMARY\nTwo.\nJOHN\nThree.", "6:1 cue-without-blank"),
    Row("within a paragraph", "JOHN\nOne.\n\nA door.\n  JOHN\nTwo.", "5:3 cue-without-blank"),
    Row("a shout in a speech", "JOHN\nOne.\nNO\nTwo."),
    Row("a name at the end of a paragraph", "JOHN\nOne.\n\nIt is\nJOHN"),
  ]

  static let speeches: [Row] = [
    Row("small letters", "JOHN\nI went and\n\nthen came back.", "4:1 split-dialogue"),
    Row("the first person", "JOHN\nOne.\n\nI'm not done.", "4:1 split-dialogue"),
    Row("a direction", "JOHN\nOne.\n\n(beat)", "4:1 split-dialogue"),
    Row("two spaces", "JOHN\nI went and\n  \nthen came back."),
    Row("action", "JOHN\nOne.\n\nHe leaves. A look to say: should I go?"),
    Row("said to be action", "JOHN\nOne.\n\n!then silence."),
    Row("two empty lines", "JOHN\nOne.\n\n\nthen silence."),
    Row("nothing to hear", "JOHN\n...?", "2:1 unspeakable-text"),
    Row("signs with a name", "JOHN\n100 %\n\nMARY\n&"),
    Row("an emoji", "JOHN\n🚀"),
  ]

  static let headings: [Row] = [
    Row("none above", "A door.\nEXT. STREET - DAY\n\nA car.", "2:1 heading-without-blank"),
    Row("none below", "INT. HOUSE - DAY\nA door.", "1:1 heading-without-blank"),
    Row("under a speech", "JOHN\nOne.\nINT. HOUSE - DAY\n\nA.", "3:1 heading-without-blank"),
    Row("a sentence", "A door.\nInt. is short for interior."),
    Row("said to be action", "!INT. HOUSE - DAY\n\nA door."),
    Row("no time", "INT. HOUSE\n\nA door.", "1:1 slugline-time"),
    Row("a place behind the dash", "EXT. HOUSE - YARD\n\nA door.", "1:1 slugline-time"),
    Row("a time", "INT. HOUSE - DAY\n\nEXT. HOUSE, DAWN\n\nI/E. CAR - MOMENTS LATER"),
    Row("a year and an hour", "INT. HOUSE (1973)\n\nEXT. YARD - 6:30\n\nEXT. HILL - 1950S"),
    Row("a number", "INT. ROOM 12\n\nA door.", "1:1 slugline-time"),
    Row("other languages", "INT. CASA - NOCHE\n\nEXT. HAUS - TAG\n\nINT. MAISON - JOUR"),
    Row("forced", ".SNIPER SCOPE\n\nA door."),
  ]

  static let numbers: [Row] = [
    Row("once", "JOHN\nOne.\n\nMARY\nTwo.\n\nJOHN\nThree.", "4:1 speaks-once"),
    Row("twice under two spellings", "José\nOne.\n\nJOSÉ\nTwo.\n\nJOSE (V.O.)\nThree."),
    Row("never in action", "JOHN\nOne.\n\nMARY enters.\n\nJOHN\nTwo."),
  ]

  static let others: [Row] = [
    Row("a direction", "JOHN\n(haughtily)\nOne.\n(haughtily)\nTwo.", "2:1 unmatched-direction"),
    Row("a direction that is known", "JOHN\n(whispering)\nOne.\n(beat)\nTwo."),
    Row("to whom", "JOHN\n(to Mary)\nOne.\n(he smiles)\nTwo."),
    Row(
      "Spanish", "JOHN\nNosotros no sabemos lo que ella quiere para su casa.", "2:1 mixed-language"),
    Row("German", "Der Mann ist nicht in dem Haus und auch nicht im Garten.", "1:1 mixed-language"),
    Row("Cyrillic", "JOHN\nЯ не знаю, что это.", "2:1 mixed-language"),
    Row(
      "most of it",
      "JOHN\nNosotros no sabemos lo que ella quiere.\n\nMARY\nYo no tengo lo que ella quiere aquí.",
      "2:1 mixed-language"),
    Row("a foreign word", "JOHN\nHe said adiós and left the house, der Mann."),
    Row("a short one", "JOHN\nC'est la vie."),
    Row("long", "JOHN\n" + String(repeating: "All of it. ", count: 400), "2:1 long-line"),
    Row("not long", "JOHN\n" + String(repeating: "All of it. ", count: 370)),
    Row("no partner", "A door.\n\nJOHN ^\nOne.", "3:1 lone-dual-dialogue"),
    Row("a partner", "MARY\nOne.\n\nJOHN ^\nTwo."),
    Row("old scenes", "One.\n\n# Deleted scenes\n\nTwo.", "3:1 private-section"),
  ]

  static let pages: [Row] = [
    Row("a transition", "A door.\n\nFADE OUT.\n\nRain.", "3:1 unforced-transition"),
    Row("the end", "A door.\n\nFADE OUT.\n"),
    Row(
      "two in a paragraph", "A door.\nCUT TO BLACK.\nFADE IN:", "2:1 unforced-transition",
      "3:1 unforced-transition"),
    Row("forced transitions", "A door.\n\n> FADE OUT.\n\n!CUT TO BLACK.\n\nCUT TO:\n\nA wall."),
    Row("a numbered heading", "1 INT. HOUSE - DAY 1\n\nRain."),
    Row("a heading with its number behind", "INT. HOUSE - DAY #1#\n\nRain."),
    Row(
      "furniture", "A door.\n\nCONTINUED: (2)\n\n12.\n\nRain.\n\n(CONTINUED)", "3:1 page-furniture",
      "5:1 page-furniture", "9:1 page-furniture"),
    Row("a speech", "JOHN\n12.\nFADE OUT."),
  ]

  @Test(arguments: pages) func linesOfPages(_ row: Row) {
    row.check(in: ["unforced-transition", "numbered-heading", "page-furniture"])
  }

  @Test func theForcedSpellingIsSuggested() {
    let script = "1A. EXT. ROAD - NIGHT 1A\n\nDust.\n\nFADE OUT.\n\nRain.\n"
    var cast = Cast()
    cast.rules = .v1_1
    #expect(
      Found.diagnostics(in: script, cast: cast).map(\.message) == [
        "\"1A. EXT. ROAD - NIGHT 1A\" does not have the form of a scene heading, because the number comes first; write EXT. ROAD - NIGHT #1A#",
        "\"FADE OUT.\" does not have the form of a transition; write > FADE OUT.",
      ])
  }

  /// Rule set 1.0 reads macros aloud.
  ///
  /// In code and plain text they are ordinary text.
  @Test(arguments: [
    (
      DocumentFormat.fountain, "1.1", "Is {{a}} a {{b}}?\n\n{{c}}\n\n[[{{d}}]]\n",
      ["script:1:1: 3 macros in {{…}} are silent"]
    ),
    (
      .markdown, "1.1", "# A\n\nHi {{a}}, `{{b}}`.\n\n```\n{{c}}\n```\n",
      ["script:3:1: 1 macro in {{…}} is silent"]
    ),
    (
      .markdown, "1.1", "| a | {{b}} |\n| --- | --- |\n| {{c}} | `{{d}}` |\n",
      ["script:3:1: 2 macros in {{…}} are silent"]
    ),
    (.text, "1.1", "Hi {{a}}.\n", []),
    (.fountain, "1.0", "Hi {{a}}.\n", []),
  ])
  func macrosAreCounted(_ format: DocumentFormat, rules: String, text: String, found: [String]) {
    var cast = Cast()
    cast.rules = RuleSet(rawValue: rules)
    let findings = Found.diagnostics(in: text, cast: cast, format: format).filter {
      $0.code == "silent-macros"
    }
    #expect(
      findings.map(\.description)
        == found.map {
          "\($0.replacing(": ", with: ": note: ", maxReplacements: 1)); write the words that a listener needs [silent-macros]"
        })
  }

  @Test(arguments: [
    ("<table>\n<tr><td>Oven</td><td>250 °C</td></tr>\n</table>", 3),
    ("<div align=\"center\"><img src=\"a.png\" alt=\"not read\"></div>", 0),
    ("<!-- a note > of the author -->", 0),
    ("<details>\n<summary>More words</summary>\n", 0),
    ("<style>p { color: red }</style>", 0),
    ("<p>One", 1), ("<p>One <b", 1), ("<!-- open", 0),
  ])
  func `words in blocks of HTML are counted`(html: String, count: Int) {
    var cast = Cast()
    cast.rules = .v1_1
    let found = Found.diagnostics(in: html, cast: cast, format: .markdown)
      .filter { $0.code == "unread-html" }
    #expect(found.count == (count > 0 ? 1 : 0))
    if count > 0 {
      #expect(found.first?.message.contains(count == 1 ? "(1 word)" : "(\(count) words)") == true)
    }
  }

  @Test(arguments: [
    "heading for the door", "shrugs", "shrugging", "nods, then turns", "still looking at her",
    "getting up",
    "off John's look", "wiping his hands", "touches the door; opens it", "carries a chair",
    "lying down",
    "smiles", "to Mary", "re: the car", "nods, then mumbling", "in Spanish",
    "voice on the radio, to Tom", "filling another cup",
  ])
  func physicalActionsAreNotFindings(_ direction: String) {
    let found = Found.places(in: "JOHN\n(\(direction))\nOne.", codes: ["unmatched-direction"])
    #expect(found.isEmpty)
  }

  @Test(arguments: [
    "haughtily", "getting hungry", "imperious", "his voice thick", "archly", "with relish",
    "with a drawl",
  ])
  func waysOfSpeakingAreFindings(_ direction: String) {
    let found = Found.places(in: "JOHN\n(\(direction))\nOne.", codes: ["unmatched-direction"])
    #expect(found == ["2:1 unmatched-direction"])
  }

  @Test func `directions that nobody reads are findings`() {
    var cast = Cast()
    cast.speech.directions = .silent
    let rows = [("haughtily", true), ("nods", false), ("in Spanish", true)]
    for (direction, isFound) in rows {
      let found = Found.places(
        in: "JOHN\n(\(direction))\nOne.", codes: ["unmatched-direction"], cast: cast)
      #expect(found.isEmpty != isFound, "\(direction)")
    }
  }

  @Test(arguments: [
    ("es", "se encoge de hombros"), ("es", "mirando la puerta"), ("fr", "en regardant la porte"),
    ("fr", "hausse les épaules"), ("de", "zuckt mit den Schultern"), ("de", "schaut weg"),
  ])
  func physicalActionsInOtherLanguages(language: String, direction: String) {
    let found = Found.diagnostics(in: "JOHN\n(\(direction))\nOne.", language: language)
    #expect(!found.contains { $0.code == "unmatched-direction" })
  }

  @Test(arguments: lookAlikes) func lookAlikeCues(_ row: Row) { row.check(in: ["look-alike-cue"]) }

  @Test(arguments: cues) func cuesWithoutTheirEmptyLines(_ row: Row) {
    row.check(in: ["cue-without-dialogue", "cue-without-blank"])
  }

  @Test(arguments: speeches) func silentSpeeches(_ row: Row) {
    row.check(in: ["split-dialogue", "unspeakable-text"])
  }

  @Test(arguments: headings) func sceneHeadings(_ row: Row) {
    row.check(in: ["heading-without-blank", "slugline-time"])
  }

  @Test(arguments: numbers) func charactersWhoSpeakOnce(_ row: Row) {
    row.check(in: ["speaks-once"])
  }

  @Test(arguments: others) func otherFindings(_ row: Row) {
    row.check(in: [
      "unmatched-direction", "mixed-language", "long-line", "lone-dual-dialogue", "private-section",
    ])
  }

  /// Capitals and empty lines mean nothing in prose.
  @Test(arguments: [
    "John waits.\nEXT. STREET - DAY\nA car.", "JOHN\n\nthen silence.\n\nI am here.", "INT. HOUSE",
  ])
  func proseIsNotAScreenplay(_ text: String) {
    for format in [DocumentFormat.markdown, .text] {
      #expect(
        Found.places(in: text, codes: LintCode.all.map(\.name), format: format).isEmpty)
    }
  }

  @Test func positionsCountTheLinesOfNotes() {
    let script = "A door.\n\n[[A note\nof two lines]]\n\nINT. HOUSE\n\nJOHN\n...\n"
    #expect(
      Found.places(in: script, codes: ["slugline-time", "unspeakable-text"])
        == ["6:1 slugline-time", "9:1 unspeakable-text"])
  }
}
