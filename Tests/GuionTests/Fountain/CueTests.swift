import Guion
import Testing

/// Tests of R6 and R9: cues, dual dialogue.
@Suite struct CueTests {
  static let cues: [Row] = [
    Row("R6.1", "JOHN", "cue JOHN"),
    Row("R6.1 one letter", "J", "cue J"),
    Row("R6.1 digits", "R2D2", "cue R2D2"),
    Row("R6.1 digit first", "23 YEAR OLD", "cue 23 YEAR OLD"),
    Row("R6.1 number sign", "MAN #2", "cue MAN #2"),
    Row("R6.1 punctuation", "DR. O'NEIL-SMITH, JR.", "cue DR. O'NEIL-SMITH, JR."),
    Row("R6.1 quotes", "\"BIG\" JOHN", "cue \"BIG\" JOHN"),
    Row("R6.1 emphasis", "**JOHN**", "cue **JOHN**"),
    Row("R6.1 underline", "_JOHN_", "cue _JOHN_"),
    Row("R6.1 slash", "JOHN/MARY", "cue JOHN/MARY"),
    Row("R6.1 colon", "JOHN:", "cue JOHN:"),
    Row("R6.1 accents", "ÉLOÏSE", "cue ÉLOÏSE"),
    Row("R6.1 Cyrillic", "ИВАН", "cue ИВАН"),
    Row("R6.1 Greek", "ΣΩΚΡΆΤΗΣ", "cue ΣΩΚΡΆΤΗΣ"),
    Row("R6.1 capitals and caseless letters", "李 A", "cue 李 A"),
    Row("R6.1 ordinal sign is not lower case", "GUARDIA Nº 1", "cue GUARDIA Nº 1"),
    Row("R6.2 leading dots", "...JOHN", "cue ...JOHN"),
    Row("R6.6 extension", "JOHN (V.O.)", "cue JOHN ext=(V.O.)"),
    Row("R6.6 small letters", "JOHN (on the phone)", "cue JOHN ext=(on the phone)"),
    Row("R6.6 no space", "JOHN(V.O.)", "cue JOHN ext=(V.O.)"),
    Row("R6.6 two", "JOHN (V.O.) (CONT'D)", "cue JOHN ext=(V.O.) (CONT'D)"),
    Row("R6.6 two, no space", "JOHN (V.O.)(cont'd)", "cue JOHN ext=(V.O.)(cont'd)"),
    Row("R6.6 nested", "JOHN (V.O. (filtered))", "cue JOHN ext=(V.O. (filtered))"),
    Row("R6.6 empty", "JOHN ()", "cue JOHN ext=()"),
    Row("R6.6 marks around it all", "**JOHN (V.O.)**", "cue **JOHN** ext=(V.O.)"),
    Row("R6.8 blanks", "  JOHN  ", "cue JOHN"),
    Row("R6.8 blanks behind an extension", "JOHN (V.O.)\t", "cue JOHN ext=(V.O.)"),
    Row("R6.5 forced", "@McCLANE", "cue McCLANE"),
    Row("R6.5 small letters", "@mary", "cue mary"),
    Row("R6.5 blank behind the sign", "@ Mary ", "cue Mary"),
    Row("R6.4 caseless", "@李雷", "cue 李雷"),
    Row("R6.5 extension", "@Mary (v.o.)", "cue Mary ext=(v.o.)"),
    Row("R6.5 digits", "@42", "cue 42"),
    Row("R6.5 heading prefix", "@INT. MAN", "cue INT. MAN"),
    Row("R6.5 TO:", "@TALK TO:", "cue TALK TO:"),
    Row("R15 a note behind the name", "JOHN [[sad]]", "cue JOHN | note sad"),
    Row("R15 a note before the name", "[[sad]] JOHN", "cue JOHN | note sad"),
    Row("R15 a note over two lines", "JOHN [[sad\nold]]", "cue JOHN | note sad⏎old"),
    Row("R16 a boneyard behind the name", "JOHN /* x */", "cue JOHN | boneyard x"),
  ]

  static let noCues = [
    "John", "JOHNa", "McCLANE", "éLOISE", "ÉLOïSE", "ИВАн", "STRAßE", "123", "123 (V.O.)", "...",
    "???",
    "--", "(V.O.)", "(JOHN)", "(V.O.) JOHN", "李雷", "こんにちは", "JOHN (V.O.) DOE", "JOHN (V.O.) doe",
    "JOHN (V.O.", "JOHN (V.O.) (", "JOHN (V.O.) :", "INT. BAR", "EXT BAR", "I/E CAR", "CUT TO:",
    "SMASH CUT TO:", "TO:", "JOHN ^ (V.O.)", "JO^HN", "^JOHN", "JOHN ^^", "JOHN (^)", "== JOHN",
    "JOHN (V.O.) said (X)",
  ]

  static let neighbours: [Row] = [
    Row("R6.3 no blank before", "x\nJOHN\nHi.", "action x⏎JOHN⏎Hi."),
    Row("R6.3 blank after", "JOHN\n\nHi.", "action JOHN | action Hi."),
    Row("R6.3 one blank after", "JOHN\n \nHi.", "action JOHN | action Hi."),
    Row("R6.3 end after", "X\n\nJOHN\n", "action X | action JOHN"),
    Row("R6.3 two blanks after", "JOHN\n  \nHi.", "cue JOHN | dialogue Hi."),
    Row("R6.3 two tabs after", "JOHN\n\t\t\nHi.", "cue JOHN | dialogue Hi."),
    Row("R6.3 two blanks, then nothing", "JOHN\n  \n\nHi.", "cue JOHN | action Hi."),
    Row("R6.5 no blank before", "x\n@John\nHi.", "action x | cue John | dialogue Hi."),
    Row("R6.5 blank after", "@John\n\nHi.", "action @John | action Hi."),
    Row("R6.5 end after", "x\n@John", "action x⏎@John"),
    Row("R6.5 in a speech", "JOHN\nHi.\n@Mary\nHo.", "cue JOHN | dialogue Hi.⏎@Mary⏎Ho."),
    Row("R6.5 under a cue", "JOHN\n@Mary", "cue JOHN | dialogue @Mary"),
    Row("R6.5 nothing but an extension", "@(V.O.)\nHi.", "action @(V.O.)⏎Hi."),
    Row("note after", "JOHN\n[[x]]\nHi.", "cue JOHN | note x | dialogue Hi."),
    Row("note and blank after", "JOHN\n[[x]]\n\nHi.", "action JOHN | note x | action Hi."),
    Row("boneyard after", "JOHN\n/* x */\nHi.", "cue JOHN | boneyard x | dialogue Hi."),
    Row(
      "boneyard and blank after", "JOHN\n/* x */\n\nHi.", "action JOHN | boneyard x | action Hi."),
    Row(
      "boneyards, notes and speech", "@John\n/* x */\n[[y]]\n/* z */\nHi.",
      "cue John | boneyard x | note y | boneyard z | dialogue Hi."),
  ]

  static let dual: [Row] = [
    Row("caret", "A\nHi.\n\nB ^\nHo.", "cue A | dialogue Hi. | cue B dual | dialogue Ho."),
    Row("no blank", "A\nHi.\n\nB^\nHo.", "cue A | dialogue Hi. | cue B dual | dialogue Ho."),
    Row(
      "blanks behind", "A\nHi.\n\nB   ^  \nHo.", "cue A | dialogue Hi. | cue B dual | dialogue Ho."),
    Row(
      "extension", "A\nHi.\n\nB (V.O.) ^\nHo.",
      "cue A | dialogue Hi. | cue B ext=(V.O.) dual | dialogue Ho."),
    Row("forced", "A\nHi.\n\n@Bob ^\nHo.", "cue A | dialogue Hi. | cue Bob dual | dialogue Ho."),
    Row(
      "forced with extension", "A\nHi.\n\n@Bob (v.o.)^\nHo.",
      "cue A | dialogue Hi. | cue Bob ext=(v.o.) dual | dialogue Ho."),
    Row("no speech before", "B ^\nHo.", "cue B | dialogue Ho."),
    Row(
      "a heading before", "A\nHi.\n\nINT. BAR\n\nB ^\nHo.",
      "cue A | dialogue Hi. | heading INT. BAR | cue B | dialogue Ho."),
    Row(
      "action before", "A\nHi.\n\nHe goes.\n\nB ^\nHo.",
      "cue A | dialogue Hi. | action He goes. | cue B | dialogue Ho."),
    Row(
      "a note between", "A\nHi.\n\n[[x]]\n\nB ^\nHo.",
      "cue A | dialogue Hi. | note x | cue B dual | dialogue Ho."),
    Row(
      "three", "A\nHi.\n\nB ^\nHo.\n\nC ^\nHu.",
      "cue A | dialogue Hi. | cue B dual | dialogue Ho. | cue C dual | dialogue Hu."),
    Row("a caret in a speech", "A\nHi ^\n^", "cue A | dialogue Hi ^⏎^"),
    Row(
      "a caret and nothing under it", "A\nHi.\n\nB ^\n\nX",
      "cue A | dialogue Hi. | action B ^ | action X"),
    Row("dual carets", "A\nHi.\n\nB ^^\nHo.", "cue A | dialogue Hi. | action B ^^⏎Ho."),
    Row("a caret alone", "^\nHo.", "action ^⏎Ho."),
    Row(
      "after lyrics in a speech", "A\n~la\n\nB ^\nHo.",
      "cue A | lyric la | cue B dual | dialogue Ho."),
  ]

  /// Cues that their authors did not type as Fountain has them; `MARY` below makes the name known.
  static let halfFormed: [Row] = [
    Row("brackets", "MARY [off]", "cue MARY ext=[off] | dialogue Hi."),
    Row("capitals in brackets", "MARY [OFF]", "cue MARY ext=[OFF] | dialogue Hi."),
    Row("brackets of an unknown name", "EVE [OFF]", "cue EVE [OFF] | dialogue Hi."),
    Row("digits in brackets", "MARY [2]", "cue MARY [2] | dialogue Hi."),
    Row("unclosed", "MARY (V.O.", "cue MARY ext=(V.O. | dialogue Hi."),
    Row("a stray bracket", "MARY)", "cue MARY | dialogue Hi."),
    Row("a stray bracket, unknown name", "EVE)", "action EVE) | action Hi."),
    Row("a stray full stop", "MARY (V.O.).", "cue MARY ext=(V.O.) | dialogue Hi."),
    Row("a stray full stop, unknown name", "EVE (V.O.).", "action EVE (V.O.).⏎Hi."),
    Row("unclosed, unknown name", "EVE (V.O.", "action EVE (V.O.⏎Hi."),
    Row("unclosed, other words", "MARY (RUNS", "action MARY (RUNS⏎Hi."),
    Row("no parentheses", "MARY V.O.", "cue MARY ext=(V.O.) | dialogue Hi."),
    Row("no parentheses, unknown name", "EVE V.O.", "cue EVE V.O. | dialogue Hi."),
    Row("small letter", "McCOY (V.O.)", "cue McCOY ext=(V.O.) | dialogue Hi."),
    Row("colon", "MARY:", "cue MARY | dialogue Hi."),
    Row("colon behind no name", "THEN:", "action THEN:⏎Hi."),
  ]

  @Test(arguments: halfFormed) func halfFormedCue(_ row: Row) {
    let known = " | cue MARY | dialogue Ho. | cue MARY | dialogue Hu."
    Row("R6.10", row.source + "\nHi.\n\nMARY\nHo.\n\nMARY\nHu.", row.outline + known).check()
  }

  @Test(arguments: cues) func isCue(_ row: Row) {
    Row(row.name, row.source + "\nHi.", "\(row.outline) | dialogue Hi.").check()
    Row(row.name, "X.\n\n\(row.source)\nHi.\n", "action X. | \(row.outline) | dialogue Hi.").check()
  }

  @Test(arguments: noCues) func isNotACue(_ line: String) {
    Row("no cue", "X.\n\n" + line + "\nhi.", "action X. | action \(line)⏎hi.").check()
  }

  @Test(arguments: neighbours) func neighboursRow(_ row: Row) { row.check() }
  @Test(arguments: dual) func dualRow(_ row: Row) { row.check() }
}
