import Guion
import Testing

/// Tests of R1 and R2: text, lines, white space, neighbourhood.
@Suite struct TextAndLinesTests {
  static let text: [Row] = [
    Row("R1.1 byte order mark", "\u{FEFF}INT. BAR\n\nHi.", "heading INT. BAR | action Hi."),
    Row("R1.1 byte order mark before a title page", "\u{FEFF}Title: X\n\nHi.", "action Hi."),
    Row("R1.1 only one byte order mark", "\u{FEFF}\u{FEFF}Hi.", "action \u{FEFF}Hi."),
    Row("R1.1 byte order mark alone", "\u{FEFF}", ""),
    Row(
      "R1.2 CR LF", "JOHN\r\nHi.\r\n\r\nHe goes.\r\n", "cue JOHN | dialogue Hi. | action He goes."),
    Row("R1.2 CR", "JOHN\rHi.\r\rHe goes.\r", "cue JOHN | dialogue Hi. | action He goes."),
    Row("R1.2 mixed", "JOHN\rHi.\nHo.\r\n\rGone.", "cue JOHN | dialogue Hi.⏎Ho. | action Gone."),
    Row("R1.2 LF CR is two ends", "One\n\rTwo", "action One | action Two"),
    Row("R1.2 vertical tab", "One\u{0B}two", "action One\u{0B}two"),
    Row("R1.2 form feed", "One\u{0C}two", "action One\u{0C}two"),
    Row("R1.2 next line", "One\u{85}two", "action One\u{85}two"),
    Row("R1.2 line separator", "One\u{2028}two", "action One\u{2028}two"),
    Row("R1.2 paragraph separator", "One\u{2029}two", "action One\u{2029}two"),
    Row("R1.2 separators part no cue from its speech", "JOHN\u{2028}HI", "action JOHN\u{2028}HI"),
    Row("R1.3 no newline at the end", "JOHN\nHi.", "cue JOHN | dialogue Hi."),
    Row("R1.3 newline at the end", "JOHN\nHi.\n", "cue JOHN | dialogue Hi."),
    Row("R1.4 runs of blank lines", "One\n\n\n\n\nTwo", "action One | action Two"),
    Row("R1.4 line of one space", "One\n \nTwo", "action One | action Two"),
    Row("R1.4 line of one tab", "One\n\t\nTwo", "action One | action Two"),
    Row("R1.4 line of two spaces", "One\n  \nTwo", "action One | action Two"),
    Row("R1.4 line of five spaces", "One\n     \nTwo", "action One | action Two"),
    Row("R1.4 line of no-break space", "One\n\u{A0}\nTwo", "action One | action Two"),
    Row("R1.4 line of ideographic space", "One\n\u{3000}\nTwo", "action One | action Two"),
    Row("R1.4 cue under two spaces", "One\n  \nJOHN\nHi.", "action One | cue JOHN | dialogue Hi."),
    Row("R1.4 cue under a tab", "One\n\t\nJOHN\nHi.", "action One | cue JOHN | dialogue Hi."),
    Row(
      "R1.4 heading under three spaces", "One\n   \nINT. BAR\n  \nTwo",
      "action One | heading INT. BAR | action Two"),
    Row("R1.4 zero is no white space", "One\n\0\nTwo", "action One⏎\0⏎Two"),
    Row("R1.6 nothing", "", ""),
    Row("R1.6 a newline", "\n", ""),
    Row("R1.6 blank lines", "\n\r\n\r\r\n", ""),
    Row("R1.6 white space", "  \t \n\t\n   ", ""),
    Row("R1.6 white space without a newline", " \t ", ""),
  ]

  static let indented: [Row] = [
    Row("R1.5 heading", "\t INT. BAR - DAY\n\nHi.", "heading INT. BAR - DAY | action Hi."),
    Row("R1.5 forced heading", "  .BAR", "heading BAR"),
    Row(
      "R1.5 cue and speech", "\t\t\tJOHN\n\t\t(sad)\n\tHi.\n  Ho.",
      "cue JOHN | paren sad | dialogue Hi.⏎Ho."),
    Row("R1.5 forced cue", "   @McAvoy\nHi.", "cue McAvoy | dialogue Hi."),
    Row("R1.5 transition", "\t\tCUT TO:\n", "transition CUT TO:"),
    Row("R1.5 forced transition", "   > Fade.", "transition Fade."),
    Row("R1.5 centered", "   > END <   ", "centered END"),
    Row("R1.5 section", "  ## Two", "section2 Two"),
    Row("R1.5 synopsis", "\t= What.", "synopsis What."),
    Row("R1.5 page break", "  ===  ", "page"),
    Row("R1.5 lyric", "   ~La la", "lyric La la"),
    Row("R1.5 forced action keeps its indentation", "   !Bang", "action    Bang"),
    Row("R1.5 forced action behind a tab", "\t!BANG", "action     BANG"),
    Row("R1.5 note", "   [[Hm.]]", "note Hm."),
  ]

  static let neighbourhood: [Row] = [
    Row(
      "R2.2 note above a cue", "One.\n\n[[x]]\nJOHN\nHi.",
      "action One. | note x | cue JOHN | dialogue Hi."),
    Row(
      "R2.2 boneyard above a cue", "One.\n/* x */\nJOHN\nHi.",
      "action One. | boneyard x | cue JOHN | dialogue Hi."),
    Row("R2.3 start", "CUT TO:\n\nX", "transition CUT TO: | action X"),
    Row("R2.3 start after a title page", "Title: X\n\nJOHN\nHi.", "cue JOHN | dialogue Hi."),
    Row(
      "R2.3 start right under a title page", "Title: X\nINT. BAR\n\nHi.",
      "heading INT. BAR | action Hi."),
    Row("R2.3 heading at the end", "Hi.\n\nINT. BAR", "action Hi. | heading INT. BAR"),
    Row("R2.3 transition at the end", "Hi.\n\nCUT TO:", "action Hi. | transition CUT TO:"),
    Row("R2.3 cue at the end is action", "Hi.\n\nJOHN", "action Hi. | action JOHN"),
    Row("R2.4 cue under a section", "# One\nJOHN\nHi.", "section1 One | cue JOHN | dialogue Hi."),
    Row("R2.4 cue under a synopsis", "= One\nJOHN\nHi.", "synopsis One | cue JOHN | dialogue Hi."),
    Row("R2.4 cue under a page break", "===\nJOHN\nHi.", "page | cue JOHN | dialogue Hi."),
    Row(
      "R2.4 heading under a section", "x\n# One\nINT. BAR\n\nHi.",
      "action x | section1 One | heading INT. BAR | action Hi."),
    Row(
      "R2.4 heading over a section", "INT. BAR\n# One\nHi.",
      "heading INT. BAR | section1 One | action Hi."),
    Row(
      "R2.4 transition over a page break", "CUT TO:\n===\nHi.",
      "transition CUT TO: | page | action Hi."),
    Row(
      "R2.4 transition under a synopsis", "x\n= s\nCUT TO:\n\n",
      "action x | synopsis s | transition CUT TO:"),
    Row("R2.4 centered is not blank", "> X <\nJOHN\nHi.", "centered X | action JOHN⏎Hi."),
    Row("R2.4 forced transition is not blank", "> X\nJOHN\nHi.", "transition X | action JOHN⏎Hi."),
    Row("R19 a section under a name is speech", "JOHN\n# One", "cue JOHN | dialogue # One"),
  ]

  @Test(arguments: text) func textRow(_ row: Row) { row.check() }
  @Test(arguments: indented) func indentedRow(_ row: Row) { row.check() }
  @Test(arguments: neighbourhood) func neighbourhoodRow(_ row: Row) { row.check() }
}
