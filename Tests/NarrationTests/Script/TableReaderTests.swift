import Narration
import Testing

/// Tests of Documentation/speech.md, case by case: which text is read, by which voice, with which settings
/// and pauses.
@Suite struct TableReaderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var cast = #"{"characters": {"JOHN": "tone://bass", "MARY": "tone://alto"}}"#
    var language: String?
    var expected: [String]
    var testDescription: String { name }
  }

  private static func speech(_ switches: String) -> String {
    #"{"characters": {"JOHN": "tone://bass", "MARY": "tone://alto"}, "speech": {\#(switches)}}"#
  }

  static let whatIsRead: [Case] = [
    Case(
      name: "a scene",
      source: "INT. COFFEE SHOP - DAY\n\nJOHN sits.\n\nJOHN\nHi.\n\nMARY\nHello.\n\nMARY\nSit.",
      expected: [
        "750 | scene-heading: Interior. Coffee shop. Day.", "1000 | action: John sits.",
        "600 | announcement: John says:", "150 | dialogue JOHN: Hi.",
        "350 | announcement: Mary says:", "150 | dialogue MARY: Hello.",
        "250 | dialogue MARY: Sit.", "end 2000",
      ]),
    Case(
      name: "announcements start anew with each scene",
      source: "JOHN\nOne.\n\nJOHN\nTwo.\n\nEXT. YARD - NIGHT\n\nJOHN\nThree.",
      expected: [
        "750 | announcement: John says:", "150 | dialogue JOHN: One.", "250 | dialogue JOHN: Two.",
        "1500 | scene-heading: Exterior. Yard. Night.", "1000 | announcement: John says:",
        "150 | dialogue JOHN: Three.", "end 2000",
      ]),
    Case(
      name: "announce always", source: "JOHN\nOne.\n\nJOHN\nTwo.",
      cast: speech(#""announce": "always""#),
      expected: [
        "750 | announcement: John says:", "150 | dialogue JOHN: One.",
        "350 | announcement: John says:", "150 | dialogue JOHN: Two.", "end 2000",
      ]),
    Case(
      name: "announce never", source: "JOHN\nOne.\n\nMARY\nTwo.",
      cast: speech(#""announce": "never""#),
      expected: ["750 | dialogue JOHN: One.", "350 | dialogue MARY: Two.", "end 2000"]),
    Case(
      name: "notes, boneyard, synopses, sections and transitions are silent",
      source:
        "# Act\n\n= What happens\n\n[[a note]]\n\n/* gone */\n\nHe [[no]]waits.\n\nCUT TO:\n\nEnd.",
      expected: ["750 | action: He waits.", "600 | action: End.", "end 2000"]),
    Case(
      name: "synopses, sections and transitions when switched on",
      source: "# Arrival\n\n= He comes.\n\nCUT TO:\n\nEnd.",
      cast: speech(
        #""synopses": true, "sections": true, "transitions": true, "announceLevels": true"#),
      expected: [
        "750 | section-heading: Title: Arrival", "1000 | synopsis: He comes.",
        "600 | transition: Cut to:", "600 | action: End.", "end 2000",
      ]),
    Case(
      name: "headings and action switched off", source: "INT. A - DAY\n\nHe waits.\n\nJOHN\nHi.",
      cast: speech(#""sceneHeadings": false, "action": false, "announce": "never""#),
      expected: ["750 | dialogue JOHN: Hi.", "end 2000"]),
    Case(
      name: "a line without words is a pause",
      source: "One.\n\n...\n\nTwo.\n\nJOHN\n—\n\nJOHN\nHi.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | action: One.", "600 | action: Two.", "600 | dialogue JOHN: Hi.", "end 2000",
      ]),
    Case(
      name: "a page break is a pause", source: "One.\n\n===\n\nTwo.",
      expected: ["750 | action: One.", "1500 | action: Two.", "end 2000"]),
    Case(
      name: "hard breaks are spaces, set-out lines are sentences",
      source: "One line\nand another.\n\n  First\n  second\n\n> THE END <",
      expected: [
        "750 | action: One line and another.", "600 | action: First. second.",
        "600 | action: The end", "end 2000",
      ]),
    Case(
      name: "lyrics by the speaker, else by the narrator",
      source: "JOHN\n~La la\n~la\n\nHe stops.\n\n~Lo", cast: speech(#""announce": "never""#),
      expected: [
        "750 | lyrics JOHN: La la /250/ la", "600 | action: He stops.", "600 | lyrics: Lo",
        "end 2000",
      ]),
  ]

  static let delivery: [Case] = [
    Case(
      name: "a parenthetical changes the lines up to the next one",
      source: "JOHN\nA.\n(whispering)\nB.\n(to Mary)\nC.", cast: speech(#""announce": "never""#),
      expected: [
        "750 | dialogue JOHN: A. /250/ {whisper, gain -6.0} B. /250/ C.", "end 2000",
      ]),
    Case(
      name: "beats", source: "JOHN\n(beat)\nA.\n(long pause)\nB.\n(beat)\n\nMARY\nC.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | dialogue JOHN: A. /1500/ B.", "700 | dialogue MARY: C.", "end 2000",
      ]),
    Case(
      name: "rate, pitch and gain", source: "JOHN\n(shouting)\nA!\n(slowly)\nB.\n(singing)\nC.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | dialogue JOHN: {rate 1.05, pitch 2.0, gain 3.0} A! /250/ {rate 0.85} B. /250/ "
          + "{pitch 1.0} C.",
        "end 2000",
      ]),
    Case(
      name: "the cue's own extension",
      source: "JOHN (O.S.)\nA.\n(whispering)\nB.\n\nJOHN (V.O.)\nC.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | dialogue JOHN: {gain -4.0, off-screen} A. /250/ {whisper, gain -10.0, off-screen} B.",
        "250 | dialogue JOHN: C.", "end 2000",
      ]),
    Case(
      name: "parentheticals spoken", source: "JOHN\n(smiling)\nA.\n(softly)\nB.",
      cast: speech(#""announce": "never", "parentheticals": "speak""#),
      expected: [
        "750 | parenthetical: smiling", "350 | dialogue JOHN: A.", "350 | parenthetical: softly",
        "350 | dialogue JOHN: B.", "end 2000",
      ]),
    Case(
      name: "parentheticals skipped", source: "JOHN\n(whispering)\nA.",
      cast: speech(#""announce": "never", "parentheticals": "skip""#),
      expected: ["750 | dialogue JOHN: A.", "end 2000"]),
    Case(
      name: "an empty line in a speech is a pause", source: "JOHN\nA.\n  \nB.",
      cast: speech(#""announce": "never""#),
      expected: ["750 | dialogue JOHN: A. /600/ B.", "end 2000"]),
    Case(
      name: "the cast's own delivery and pauses", source: "JOHN\n(mumbling)\nA.\n\nMARY\nB.",
      cast: #"""
        {"characters": {"JOHN": "tone://bass?rate=1.1", "MARY": "tone://alto?gain=-2"},
         "speech": {"announce": "never"}, "pauses": {"betweenSpeakers": 400, "chapterEnd": 900},
         "delivery": {"mumbling": {"gain": -4, "rate": 0.5}}}
        """#,
      expected: [
        "750 | dialogue JOHN: {rate 0.55, gain -4.0} A.", "400 | dialogue MARY: {gain -2.0} B.",
        "end 900",
      ]),
  ]

  /// In rule set 1.2, the narrator reads what no voice can act.
  static let directions: [Case] = [
    Case(
      name: "to whom, and what a character does",
      source:
        "JOHN\n(to Mary)\nA.\n(kisses her)\nB.\n(whispering, to Tom)\nC.\n(in Spanish)\nD.\n(softly, sadly)\nE.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | parenthetical: {rate 1.1, gain -2.0} to Mary", "500 | dialogue JOHN: {gain 1.0} A.",
        "500 | parenthetical: {rate 1.1, gain -2.0} kisses her",
        "500 | dialogue JOHN: {gain 1.0} B.",
        "500 | parenthetical: {rate 1.1, gain -2.0} whispering, to Tom",
        "500 | dialogue JOHN: {whisper, gain -5.0} C.",
        "500 | parenthetical: {rate 1.1, gain -2.0} in Spanish",
        "500 | dialogue JOHN: {gain 1.0} D. /400/ {rate 0.8536, pitch -1.0, gain -4.0} E.",
        "end 2000",
      ]),
    Case(
      name: "a character who only acts", source: "JOHN\n(beat)\n(nods)\n\nMARY\nA.",
      expected: [
        "750 | announcement: {rate 1.1, gain -2.0} John:",
        "700 | parenthetical: {rate 1.1, gain -2.0} nods",
        "500 | announcement: {rate 1.1, gain -2.0} Mary says:",
        "150 | dialogue MARY: {gain 1.0} A.", "end 2000",
      ]),
    Case(
      name: "simultaneous speeches stay together",
      source: "JOHN\n(to Tom)\nA.\n(nods)\nB.\n\nMARY ^\nC.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | parenthetical: {rate 1.1, gain -2.0} to Tom",
        "500 | parenthetical: {rate 1.1, gain -2.0} nods",
        "500 | dialogue JOHN: {gain 1.0} A. /400/ {gain 1.0} B. && dialogue MARY: {gain 1.0} C.",
        "end 2000",
      ]),
    Case(
      name: "actions of two sentences", source: "JOHN\n(Drops it. Looks at Mary.)\nA.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | parenthetical: {rate 1.1, gain -2.0} Drops it. Looks at Mary.",
        "500 | dialogue JOHN: {gain 1.0} A.", "end 2000",
      ]),
    Case(
      name: "sentences in brackets are a speech", source: "JOHN\n(We are doomed! Ha ha.)",
      cast: speech(#""announce": "never""#),
      expected: ["750 | dialogue JOHN: {gain 1.0} We are doomed! Ha ha.", "end 2000"]),
    Case(
      name: "a speech of directions is read, but not a pause",
      source: "JOHN (O.S.)\n(beat)\n(muffled sob)\n\nTOM\n(continuing)\n(long pause)",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | announcement: {rate 1.1, gain -2.0} John:",
        "700 | parenthetical: {rate 1.1, gain -2.0} muffled sob", "end 2000",
      ]),
    Case(
      name: "switched off", source: "JOHN\n(to Mary)\nA.\n(kisses her)\nB.",
      cast: speech(#""announce": "never", "directions": "silent""#),
      expected: ["750 | dialogue JOHN: {gain 1.0} A. /400/ {gain 1.0} B.", "end 2000"]),
    Case(
      name: "a manner goes on behind a beat",
      source: "JOHN\n(on phone)\nA.\n(beat)\nB.\n(quietly)\nC.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | dialogue JOHN: {gain 1.0, telephone} A. /700/ {gain 1.0, telephone} B. /400/ {rate 0.97, gain -3.0} C.",
        "end 2000",
      ]),
    Case(
      name: "an action beside a pause or a manner",
      source: "JOHN\n(to Mary)\nA.\n(then tips his hat)\nB.\n(turning slowly)\nC.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | parenthetical: {rate 1.1, gain -2.0} to Mary", "500 | dialogue JOHN: {gain 1.0} A.",
        "500 | parenthetical: {rate 1.1, gain -2.0} then tips his hat",
        "500 | dialogue JOHN: {gain 1.0} B.",
        "500 | parenthetical: {rate 1.1, gain -2.0} turning slowly",
        "500 | dialogue JOHN: {rate 0.84, gain 1.0} C.", "end 2000",
      ]),
    Case(
      name: "no words", source: "JOHN\n(V.O.)\nA.\n(then)\nB.\n(2)\nC.\n(...)\nD.",
      cast: speech(#""announce": "never""#),
      expected: [
        "750 | dialogue JOHN: {gain 1.0, close} A. /400/ {gain 1.0, close} B. /400/ {gain 1.0} C. /400/ {gain 1.0} D.",
        "end 2000",
      ]),
  ]

  @Test(arguments: directions) func readsDirections(_ row: Case) async throws {
    let outline = try await TableReadOutline.of(row.source, cast: row.cast, rules: .v1_2)
    #expect(outline.lines == row.expected)
  }

  /// Speeches of one word, and the words that are heard through a telephone.
  @Test(arguments: [
    ("JOHN\n(into phone)\nA.\n\nMARY (V.O.)\nB.\n\nJOHN (PHONE)\nC.", "B"),
    ("JOHN (INTO PHONE)\nA.\n\nMARY\n(over the phone)\nB.", "B"),
    ("JOHN\n(into phone)\nA.\n\nMARY (ON PHONE)\nB.", "B"),
    ("JOHN\n(on her mobile)\nA.\n\nMARY\nB.", "A"), ("JOHN (PHONE)\nA.", "A"),
    ("JOHN (INTO PHONE)\nA.\n\nEXT. YARD - DAY\n\nMARY (V.O.)\nB.", ""),
    ("JOHN\n(into phone)\nA.\n\nMARY\n(to John)\nB.\n\nJOHN\n(into phone)\nC.", ""),
    (
      "JOHN\n(into phone)\nA.\n\nINTERCUT WITH:\n\nINT. SHOP - DAY\n\nMARY\n(into phone)\nB.\n\nJOHN\nC.",
      ""
    ),
    ("JOHN\n(into phone)\nA.\n\nMARY (V.O.)\n(on phone)\nB.", "B"),
    ("JOHN\n(into phone)\nA.\n\nINTERCUT WITH:\n\nINT. SHOP - DAY\n\nMARY (V.O.)\nB.", "B"),
    ("The phone rings.\n\nINTERCUT HALL/SHOP\n\nJOHN\nA.\n\nMARY (V.O.)\nB.", "B"),
    ("Intercut the races.\n\nMARY (V.O.)\nB.", ""),
  ])
  func `of a call only the other end is filtered`(_ script: String, _ filtered: String) async throws
  {
    let outline = try await TableReadOutline.of(
      "INT. HALL - DAY\n\n" + script, cast: Self.speech(#""announce": "never""#), rules: .v1_2)
    let speeches = outline.lines.filter { $0.contains("dialogue") }
    #expect(!speeches.isEmpty)
    let heard = speeches.filter { $0.contains("telephone") }.compactMap { $0.dropLast().last }
    #expect(String(heard) == filtered, "\(outline.lines)")
    let older = try await TableReadOutline.of(
      "INT. HALL - DAY\n\nJOHN\n(into phone)\nA.\n\nMARY (V.O.)\nB.",
      cast: Self.speech(#""announce": "never""#), rules: .v1_1)
    #expect(older.lines.contains { $0.contains("telephone") && $0.hasSuffix("A.") })
  }

  static let speakers: [Case] = [
    Case(
      name: "dual dialogue sounds together", source: "JOHN\nYes.\n\nMARY ^\nNo.\n\nMARY\nOh.",
      expected: [
        "750 | announcement: John says:", "150 | announcement: Mary says:",
        "150 | dialogue JOHN: Yes. && dialogue MARY: No.", "350 | dialogue MARY: Oh.", "end 2000",
      ]),
    Case(
      name: "dual dialogue in turn", source: "JOHN\nYes.\n\nMARY ^\nNo.",
      cast: speech(#""announce": "never", "dualDialogue": "in-turn""#),
      expected: ["750 | dialogue JOHN: Yes.", "350 | dialogue MARY: No.", "end 2000"]),
    Case(
      name: "an alias speaks as its entry, and keeps its cue",
      source: "YOUNG JOHN\nHi.\n\nJOHN (CONT'D)\nHo.",
      cast: #"{"characters": {"JOHN": {"voice": "tone://bass", "aliases": ["Young John"]}}}"#,
      expected: [
        "750 | announcement: Young John says:", "150 | dialogue JOHN (cue YOUNG JOHN): Hi.",
        "250 | announcement: John says:", "150 | dialogue JOHN: Ho.", "end 2000",
      ].map { $0 == "250 | announcement: John says:" ? "350 | announcement: John says:" : $0 }),
    Case(
      name: "several speakers: the first one named", source: "JOHN\nHi.\n\nMARY AND JOHN\nHo.",
      expected: [
        "750 | announcement: John says:", "150 | dialogue JOHN: Hi.",
        "350 | announcement: Mary and John say:", "150 | dialogue MARY (cue MARY AND JOHN): Ho.",
        "end 2000",
      ]),
    Case(
      name: "groups are announced by their names, and nobody twice in a scene",
      source: "ALICE/BOB\nHi.\n\nBOTH\nHo.\n\nO’BRIEN\nHm.\n\nO'BRIEN\nWell.",
      cast: #"{"default": "tone://bass"}"#,
      expected: [
        "750 | announcement: Alice and Bob say:", "150 | dialogue ALICE/BOB: Hi.",
        "350 | announcement: Both say:", "150 | dialogue BOTH: Ho.",
        "350 | announcement: O’Brien says:", "150 | dialogue O’BRIEN: Hm.",
        "250 | dialogue O’BRIEN: Well.", "end 2000",
      ]),
    Case(
      name: "after dual dialogue everyone is another speaker",
      source: "JOHN\nYes.\n\nMARY ^\nNo.\n\nBOB\nOh.",
      cast: #"{"default": "tone://bass", "speech": {"announce": "always"}}"#,
      expected: [
        "750 | announcement: John says:", "150 | announcement: Mary says:",
        "150 | dialogue JOHN: Yes. && dialogue MARY: No.", "350 | announcement: Bob says:",
        "150 | dialogue BOB: Oh.", "end 2000",
      ]),
    Case(
      name: "short names of roles are names in capitals too",
      source: "DEV and the FBI run.\n\nDEV\nHi.",
      cast: speech(#""announce": "never""#),
      expected: ["750 | action: Dev and the FBI run.", "600 | dialogue DEV: Hi.", "end 2000"]),
    Case(
      name: "names in any script, matched without case and accents",
      source: "ÉLOÏSE\nOui.\n\nИВАН\nДа.\n\n@李雷\n你好。",
      cast:
        #"{"characters": {"Eloise": "tone://alto", "иван": "tone://bass", "李雷": "tone://tenor"}}"#,
      expected: [
        "750 | announcement: Éloïse says:", "150 | dialogue Eloise: Oui.",
        "350 | announcement: Иван says:", "150 | dialogue иван: Да.",
        "350 | announcement: 李雷 says:", "150 | dialogue 李雷: 你好。", "end 2000",
      ]),
    Case(
      name: "Spanish has its own words", source: "INT. CASA - DÍA\n\nJUAN\n(susurrando)\n¡SÍ!",
      cast: #"{"characters": {"JUAN": "tone://bass"}}"#, language: "es-ES",
      expected: [
        "750 | scene-heading: Interior. Casa. Día.", "1000 | announcement: Juan dice:",
        "150 | dialogue JUAN: {whisper, gain -6.0} ¡Sí!", "end 2000",
      ]),
  ]

  @Test(arguments: whatIsRead + delivery + speakers) func reads(_ row: Case) async throws {
    let outline = try await TableReadOutline.of(row.source, cast: row.cast, language: row.language)
    #expect(outline.lines == row.expected)
  }

  @Test func credits() async throws {
    let outline = try await TableReadOutline.of(
      "",
      opening: [
        .credits(
          title: "THE _LAST_ TRAIN", credit: "written by", authors: ["Ann Lee", "B. Ode"])
      ])
    #expect(
      outline.lines == [
        "750 | credits: The last train. Written by Ann Lee and B. Ode.", "end 2000",
      ])
  }

  struct Slug: Sendable {
    var heading: String
    var spoken: String
    var language = "en"
  }

  static let slugs: [Slug] = [
    Slug(heading: "INT. COFFEE SHOP - DAY", spoken: "Interior. Coffee shop. Day."),
    Slug(heading: "EXT. ROOF", spoken: "Exterior. Roof."),
    Slug(heading: "int. car - night", spoken: "Interior. Car. Night."),
    Slug(heading: "INT. CAR - DAY", spoken: "Interior. Car. Day."),
    Slug(heading: "INT./EXT. VAN - DUSK", spoken: "Interior, exterior. Van. Dusk."),
    Slug(heading: "INT/EXT VAN - DUSK", spoken: "Interior, exterior. Van. Dusk."),
    Slug(heading: "I/E VAN", spoken: "Interior, exterior. Van."),
    Slug(heading: "EST. CITY - DAWN", spoken: "Establishing. City. Dawn."),
    Slug(
      heading: "INT. JOHN'S HOUSE - KITCHEN - DAY", spoken: "Interior. John's house, kitchen. Day."),
    Slug(heading: "INT. FBI HQ -- LATER", spoken: "Interior. FBI HQ. Later."),
    Slug(
      heading: "INT. BEDROOM - NIGHT (1973)",
      spoken: "Interior. Bedroom. Night (nineteen seventy-three)."),
    Slug(
      heading: "INT. ROOM 101 / BAR 9 - DAY (1987)",
      spoken: "Interior. Room one oh one, bar nine. Day (nineteen eighty-seven)."),
    Slug(heading: "EXT. DAY 2", spoken: "Exterior. Day two."),
    Slug(heading: "INT. BAR/KITCHEN - DAY", spoken: "Interior. Bar, kitchen. Day."),
    Slug(heading: ".SNIPER SCOPE POV", spoken: "Sniper scope point of view."),
    Slug(heading: "INT. CUISINE - JOUR", spoken: "Intérieur. Cuisine. Jour.", language: "fr"),
    Slug(heading: "EXT. STRASSE - TAG", spoken: "Außen. Strasse. Tag.", language: "de"),
  ]

  @Test(arguments: slugs) func opensSluglines(_ slug: Slug) async throws {
    let outline = try await TableReadOutline.of(
      "\(slug.heading)\n\n", language: slug.language)
    #expect(outline.lines == ["750 | scene-heading: \(slug.spoken)", "end 2000"])
  }
}
