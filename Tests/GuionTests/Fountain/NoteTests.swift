import Guion
import Testing

/// Tests of R15: notes.
@Suite struct NoteTests {
  static let rows: [Row] = [
    Row("R15.1 in a line", "He [[x]] goes.", "action He  goes. | note x"),
    Row("R15.1 several", "He [[x]] goes [[y]] on.", "action He  goes  on. | note x | note y"),
    Row("R15.1 touching", "[[x]][[y]]", "note x | note y"),
    Row("R15.1 single brackets", "He [goes] on.", "action He [goes] on."),
    Row("R15.1 single brackets inside", "[[a [b] c]]", "note a [b] c"),
    Row("R15.1 opened twice", "[[a [[b]] c]]", "action c]] | note a [[b"),
    Row("R15.1 opened twice, closed once", "[[a [[b]] c", "action c | note a [[b"),
    Row("R15.1 three brackets", "[[[x]]]", "action ] | note [x"),
    Row("R15.1 empty", "[[]]", "note"),
    Row("R15.1 sigils inside", "[[# x]]\n\n[[INT. BAR]]", "note # x | note INT. BAR"),
    Row("R15.2 over lines", "[[a\nb\nc]]", "note a⏎b⏎c"),
    Row("R15.2 over lines, CR LF", "[[a\r\nb]]\r\n", "note a⏎b"),
    Row("R15.2 in action over lines", "He [[a\nb]] goes.", "action He  goes. | note a⏎b"),
    Row("R15.2 two blanks inside", "[[a\n  \nb]]", "note a⏎  ⏎b"),
    Row("R15.2 two tabs inside", "[[a\n\t\t\nb]]", "note a⏎\t\t⏎b"),
    Row("R15.2 in a speech", "JOHN\nHi [[a\nb]] you.", "cue JOHN | dialogue Hi  you. | note a⏎b"),
    Row("R15.2 over a cue's end", "JOHN [[a\nb]]\nHi.", "cue JOHN | note a⏎b | dialogue Hi."),
    Row(
      "R15.2 opened at the end of the line above", "He goes. [[a\nb]]\nOn.",
      "action He goes.⏎On. | note a⏎b"),
    Row("R15.3 empty line inside", "[[a\n\nb]]", "action [[a | action b]]"),
    Row("R15.3 one blank inside", "[[a\n \nb]]", "action [[a | action b]]"),
    Row("R15.3 never closed", "He [[goes.\n\nOn.", "action He [[goes. | action On."),
    Row("R15.3 closes nothing", "He]] goes.", "action He]] goes."),
    Row(
      "R15.3 speech in a broken note is not lost", "[[a\n\nJOHN\nHi.]]",
      "action [[a | cue JOHN | dialogue Hi.]]"),
    Row("R15.3 a good one behind a broken one", "[[a\n\n[[b]]", "action [[a | note b"),
    Row(
      "R15.3 broken, then good, in one line", "a [[b]] [[c\n\nd",
      "action a  [[c | note b | action d"),
    Row("R15.4 alone", "x\n\n[[note]]\n\ny", "action x | note note | action y"),
    Row("R15.4 with blanks", "  [[ note ]]  ", "note note"),
    Row("R15.5 heading", "INT. BAR [[x]]\n\ny", "heading INT. BAR | note x | action y"),
    Row("R15.5 heading with a number", "INT. BAR [[x]] #1#", "heading INT. BAR #1# | note x"),
    Row(
      "R15.5 heading behind a note", "[[x]] INT. BAR\n\ny", "heading INT. BAR | note x | action y"),
    Row("R15.5 cue", "JO[[x]]HN\nHi.", "cue JOHN | note x | dialogue Hi."),
    Row(
      "R15.5 cue with extension", "JOHN [[x]] (V.O.)\nHi.",
      "cue JOHN ext=(V.O.) | note x | dialogue Hi."),
    Row(
      "R15.5 cue with caret", "A\nHi.\n\nB ^ [[x]]\nHo.",
      "cue A | dialogue Hi. | cue B dual | note x | dialogue Ho."),
    Row("R15.5 speech", "JOHN\nHi [[x]] you.\nHo.", "cue JOHN | dialogue Hi  you.⏎Ho. | note x"),
    Row("R15.5 transition", "CUT [[x]] TO:\n\n", "transition CUT  TO: | note x"),
    Row("R15.5 the blank a note leaves behind TO:", "CUT TO: [[x]]\n\n", "action CUT TO: | note x"),
    Row("R15.5 no blank left behind TO:", "CUT TO:[[x]]\n\n", "transition CUT TO: | note x"),
    Row("R15.5 lyric", "~la [[x]] la", "lyric la  la | note x"),
    Row("R15.5 sigil behind a note", "[[x]]# Act", "section1 Act | note x"),
    Row("R15.5 a note at the start indents nothing", "[[x]] He goes.", "action He goes. | note x"),
    Row("R15.5 indentation before a note stays", "  [[x]] He goes.", "action   He goes. | note x"),
    Row("R15.6 in a paragraph", "One\n[[x]]\nTwo", "action One⏎Two | note x"),
    Row("R15.6 in a speech", "JOHN\nOne\n[[x]]\nTwo", "cue JOHN | dialogue One⏎Two | note x"),
    Row("R15.6 under a cue", "JOHN\n[[x]]\nOne", "cue JOHN | note x | dialogue One"),
    Row("R15.6 above a cue", "[[x]]\nJOHN\nOne", "note x | cue JOHN | dialogue One"),
    Row("R15.6 between action and a cue", "x\n[[x]]\nJOHN\nOne", "action x⏎JOHN⏎One | note x"),
    Row("R15.6 above a heading", "[[x]]\nINT. BAR\n\n", "note x | heading INT. BAR"),
    Row(
      "R15.6 two-line note in a speech", "JOHN\nOne\n[[x\ny]]\nTwo",
      "cue JOHN | dialogue One⏎Two | note x⏎y"),
    Row(
      "R15.6 before a parenthetical", "JOHN\n[[x]]\n(sad)\nOne",
      "cue JOHN | note x | paren sad | dialogue One"),
    Row(
      "R15.6 several lines of notes", "x\n\n[[a]]\n[[b]]\nJOHN\nHi.",
      "action x | note a | note b | cue JOHN | dialogue Hi."),
    Row(
      "R15.7 a note alone in a speech at the end", "JOHN\nHi.\n[[x]]",
      "cue JOHN | dialogue Hi. | note x"),
    Row("at the very end", "x [[y]]", "action x | note y"),
    Row("over the whole text", "[[a\nb]]", "note a⏎b"),
    Row("note in a scene of CR", "A [[x\ry]] b\rc", "action A  b⏎c | note x⏎y"),
    Row("between CR and LF", "One\r[[x]]\nTwo", "action One⏎Two | note x"),
  ]

  @Test(arguments: rows) func notes(_ row: Row) { row.check() }
}
