import Guion
import Testing

/// Tests of R5: action.
@Suite struct ActionTests {
  static let paragraphs: [Row] = [
    Row("R5.1", "He goes.", "action He goes."),
    Row("R5.2 lines", "One\nTwo\nThree\n\nFour", "action One⏎Two⏎Three | action Four"),
    Row("R5.2 leading blanks", "  One\n    Two", "action   One⏎    Two"),
    Row("R5.2 a tab", "\tOne\nTwo", "action     One⏎Two"),
    Row("R5.2 tab and space", "One\n\t Two", "action One⏎     Two"),
    Row("R5.2 double spaces inside", "One  two.", "action One  two."),
    Row("R5.2 blanks at line ends", "One  \nTwo \n", "action One⏎Two"),
    Row("R5.2 CR LF", "One\r\nTwo\r\n", "action One⏎Two"),
    Row("R5.3", "!SCANNING THE AISLES\nHe goes.", "action SCANNING THE AISLES⏎He goes."),
    Row("R5.3 would be a cue", "!JOHN\nHi.", "action JOHN⏎Hi."),
    Row("R5.3 would be a heading", "!INT. BAR\n\nX", "action INT. BAR | action X"),
    Row("R5.3 would be a transition", "!CUT TO:\n\nX", "action CUT TO: | action X"),
    Row("R5.3 would be a section", "!# One", "action # One"),
    Row("R5.3 would be centered", "!> One <", "action > One <"),
    Row("R5.3 each line its own", "!ONE\n!TWO\nthree", "action ONE⏎TWO⏎three"),
    Row("R5.3 in the middle", "One\n!TWO\nThree", "action One⏎TWO⏎Three"),
    Row("R5.7 two signs", "!!BANG", "action BANG"),
    Row("R5.3 a blank behind it", "! BANG", "action  BANG"),
    Row(
      "R5.4", "JOHN\nHi.\n!He goes.\nAnd comes.",
      "cue JOHN | dialogue Hi. | action He goes.⏎And comes."),
    Row("R5.4 right under a cue", "JOHN\n!He goes.", "cue JOHN | action He goes."),
    Row(
      "R5.4 no cue under it", "JOHN\nHi.\n!X\nMARY\nHo.",
      "cue JOHN | dialogue Hi. | action X⏎MARY⏎Ho."),
  ]

  static let mixed: [Row] = [
    Row("section", "One\n# Two\nThree", "action One | section1 Two | action Three"),
    Row("synopsis", "One\n= Two\nThree", "action One | synopsis Two | action Three"),
    Row("page break", "One\n===\nThree", "action One | page | action Three"),
    Row("lyric", "One\n~Two\nThree", "action One | lyric Two | action Three"),
    Row("centered", "One\n>Two<\nThree", "action One | centered Two | action Three"),
    Row("forced transition", "One\n>Two\nThree", "action One | transition Two | action Three"),
    Row("forced cue", "One\n@Two\nThree", "action One | cue Two | dialogue Three"),
    Row("cue", "One\nTWO\nThree", "action One⏎TWO⏎Three"),
    Row("transition", "One\nCUT TO:\n\nThree", "action One⏎CUT TO: | action Three"),
    Row("parenthetical", "One\n(two)\nThree", "action One⏎(two)⏎Three"),
    Row("parenthetical alone", "(two)", "action (two)"),
    Row(
      "a caps cue under a section in a paragraph", "One\n# A\nTWO\nThree",
      "action One | section1 A | cue TWO | dialogue Three"),
  ]

  static let bareSigils: [Row] = [
    Row("!", "One\n\n!\n\nTwo", "action One | action Two"),
    Row("~", "~", ""), Row(">", ">", ""), Row("=", "=", ""), Row("><", "><", ""),
    Row("> <", "  >  < ", ""), Row("#", "#", ""), Row("####", "####", ""), Row("# ", "# ", ""),
    Row("~ and blanks", " ~  ", ""), Row("= and a tab", "=\t", ""), Row("! and a blank", "! ", ""),
    Row("@", "@", "action @"), Row(".", ".", "action ."),
    Row("@ over text", "@\nHi.", "action @⏎Hi."),
    Row("== is action", "==", "action =="),
    Row("a sigil that a note leaves", "# [[x]]", "note x"),
    Row("changes nothing around it", "One\n#\nTwo", "action One⏎Two"),
    Row("in a speech it is speech: #", "JOHN\n#\nHi.", "cue JOHN | dialogue #⏎Hi."),
    Row("in a speech it is speech: =", "JOHN\nHi.\n=\n", "cue JOHN | dialogue Hi.⏎="),
    Row("in a speech it is speech: >", "JOHN\nHi.\n>\n><", "cue JOHN | dialogue Hi.⏎>⏎><"),
    Row("! in a speech ends it", "JOHN\nHi.\n!\nHo.", "cue JOHN | dialogue Hi. | action Ho."),
  ]

  @Test(arguments: paragraphs) func paragraphsRow(_ row: Row) { row.check() }
  @Test(arguments: mixed) func mixedRow(_ row: Row) { row.check() }
  @Test(arguments: bareSigils) func bareSigilsRow(_ row: Row) { row.check() }
}
