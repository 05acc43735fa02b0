@testable import Guion
import TestSupport
import Testing

/// Tests of plain text: paragraphs and pages.
@Suite struct PlainTextTests {
  /// Sources, the text of each element (`rule` for a page break), and their positions.
  static let texts: [(source: String, words: [String], places: [String])] = [
    ("", [], []),
    ("\n \n\t\n", [], []),
    ("One\ntwo\n\nThree", ["One\ntwo", "Three"], ["1:1-2:3", "4:1-4:5"]),
    ("One  \r\n  two\r\n \r\nThree\r\n", ["One\ntwo", "Three"], ["1:1-2:5", "4:1-4:5"]),
    ("One\rtwo\r\rThree", ["One\ntwo", "Three"], ["1:1-2:3", "4:1-4:5"]),
    ("\u{FEFF}é é\n", ["é é"], ["1:1-1:5"]),
    ("# *a* <b>\n---\n", ["# *a* <b>\n---"], ["1:1-2:3"]),
    ("One\n\u{C}Two\n", ["One", "rule", "Two"], ["1:1-1:3", "2:1-2:1", "2:2-2:4"]),
    (
      "One\u{C} Two\u{C}\nThree", ["One", "rule", "Two", "rule", "Three"],
      ["1:1-1:3", "1:4-1:4", "1:6-1:8", "1:9-1:9", "2:1-2:5"]
    ),
    ("\u{C}\n\u{C}", ["rule", "rule"], ["1:1-1:1", "2:1-2:1"]),
  ]

  static let comments: [(source: String, words: [String])] = [
    ("a <!-- b --> c {>>d<<} e", ["a  c  e"]),
    ("a\n\n<!--\nb\n\nc\n-->\n\n/* d\n\ne */\n\n%%f%%\n\ng", ["a", "g"]),
    (
      "a /* b */ c\n\n/* d */ e\n\n50 %% f %%\n\n<!-- g",
      ["a /* b */ c", "/* d */ e", "50 %% f %%", "<!-- g"]
    ),
    ("/* a\n\n/* b */\n\nc", ["/* a", "c"]),
    ("a [[b\nc]] d {# e #} f", ["a\nd  f"]),
    ("a {% comment %}b\n\nc{% endcomment %}\n\nd {{!-- e --}} f", ["a", "d  f"]),
    ("a %%b c%% d, 5 %% e %% f, 100%%", ["a  d, 5 %% e %% f, 100%%"]),
    ("a \\comment{b} c", ["a  c"]),
    ("a {--b--}{++c++} {~~d~>e~~} {==f==}", ["a c e f"]),
    ("a [pause:1] <<VOICE:b>> [break] c", ["a    c"]),
    ("a [[b", ["a [[b"]), ("a [[b]] c", ["a b c"]),
    ("a [[1, 2], [3, 4]] b [[c|d e]] f", ["a [[1, 2], [3, 4]] b d e f"]),
    ("a [[b [c] d]] e\n\n[[f\n\ng]] [[h | i]]", ["a  e", "[[f", "g]]"]),
    ("if [[ -f x ]]; then [[ $y == 1 ]] [[ a b ]]", ["if [[ -f x ]]; then [[ $y == 1 ]]"]),
    ("a [Pause:1] <<Voice:b>> [BREAK] c", ["a    c"]),
    ("---\ntitle: a\nb: c\n---\n\nd", ["d"]),
    ("---\nChapter One: Home\n---\n\nd", ["---\nChapter One: Home\n---", "d"]),
    ("---\nAnn: a\nBob: b\n---", ["---\nAnn: a\nBob: b\n---"]),
    ("---\ntitle: [a\n---\n\nd", ["---\ntitle: [a\n---", "d"]),
  ]

  @Test(arguments: comments)
  func comment(_ source: String, _ words: [String]) {
    let parsed = GuionParsedElementCollection(string: source, format: .text)
    #expect(parsed.elements.map(\.elementText) == words)
    let count = parsed.wordCount
    #expect(count.letters + count.skipped.letters == WordCount.count(source).letters)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "<!-- a ", "{>>a<<} ", "/* a\n", "%%a\n", "/* a */\n", "[[a ", "%%a ", "{# a ", "{~~a ",
    ])
  func `100,000 comments take linear time`(_ mark: String) {
    let text = String(repeating: mark, count: 100_000) + "*/ <<} -->"
    #expect(PlainComments(in: Array(text.utf8))?.text.count ?? 0 < text.utf8.count)
  }

  @Test(arguments: texts)
  func text(_ source: String, _ words: [String], _ places: [String]) {
    for parsed in [
      PlainTextParser(string: source), PlainTextParser(bytes: Array(source.utf8)),
    ] {
      let found = parsed.elements.map { $0.elementType == .pageBreak ? "rule" : $0.elementText }
      #expect(found == words)
      #expect(parsed.elements.places == places)
      #expect(parsed.diagnostics == [])
    }
  }

  /// Texts, and their elements with `#` before headings.
  static let chapters: [(source: String, words: [String])] = [
    ("CHAPTER I.\n\na\n\nCHAPTER II.\n\nb", ["# CHAPTER I.", "a", "# CHAPTER II.", "b"]),
    (
      "Chapter 1: The Sea\n\na\n\nChapter 2\nThe Land\n\nb",
      ["# Chapter 1: The Sea", "a", "# Chapter 2 The Land", "b"]
    ),
    (
      "CHAPTER I.\n\nThe Old Mint.\n\nIt rained.\n\nCHAPTER II.\n\n\"TAPS\"\n\nb",
      ["# CHAPTER I. The Old Mint.", "It rained.", "# CHAPTER II. \"TAPS\"", "b"]
    ),
    (
      "CHAPTER I.\n\nThe Old Mint.\n\nCHAPTER II.\n\nIt rained again.\n\nb",
      ["# CHAPTER I.", "The Old Mint.", "# CHAPTER II.", "It rained again.", "b"]
    ),
    ("Book the First\n\nCHAPTER I\n\na", ["# Book the First", "# CHAPTER I", "a"]),
    (
      "CHAPTER I\n\nCHAPTER II\n\nCHAPTER III\n\na",
      ["CHAPTER I", "CHAPTER II", "CHAPTER III", "a"]
    ),
    ("CHAPTER I.\n\na", ["CHAPTER I.", "a"]),
    (
      "Part one was over.\n\nPart I hated.\n\nKapitel 2\n\nKapitel 3\n\na",
      ["Part one was over.", "Part I hated.", "# Kapitel 2", "# Kapitel 3", "a"]
    ),
  ]

  @Test(arguments: chapters) func chaptersOfPlainBooks(_ source: String, _ words: [String]) {
    let elements = PlainTextParser(string: source).elements
    #expect(
      elements.map { ($0.elementType.isSectionHeading ? "# " : "") + $0.elementText } == words)
    let first = PlainTextParser(string: source, edition: .first).elements
    #expect(first.allSatisfy { $0.elementType == .action })
  }

  /// Plays in plain texts, and the outlines of their first elements.
  static let plays: [(name: String, speech: String, outline: [String])] = [
    (
      "names above speeches",
      "ROPER.\n\n[_To ANN._] Yes. [_Exit._] No.\n\nMRS. ANN.\n\nNo.\n\nNever.\n\n[_Curtain._]",
      [
        "scene ACT I", "scene SCENE II. A street", "cue ROPER", "paren To ANN.", "Yes.", "- Exit.",
        "cue ROPER", "No.", "cue MRS. ANN", "No.", "Never.", "- Curtain.",
      ]
    ),
    (
      "names before speeches",
      "THE GIRL [still crying] I take my oath.\n\nTHE MAN. Never. [Reads]. No.\n\nIt rains.\n\n"
        + "THE MAN. [Exit.]\n\nTHE GIRL. [He is gone.",
      [
        "scene ACT I", "scene SCENE II. A street", "cue THE GIRL", "paren still crying",
        "I take my oath.", "cue THE MAN", "Never.", "- Reads", "cue THE MAN", "No.",
        "- It rains.", "- THE MAN. [Exit.]", "- THE GIRL. [He is gone.",
      ]
    ),
    (
      "names in small letters",
      "Lane.  I did, sir.\n\nMiss Prism.  [Rises.] Ah!\n\n[Enter Jack.]",
      [
        "scene ACT I", "scene SCENE II. A street", "cue Lane", "I did, sir.", "cue Miss Prism",
        "paren Rises.", "Ah!", "- Enter Jack.",
      ]
    ),
  ]

  @Test(arguments: plays) func playsHaveSpeakers(
    _ name: String, _ speech: String, _ outline: [String]
  ) throws {
    let start = "ACT I\n\nSCENE II. A street\n\n"
    func read(_ text: String, _ format: DocumentFormat? = nil) throws
      -> GuionParsedElementCollection
    {
      let folder = try TemporaryFolder()
      try folder.write(text, as: "a.txt")
      return try DocumentSource(folder.path + "/a.txt", format: format).parsed(.second)
    }
    let text = start + String(repeating: speech + "\n\n", count: 16)
    let play = try read(text)
    #expect(play.format == .fountain)
    #expect(play.diagnostics.map(\.code) == ["text-as-script"])
    #expect(Array(play.elements.map(Self.outline).prefix(outline.count)) == outline)
    #expect(try read(text, .text).elements.allSatisfy { $0.elementType != .character })
    // Few speeches, and speeches among much prose.
    #expect(try read(start + speech).format == .text)
    #expect(
      try read(text + String(repeating: "It rained all day.\n\n", count: 300)).format == .text)
  }

  private static func outline(_ element: GuionElement) -> String {
    switch element.elementType {
    case .character: "cue " + element.elementText
    case .parenthetical: "paren " + element.elementText
    case .sceneHeading: "scene " + element.elementText
    case .action: "- " + element.elementText
    default: element.elementText
    }
  }

  @Test func anUnclosedDirectionIsReadInLinearTime() {
    let text = "ANN. a\n\nBOB. " + String(repeating: "[b ", count: 50_000)
    let speeches = String(repeating: "ANN. a\n\nBOB. b\n\n", count: 20)
    let parsed = PlainTextParser(string: speeches + text).elements
    #expect(PrintedPlay(parsed).elements.count > 80)
  }

  @Test func aLongText() {
    let line = String(repeating: "word ", count: 200_000)
    #expect(PlainTextParser(string: line).elements.count == 1)
    let lines = String(repeating: "a\n\u{C}\n", count: 100_000)
    #expect(PlainTextParser(string: lines).elements.count == 200_000)
  }
}
