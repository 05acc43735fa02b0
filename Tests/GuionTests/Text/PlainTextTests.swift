import Guion
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

  @Test func aLongText() {
    let line = String(repeating: "word ", count: 200_000)
    #expect(PlainTextParser(string: line).elements.count == 1)
    let lines = String(repeating: "a\n\u{C}\n", count: 100_000)
    #expect(PlainTextParser(string: lines).elements.count == 200_000)
  }
}
