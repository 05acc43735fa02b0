import Basics
import Guion
import TestSupport
import Testing

/// Tests of the elements that a book's pages are read as.
@Suite struct EPUBPageTests {
  private func parse(_ body: String) -> GuionParsedElementCollection {
    GuionParsedElementCollection(bytes: MadeBook(body).bytes, format: .epub)
  }

  /// Returns a summary of each element: its type, its level or mark, and its text.
  private func lines(_ body: String) -> [String] { parse(body).elements.map(Self.line) }

  static func line(_ element: GuionElement) -> String {
    var head = element.elementType.identifier
    if element.elementType.level > 0 { head = "h\(element.elementType.level)" }
    if head == "action" { head = "p" }
    switch element.mark {
    case .quote?: head = "quote"
    case .list(let ordered, let number, let depth, _)?:
      head = "\(ordered ? number.map(String.init) ?? "-" : "*")/\(depth)"
    case .code(let language)?: head = "code \(language ?? "")"
    case .row(let cells)?:
      return "row " + cells.map { "\($0.header)=\($0.text)" }.joined(separator: ";")
    case .summary?: head = "summary"
    case .footnote(let number)?: head = "note \(number)"
    case nil: break
    }
    return head + ": " + element.elementText
  }

  @Test(
    arguments: [
      (
        "<h1>A</h1><p>One\n  two.</p><div>Three<p>four</p>five</div>",
        ["h1: A", "p: One two.", "p: Three", "p: four", "p: five"]
      ),
      (
        "<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>",
        ["*/1: a", "*/2: b", "*/1: c", "*/1: d"]
      ),
      (
        "<ol start=\"3\"><li>a</li><li value=\"7\">b</li><li><p>c</p><p>d</p></li></ol>",
        ["3/1: a", "7/1: b", "8/1: c", "-/1: d"]
      ),
      (
        "<p class='dropcap'><span>T</span> HE end.</p><p><img src='d' alt='Decorated letter W'/>e sat.</p>",
        ["p: THE end.", "p: We sat."]
      ),
      (
        "<p>a<sup>[3]</sup> b<span class='footnote-ref'>6</span> c<sup>2</sup></p>", ["p: a b c2"]
      ),
      (
        "<p><span aria-label='Once'><span aria-hidden='true'>O</span></span> upon</p>",
        ["p: Once upon"]
      ),
      ("<p>a {# b #}{&gt;&gt;c&lt;&lt;} d <code>{# e #}</code></p>", ["p: a d {# e #}"]),
      (
        "<blockquote><p>a</p><blockquote>b</blockquote></blockquote><p>c</p>",
        ["quote: a", "quote: b", "p: c"]
      ),
      (
        "<pre class=\"sourceCode swift\"><code>let a = 1\n  let b\n</code></pre>",
        ["code swift: let a = 1\n  let b"]
      ),
      (
        "<table><thead><tr><th>H</th><th>I</th></tr></thead><tbody><tr><td>1</td><td><p>2</p></td></tr></tbody></table>",
        ["row H=1;I=2"]
      ),
      (
        "<table><tr><th>H</th></tr></table><table><tr><td>1</td><td>2</td></tr></table>",
        ["row =H", "row =1;=2"]
      ),
      // The header of a form is read, because the cells below are empty.
      (
        "<table><thead><tr><th>H</th></tr></thead><tr><td></td></tr></table><p>a</p>",
        ["row =H", "p: a"]
      ),
      ("<p>a<br/>b</p><hr/><p>c</p>", ["p: a\nb", "page-break: ", "p: c"]),
      (
        "<p>a<span class=\"pagenum\">12</span>b<span epub:type=\"pagebreak\" id=\"p3\">3</span>c</p>",
        ["p: abc"]
      ),
      (
        "<p hidden=\"hidden\">a</p><p style=\"display: none\">b</p><nav><p>c</p></nav><p>d</p>",
        ["p: d"]
      ),
      ("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字</p>", ["p: 漢字"]),
      (
        "<p><img src=\"a.png\" alt=\"A cat\"/> and <img src=\"b.png\" alt=\"\"/>me</p>",
        ["p: A cat and me"]
      ),
      ("<details><summary>S</summary>T</details>", ["summary: S", "p: T"]),
      ("<dl><dt>a</dt><dd>b</dd></dl>", ["p: a", "p: b"]),
      ("<p>1 &amp; 2 &lt; 3</p><p> </p>", ["p: 1 & 2 < 3"]),
    ] as [(String, [String])])
  func `blocks are read as in Markdown`(_ row: (body: String, lines: [String])) {
    #expect(lines(row.body) == row.lines)
  }

  /// The pages of Sphinx, of today and of earlier versions.
  static let furniture = [
    "<html><body><div class=\"related\" role=\"navigation\"><h3>Navigation</h3><ul><li><a href=\"b.xhtml\">weiter</a> |"
      + "</li></ul></div><p>One.</p><div class=\"footer\" role=\"contentinfo\">© 2020 Ann</div></body></html>",
    "<html><head><link rel=\"stylesheet\" href=\"_static/epub.css\"/></head><body><div class=\"related\"><h3>Navigation</h3>"
      + "weiter |</div><p>One.</p><div class=\"footer\">© 2020 Ann</div></body></html>",
    "<html><body><ul class=\"wy-breadcrumbs\"><li>Navigation weiter</li></ul><p>One.</p><div role=\"contentinfo\">"
      + "© 2020 Ann</div></body></html>",
    "<html><body><p>One.<a class=\"headerlink\" href=\"#a\">¶ Navigation weiter © 2020 Ann</a></p></body></html>",
  ]

  @Test(arguments: furniture) func `links to other pages and copyright lines are not read`(
    _ page: String
  ) {
    let bytes = MadeBook([("one.xhtml", page)]).bytes
    let book = GuionParsedElementCollection(bytes: bytes, format: .epub)
    #expect(book.elements.map(\.elementText) == ["One."])
    let counts = book.wordCount.skipped.counts
    #expect(counts.map(\.rule) == [.pageFurniture] && counts.map(\.words) == [4])
    let first = GuionParsedElementCollection(bytes: bytes, format: .epub, edition: .first)
    #expect(first.elements.contains { $0.elementText.contains("Navigation") })
    #expect(first.wordCount.skippedWords == 0)
  }

  @Test(
    arguments: [
      ("<h1>CHAPTER I<br/>The Start</h1><p>a</p>", ["h1: CHAPTER I: The Start", "p: a"]),
      ("<h1>CHAPTER I.<br/><i>The</i> Start</h1><p>a</p>", ["h1: CHAPTER I. The Start", "p: a"]),
      ("<h1>CHAPTER I<br/></h1><p>a</p>", ["h1: CHAPTER I", "p: a"]),
      ("<h1>The Long<br/>Way</h1><p>a</p>", ["h1: The Long\nWay", "p: a"]),
      ("<h1>CIVIL<br/>WAR</h1><p>a</p>", ["h1: CIVIL\nWAR", "p: a"]),
      (
        "<h2>Chapter Two</h2><h2>The <i>Sea</i></h2><p>a</p>", ["h2: Chapter Two: The Sea", "p: a"]
      ),
      (
        "<h1>4</h1><h2>Sea</h2><p>a</p><h1>5</h1><h2>Sky</h2><p>b</p>",
        ["h1: 4: Sea", "p: a", "h1: 5: Sky", "p: b"]
      ),
      (
        "<h1>Chapter 1</h1><h2>One</h2><p>a</p><h2>Two</h2><p>b</p>",
        ["h1: Chapter 1", "h2: One", "p: a", "h2: Two", "p: b"]
      ),
      ("<h1>Part One</h1><h2>Chapter 1</h2><p>a</p>", ["h1: Part One", "h2: Chapter 1", "p: a"]),
      ("<h2>Chapter 2</h2><h1>Sea</h1><p>a</p>", ["h2: Chapter 2", "h1: Sea", "p: a"]),
    ] as [(String, [String])])
  func `titles in two lines`(_ row: (body: String, lines: [String])) {
    #expect(lines(row.body) == row.lines)
    let words = parse(row.body).wordCount
    #expect(words.words + words.skippedWords == WordCount.count(row.body.withoutTags).words + 1)
  }

  @Test func `a title of the contents with a number above the heading`() {
    func outline(_ page: String, _ title: String, _ edition: ReadingEdition = .second) -> [String] {
      let book = MadeBook([("one.xhtml", page)]).with {
        $0.contents = "<li><a href=\"one.xhtml\">\(title)</a></li>"
      }
      return GuionParsedElementCollection(bytes: book.bytes, format: .epub, edition: edition)
        .elements.map(Self.line)
    }
    let page = "<p>CHAPTER III</p><h2>The End</h2><p>a</p>"
    #expect(outline(page, "The End") == ["h1: CHAPTER III: The End", "p: a"])
    #expect(outline(page, "Chapter III") == ["h1: Chapter III: The End", "p: a"])
    #expect(outline("<p>BOOK III.</p><p>a</p>", "The End") == ["h1: BOOK III. The End", "p: a"])
    let sections = "<h1>The End</h1><p>1</p><p>a</p><p>2</p><p>b</p>"
    #expect(outline(sections, "The End") == ["h1: The End", "p: 1", "p: a", "p: 2", "p: b"])
    #expect(outline("<p>1</p><p>a</p>", "The End") == ["h1: The End", "p: 1", "p: a"])
    #expect(outline("<p>1</p><h1>The End</h1>", "The End") == ["h1: 1: The End"])
    #expect(
      outline(page, "The End", .first) == ["h1: The End", "p: CHAPTER III", "h2: The End", "p: a"])
  }

  @Test(
    arguments: [
      ("<span class=\"d\">T</span>\nhe bell", "The bell"),
      ("<span class=\"d\">“T</span> <b>HE BELL</b> rang", "“THE BELL rang"),
      ("<span class=\"d\">T</span>he bell", "The bell"), ("<b>B</b> vitamins", "B vitamins"),
      ("<span class=\"d\">A</span> bell", "A bell"), ("<b class=\"q\">Q</b> What?", "Q What?"),
      ("<i class=\"x\">x</i> is", "x is"), ("<span class=\"d\">T</span> 1", "T 1"),
      ("a <span class=\"d\">T</span> he", "a T he"),
    ])
  func `a blank behind a large first letter`(_ body: String, _ text: String) {
    #expect(lines("<p>\(body)</p>") == ["p: \(text)"])
  }

  @Test func `a footer or a related part of another book is text`() {
    let body =
      "<div class=\"related\">One.</div><div class=\"footer\">Two.</div><footer>Three.</footer>"
    #expect(lines(body) == ["p: One.", "p: Two.", "p: Three."])
  }

  /// Fuzzing found these pages: an element in the link also takes the text before the link.
  @Test(arguments: [
    "<table><tr><td>abc <a href=\"http://x\"><pre>d</pre></a></td></tr></table>",
    "<table><tr><td>abc</td> de <a href=\"http://x\">f<table><tr><td>g</td></tr></table></a></tr></table>",
    "<table><tr><td>a <b>bc <pre>d</pre></b></td></tr></table><p>e</p>",
  ])
  func `links around cells and code are harmless`(_ body: String) {
    #expect(!parse(body).elements.isEmpty)
  }

  @Test func `styles and links are spans`() {
    let body =
      "<p>a <b>b <i>c</i></b> <a href=\"http://x.org/\">d</a> <a href=\"#e\">e</a> <code>f</code> "
      + "<img src=\"../i.png\" alt=\"g\"/></p>"
    let element = parse(body).elements[0]
    let text = Array(element.elementText.utf8)
    let found = element.inlines.map { span in
      "\(span.kind): \(String(decoding: text[span.range], as: UTF8.self))"
    }
    #expect(
      found == [
        "strong: b c", "emphasis: c", "link(target: \"http://x.org/\"): d", "contentsLink: e",
        "code: f", "imageFile(path: \"i.png\"): g", "image: g",
      ])
  }

  @Test(arguments: [
    ("<p>One<a epub:type=\"noteref\" href=\"#n1\">1</a>.</p><aside epub:type=\"footnote\" id=\"n1\"><p>Note.</p></aside><p>Two.</p>"),
    ("<p>One<sup><a href=\"#n1\" id=\"r1\">1</a></sup>.</p><p>Two.</p><p><a id=\"n1\" href=\"#r1\">1</a>. Note.</p>"),
    ("<p>One<a href=\"#n1\" id=\"r1\">[1]</a>.</p><p>Two.</p><p id=\"n1\"><a href=\"#r1\">[1]</a> Note.</p>"),
    ("<p>One<a href=\"#fn1\" id=\"r1\"><sup>1</sup></a>.</p><p>Two.</p><ol><li id=\"fn1\"><p>Note.<a href=\"#r1\">↩</a></p></li></ol>"),
  ])
  func `notes are at the end, and links to them have their text`(_ body: String) {
    let elements = parse(body).elements
    #expect(elements.map(Self.line) == ["p: One.", "p: Two.", "note 1: Note."])
    #expect(
      elements.first?.inlines == [
        InlineSpan(.footnote(number: 1, text: MarkedText("Note.")), 3..<3)
      ])
  }

  @Test func `a number in brackets that links to a chapter is not a note`() {
    #expect(
      lines("<p>See <a href=\"#c\">[2]</a>.</p><section id=\"c\"><p>Two.</p></section>")
        == ["p: See [2].", "p: Two."])
  }

  @Test func `every element has its position`() throws {
    let parsed = parse("<p>\n  One <b>two</b>.\n</p>\n<ul><li>three</li></ul>")
    let ranges = parsed.elements.compactMap(\.sourceRange)
    #expect(
      ranges.map(\.start) == [
        SourcePosition(line: 4, column: 3), SourcePosition(line: 6, column: 9),
      ])
    #expect(
      ranges.map(\.end) == [
        SourcePosition(line: 4, column: 17), SourcePosition(line: 6, column: 13),
      ])
  }

  @Test(arguments: [
    "<p>One <b>two</p><p>Three.</p>", "<p>One&nbsp;two<p>Three.",
    "<P>One <i>two</I></P><p>Three.</p>",
    "<p>One two</p></div><p>Three.</p>",
  ])
  func `a malformed page is repaired with a warning`(_ body: String) {
    let parsed = parse(body)
    let words = parsed.elements.map { $0.elementText.replacing("\u{A0}", with: " ") }
    #expect(words == ["One two", "Three."])
    #expect(parsed.diagnostics.map(\.code) == ["repaired-page"])
    #expect(parsed.diagnostics.first?.severity == .warning)
    #expect(parsed.diagnostics.first?.file == "OEBPS/one.xhtml")
    #expect(parsed.diagnostics.first?.position != nil)
  }

  @Test func `a page that declares entities is an error`() {
    let page =
      "<?xml version=\"1.0\"?><!DOCTYPE html [<!ENTITY a \"aaaa\">]><html><body><p>&a;</p></body></html>"
    let parsed = parse(page)
    #expect(parsed.elements.isEmpty)
    #expect(parsed.diagnostics.map(\.code) == ["bad-xml"])
  }
}

extension String {
  /// The text without tags, which separate words.
  fileprivate var withoutTags: String { replacing(/<[^>]*>/, with: " ") }
}
