import Audiobook
import Foundation
import Guion
import Narration
import TestSupport
import Testing

/// Tests of a folder of documents as a book: one title, and a chapter for each document.
@Suite struct FolderPlanTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    var cast = "{}"
    var split = SplitMode.auto
    var level: Int?
    var title: String?
    /// The book's title, then its chapters.
    var expected: [String]
    var testDescription: String { name }

    func plan() async throws -> BookPlan {
      let folder = try TemporaryFolder()
      let root = folder.path(of: "notes")
      for (name, text) in files {
        let path = root + "/" + name
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
      }
      return try await ToneBook("", cast: cast) {
        $0.folder = root
        $0.options.split = split
        $0.options.chapterLevel = level
        $0.options.title = title
      }.plan()
    }
  }

  static let chapters: [Row] = [
    Row(
      name: "each document is a chapter",
      files: ["1.md": "# One\n\na", "2.md": "# Two\n\nb", "10.md": "# Ten\n\nc"],
      expected: ["notes", "One: One / a", "Two: Two / b", "Ten: Ten / c"]),
    Row(
      name: "a document without a heading is called after its file",
      files: ["1-the_start.md": "a", "2.md": "# Two\n\nb"],
      expected: ["notes", "The start: The start / a", "Two: Two / b"]),
    Row(
      name: "a single document is no title", files: ["1.md": "# One\n\na"],
      expected: ["notes", "One: One / a"]),
    Row(
      name: "headings within a document are no chapters",
      files: ["1.md": "# One\n\na\n\n## Deep\n\nb", "2.md": "# Two\n\nc"],
      expected: ["notes", "One: One / a / Deep / b", "Two: Two / c"]),
    Row(
      name: "several headings of a document are several chapters",
      files: ["1.md": "# One\n\na\n\n# More\n\nb", "2.md": "# Two\n\nc"],
      expected: ["notes", "One: One / a", "More: More / b", "Two: Two / c"]),
    Row(
      name: "a document of a heading alone hands its title on",
      files: ["1.md": "# Part", "2.md": "# Two\n\nb"],
      expected: ["notes", "Part: Two: Part / Two / b"]),
    Row(
      name: "the last document of a heading alone", files: ["1.md": "# One\n\na", "2.md": "# Two"],
      expected: ["notes", "One: One / a", "Two: Two"]),
    Row(
      name: "a document in which nothing is heard is none",
      files: ["1.md": "<!-- x -->", "2.md": "# Two\n\nb"], expected: ["notes", "Two: Two / b"]),
    Row(
      name: "deeper levels on request",
      files: ["1.md": "# One\n\na\n\n## Deep\n\nb", "2.md": "# Two\n\nc"], level: 2,
      expected: ["notes", "One: One / a", "Deep: Deep / b", "Two: Two / c"]),
    Row(
      name: "all of it as one",
      files: ["1.md": "# One\n\na", "2.md": "# Two\n\nb"], split: .document,
      expected: ["notes", "notes: One / a / Two / b"]),
    Row(
      name: "chapters that were asked for",
      files: ["1.md": "a", "2.md": "b"], split: .chapter,
      expected: ["notes", "1: One / a", "2: Two / b"]),
  ]

  static let titles: [Row] = [
    Row(
      name: "authors of the documents are the book's",
      files: [
        "1.md": "---\nauthor: Ann\n---\n\n# One\n\na",
        "2.md": "---\nauthor: Ben\n---\n\n# Two\n\nb",
      ],
      expected: ["notes", "One: Written by Ann and Ben. / One / a", "Two: Two / b"]),
    Row(
      name: "a title of a document is its chapter's",
      files: ["1.md": "---\ntitle: First\n---\n\na", "2.md": "# Two\n\nb"],
      expected: ["notes", "First: First / a", "Two: Two / b"]),
    Row(
      name: "a title asked for is said first",
      files: ["1.md": "# One\n\na", "2.md": "# Two\n\nb"], title: "Asked",
      expected: ["Asked", "One: Asked. / One / a", "Two: Two / b"]),
    Row(
      name: "the cast's title and author",
      files: ["1.md": "# One\n\na", "2.md": "# Two\n\nb"],
      cast: #"{"metadata": {"title": "Cast", "author": "Zoe"}}"#,
      expected: ["Cast", "One: Cast. Written by Zoe. / One / a", "Two: Two / b"]),
    Row(
      name: "without credits",
      files: ["1.md": "# One\n\na", "2.md": "# Two\n\nb"],
      cast: #"{"metadata": {"title": "Cast"}, "speech": {"credits": false}}"#,
      expected: ["Cast", "One: One / a", "Two: Two / b"]),
  ]

  static let mixed: [Row] = [
    Row(
      name: "each format by its own rules",
      files: [
        "1.md": "# One\n\na *b* `*`", "2-end.fountain": "# Act\n\nANN\n_Hi._\n\n[[no]]\nB.",
      ],
      expected: ["notes", "One: One / a b asterisk", "End: End / Ann says: / Hi. / B."]),
    Row(
      name: "scenes on request, behind the credits",
      files: ["1.md": "<!-- x -->", "2.fountain": "INT. A\n\nx\n\nINT. B\n\ny"],
      cast: #"{"metadata": {"title": "Cast"}}"#, split: .scene,
      expected: [
        "Cast", "Cast: Cast.", "INT. A: Interior. A. / x", "INT. B: Interior. B. / y",
      ]),
  ]

  @Test(arguments: chapters) func documentsAreChapters(_ row: Row) async throws {
    let plan = try await row.plan()
    #expect([plan.title] + plan.outline == row.expected)
  }

  @Test(arguments: titles) func theBookHasOneTitle(_ row: Row) async throws {
    let plan = try await row.plan()
    #expect([plan.title] + plan.outline == row.expected)
  }

  @Test(arguments: mixed) func eachFormatIsReadByItsOwnRules(_ row: Row) async throws {
    let plan = try await row.plan()
    #expect([plan.title] + plan.outline == row.expected)
  }

  @Test func itemsNameTheDocumentThatTheyAreFrom() async throws {
    let row = Row(
      name: "", files: ["1.md": "# One\n\na", "2.md": "b\n\nc"], cast: "{}", expected: [])
    let plan = try await row.plan()
    #expect(plan.sources.map(\.file) == ["1.md", "2.md"])
    let places = plan.chapters.flatMap { $0.read.passages.flatMap(\.items) }.map {
      "\($0.position.source):\($0.position.line) \($0.text)"
    }
    #expect(places == ["0:1 One", "0:3 a", "1:1 Two", "1:1 b", "1:3 c"])
  }
}
