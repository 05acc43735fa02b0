import Guion
import Testing

/// Tests of inputs that take extremely long if work is repeated.
///
/// Each input is so long that such a parser would exceed the time limit.
@Suite(.timeLimit(.minutes(2))) struct PathologicalTests {
  private func many(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  private func elements(_ source: String) -> [GuionElement] {
    FountainParser(bytes: Array(source.utf8)).elements
  }

  @Test func oneLongLine() {
    let line = many("word ", 100_000) + "end."
    #expect(elements(line).map(\.elementText) == [line])
  }

  @Test func oneLongLineOfCapitals() {
    let line = many("WORÐ ", 300_000) + "END"
    #expect(elements(line + "\nHi.").map(\.elementText) == [line, "Hi."])
  }

  @Test func unclosedNotes() {
    let text = many("[[", 200_000)
    #expect(elements(text).outline == "action \(text)")
  }

  @Test func unclosedNotesInLines() {
    let text = many("[[\n", 100_000)
    #expect(elements(text).outline == "action " + many("[[⏎", 99_999) + "[[")
  }

  @Test func unclosedNotesInParagraphs() {
    let parsed = FountainParser(string: many("[[\n\n", 200_000) + "]]")
    #expect(parsed.elements.count == 200_001)
    #expect(parsed.diagnostics.map(\.code) == ["unclosed-note"])
  }

  @Test func unclosedBoneyards() {
    let text = many("/* ", 200_000) + "x"
    let parsed = FountainParser(string: text)
    #expect(parsed.elements.outline == "action \(text)")
    #expect(parsed.diagnostics.count == 1)
  }

  @Test func unopenedEnds() {
    let text = many("]]", 100_000) + many("*/ ", 100_000) + "x"
    #expect(elements(text).outline == "action \(text)")
  }

  @Test func manyNotesInALine() {
    let found = elements("x" + many("[[n]]", 200_000))
    #expect(found.count == 200_001)
    #expect(found.first?.elementText == "x")
    #expect(found.last?.sourceRange?.end == SourcePosition(line: 1, column: 1_000_001))
  }

  @Test func manyNoteLinesUnderACue() {
    let found = elements("JOHN\n" + many("[[n]]\n", 200_000) + "Hi.")
    #expect(found.count == 200_002)
    #expect(found.last?.elementText == "Hi.")
  }

  @Test func manyBoneyardLinesUnderCapitals() {
    let found = elements(many("JOHN\n/* x */\n", 100_000))
    #expect(found.count == 200_000)
    #expect(found.filter { $0.elementType == .boneyard }.count == 100_000)
  }

  @Test func manyBoneyardsInANote() {
    #expect(elements("[[" + many("/**/", 300_000) + "]]").outline == "note")
  }

  @Test func parentheses() {
    let line = many("(", 200_000)
    #expect(elements("JOHN \(line)\nHi.").outline == "action JOHN \(line)⏎Hi.")
    #expect(elements("JOHN\n\(line)").outline == "cue JOHN | dialogue \(line)")
  }

  @Test func blankLines() {
    #expect(elements(many("\n", 100_000)).isEmpty)
    #expect(elements(many(" \r", 200_000)).isEmpty)
    #expect(elements(many(" ", 100_000)).isEmpty)
    #expect(elements("JOHN\n" + many("  \n", 100_000) + "Hi.").outline == "cue JOHN | dialogue Hi.")
  }

  @Test func signs() {
    #expect(elements(many("#", 100_000)).isEmpty)
    #expect(
      elements(many("#", 200_000) + " x").map(\.elementType) == [
        .sectionHeading(level: 200_000)
      ])
    #expect(elements(many("=", 100_000)).outline == "page")
    #expect(elements("INT. BAR " + many("#", 200_000)).count == 1)
  }

  @Test func titlePageWithoutABlankLine() {
    let parsed = FountainParser(string: "Title: x\n" + many("Key [[: v\n", 100_000))
    #expect(parsed.titlePage.count == 100_001)
    #expect(parsed.elements == [])
  }

  @Test func headingsOverNotes() {
    let found = elements(many("INT. BAR\n[[x]]\n\n", 50_000))
    #expect(found.count == 100_000)
  }
}
