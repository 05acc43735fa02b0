import Foundation
import Glibc
import Guion
import TestSupport
import Testing

/// Tests of the documents of a folder without an order file.
@Suite struct FolderOrderTests {
  static let trees: [BookTree] = [
    BookTree(
      "numbers count as numbers", "c10.md c2.md c1.md c02b.md", "c1.md | c2.md | c02b.md | c10.md"),
    BookTree(
      "large numbers", "a99999999999999999999.md a100000000000000000000.md a0.md a.md",
      "a.md | a0.md | a99999999999999999999.md | a100000000000000000000.md"),
    BookTree("leading zeros", "001.md 1.md 01.md 2.md", "001.md | 01.md | 1.md | 2.md"),
    BookTree("case counts last", "b.md A.md a.md B.md", "A.md | a.md | B.md | b.md"),
    BookTree("accents by their bytes", "é.md z.md e.md", "e.md | z.md | é.md"),
    BookTree("the ending does not count", "a-b.md a.md", "a.md | a-b.md"),
    BookTree(
      "an index comes first", "a.md index.md README.md 0.md b/z.md b/Index.md",
      "README.md | index.md | 0.md | a.md | b/Index.md | b/z.md"),
    BookTree(
      "folders in the place of their name", "a.md b/2.md b/10.md c.md b/x/y.md",
      "a.md | b/2.md | b/10.md | b/x/y.md | c.md"),
    BookTree(
      "front matter first, back matter last",
      "back-matter/b.md chapters/2.md front_matter/f.md Backmatter.md zoo.md",
      "front_matter/f.md | chapters/2.md | zoo.md | back-matter/b.md | Backmatter.md"),
    BookTree("a document before its folder", "part/1.md part.md", "part.md | part/1.md"),
    BookTree(
      "all formats", "a.md b.markdown c.fountain d.spmd E.MD",
      "a.md | b.markdown | c.fountain | d.spmd | E.MD"),
    BookTree(
      "nothing hidden, nothing of programs",
      "a.md .b.md .git/c.md node_modules/d.md x.audiobook/e.md y.AUDIOBOOK/f.md cast.json g.png",
      "a.md"),
    BookTree("texts are no chapters", "a.md LICENSE.txt requirements.txt b/notes.txt", "a.md"),
    BookTree("a PDF is printed from a document", "a.md a.pdf b/c.pdf", "a.md"),
    BookTree("a PDF beside a text", "a.pdf b.txt", "b.txt"),
    BookTree("texts where there is nothing else", "b.txt a/c.txt", "a/c.txt | b.txt"),
    BookTree(
      "a table of contents below", "a.md b/SUMMARY.md b/c.md b/nav.md", "a.md | b/c.md | b/nav.md"),
    BookTree(
      "links to documents, not to folders", "a.md b/c.md",
      ["d.md": "-> b/c.md", "e": "-> b", "f": "-> ."], "a.md | b/c.md | d.md"),
    BookTree(
      "blanks and quotes", "", ["a b.md": "x", "it's \"so\".md": "x", "-o.md": "x"],
      "-o.md | a b.md | it's \"so\".md"),
  ]

  @Test(arguments: trees) func documentsAreInNaturalOrder(_ tree: BookTree) throws {
    let book = try tree.read()
    #expect(book.order == tree.expected)
    #expect(book.isFolder)
    #expect(book.name == "book")
  }

  @Test func `edition 1 sorts all names alike`() throws {
    let tree = BookTree("", "back-matter/b.md chapters/2.md", "")
    let folder = try TemporaryFolder()
    let path = try tree.write(to: folder)
    #expect(
      try Manuscript(folder: path, edition: .second).order == "chapters/2.md | back-matter/b.md")
    #expect(
      try Manuscript(folder: path, edition: .first).order == "back-matter/b.md | chapters/2.md")
  }

  @Test func namesCanHaveAnyBytes() throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.md", "").write(to: folder)
    let name = Array((path + "/b").utf8) + [0xFF, 0x0A] + Array(".md".utf8)
    let file = open(name.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600)
    #expect(write(file, "Heard.", 6) == 6)
    close(file)
    let book = try Manuscript(folder: path)
    #expect(book.order == "a.md | b\u{FFFD}\n.md")
    #expect(book.elements.contains { $0.elementText == "Heard." })
  }

  @Test func aLinkOutOfTheFolderIsLeftOut() throws {
    let folder = try TemporaryFolder()
    try folder.write("Secret.", as: "outside.md")
    let tree = BookTree("", "a.md", ["b.md": "-> ../outside.md"], "")
    let path = try tree.write(to: folder)
    let book = try Manuscript(folder: path)
    #expect(book.order == "a.md")
    #expect(
      book.findings(in: path)
        == "book/b.md: warning: this link leads out of the folder and is left out; replace the link "
        + "with the document [outside-folder]")
  }

  @Test func aPipeIsNotADocument() throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.md", "").write(to: folder)
    #expect(mkfifo(path + "/b.md", 0o600) == 0)
    let book = try Manuscript(folder: path)
    #expect(book.order == "a.md")
    #expect(
      book.findings(in: path)
        == "book/b.md: warning: this is not a regular file, so it is left out; replace it with the "
        + "document [not-a-document]")
  }

  @Test func thePathIsThatOfTheUser() throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "sub/a.md", "").write(to: folder, root: "My Book")
    for (named, name) in [
      (path, "My Book"), (path + "/", "My Book"), (path + "/sub/..", "My Book"),
    ] {
      let book = try Manuscript(folder: named)
      #expect(book.name == name)
      #expect(
        book.documents.map(\.path) == [named + (named.hasSuffix("/") ? "" : "/") + "sub/a.md"])
    }
  }

  /// Files of a folder, the documents that are read in each edition, and the findings.
  static let skipped: [(names: String, first: String, second: String, findings: [String])] = [
    (
      "01.md 02.doc 03.md 04.pages notes.tex ~$02.docx .hidden.doc a.png", "01.md | 03.md",
      "01.md | 03.md",
      [
        "02.doc: warning: this document is not read: save it as DOCX",
        "04.pages: warning: this document is not read: export it as Word or EPUB",
        "notes.tex: warning: this document is not read: convert it, for example with pandoc "
          + "FILE.tex -o FILE.md",
      ]
    ),
    (
      "01.md 01.docx 01.epub sub/02.odt sub/02.epub 03.fountain 03.fdx",
      "01.epub | 01.md | 03.fdx | 03.fountain | sub/02.epub",
      "01.md | 03.fdx | 03.fountain | sub/02.odt",
      [
        "01.docx: note: this is left out, because 01.md has the same name and is read",
        "01.epub: note: this is left out, because 01.md has the same name and is read",
        "sub/02.epub: note: this is left out, because 02.odt has the same name and is read",
      ]
    ),
  ]

  @Test(arguments: skipped.indices) func `no document vanishes from a folder`(_ index: Int) throws {
    let row = Self.skipped[index]
    let folder = try TemporaryFolder()
    let path = try BookTree("", row.names, "").write(to: folder)
    #expect(try Manuscript(folder: path, edition: .first).order == row.first)
    let book = try Manuscript(folder: path)
    #expect(book.order == row.second)
    let found = book.diagnostics.filter { $0.code == "skipped-document" }.map {
      $0.description.replacing(path + "/", with: "")
    }
    #expect(found.count == row.findings.count)
    for (finding, expected) in zip(found, row.findings) { #expect(finding.hasPrefix(expected)) }
  }

  @Test func `a folder of unknown formats names its documents`() throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.doc b.pages", "").write(to: folder)
    let error = #expect(throws: ManuscriptError.self) { try Manuscript(folder: path) }
    #expect(
      error?.diagnostics.map(\.code) == ["skipped-document", "skipped-document", "no-documents"])
    #expect(error?.path == path)
  }

  @Test func `earlier rule sets do not read Word documents in folders, and say so`() throws {
    let folder = try TemporaryFolder()
    let tree = BookTree("", "a.md b.docx c.odt", ["nav": "a.md\nb.docx\n"], "")
    let path = try tree.write(to: folder)
    let codes = try Manuscript(folder: path, edition: .first).diagnostics.map(\.code)
    #expect(codes == ["not-a-document"])
    try FileManager.default.removeItem(atPath: path + "/nav")
    let found = try Manuscript(folder: path, edition: .first).diagnostics
    #expect(found.map(\.code) == ["skipped-document", "skipped-document"])
  }
}
