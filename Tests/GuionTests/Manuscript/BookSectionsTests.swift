import Guion
import Testing

/// Tests of the sections that `skip` leaves out.
@Suite struct BookSectionsTests {
  private func manuscript(_ text: String, _ format: DocumentFormat) -> Manuscript {
    Manuscript(GuionParsedElementCollection(string: text, format: format), path: "a")
  }

  static let script =
    "INT. BAR\n\nOne.\n\n# Boneyard\n\n## Old\n\nEXT. SEA\n\nTwo.\n\n# End\n\nThree.\n"
  static let document =
    "# Book\n\nOne.[^a]\n\n## Cut: *scenes*\n\nTwo.\n\n> # Quoted\n\n[^a]: Note.\n\n## Last\n\nThree.\n"

  @Test(
    arguments: [
      (.fountain, script, [], "INT. BAR|One.|Boneyard|Old|EXT. SEA|Two.|End|Three.", 0),
      (.fountain, script, ["boneyard"], "INT. BAR|One.|End|Three.", 5),
      (.fountain, script, [" OLD! "], "INT. BAR|One.|Boneyard|End|Three.", 4),
      (.fountain, script, ["Old", "Boneyard"], "INT. BAR|One.|End|Three.", 5),
      (.fountain, script, ["End"], "INT. BAR|One.|Boneyard|Old|EXT. SEA|Two.", 2),
      (
        .fountain, script, ["Bone", "..."], "INT. BAR|One.|Boneyard|Old|EXT. SEA|Two.|End|Three.", 0
      ),
      (.fountain, "# A #2#\n\n.B #3C#\n\nANN (V.O.)\nHi.\n", ["A 2"], "", 7),
      (.markdown, document, ["cut scenes"], "Book|One.|Last|Three.|Note.", 4),
      (.markdown, document, ["Quoted"], "Book|One.|Cut: scenes|Two.|Quoted|Last|Three.|Note.", 0),
      (.markdown, document, ["Book"], "Note.", 8),
    ] as [(DocumentFormat, String, [String], String, Int)])
  func `a section ends at the next heading of its level or above`(
    _ format: DocumentFormat, _ text: String, _ names: [String], _ rest: String, _ skipped: Int
  ) {
    let whole = manuscript(text, format)
    let book = whole.skipping(names)
    #expect(book.elements.map(\.elementText).joined(separator: "|") == rest)
    let counts = book.wordCount.skipped.counts.filter { $0.rule == .skippedSection }
    #expect(counts.map(\.words) == (skipped == 0 ? [] : [skipped]))
    #expect(
      book.wordCount.words + book.wordCount.skippedWords
        == whole.wordCount.words + whole.wordCount.skippedWords)
    #expect(
      book.wordCount.letters + book.wordCount.skipped.letters
        == whole.wordCount.letters + whole.wordCount.skipped.letters)
  }

  @Test func `ids and scenes stay as they were`() {
    let text = "INT. BAR\n\n# Cut\n\nINT. BAR\n\n# End\n\nINT. BAR\n"
    let whole = manuscript(text, .fountain)
    let rest = whole.skipping(["Cut"])
    #expect(
      rest.elements.compactMap(\.sceneId)
        == [0, 2].map { whole.elements.compactMap(\.sceneId)[$0] })
  }

  @Test func `a heading that remains alone is the title`() {
    let book = manuscript("# Story\n\nOne.\n\n# Notes\n\nTwo.\n", .markdown)
    #expect(book.title == nil && book.skipping(["Notes"]).title == "Story")
  }

  @Test func `a name that no section has is unknown`() {
    let book = manuscript(Self.script, .fountain)
    #expect(
      book.unknownSections(among: ["BONEYARD", "old", "Boneyrd", "Deleted scenes"]) == ["Boneyrd"])
    #expect(book.sectionNames == ["Boneyard", "Old", "End"])
  }

  @Test(
    arguments: [
      (.fountain, "# BONEYARD\n\n## Notes\n\n# Cut\n\n# Act One\n", ["BONEYARD", "Cut"]),
      (.fountain, "# Notes on a scandal\n\n# Author's note\n\n# Gestrichen\n", ["Gestrichen"]),
      (.markdown, "# Notes\n\n## Deleted Scenes:\n", ["Deleted Scenes:"]),
    ] as [(DocumentFormat, String, [String])])
  func `names of sections that are not meant for listeners`(
    _ format: DocumentFormat, _ text: String, _ names: [String]
  ) {
    #expect(manuscript(text, format).privateSections.map(\.name) == names)
  }

  @Test(.timeLimit(.minutes(1))) func `100,000 sections are left out in linear time`() {
    let text = (0..<100_000).map { "\($0 % 2 == 0 ? "#" : "##") Cut\n\nOne.\n\n" }.joined()
    let book = manuscript(text, .fountain).skipping(["Cut"])
    #expect(book.elements.isEmpty && book.wordCount.skippedWords == 200_000)
  }
}
