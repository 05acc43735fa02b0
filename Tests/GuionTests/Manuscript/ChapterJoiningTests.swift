import Guion
import TestSupport
import Testing

/// Tests of how the documents of a folder become the chapters of a book.
@Suite struct ChapterJoiningTests {
  static let trees: [BookTree] = [
    BookTree(
      "a title of its own", "", ["a.md": "# One\n\n## Two\n\nx\n"], "a.md 1 One | a.md 2 Two"),
    BookTree(
      "levels begin at one", "", ["a.md": "### One\n\nx\n\n#### Two\n\ny\n"],
      "a.md 1 One | a.md 2 Two"),
    BookTree(
      "several at the top", "", ["a.md": "## One\n\nx\n\n## Two\n\ny\n"], "a.md 1 One | a.md 1 Two"),
    BookTree(
      "words first", "", ["01-the_long-way.md": "x\n\n# One\n\ny\n"],
      "01-the_long-way.md 1 The long way | 01-the_long-way.md 2 One"),
    BookTree(
      "a lower heading first", "", ["a.md": "## Small\n\nx\n\n# Large\n\ny\n"],
      "a.md 1 A | a.md 3 Small | a.md 2 Large"),
    BookTree(
      "no heading", "", ["a.md": "x\n", "b/index.md": "y\n", "README.md": "z\n"],
      "README.md 1 Book | a.md 1 A | b/index.md 1 B"),
    BookTree("a heading without words", "", ["a.md": "# ***\n\nx\n"], "a.md 1 A | a.md 2 ***"),
    BookTree(
      "front matter", "", ["a.md": "---\ntitle: Front\n---\n\nx\n\n## Two\n"],
      "a.md 1 Front | a.md 2 Two"),
    BookTree(
      "front matter says the same", "",
      ["a.md": "---\ntitle: \"The Way!\"\n---\n\n# The *way*\n\n## Two\n\nx\n"],
      "a.md 1 The way | a.md 2 Two"),
    BookTree(
      "front matter says the same of a lower heading", "",
      ["a.md": "---\ntitle: Way\n---\n\n### Way\n\nx\n\n## Two\n\ny\n"], "a.md 1 Way | a.md 2 Two"),
    BookTree(
      "front matter over sections", "",
      ["a.md": "---\ntitle: Front\n---\n\n## One\n\nx\n\n## Two\n\ny\n"],
      "a.md 1 Front | a.md 2 One | a.md 2 Two"),
    BookTree(
      "front matter beside a title", "",
      ["a.md": "---\ntitle: Front\n---\n\n# Title\n\n## Two\n\ny\n"], "a.md 1 Title | a.md 2 Two"),
    BookTree(
      "a quoted heading", "", ["a.md": "> # Quoted\n\nx\n\n## Own\n\ny\n"],
      "a.md 1 A | a.md 1 Quoted | a.md 2 Own"),
    BookTree(
      "the list's title", "",
      [
        "SUMMARY.md": "- [A *fine* `x` & y](a.md)\n- [Other](b.md)\n", "a.md": "x",
        "b.md": "# Own\n\ny\n",
      ], "a.md 1 A fine x & y | b.md 1 Own"),
    BookTree("nothing to read", "b.md", ["a.md": "<!-- x -->\n\n# ---\n"], "b.md 1 B"),
    BookTree(
      "screenplays", "",
      [
        "a.fountain": "Title: _The_ Way\n\n# Act\n\n## Scene\n\nWords.\n",
        "b.fountain": "### Act\n\nWords.\n",
        "c.fountain": "Words.\n",
      ],
      "a.fountain 1 The Way | a.fountain 2 Act | a.fountain 3 Scene | b.fountain 1 B | b.fountain 2 Act | c.fountain 1 C"
    ),
    BookTree("texts", "a.txt", "a.txt 1 A"),
    BookTree(
      "names", "3d-printing.md 01.md 1.2-x.md 2)y.md --.md",
      "--.md 1 -- | 01.md 1 01 | 1.2-x.md 1 X | 2)y.md 1 Y | 3d-printing.md 1 3d printing"),
  ]

  @Test(arguments: trees) func eachDocumentStartsAChapter(_ tree: BookTree) throws {
    #expect(try tree.read().headings == tree.expected)
  }

  @Test func elementsKnowTheirDocument() throws {
    let book = try BookTree("", "", ["a.fountain": "One.", "b.fountain": "\n\nTwo."], "").read()
    #expect(book.elements.map(\.elementText) == ["A", "One.", "B", "Two."])
    #expect(book.elements.map { $0.sourceRange?.source } == [0, 0, 1, 1])
    #expect(book.elements.map { $0.sourceRange?.start.line } == [1, 1, 1, 3])
    #expect(book.documents.map(\.format) == [.fountain, .fountain])
  }

  @Test func scenesOfTheSameNameAreDistinguished() throws {
    let scene = "INT. BAR - DAY\n\nWords.\n"
    let book = try BookTree("", "", ["a.fountain": scene, "b.fountain": scene], "").read()
    let scenes = book.elements.compactMap(\.sceneId)
    #expect(scenes.count == 2 && Set(scenes).count == 2)
  }

  @Test func theTitlePageCombinesThoseOfTheDocuments() throws {
    let book = try BookTree(
      "", "",
      [
        "a.fountain": "Title: Own\nAuthor: *Ann*\n\nx\n",
        "b/b.fountain": "Author: Bob\nLanguage: de\nCover: c.jpg\n\nx\n",
        "c.fountain": "Authors: Ann\nLanguage: fr\nCover: /d.jpg\n\nx\n",
      ], ""
    ).read()
    #expect(book.title == nil && !book.hasTitlePageTitle)
    #expect(book.authors == ["Ann", "Bob"])
    #expect(book.language == "de")
    #expect(book.cover == "b/c.jpg")
    // The path is relative to the document, and errors name the document.
    let file = try #require(book.coverFile)
    #expect(file.path == "c.jpg" && file.position == SourcePosition(line: 3, column: 1))
    #expect(file.base == "\(file.root)/b" && file.file == "\(file.root)/b/b.fountain")
  }

  @Test func mkdocsNamesTheBook() throws {
    let book = try BookTree(
      "", "docs/index.md docs/a/index.md",
      ["mkdocs.yml": "site_name: The *Site*\nsite_author: Ann\nnav: [index.md, a/index.md]\n"], ""
    ).read()
    #expect(book.title == "The *Site*")
    #expect(book.hasTitlePageTitle)
    #expect(book.authors == ["Ann"])
    #expect(book.headings == "docs/index.md 1 The *Site* | docs/a/index.md 1 A")
  }

  @Test func theFirstDocumentsSettingsHavePriority() throws {
    let folder = try TemporaryFolder()
    let settings = "---\nguion2audio:\n  narrator: espeak://en\n---\n\nx\n"
    let path = try BookTree("", "a.md", ["b.md": settings, "c.md": settings], "").write(to: folder)
    let book = try Manuscript(folder: path)
    #expect(book.settingsDocument?.name == "b.md")
    #expect(
      book.findings(in: path)
        == "book/c.md:3:3: warning: these guion2audio settings are ignored, because the settings in "
        + "book/b.md apply to the whole book; delete the settings in one of the two files "
        + "[several-settings]")
  }

  @Test func anEmptyDocumentIsReported() throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.fountain", ["b.fountain": "/* x */\n"], "").write(to: folder)
    let book = try Manuscript(folder: path)
    #expect(
      book.findings(in: path)
        == "book/b.fountain: warning: this document has no text to read, so it is not a chapter "
        + "[empty-document]")
  }
}
