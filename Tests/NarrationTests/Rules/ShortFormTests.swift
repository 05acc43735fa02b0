import Testing

@testable import Narration

/// Tests of macros, ages, shots and the codes of emoji.
@Suite struct ShortFormTests {
  @Test(arguments: [
    ("A {{macro}} here.", "A here."), ("{{x}}Go.", "Go."), ("Go {{now}}.", "Go."),
    ("{{a}}{{b}}", ""),
    ("An open {{ brace", "An open {{ brace"), ("a } b {c}", "a } b {c}"),
    ("No }} end", "No }} end"),
  ])
  func `macros are silent`(typed: String, heard: String) {
    #expect(Macros.removed(from: typed) == heard)
    #expect(Macros.removed(from: heard) == heard)
  }

  @Test func `macros are counted`() {
    #expect(Macros.count(in: "{{a}} b {{c}} {{") == 2)
  }

  @Test(arguments: [
    ("DAVID (40's M) sits.", "DAVID (forties, male) sits."),
    ("ROSE (F, 60s)", "ROSE (female, sixties)"),
    ("ANN (30S)", "ANN (thirties)"), ("BEN (M/20s)", "BEN (male, twenties)"),
    ("EVE (30)", "EVE (30)"),
    ("SAM (a man)", "SAM (a man)"), ("TOM (12 M)", "TOM (12, male)"),
    ("-- CU on her hand", "-- close up on her hand"),
    ("CU: THE VIAL", "close up: THE VIAL"), ("ECU ON HER EYE", "extreme close up ON HER EYE"),
    ("JOHN'S POV", "JOHN'S point of view"), ("MED SHOT of a door", "medium SHOT of a door"),
    ("MED. SHOT of a door", "medium SHOT of a door"), ("The MED team.", "The MED team."),
    ("A CU boulder", "A CU boulder"), ("OTS BEN", "over the shoulder BEN"),
    ("A child in the FG.", "A child in the foreground."), ("BG walks.", "BG walks."),
    ("They argue (MOS).", "They argue (without sound)."), ("his MOS.", "his MOS."),
    ("BATH\\TOILET", "BATH/TOILET"), ("f/x of rain", "effects of rain"),
    ("a B/W photo", "a black and white photo"), ("an iPHONE", "an iPhone"),
    ("Mr. ST.JOHN nods", "Mr. Saint JOHN nods"),
    ("C.U. of her. C.U. ANN", "close-up of her. close-up ANN"), ("C.U. Smith", "C.U. Smith"),
    ("a 25\u{C2}¢ card", "a 25¢ card"), ("at 43 W. 61st.", "at 43 West 61st."),
    ("a 60 W. bulb", "a 60 W. bulb"),
    ("3 < 4, x < y", "3 < 4, x < y"), ("<audio src=\"a.mp3\" style=\"width: 9%\">Go", " Go"),
  ])
  func `short forms in screenplays are expanded`(typed: String, heard: String) {
    let words = ScreenplayWords.of("en-US")
    #expect(ScreenplayMarks.opened(typed, words) == heard)
    #expect(ScreenplayMarks.opened(heard, words) == heard)
  }

  @Test func `a shot does not start a scene`() {
    for heading in [
      "CU: THE VIAL", "POV - BEN", "MED SHOT - DOOR", "CLOSE ON THE KEY", "INSERT - LETTER",
    ] {
      #expect(ScreenplayMarks.isShot(heading), "\(heading)")
    }
    for heading in [
      "INT. HALL - DAY", "MEDICAL CENTER", "MONTAGE", "WIDE OPEN PLAINS", "Close to home",
    ] {
      #expect(!ScreenplayMarks.isShot(heading), "\(heading)")
    }
  }

  @Test(arguments: [
    (":bulb: Tip", "💡 Tip"), ("Done :tada:!", "Done 🎉!"), (":unknown_code: x", "  x"),
    ("at 10:30:15", "at 10:30:15"),
    ("a:b:c", "a:b:c"), ("::", "::"), ("Key: value: x", "Key: value: x"),
  ])
  func `codes become emoji or are silent`(typed: String, heard: String) {
    #expect(Shortcodes.opened(typed) == heard)
  }

  @Test(arguments: [
    (":a-b: + :c-d: x", "   x"), (":bulb: + :c-d: x", "💡 +   x"), (":a-b: + x", "  + x"),
  ])
  func `a plus between icons is silent`(typed: String, heard: String) {
    #expect(Shortcodes.opened(typed, joins: true) == heard)
  }

  /// The marks of two emphases that meet in a word are no pause, and "a" stands for the one of a round number.
  @Test(arguments: [
    ("*Don**’t worry.*", "Don’t worry."), ("*It**'s the best.*", "It's the best."),
    ("over a 100 million dollars", "over a hundred million dollars"),
    ("a 1,000 times", "a thousand times"), ("a 150 or so", "a one hundred fifty or so"),
  ])
  func wordsOfSpeechesAreJoined(_ text: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: "en", rules: .v1_2)
    #expect(cleaner.clean(text).text == spoken)
    #expect(cleaner.clean(spoken).text == spoken)
  }
}
