import Guion
import Testing

/// Tests of R7, R8 and R10: dialogue, parentheticals, lyrics.
@Suite struct SpeechTests {
  static let dialogue: [Row] = [
    Row("R7.1 lines", "JOHN\nOne\nTwo", "cue JOHN | dialogue One⏎Two"),
    Row("R7.1 trimmed", "JOHN\n  One  \n\tTwo\t", "cue JOHN | dialogue One⏎Two"),
    Row("R7.1 capitals", "JOHN\nMARY\nHI.", "cue JOHN | dialogue MARY⏎HI."),
    Row("R7.1 transition", "JOHN\nCUT TO:\n\nX", "cue JOHN | dialogue CUT TO: | action X"),
    Row("R7.1 heading", "JOHN\nINT. BAR\n\nX", "cue JOHN | dialogue INT. BAR | action X"),
    Row("R7.1 period", "JOHN\n.one", "cue JOHN | dialogue .one"),
    Row("R7.1 dots", "JOHN\n...one", "cue JOHN | dialogue ...one"),
    Row(
      "R7.1 under a parenthetical", "JOHN\n(sad)\nCUT TO:\n\n",
      "cue JOHN | paren sad | dialogue CUT TO:"),
    Row("R7.2 blank line", "JOHN\nOne\n\nTwo", "cue JOHN | dialogue One | action Two"),
    Row("R7.2 one blank", "JOHN\nOne\n \nTwo", "cue JOHN | dialogue One | action Two"),
    Row(
      "R7.2 another cue", "JOHN\nOne\n\nMARY\nTwo",
      "cue JOHN | dialogue One | cue MARY | dialogue Two"),
    Row("R7.3 two blanks", "JOHN\nOne\n  \nTwo", "cue JOHN | dialogue One⏎⏎Two"),
    Row("R7.3 three blanks", "JOHN\nOne\n   \nTwo", "cue JOHN | dialogue One⏎⏎Two"),
    Row("R7.3 two tabs", "JOHN\nOne\n\t\t\nTwo", "cue JOHN | dialogue One⏎⏎Two"),
    Row("R7.3 tab and space", "JOHN\nOne\n\t \nTwo", "cue JOHN | dialogue One⏎⏎Two"),
    Row("R7.3 twice", "JOHN\nOne\n  \n  \nTwo", "cue JOHN | dialogue One⏎⏎⏎Two"),
    Row("R7.3 before a blank line", "JOHN\nOne\n  \n\nTwo", "cue JOHN | dialogue One | action Two"),
    Row("R7.3 at the end", "JOHN\nOne\n  ", "cue JOHN | dialogue One"),
    Row("R7.3 right under the cue", "JOHN\n  \nOne", "cue JOHN | dialogue One"),
    Row(
      "R7.3 before a parenthetical", "JOHN\nOne\n  \n(sad)\nTwo",
      "cue JOHN | dialogue One | paren sad | dialogue Two"),
    Row(
      "R7.3 after a parenthetical", "JOHN\n(sad)\n  \nTwo", "cue JOHN | paren sad | dialogue Two"),
    Row(
      "R7.3 what follows is speech", "JOHN\nOne\n  \nMARY\nTwo", "cue JOHN | dialogue One⏎⏎MARY⏎Two"
    ),
    Row(
      "R7.3 a heading follows", "JOHN\nOne\n  \nINT. BAR\n\n", "cue JOHN | dialogue One⏎⏎INT. BAR"),
    Row("R7.3 CR LF", "JOHN\r\nOne\r\n  \r\nTwo\r\n", "cue JOHN | dialogue One⏎⏎Two"),
    Row(
      "R7.4 parenthetical", "JOHN\nOne\n(sad)\nTwo",
      "cue JOHN | dialogue One | paren sad | dialogue Two"),
    Row("R7.4 page break", "JOHN\nOne\n===\nTwo", "cue JOHN | dialogue One | page | dialogue Two"),
    Row(
      "R7.4 page break, then capitals", "JOHN\nOne\n===\nMARY\nTwo",
      "cue JOHN | dialogue One | page | dialogue MARY⏎Two"),
    Row("R7.4 page break under the cue", "JOHN\n===\nTwo", "cue JOHN | page | dialogue Two"),
    Row("R7.5 !", "JOHN\nOne\n!Two\nThree", "cue JOHN | dialogue One | action Two⏎Three"),
    Row("R7.5 ~", "JOHN\nOne\n~Two\nThree", "cue JOHN | dialogue One | lyric Two | dialogue Three"),
    Row("R7.5 .", "JOHN\nOne\n.TWO", "cue JOHN | dialogue One⏎.TWO"),
    Row("R7.5 @", "JOHN\nOne\n@Two\nThree", "cue JOHN | dialogue One⏎@Two⏎Three"),
    Row("R7.5 #", "JOHN\nOne\n# Two\nThree", "cue JOHN | dialogue One⏎# Two⏎Three"),
    Row("R7.5 =", "JOHN\nOne\n= Two\nThree", "cue JOHN | dialogue One⏎= Two⏎Three"),
    Row("R7.5 >", "JOHN\nOne\n> Two\nThree", "cue JOHN | dialogue One⏎> Two⏎Three"),
    Row("R7.5 > <", "JOHN\nOne\n> Two <\nThree", "cue JOHN | dialogue One⏎> Two <⏎Three"),
    Row("R7.5 # right under the cue", "JOHN\n# Two", "cue JOHN | dialogue # Two"),
    Row("R7.5 == and text", "JOHN\n== Two", "cue JOHN | dialogue == Two"),
  ]

  static let parentheticals: [Row] = [
    Row("first", "JOHN\n(sad)\nHi.", "cue JOHN | paren sad | dialogue Hi."),
    Row("last", "JOHN\nHi.\n(sad)", "cue JOHN | dialogue Hi. | paren sad"),
    Row("alone", "JOHN\n(sad)", "cue JOHN | paren sad"),
    Row(
      "two in a row", "JOHN\n(sad)\n(old)\nHi.", "cue JOHN | paren sad | paren old | dialogue Hi."),
    Row("blanks", "JOHN\n \t( sad )  \nHi.", "cue JOHN | paren sad | dialogue Hi."),
    Row("inner pair", "JOHN\n(sad (very))", "cue JOHN | paren sad (very)"),
    Row("two pairs", "JOHN\n(sad) or (glad)", "cue JOHN | paren sad) or (glad"),
    Row("empty", "JOHN\n()\nHi.", "cue JOHN | paren | dialogue Hi."),
    Row("not closed", "JOHN\n(sad\nHi.", "cue JOHN | dialogue (sad⏎Hi."),
    Row(
      "over two lines", "JOHN\n(sad\nand old)\nHi.", "cue JOHN | paren sad and old | dialogue Hi."),
    Row("text behind it", "JOHN\n(sad) Hi.", "cue JOHN | dialogue (sad) Hi."),
    Row("text before it", "JOHN\nHi. (sad)", "cue JOHN | dialogue Hi. (sad)"),
    Row("one bracket", "JOHN\n(", "cue JOHN | dialogue ("),
    Row("marks around it", "JOHN\n*(sad)*", "cue JOHN | dialogue *(sad)*"),
    Row("outside a speech", "JOHN\nHi.\n\n(sad)", "cue JOHN | dialogue Hi. | action (sad)"),
    Row("escaped", "JOHN\n\\(sad)", "cue JOHN | dialogue \\(sad)"),
    Row("with a note", "JOHN\n(sad [[x]])\nHi.", "cue JOHN | paren sad | note x | dialogue Hi."),
    Row("behind a note", "JOHN\n[[x]] (sad)\nHi.", "cue JOHN | paren sad | note x | dialogue Hi."),
    Row(
      "under a boneyard", "JOHN\n/* x */\n(sad)\nHi.",
      "cue JOHN | boneyard x | paren sad | dialogue Hi."),
    Row(
      "under a two-blank line", "JOHN\nHi.\n  \n(sad)\nHo.",
      "cue JOHN | dialogue Hi. | paren sad | dialogue Ho."),
    Row("no next line", "JOHN\n(sad)\n\nHi.", "cue JOHN | paren sad | action Hi."),
  ]

  static let lyrics: [Row] = [
    Row("alone", "~La la la", "lyric La la la"),
    Row("a blank behind the sign", "~ La", "lyric La"),
    Row("several", "~One\n~Two", "lyric One | lyric Two"),
    Row("in a speech", "JOHN\n~One\n~Two", "cue JOHN | lyric One | lyric Two"),
    Row("text under it in a speech", "JOHN\n~One\nTwo", "cue JOHN | lyric One | dialogue Two"),
    Row("text over it in a speech", "JOHN\nOne\n~Two", "cue JOHN | dialogue One | lyric Two"),
    Row("text under it outside", "~One\nTwo", "lyric One | action Two"),
    Row("capitals under it outside", "~One\nTWO\nThree", "lyric One | action TWO⏎Three"),
    Row(
      "capitals under it in a speech", "JOHN\n~One\nTWO\nThree",
      "cue JOHN | lyric One | dialogue TWO⏎Three"),
    Row("in action", "One\n~Two\nThree", "action One | lyric Two | action Three"),
    Row("marks", "~*One*", "lyric *One*"),
    Row("a sign inside", "One ~two~", "action One ~two~"),
    Row("two signs", "~~One", "lyric ~One"),
    Row("an empty one in a speech", "JOHN\nOne\n~\nTwo", "cue JOHN | dialogue One | dialogue Two"),
    Row("behind a blank line", "JOHN\n~One\n\nTwo", "cue JOHN | lyric One | action Two"),
    Row("escaped", "\\~One", "action \\~One"),
  ]

  @Test(arguments: dialogue) func dialogueRow(_ row: Row) { row.check() }
  @Test(arguments: parentheticals) func parentheticalsRow(_ row: Row) { row.check() }
  @Test(arguments: lyrics) func lyricsRow(_ row: Row) { row.check() }
}
