import Guion
import Testing

/// Tests of R17: emphasis and escapes.
@Suite struct EmphasisTests {
  /// Text, and the part of it that is spoken.
  static let plainTexts: [(String, String)] = [
    // R17.1
    ("*one*", "one"), ("**one**", "one"), ("***one***", "one"), ("_one_", "one"),
    ("a *b* c **d** e ***f*** g _h_ i", "a b c d e f g h i"),
    ("_*one*_", "one"), ("*_one_*", "one"), ("_**one**_", "one"), ("***_one_***", "one"),
    ("_***one***_", "one"), ("**a *b* c**", "a b c"), ("*a **b** c*", "a b c"),
    ("***a* b**", "a b"), ("***a** b*", "a b"), ("**a *b***", "a b"), ("*a **b***", "a b"),
    ("_a *b_ c*", "a b c"), ("*a* *b*", "a b"), ("un*frigging*believable", "unfriggingbelievable"),
    ("*one* two *three*", "one two three"), ("(*one*)", "(one)"), ("*é*", "é"),
    (
      "_Steel's face FILLS the *Leupold Mark 4* scope_.",
      "Steel's face FILLS the Leupold Mark 4 scope."
    ),
    // R17.2
    ("2 * 3 * 4", "2 * 3 * 4"), ("*3 and *4", "*3 and *4"), ("3* and 4*", "3* and 4*"),
    ("dial *69 and then *23", "dial *69 and then *23"), ("* one*", "* one*"), ("*one *", "*one *"),
    ("** one **", "** one **"), ("_ one _", "_ one _"), ("*one * two*", "one * two"),
    // R17.3
    ("*one\ntwo*", "*one\ntwo*"), ("_one\ntwo_", "_one\ntwo_"), ("*one*\n*two*", "one\ntwo"),
    ("*one", "*one"), ("one*", "one*"), ("**one*", "**one*"), ("*one**", "*one**"), ("*", "*"),
    ("**", "**"), ("****", "****"), ("*a* b*", "a b*"), ("*a *b*", "*a b"),
    ("*foo**bar*", "foo**bar"),
    ("a * b\n", "a * b\n"), ("*a*\n\n*b*\n", "a\n\nb\n"), ("***a*", "**a"), ("*a***", "a**"),
    // R17.4
    ("\\*one\\*", "*one*"), ("\\_one\\_", "_one_"), ("*one\\*two*", "one*two"),
    ("\\*one*", "*one*"),
    ("*a\\**", "a*"), ("\\!one", "!one"), ("\\@one", "@one"), ("\\~one", "~one"),
    ("\\> one \\<", "> one <"),
    ("\\#one", "#one"), ("\\= one", "= one"), ("\\.one", ".one"), ("\\(one)", "(one)"),
    ("JOHN \\^", "JOHN ^"),
    ("\\[[one]]", "[[one]]"), ("a\\b", "a\\b"), ("a\\", "a\\"), ("\\\\", "\\\\"),
    ("a\\\nb", "a\\\nb"),
    // R17.7
    ("-- ... \"a\" 'b'", "-- ... \"a\" 'b'"),
    // R17.8
    ("snake_case_name", "snake_case_name"), ("_snake_case_", "snake_case"), ("a_1_b", "a_1_b"),
    ("é_è_ê", "é_è_ê"), ("_a_ b_c", "a b_c"), ("__init__", "__init__"), ("____", "____"),
    ("(_a_)", "(a)"), ("_a_.", "a."), ("e\u{301}_a_b", "e\u{301}_a_b"),
    // text without emphasis
    ("", ""), ("plain", "plain"), ("\n", "\n"),
  ]

  @Test(arguments: plainTexts) func plainText(_ text: String, _ spoken: String) {
    #expect(FountainEmphasis.plainText(text) == spoken)
  }

  static let escapes: [Row] = [
    Row("!", "\\!BANG", "action \\!BANG"),
    Row("@", "\\@mary\nHi.", "action \\@mary⏎Hi."),
    Row(".", "\\.BAR", "action \\.BAR"),
    Row(">", "\\> one", "action \\> one"),
    Row("> <", "\\> one <", "action \\> one <"),
    Row("===", "\\===", "action \\==="),
    Row("in a speech: !", "JOHN\n\\!Hi.", "cue JOHN | dialogue \\!Hi."),
    Row("in a speech: ~", "JOHN\n\\~Hi.", "cue JOHN | dialogue \\~Hi."),
    Row("in a cue", "JO\\*HN\nHi.", "cue JO\\*HN | dialogue Hi."),
    Row("a caret", "A\nHi.\n\nB \\^\nHo.", "cue A | dialogue Hi. | cue B \\^ | dialogue Ho."),
    Row("R17.6 kept as written", "JOHN\n*Hi* \\*you\\*", "cue JOHN | dialogue *Hi* \\*you\\*"),
  ]

  @Test(arguments: escapes) func escapesForceNoElements(_ row: Row) { row.check() }

  @Test func manyMarksAreLinear() {
    let half = 100_000
    let text = { (piece: String) in String(repeating: piece, count: half) }
    #expect(FountainEmphasis.plainText(text("*")) == text("*"))
    #expect(FountainEmphasis.plainText(text("*a ")) == text("*a "))
    #expect(FountainEmphasis.plainText(text("a* ")) == text("a* "))
    #expect(FountainEmphasis.plainText(text("**a *b ")) == text("**a *b "))
    #expect(FountainEmphasis.plainText(text("*a ") + text("b* ")) == text("a ") + text("b "))
    #expect(FountainEmphasis.plainText(text("_a ") + text("b_ ")) == text("a ") + text("b "))
    #expect(
      FountainEmphasis.plainText(text("*a **b ") + text("c* ")) == text("a **b ") + text("c "))
    #expect(FountainEmphasis.plainText(text("\\*")) == text("*"))
    #expect(FountainEmphasis.plainText(text("\\")) == text("\\"))
  }
}
