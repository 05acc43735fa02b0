import Audiobook
import Guion
import TestSupport
import Testing

/// Tests that a change in one chapter of a document renders only that chapter again.
@Suite struct DocumentFingerprintTests {
  private static let chapters = [
    """
    ## One

    Words *here*.

    1. first
    2. second

    > A quotation.

    """,
    """
    ## Two

    MARA: (low) Hello[^note] there.

    | A | B |
    |---|---|
    | 1 | 2 |

    """,
    """
    ## Three

    - [x] done

    ```swift
    let a = 1
    ```

    Tom: Bye.

    """,
  ]
  private static let notes = "\n[^note]: What it says.\n"

  private static let cast = """
    {"narrator": "tone://bass", "characters": {"MARA": "tone://alto", "TOM": "tone://tenor"},
     "speech": {"quotes": "announce", "footnotes": "end", "code": "speak"}}
    """

  private func plan(
    _ chapters: [String], before: String = "# Book\n\n", notes: String = notes, cast: String = cast
  ) async throws -> BookPlan {
    try await ToneBook(before + chapters.joined(separator: "\n") + notes, cast: cast) {
      $0.format = .markdown
      $0.file = "b.md"
    }.plan()
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    var name: String
    var chapter: Int
    var change: @Sendable (inout String) -> Void
    var testDescription: String { "\(name) in \(chapter)" }

    init(_ name: String, _ chapter: Int, _ change: @escaping @Sendable (inout String) -> Void) {
      (self.name, self.chapter, self.change) = (name, chapter, change)
    }
  }

  static let edits: [Edit] =
    (1...3).flatMap { chapter in
      [
        Edit("a paragraph", chapter) { $0 += "\nAnother one.\n" },
        Edit("a list that stays open", chapter) { $0 += "\n- one\n  - two\n" },
        Edit("a quotation at the end", chapter) { $0 += "\n> > deep\n" },
        Edit("a speech", chapter) { $0 += "\n**TOM:** New.\n" },
        Edit("a deeper heading", chapter) { $0 += "\n### Deep\n\nwords\n" },
        Edit("a footnote's mark", chapter) { $0 += "\nAgain[^note].\n" },
        Edit("nothing left", chapter) { $0 = String($0.prefix { $0 != "\n" }) + "\n\nx\n" },
      ]
    } + [
      Edit("a word", 1) { $0.replace("Words", with: "Terms") },
      Edit("a number", 1) { $0.replace("1. first", with: "7. first") },
      Edit("a struck word", 1) { $0.replace("*here*", with: "~~here~~") },
      Edit("a direction", 2) { $0.replace("(low)", with: "(quickly)") },
      Edit("a cell", 2) { $0.replace("| 1 |", with: "| 9 |") },
      Edit("a task", 3) { $0.replace("[x]", with: "[ ]") },
      Edit("code", 3) { $0.replace("a = 1", with: "a = 2") },
    ]

  @Test(arguments: edits) func anEditChangesOnlyItsChapter(_ edit: Edit) async throws {
    var edited = Self.chapters
    edit.change(&edited[edit.chapter - 1])
    let (base, other) = (try await plan(Self.chapters), try await plan(edited))
    try #require(base.titles == ["One", "Two", "Three"])
    try #require(other.titles == base.titles)
    #expect(
      zip(base.fingerprints, other.fingerprints).map { $0 == $1 }
        == (1...3).map { $0 != edit.chapter })
    #expect(base.tagsFingerprints == other.tagsFingerprints)
  }

  static let silent: [Edit] = (1...3).flatMap { chapter in
    [
      Edit("a comment", chapter) { $0 += "\n<!-- a comment -->\n" },
      Edit("blank lines", chapter) { $0 = $0.replacing("\n\n", with: "\n\n\n\n") },
      Edit("emphasis", chapter) { $0 += "\n<div>\n\n</div>\n" },
    ]
  }

  @Test(arguments: silent) func silentChangesKeepTheFingerprints(_ edit: Edit) async throws {
    var edited = Self.chapters
    edit.change(&edited[edit.chapter - 1])
    let (base, other) = (try await plan(Self.chapters), try await plan(edited))
    #expect(base.fingerprints == other.fingerprints)
    #expect(base.tagsFingerprints == other.tagsFingerprints)
  }

  @Test func onlyTheFirstChapterSpeaksTheTitleOfTheBook() async throws {
    let base = try await plan(Self.chapters)
    let other = try await plan(Self.chapters, before: "# Other\n\n")
    #expect(zip(base.fingerprints, other.fingerprints).map { $0 == $1 } == [false, true, true])
    #expect(zip(base.tagsFingerprints, other.tagsFingerprints).allSatisfy { $0 != $1 })
  }

  @Test func aChangedFootnoteChangesTheChaptersThatReferToIt() async throws {
    let base = try await plan(Self.chapters)
    let other = try await plan(Self.chapters, notes: "\n[^note]: Something else.\n")
    #expect(zip(base.fingerprints, other.fingerprints).map { $0 == $1 } == [true, false, true])
  }

  @Test func aMovedChapterKeepsItsAudioUnderAnotherName() async throws {
    let before = "# Book\n\nBefore.\n\n"
    let base = try await plan(Self.chapters, before: before)
    let moved = try await plan([2, 0, 1].map { Self.chapters[$0] }, before: before)
    #expect(moved.titles == ["Book", "Three", "One", "Two"])
    #expect(moved.fingerprints == [0, 3, 1, 2].map { base.fingerprints[$0] })
    #expect(moved.chapters.last?.fileStem == "004 Two")
  }

  @Test func aSettingChangesTheChaptersThatItAffects() async throws {
    func changed(_ setting: String) async throws -> [Bool] {
      let base = try await plan(Self.chapters)
      let cast = Self.cast.replacing("\"code\": \"speak\"", with: setting)
      let other = try await plan(Self.chapters, cast: cast)
      return zip(base.fingerprints, other.fingerprints).map { $0 != $1 }
    }
    #expect(try await changed("\"code\": \"announce\"") == [false, false, true])
    #expect(try await changed("\"code\": \"speak\", \"tables\": \"skip\"") == [false, true, false])
    #expect(try await changed("\"code\": \"speak\", \"lists\": \"speak\"") == [true, false, false])
    #expect(try await changed("\"code\": \"speak\", \"tasks\": \"speak\"") == [false, false, true])
    #expect(try await changed("\"code\": \"speak\", \"math\": \"skip\"") == [false, false, false])
  }

  @Test func anEditInOneDocumentOfAFolderChangesOnlyItsChapter() async throws {
    let folder = try TemporaryFolder()
    func plan() async throws -> BookPlan {
      try await ToneBook("", cast: Self.cast) { $0.folder = folder.path }.plan()
    }
    for (index, chapter) in Self.chapters.enumerated() {
      try folder.write(chapter + Self.notes, as: "\(index + 1).md")
    }
    let base = try await plan()
    try folder.write("Preface.\n\n" + Self.chapters[1] + Self.notes, as: "2.md")
    let other = try await plan()
    #expect(other.titles == ["One", "2", "Three"])
    #expect(zip(base.fingerprints, other.fingerprints).map { $0 == $1 } == [true, false, true])
  }
}
