import Guion
import Testing

@testable import Narration

/// Tests of the marks for the reader in comments of Markdown documents.
@Suite struct ReadingMarksTests {
  private func read(_ source: String, rules: RuleSet = .v1_2) async throws -> [String] {
    try await TableReadOutline.of(
      source,
      cast: "{\"rules\": \"\(rules.rawValue)\", \"characters\": {\"MARA\": \"tone://alto\"}}",
      format: .markdown, rules: rules
    ).lines
  }

  @Test func `a pause`() async throws {
    let found = try await read("A.\n\n<!-- pause 1.5 -->\n\nB.\n\n<!-- pause 900s -->\n\nC.")
    #expect(
      found.dropFirst().dropLast() == ["1500 | action: B.", "60000 | action: C."])
    let older = try await read("A.\n\n<!-- pause 1.5 -->\n\nB.", rules: .v1_1)
    #expect(older.dropFirst().first == "600 | action: B.")
  }

  @Test func `a voice until the next mark`() async throws {
    let source = "A.\n\n<!-- voice MARA -->\n\nB.\n\n- c\n\nD.\n\n<!-- voice -->\n\nE."
    let found = try await read(source).map { $0.split(separator: "| ").last ?? "" }
    #expect(
      found.dropLast() == [
        "action: A.", "dialogue MARA: {gain 1.0} B.", "action: c", "dialogue MARA: {gain 1.0} D.",
        "action: E.",
      ])
    #expect(try await !read(source, rules: .v1_1).contains { $0.contains("MARA") })
  }

  @Test(arguments: [
    ("A.\n\n<!-- skip -->\n\n# B\n\nC.\n\n<!-- read -->\n\nD.", ["A.", "D."], 2),
    ("A.\n\n<!-- skip -->\n\nC.", ["A.", "C."], 0),
    ("A.\n\n<!-- read -->\n\nC.", ["A.", "C."], 0),
    ("A.\n\n<!-- skip -->\n\nB.\n\n<!-- skip -->\n\nC.\n\n<!-- read -->", ["A.", "B."], 1),
  ]) func `a passage that is not read`(_ source: String, _ read: [String], _ words: Int) {
    let whole = Manuscript(
      GuionParsedElementCollection(string: source, format: .markdown), path: "a")
    let rest = whole.skipping([], hasMarks: true)
    #expect(rest.elements.filter { $0.elementType != .comment }.map(\.elementText) == read)
    #expect(rest.wordCount.skippedWords == words)
    #expect(whole.skipping([]).elements == whole.elements)
  }

  @Test(arguments: [
    (
      "One *two* <!-- pause 2 --> three.\n\n- a <!-- pause 1 --> b",
      ["One two", "three.", "a", "b"]
    ),
    ("# A <!-- pause 2 --> b", ["A  b"]), ("| A <!-- skip --> |\n|-|\n| c |", ["c"]),
    ("<!-- pause 1 --> A.", ["A."]), ("A. <!-- pause 1 -->", ["A."]),
    ("A. [pause:1] B. <<VOICE:X>> C.", ["A. B. C."]),
    (
      "<!-- marks -->\n\nA. [pause:1] B. <<VOICE:X>> C.\n\n[break]\n\nD.", ["A.", "B.", "C.", "D."]
    ),
  ]) func `a mark within a paragraph divides it`(_ source: String, _ words: [String]) {
    let found = CommonMarkParser(string: source).elements.filter { $0.elementType != .comment }
    #expect(found.map(\.elementText) == words)
    let spans = found.flatMap(\.inlines).map(\.range)
    #expect(spans == (source.contains("*two*") ? [4..<7] : []))
  }

  @Test func `marks of other programs count below a mark of our own`() async throws {
    let text = "A. [pause:1.5] B. <<VOICE:MARA>> C."
    let found = try await read("<!-- marks -->\n\n" + text).dropLast()
    #expect(found.dropFirst() == ["1500 | action: B.", "650 | dialogue MARA: {gain 1.0} C."])
    let notes = { CommonMarkParser(string: $0).diagnostics.map(\.description) }
    #expect(notes(text).map { $0.prefix(17) } == ["1:1: note: 2 mark"])
    #expect(notes("<!-- marks -->\n\n" + text).map { $0.contains("count, because") } == [true])
    #expect(notes("A [paused] B.").isEmpty)
  }

  @Test func `a skip that never ends has a warning`() {
    let found = CommonMarkParser(string: "A.\n\n<!-- skip -->\n\nB.").diagnostics.map(\.description)
    #expect(found.count == 1 && found[0].hasPrefix("3:1: warning: no <!-- read --> follows"))
  }

  @Test(arguments: [
    "<!-- pause -->", "<!-- pause x -->", "<!-- pause -1 -->", "<!-- skip it -->", "<!--skip",
  ])
  func `other comments are no marks`(_ text: String) {
    #expect(ReadingMark(text) == nil)
  }
}
