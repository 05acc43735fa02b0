import Guion
import TestSupport
import Testing

/// Tests of words that an EPUB could lose without a message.
@Suite struct EPUBLostWordsTests {
  private func parse(_ book: MadeBook) -> GuionParsedElementCollection {
    GuionParsedElementCollection(bytes: book.bytes, format: .epub)
  }

  private func lines(_ book: MadeBook) -> [String] {
    parse(book).elements.map(EPUBPageTests.line)
  }

  // MARK: Tables

  @Test(arguments: [
    ("<td>a</td><tr><td>b</td></tr>", ["row =a", "row =b"]),
    ("<tr><td>a</td><tr><td>b</td></tr><td>c</td></tr>", ["row =a", "row =b", "row =c"]),
    (
      "<tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr>",
      ["row =a;=b c"]
    ),
    ("<tr><th>h</th></tr><td>a</td>", ["row h=a"]),
    ("<tr><td>a<table>b</table></td></tr>", ["row =a b"]),
  ])
  func `a cell is read wherever it stands`(_ rows: String, _ expected: [String]) {
    #expect(lines(MadeBook("<table>\(rows)</table>")) == expected)
  }

  // MARK: Types of pages

  @Test(arguments: [
    "application/xml", "text/xml", "text/x-oeb1-document", "application/x-dtbook+xml",
    "image/svg+xml", "text/plain", "application/xhtml+xml; charset=utf-8",
    " application/xhtml+xml ", "application/xhtml+xml;charset=utf-8", "APPLICATION/XHTML+XML", "",
    "text/html", "application/octet-stream",
  ])
  func `a page is a page whatever its declared type`(_ type: String) {
    let book = MadeBook("<p>Words of the page.</p>").with {
      $0.attributes["one.xhtml"] = "media-type=\"\(type)\""
    }
    #expect(lines(book) == ["p: Words of the page."])
    #expect(parse(book).diagnostics == [])
  }

  @Test func `a DTBook page is read`() {
    let book = MadeBook([
      (
        "one.xml",
        "<?xml version=\"1.0\"?><dtbook><head><title>No</title></head><book><bodymatter><level1>"
          + "<h1>One</h1><p>Some <em>words</em>.</p><pagenum>7</pagenum><p>More.</p>"
          + "</level1></bodymatter></book></dtbook>"
      )
    ]).with { $0.attributes["one.xml"] = "media-type=\"application/x-dtbook+xml\"" }
    #expect(lines(book) == ["h1: One", "p: Some words.", "p: More."])
  }

  @Test(arguments: [
    ("image/svg+xml", "<svg><text>Drawn words</text></svg>"), ("text/plain", "plain: words"),
    ("image/png", "plain: \u{89}PNG"), ("application/pdf", "plain: %PDF-1.4"), ("", "plain: x"),
  ])
  func `a file of the reading order that is no page is named`(_ type: String, _ text: String) {
    let book = MadeBook([("one.xhtml", "<p>One.</p>"), ("two", text)]).with {
      $0.attributes["two"] = "media-type=\"\(type)\""
    }
    let found = parse(book)
    #expect(found.elements.map(EPUBPageTests.line) == ["p: One."])
    #expect(found.diagnostics.map(\.code) == ["unread-page"])
    #expect(found.diagnostics.map(\.file) == ["OEBPS/two"])
    #expect(found.diagnostics.map(\.severity) == [.warning])
  }

  @Test func `the fallback of a picture is read`() {
    let book = MadeBook([("one.xhtml", "<p>One.</p>"), ("two.png", "plain: PNG")]).with {
      $0.attributes["two.png"] = "media-type=\"image/png\" fallback=\"fb\""
      $0.items = "<item id=\"fb\" href=\"fb.xhtml\" media-type=\"application/xhtml+xml\"/>"
      $0.files = [MadeArchive.Entry("OEBPS/fb.xhtml", "<html><body><p>Two.</p></body></html>")]
    }
    #expect(lines(book) == ["p: One.", "p: Two."])
    #expect(parse(book).diagnostics == [])
  }

  // MARK: Contents and cover

  private static let links =
    "<ul id=\"toc\"><li><a href=\"one.xhtml\">One</a> 7</li><li><a href=\"two.xhtml\">Two</a></li></ul>"

  @Test(arguments: ["t.xhtml", "t.xhtml#toc", "t.xhtml#x"])
  func `of a page with contents the text is read`(_ target: String) {
    let book = MadeBook([
      ("t.xhtml", "<p>A preface.</p><h1>Contents</h1>\(Self.links)<p>And more text.</p>"),
      ("one.xhtml", "<p>One.</p>"), ("two.xhtml", "<p>Two.</p>"),
    ]).with { $0.guide = "<guide><reference type=\"toc\" href=\"\(target)\"/></guide>" }
    #expect(lines(book) == ["p: A preface.", "p: And more text.", "p: One.", "p: Two."])
  }

  @Test func `a page of contents alone is not read`() {
    for body in [
      "<h1>My List</h1>\(Self.links)", "<p>Inhalt</p>\(Self.links)",
      "<p>What is in it</p>\(Self.links)",
      "<table><tr><td>I.</td><td><a href=\"one.xhtml\">One</a></td><td>7</td></tr></table>",
    ] {
      let book = MadeBook([
        ("t.xhtml", body), ("one.xhtml", "<p>One.</p>"), ("two.xhtml", "<p>Two.</p>"),
      ]).with { $0.guide = "<guide><reference type=\"toc\" href=\"t.xhtml\"/></guide>" }
      #expect(lines(book) == ["p: One.", "p: Two."])
    }
  }

  @Test func `of a page with the cover the text is read`() {
    let book = MadeBook(
      "<div id=\"c\"><p>Cover words</p></div><p>The book begins.</p>"
    ).with { $0.guide = "<guide><reference type=\"cover\" href=\"one.xhtml#c\"/></guide>" }
    #expect(lines(book) == ["p: The book begins."])
    let long = Array(repeating: "many words", count: 100).joined(separator: " ")
    let whole = MadeBook("<p>\(long)</p>").with {
      $0.guide = "<guide><reference type=\"cover\" href=\"one.xhtml\"/></guide>"
    }
    #expect(lines(whole) == ["p: \(long)"])
  }

  // MARK: Titles

  private func headings(_ title: String, _ body: String) -> [String] {
    let book = MadeBook(body + "<p>x</p>").with {
      $0.contents = "<li><a href=\"one.xhtml\">\(title)</a></li>"
    }
    return lines(book).dropLast()
  }

  @Test(arguments: ["I", "V", "X", "1", "A"])
  func `a heading that contains the letters of a title stays`(_ title: String) {
    let rest = ["In the beginning", "Vox 1", "A1 axiv"]
    for other in rest {
      #expect(
        headings(title, "<h1>\(title)</h1><h2>\(other)</h2>")
          == (title == "A" ? ["h1: A", "h2: \(other)"] : ["h1: \(title): \(other)"]))
      #expect(
        headings(title, "<h1>\(other)</h1><h1>\(title)</h1>").contains { $0.hasSuffix(other) })
    }
  }

  @Test func `a heading beside the title stays`() {
    #expect(
      headings("The Ship", "<h1>The Ship</h1><h2>Chapter I</h2>") == [
        "h1: The Ship", "h2: Chapter I",
      ])
    #expect(
      headings("The Ship", "<h2>Chapter I</h2><h1>The Ship</h1>") == ["h1: Chapter I: The Ship"])
    #expect(headings("The Ship", "<h1>Chapter I: The Ship</h1>") == ["h1: Chapter I: The Ship"])
  }

  @Test(arguments: [
    "<h1>01</h1><h1>The Harbour</h1>", "<h1>01</h1><h2>THE HARBOUR</h2>",
    "<p>01</p><h1>The Harbour</h1>", "<h1>01</h1><p>The Harbour</p>", "<h1>01 – The Harbour</h1>",
    "<h1>The Harbour</h1>", "<h1>01<br/>The Harbour</h1>",
  ])
  func `a title in two parts is read once`(_ body: String) {
    let found = headings("01 The Harbour", body)
    #expect(found.count == 1, "\(found)")
    #expect(found.allSatisfy { $0.lowercased().contains("harbour") })
  }

  @Test func `a title whose position is on its second part is read once`() {
    let book = MadeBook("<h1>01</h1><h2 id=\"b\">The Harbour</h2><p>x</p>").with {
      $0.contents = "<li><a href=\"one.xhtml#b\">01 The Harbour</a></li>"
    }
    #expect(lines(book) == ["h1: 01 The Harbour", "p: x"])
  }

  @Test func `a part and its chapter keep their headings`() {
    let book = MadeBook("<h1>Part One</h1><h2>The Ship</h2><h3>A storm</h3><p>x</p>").with {
      $0.contents =
        "<li><a href=\"one.xhtml\">Part One</a><ol><li><a href=\"one.xhtml\">The Ship</a></li></ol></li>"
    }
    #expect(lines(book) == ["h1: Part One", "h2: The Ship", "h3: A storm", "p: x"])
    let numbered = book.with {
      $0.pages[0].body = "<h1>Part One</h1><h2>Chapter 1</h2><h2>The Ship</h2><p>x</p>"
    }
    #expect(lines(numbered) == ["h1: Part One", "h2: Chapter 1: The Ship", "p: x"])
  }

  @Test func `a paragraph that repeats a title stays`() {
    #expect(headings("Spring", "<p>Spring</p>") == ["h1: Spring", "p: Spring"])
    #expect(headings("Spring", "<h1>Spring</h1><p>Spring</p>") == ["h1: Spring", "p: Spring"])
  }

  @Test func `a note of a heading that repeats a title stays`() {
    let book = MadeBook(
      "<h1>1</h1><h2>The Sea<a epub:type=\"noteref\" href=\"#n\">*</a></h2><p>x</p>"
        + "<aside id=\"n\" epub:type=\"footnote\"><p>Deep.</p></aside>"
    ).with { $0.contents = "<li><a href=\"one.xhtml\">1. The Sea</a></li>" }
    #expect(parse(book).elements.first?.inlines.count == 1)
    #expect(lines(book) == ["h1: 1. The Sea", "p: x", "note 1: Deep."])
  }
}
