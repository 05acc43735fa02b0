import Testing

@testable import Narration

/// Tests of what editors and printed pages leave in the action of a script.
@Suite struct PageLineTests {
  @Test(arguments: [
    "CONTINUED: (2)", "CONTINUED:", "(CONTINUED)", "CONTINUED", "(CONT'D)", "(MORE)", "12.", "7",
    "(3)", " 101. ",
  ])
  func `lines of the printed page are left out`(line: String) {
    #expect(PageLine(line) == .furniture)
  }

  @Test(arguments: [
    "FADE IN:", "FADE OUT.", "CUT TO BLACK.", "SMASH CUT TO:", "DISSOLVE TO:", "FADE TO BLACK.",
    "MATCH CUT:", "FONDU AU NOIR.", "ABBLENDE.", "CORTE A NEGRO.",
  ])
  func `transitions are recognized without their form`(line: String) {
    #expect(PageLine(line) == .transition)
  }

  @Test(arguments: [
    ("1 INT. HOUSE - DAY 1", "INT. HOUSE - DAY"),
    ("12A. EXT. ROAD - NIGHT 12A", "EXT. ROAD - NIGHT"),
    ("4 INT./EXT. CAR - DAY", "INT./EXT. CAR - DAY"),
  ])
  func `the scene numbers around a heading are removed`(line: String, heading: String) {
    #expect(PageLine(line) == .heading(heading))
  }

  @Test(arguments: [
    "1984", "12 angry men sit down.", "CONTINUED SILENCE.", "FADE IN ON A STREET.", "MORE",
    "He is cut to pieces.",
    "CUT TO THE CHASE, JOHN", "2 INTERNS wait.", "5 4 3", "",
  ])
  func `everything else is text`(line: String) {
    #expect(PageLine(line) == .words)
  }

  @Test(arguments: [
    ("a well- known man", "a well-known man"), ("to- morrow", "tomorrow"),
    ("Flight seven- thirty-three", "Flight seven-thirty-three"),
    ("two- zero- niner", "two-zero-niner"), ("a duck- shaped tube", "a duck-shaped tube"),
    ("two- and three-bedroom flats", "two- and three-bedroom flats"),
    ("Wh- what is it?", "Wh- what is it?"), ("I- I don't know", "I- I don't know"),
    ("I know it well- he told me", "I know it well- he told me"),
    ("the gangsters- they look down", "the gangsters- they look down"),
  ])
  func `words that a line broke are joined on one line`(line: String, whole: String) {
    #expect(WrappedLines.mended([line[...]]) == [whole[...]])
  }

  @Test(arguments: [
    (["a 20-", "year-old man"], ["a 20-year-old", "man"]),
    (["Fifteen-", "second spots"], ["Fifteen-second", "spots"]),
    (["Mr. President-", "elect."], ["Mr. President-elect."]),
    (["JEAN-", "PIERRE nods"], ["JEAN-PIERRE", "nods"]), (["Ann-", "Paul!"], ["Ann-", "Paul!"]),
    (["seven-", "teen men"], ["seventeen", "men"]),
    (["It was 1984-", "he left."], ["It was 1984-", "he left."]),
    (["10-", "and 20-year-olds"], ["10-", "and 20-year-olds"]),
    (["large-", "breasted, cheering"], ["large-breasted,", "cheering"]),
    (
      ["hand-", "lettered signs of middle-", "aged men"],
      ["hand-lettered", "signs of middle-aged", "men"]
    ),
    (["contem-", "plated"], ["contemplated"]), (["pump-", "action."], ["pump-action."]),
    (["a bluish-", "white light"], ["a bluish-white", "light"]),
    (["an X-", "ray"], ["an X-ray"]), (["the a-", "holes"], ["the a-holes"]),
    (["still-", "closed eyes"], ["still-closed", "eyes"]),
    (["Thump-", "thump."], ["Thump-thump."]), (["post-", "verbally"], ["post-verbally"]),
    (["post-", "poned it"], ["postponed", "it"]), (["a part-", "ner"], ["a partner"]),
    (["it sur-", "faced"], ["it surfaced"]), (["a mur-", "mur"], ["a murmur"]),
    (["the men's-", "women's room"], ["the men's-women's", "room"]),
    (["to Franco-", "Swiss hills"], ["to Franco-Swiss", "hills"]),
    (["à elle-", "même et dix-", "neuf ca-", "mions"], ["à elle-même", "et dix-neuf", "camions"]),
  ])
  func `hyphens at the end of a line behind numbers and in compounds stay`(
    lines: [String], whole: [String]
  ) {
    #expect(WrappedLines.mended(lines.map { $0[...] }) == whole.map { $0[...] })
  }

  @Test func capitalBehindAHyphenGoesOnAWordOfADocument() {
    let lines: [Substring] = ["die Bau-", "Werkzeuge und Haus-", "und Hof, so"]
    let whole: [Substring] = ["die Bau-Werkzeuge", "und Haus-", "und Hof, so"]
    #expect(WrappedLines.mended(lines, isDocument: true) == whole)
    #expect(WrappedLines.mended(lines) == lines)
  }
}
