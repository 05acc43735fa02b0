import Guion
import Testing

/// Tests of R16: boneyards.
@Suite struct BoneyardTests {
  static let rows: [Row] = [
    Row("R16.1 in a line", "He /* x */ goes.", "action He  goes. | boneyard x"),
    Row("R16.1 several", "a /*x*/ b /*y*/ c", "action a  b  c | boneyard x | boneyard y"),
    Row("R16.1 alone", "x\n\n/* y */\n\nz", "action x | boneyard y | action z"),
    Row(
      "R16.1 over blank lines", "x\n\n/*\n\nINT. BAR\n\nJOHN\nHi.\n*/\n\nz",
      "action x | boneyard INT. BAR⏎⏎JOHN⏎Hi. | action z"),
    Row("R16.1 heading", "INT. /* x */BAR\n\ny", "heading INT. BAR | boneyard x | action y"),
    Row("R16.1 cue", "JOHN /* x */\nHi.", "cue JOHN | boneyard x | dialogue Hi."),
    Row("R16.1 empty", "/**/", "boneyard"),
    Row("R16.1 before the sigil", "/* x */# Act", "section1 Act | boneyard x"),
    Row("R16.2 lines join", "He /* x\ny */ goes.", "action He  goes. | boneyard x⏎y"),
    Row("R16.2 blank lines join", "He /* x\n\n\ny */ goes.", "action He  goes. | boneyard x⏎⏎⏎y"),
    Row(
      "R16.2 in a speech", "JOHN\nHi /* x\n\ny */ you.\nHo.",
      "cue JOHN | dialogue Hi  you.⏎Ho. | boneyard x⏎⏎y"),
    Row("R16.2 a name and what follows join", "JOHN/* x\n*/ Hi.", "action JOHN Hi. | boneyard x"),
    Row(
      "R16.2 line ends outside stay", "One\n/* x */\n\nTwo", "action One | boneyard x | action Two"),
    Row("R16.3 no nesting", "/* a /* b */ c */", "action c */ | boneyard a /* b"),
    Row(
      "R16.3 never closed", "He /* goes.\n\nJOHN\nHi.",
      "action He /* goes. | cue JOHN | dialogue Hi."),
    Row("R16.3 a lone end", "He */ goes.", "action He */ goes."),
    Row("R16.3 the slash counts once", "a /*/ b", "action a /*/ b"),
    Row("R16.3 the slash counts once, closed", "a /*/ b */ c", "action a  c | boneyard / b"),
    Row("R16.3 an end, then a beginning", "*/ a /*", "action */ a /*"),
    Row(
      "R16.4 above a heading", "x\n/* y */\nINT. BAR\n\n",
      "action x | boneyard y | heading INT. BAR"),
    Row(
      "R16.4 with blanks", "x\n  /* y */  \nINT. BAR\n\n",
      "action x | boneyard y | heading INT. BAR"),
    Row(
      "R16.4 under a heading", "INT. BAR\n/* y */\nx", "heading INT. BAR | boneyard y | action x"),
    Row(
      "R16.4 above a cue", "x\n/* y */\nJOHN\nHi.",
      "action x | boneyard y | cue JOHN | dialogue Hi."),
    Row("R16.4 above a forced heading", "x\n/* y */\n.BAR", "action x | boneyard y | heading BAR"),
    Row("R16.5 in a speech", "JOHN\nOne\n/* x */\ntwo", "cue JOHN | dialogue One⏎two | boneyard x"),
    Row(
      "R16.5 in a speech, with blank lines", "JOHN\nOne\n/* x\n\ny */\ntwo",
      "cue JOHN | dialogue One⏎two | boneyard x⏎⏎y"),
    Row("R16.5 under the cue", "JOHN\n/* x */\nHi.", "cue JOHN | boneyard x | dialogue Hi."),
    Row(
      "R16.5 and a blank line", "JOHN\nOne\n/* x */\n\ntwo",
      "cue JOHN | dialogue One | boneyard x | action two"),
    Row(
      "R16.5 capitals in the speech", "JOHN\nOne\n/* x */\nTWO",
      "cue JOHN | dialogue One⏎TWO | boneyard x"),
    Row(
      "R16.5 then a cue", "JOHN\nOne\n/* x */\nMARY\nTwo",
      "cue JOHN | dialogue One | boneyard x | cue MARY | dialogue Two"),
    Row(
      "R16.5 then a heading", "JOHN\nOne\n/* x */\nINT. BAR\n\nTwo",
      "cue JOHN | dialogue One | boneyard x | heading INT. BAR | action Two"),
    Row(
      "R16.5 then a heading prefix without a blank line", "JOHN\nOne\n/* x */\nINT. BAR\nTwo",
      "cue JOHN | dialogue One⏎INT. BAR⏎Two | boneyard x"),
    Row(
      "R16.5 then a section", "JOHN\nOne\n/* x */\n# Act",
      "cue JOHN | dialogue One | boneyard x | section1 Act"),
    Row(
      "R16.5 then a page break", "JOHN\nOne\n/* x */\n===\ntwo",
      "cue JOHN | dialogue One | boneyard x | page | dialogue two"),
    Row(
      "R16.5 then two blanks", "JOHN\nOne\n/* x */\n  \ntwo",
      "cue JOHN | dialogue One⏎⏎two | boneyard x"),
    Row("R16.5 parts action", "One\n/* x */\nTwo", "action One | boneyard x | action Two"),
    Row(
      "R16.5 in a paragraph's line", "One\nTwo /* x */\nThree", "action One⏎Two⏎Three | boneyard x"),
    Row("R16.6 a note inside", "/* [[ */ x ]]", "action x ]] | boneyard [["),
    Row("R16.6 a note across", "[[ a /* ]] */ b ]]", "note a  b"),
    Row("R16.6 in a note", "[[a /* x */ b]]", "note a  b"),
    Row("R16.6 in a note, alone on a line", "[[a\n/* x */\nb]]", "note a⏎⏎b"),
    Row("R16.6 around a note's lines", "[[a /* x\n\ny */ b]]", "note a  b"),
    Row(
      "R16.6 before and behind a note", "/* x */[[n]]/* y */", "boneyard x | note n | boneyard y"),
    Row("R16.6 between a note's brackets", "[/* x */[n]] m", "action m | note n"),
    Row(
      "a note and a boneyard alone on a line", "One\n[[n]] /* x */\ntwo",
      "action One⏎two | note n | boneyard x"),
    Row("CR and LF around it", "One\r/* x */\ntwo", "action One | boneyard x | action two"),
    Row("CR LF inside", "/* a\r\nb */\r\n", "boneyard a⏎b"),
    Row("over the whole text", "/* a */", "boneyard a"),
    Row("at the very end", "x\n/* a */", "action x | boneyard a"),
    Row(
      "at the very end of a speech", "JOHN\nHi.\n/* a */\n", "cue JOHN | dialogue Hi. | boneyard a"),
    Row("an unclosed one inside a note", "[[a /* b]]", "note a /* b"),
  ]

  @Test(arguments: rows) func boneyards(_ row: Row) { row.check() }
}
