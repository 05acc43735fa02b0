import Guion
import Testing

/// Tests of R11 to R14 and R18: transitions, centered text, sections, synopses, page breaks.
@Suite struct StructureTests {
  static let transitions: [Row] = [
    Row("R11.1", "x\n\nCUT TO:\n\ny", "action x | transition CUT TO: | action y"),
    Row("R11.1 longer", "SMASH CUT TO:", "transition SMASH CUT TO:"),
    Row("R11.1 TO: alone", "TO:", "transition TO:"),
    Row("R11.1 punctuation, digits", "3. CUT (FAST) TO:", "transition 3. CUT (FAST) TO:"),
    Row("R11.1 accents", "FONDU ENCHAÎNÉ TO:", "transition FONDU ENCHAÎNÉ TO:"),
    Row("R11.1 a word that ends so", "AUTO:", "transition AUTO:"),
    Row("R11.1 lower case", "cut TO:", "action cut TO:"),
    Row("R11.1 lower-case to", "CUT to:", "action CUT to:"),
    Row("R11.1 lower case of another script", "é TO:", "action é TO:"),
    Row("R11.1 lower case in parentheses", "CUT (fast) TO:", "action CUT (fast) TO:"),
    Row("R11.1 no colon", "CUT TO", "action CUT TO"),
    Row("R11.1 FADE OUT.", "FADE OUT.", "action FADE OUT."),
    Row("R11.1 CUT TO BLACK.", "CUT TO BLACK.", "action CUT TO BLACK."),
    Row("R11.1 marks", "**CUT TO:**", "action **CUT TO:**"),
    Row("R11.2 no blank before", "x\nCUT TO:\n\ny", "action x⏎CUT TO: | action y"),
    Row("R11.2 no blank after", "CUT TO:\nhe goes.", "action CUT TO:⏎he goes."),
    Row("R11.2 over a note", "CUT TO:\n[[x]]\n\ny", "transition CUT TO: | note x | action y"),
    Row(
      "R11.2 over a boneyard", "CUT TO:\n/* x */\ny", "transition CUT TO: | boneyard x | action y"),
    Row(
      "R11.2 under a boneyard", "x\n/* b */\nCUT TO:\n\n",
      "action x | boneyard b | transition CUT TO:"),
    Row("R11.2 over a section", "CUT TO:\n# x", "transition CUT TO: | section1 x"),
    Row("R11.2 two in a row", "CUT TO:\nFADE TO:\n\n", "action CUT TO:⏎FADE TO:"),
    Row("R11.3 a blank behind the colon", "CUT TO: \n\nx", "action CUT TO: | action x"),
    Row("R11.3 a tab behind the colon", "CUT TO:\t\n\nx", "action CUT TO: | action x"),
    Row("R11.3 blanks and text under it", "CUT TO:  \nhe goes.", "action CUT TO:⏎he goes."),
    Row("R11.3 CR LF is no blank", "CUT TO:\r\n\r\nx", "transition CUT TO: | action x"),
    Row("R11.4", "> Fade to pink.", "transition Fade to pink."),
    Row("R11.4 no blanks around", "x\n>Fade\ny", "action x | transition Fade | action y"),
    Row("R11.4 would be a heading", "> INT. BAR", "transition INT. BAR"),
    Row("R11.4 blanks behind", "> CUT TO: ", "transition CUT TO:"),
    Row("R11.4 two signs", ">> x", "transition > x"),
    Row("R11.5 .", ".CUT TO:", "heading CUT TO:"),
    Row("R11.5 !", "!CUT TO:", "action CUT TO:"),
    Row(
      "after a speech", "JOHN\nHi.\n\nCUT TO:\n\n", "cue JOHN | dialogue Hi. | transition CUT TO:"),
  ]

  static let centered: [Row] = [
    Row("R12", "> THE END <", "centered THE END"),
    Row("no blanks", ">THE END<", "centered THE END"),
    Row("blanks outside", "  > THE END <  ", "centered THE END"),
    Row("several", "> ONE <\n> TWO <", "centered ONE | centered TWO"),
    Row("never a cue", "> JOHN <\nHi.", "centered JOHN | action Hi."),
    Row("mixed", "One\n> Two <\nThree", "action One | centered Two | action Three"),
    Row("marks", "> _**END**_ <", "centered _**END**_"),
    Row("signs inside", "> a > b < c <", "centered a > b < c"),
    Row("not closed", "> THE END", "transition THE END"),
    Row("not opened", "THE END <", "action THE END <"),
    Row("text behind it", "> ONE < two", "transition ONE < two"),
    Row("escaped end", "> one \\<", "transition one \\<"),
    Row("a note behind it", "> ONE < [[x]]", "centered ONE | note x"),
  ]

  static let sections: [Row] = [
    Row("R13.1", "# Act", "section1 Act"),
    Row("no space", "#Act", "section1 Act"),
    Row(
      "levels", "# 1\n## 2\n### 3\n########## 10",
      "section1 1 | section2 2 | section3 3 | section10 10"),
    Row("R13.2", "# Act #1 ##", "section1 Act #1 ##"),
    Row("R13.2 a sign behind a blank", "# # Act", "section1 # Act"),
    Row("R13.3", "One\n# Act\nTwo", "action One | section1 Act | action Two"),
    Row("R13.4", "JOHN\n# Act", "cue JOHN | dialogue # Act"),
    Row("R13.5", "#\n##\n# \n\nx", "action x"),
    Row("heading-like", "# INT. BAR", "section1 INT. BAR"),
    Row("after a speech", "JOHN\nHi.\n\n# Act", "cue JOHN | dialogue Hi. | section1 Act"),
    Row("a note in it", "# Act [[x]] One", "section1 Act  One | note x"),
    Row("escaped", "\\# Act", "action \\# Act"),
  ]

  static let synopses: [Row] = [
    Row("R14.1", "= What.", "synopsis What."),
    Row("no space", "=What.", "synopsis What."),
    Row("one line each", "= One\n= Two", "synopsis One | synopsis Two"),
    Row("R14.2", "One\n= Two\nThree", "action One | synopsis Two | action Three"),
    Row("R14.2 under a heading", "INT. BAR\n= x\n\ny", "heading INT. BAR | synopsis x | action y"),
    Row("R14.3 in a speech", "JOHN\n= x", "cue JOHN | dialogue = x"),
    Row("R14.3 two signs", "== x", "action == x"),
    Row("R14.3 three signs and text", "=== x", "action === x"),
    Row("R14.3 two signs in capitals", "== ONE\nTwo", "action == ONE⏎Two"),
    Row("R14.3 two signs alone", "==\n\nx", "action == | action x"),
    Row("signs at its end", "= x =", "synopsis x ="),
    Row("a sign behind a blank", "= = x", "synopsis = x"),
    Row("escaped", "\\= x", "action \\= x"),
  ]

  static let pageBreaks: [Row] = [
    Row("R18", "===", "page"),
    Row("more signs", "==========", "page"),
    Row("blanks around", "  ===\t", "page"),
    Row("in a paragraph", "One\n===\nTwo", "action One | page | action Two"),
    Row("two signs", "==", "action =="),
    Row("a blank between", "=== ===", "action === ==="),
    Row("several", "===\n\n===", "page | page"),
    Row("in a speech", "JOHN\nHi.\n=====\nHo.", "cue JOHN | dialogue Hi. | page | dialogue Ho."),
    Row("a note beside it", "=== [[x]]", "page | note x"),
    Row("after a speech", "JOHN\nHi.\n\n===\n\nx", "cue JOHN | dialogue Hi. | page | action x"),
  ]

  @Test(arguments: transitions) func transitionsRow(_ row: Row) { row.check() }
  @Test(arguments: centered) func centeredRow(_ row: Row) { row.check() }
  @Test(arguments: sections) func sectionsRow(_ row: Row) { row.check() }
  @Test(arguments: synopses) func synopsesRow(_ row: Row) { row.check() }
  @Test(arguments: pageBreaks) func pageBreaksRow(_ row: Row) { row.check() }
}
