import Basics
import Foundation
import Guion
import TestSupport
import Testing

/// Tests of a book's package: order, titles, metadata and copy protection.
@Suite struct EPUBBookTests {
  private func parse(_ book: MadeBook) -> GuionParsedElementCollection {
    GuionParsedElementCollection(bytes: book.bytes, format: .epub)
  }

  private func lines(_ book: MadeBook) -> [String] {
    parse(book).elements.map(EPUBPageTests.line)
  }

  private static let chapters = MadeBook([
    ("one.xhtml", "<h2>The Start</h2><p>One.</p>"),
    ("two.xhtml", "<p>Two.</p><h2>A part</h2><p>More.</p>"),
  ])

  @Test func `titles come from the table of contents`() {
    let book = Self.chapters.with {
      $0.contents =
        "<li><a href=\"one.xhtml\">The start</a></li><li><a href=\"two.xhtml\">The End</a></li>"
    }
    let expected = [
      "h1: The Start", "p: One.", "h1: The End", "p: Two.", "h2: A part", "p: More.",
    ]
    #expect(lines(book) == expected)
    let old = Self.chapters.with {
      $0.map =
        "<navPoint><navLabel><text>The start</text></navLabel><content src=\"one.xhtml\"/></navPoint>"
        + "<navPoint><navLabel><text>The End</text></navLabel><content src=\"two.xhtml\"/></navPoint>"
    }
    #expect(lines(old) == expected)
    #expect(parse(book).outline.chapterLevel == 1)
  }

  @Test func `titles are at the positions and depths of the table of contents`() {
    let book = MadeBook(
      "<p class=\"x\">Part 1</p><h1>1</h1><h1>The Sea</h1><p>a</p><p id=\"b\">b</p>"
    ).with {
      $0.contents =
        "<li><a href=\"one.xhtml\">Beginning</a><ol><li><a href=\"one.xhtml#b\">B side</a></li></ol></li>"
    }
    #expect(
      lines(book) == [
        "h1: Part 1: Beginning", "h2: 1: The Sea", "p: a", "h2: B side", "p: b",
      ])
    let split = MadeBook("<h1>1</h1><h2>The Sea</h2><p>a</p>").with {
      $0.contents = "<li><a href=\"one.xhtml\">1. The Sea</a></li>"
    }
    #expect(lines(split) == ["h1: 1. The Sea", "p: a"])
  }

  @Test func `a part without its own page is placed above its first chapter`() {
    let book = Self.chapters.with {
      $0.contents =
        "<li><a href=\"one.xhtml\"><span>The start</span></a></li><li><span>Part</span><ol><li>"
        + "<a href=\"two.xhtml\">The End</a></li></ol></li>"
    }
    #expect(
      lines(book) == [
        "h1: The Start", "p: One.", "h1: Part", "h2: The End", "p: Two.", "h3: A part", "p: More.",
      ])
  }

  @Test func `without a table of contents headings are the titles`() {
    #expect(
      lines(Self.chapters) == ["h2: The Start", "p: One.", "p: Two.", "h2: A part", "p: More."])
  }

  @Test func `notes on a separate page are read at their links`() {
    let book = MadeBook([
      ("one.xhtml", "<p>One<a epub:type=\"noteref\" href=\"n.xhtml#n1\">1</a>.</p>"),
      ("n.xhtml", "<h1>Notes</h1><p id=\"n1\">A note.</p><p>Nothing.</p>"),
    ]).with { $0.aside = ["n.xhtml"] }
    #expect(lines(book) == ["p: One.", "note 1: A note."])
    #expect(parse(book).elements.last?.sourceRange?.source == 1)
    let manuscript = Manuscript(parse(book), path: "b.epub")
    #expect(manuscript.documents.map(\.path) == ["b.epub/OEBPS/one.xhtml", "b.epub/OEBPS/n.xhtml"])
  }

  @Test func `the package contains the book's metadata`() throws {
    let book = MadeBook("<p>One.</p>").with {
      $0.metadata =
        "<dc:title>The Title</dc:title><dc:title>Series</dc:title><dc:creator id=\"a\">Ann</dc:creator>"
        + "<dc:creator id=\"b\">Bob</dc:creator><meta refines=\"#b\" property=\"role\">ill</meta>"
        + "<dc:language>en-GB</dc:language><dc:date>2001-02-03</dc:date>"
        + "<dc:description>&lt;p&gt;About it.&lt;/p&gt;</dc:description>"
      $0.items =
        "<item id=\"c\" href=\"c%20d.png\" media-type=\"image/png\" properties=\"cover-image\"/>"
      $0.files = [MadeArchive.Entry("OEBPS/c d.png", "PNG")]
    }
    let manuscript = Manuscript(parse(book), path: "b.epub")
    #expect(manuscript.title == "The Title")
    #expect(manuscript.authors == ["Ann"])
    #expect(manuscript.language == "en-GB")
    #expect(manuscript.year == "2001")
    #expect(manuscript.summary == "About it.")
    let cover = try #require(manuscript.coverFile)
    #expect(try LimitedFile.bytes(of: cover, limit: .cover) == Array("PNG".utf8))
    let old = MadeBook("<p>One.</p>").with {
      $0.metadata = "<dc:title>T</dc:title><meta name=\"cover\" content=\"c\"/>"
      $0.items = "<item id=\"c\" href=\"c.png\" media-type=\"image/png\"/>"
      $0.files = [MadeArchive.Entry("OEBPS/c.png", "OLD")]
    }
    #expect(Manuscript(parse(old), path: "b.epub").coverFile?.contents == Array("OLD".utf8))
  }

  @Test func `the cover page and the contents page are not read`() {
    let book = MadeBook([
      ("c.xhtml", "<p>Cover words</p>"), ("t.xhtml", "<p>Contents</p>"),
      ("one.xhtml", "<p>One.</p>"),
    ]).with {
      $0.guide =
        "<guide><reference type=\"cover\" href=\"c.xhtml\"/><reference type=\"toc\" href=\"t.xhtml#x\"/></guide>"
    }
    #expect(lines(book) == ["p: One."])
  }

  private static func encryption(_ algorithm: String) -> MadeArchive.Entry {
    MadeArchive.Entry(
      "META-INF/encryption.xml",
      "<encryption><EncryptedData><EncryptionMethod Algorithm=\"\(algorithm)\"/></EncryptedData></encryption>"
    )
  }

  @Test func `copy protection is reported, and locked fonts are harmless`() {
    for entry in [
      Self.encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"),
      MadeArchive.Entry("META-INF/sinf.xml", "<x/>"),
    ] {
      let parsed = parse(MadeBook("<p>One.</p>").with { $0.files = [entry] })
      #expect(parsed.elements.isEmpty)
      #expect(parsed.diagnostics.map(\.code) == ["protected-book"])
    }
    let fonts = Self.encryption("http://www.idpf.org/2008/embedding")
    #expect(lines(MadeBook("<p>One.</p>").with { $0.files = [fonts] }) == ["p: One."])
  }

  @Test func `a book with missing parts is one error`() {
    let cases: [([MadeArchive.Entry], String)] = [
      ([MadeArchive.Entry("mimetype", "application/epub+zip")], "bad-archive"),
      ([MadeArchive.Entry("META-INF/container.xml", "<container/>")], "bad-book"),
      ([MadeArchive.Entry("META-INF/container.xml", "<container")], "bad-xml"),
    ]
    for (entries, code) in cases {
      let parsed = GuionParsedElementCollection(
        bytes: MadeArchive(entries).bytes, format: .epub)
      #expect(parsed.diagnostics.map(\.code) == [code])
      #expect(parsed.elements.isEmpty)
    }
    #expect(parse(MadeBook([])).diagnostics.map(\.code) == ["bad-book"])
    // Without an error, a missing page in the reading order would be lost silently.
    let unknown = MadeBook("<p>One.</p>").with {
      $0.guide = "<spine><itemref idref=\"nope\"/></spine>"
    }
    #expect(parse(unknown).diagnostics.map(\.code) == ["bad-book"])
    let text = GuionParsedElementCollection(string: "Words.", format: .epub)
    #expect(text.diagnostics.map(\.code) == ["wrong-format"])
  }

  @Test func `a book is recognized by its bytes`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "book.bin")
    try Data(MadeBook("<p>One.</p>").bytes).write(to: URL(filePath: path))
    #expect(try GuionParsedElementCollection(file: path).format == .epub)
  }
}
