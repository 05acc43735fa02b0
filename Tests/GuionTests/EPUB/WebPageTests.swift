import Guion
import TestSupport
import Testing

/// Tests of the text of web pages.
@Suite struct WebPageTests {
  /// The bodies of pages, their elements, and the words that are left out.
  static let pages: [(String, [String], [String])] = [
    (
      "<header>Site</header><nav>Links</nav><main><h1>T</h1><p>One<br>two &nbsp;&mdash; three</main><footer>End</footer>",
      ["h1: T", "p: One\ntwo \u{A0}— three"], ["page-furniture 2", "script 1", "contents 1"]
    ),
    (
      "<div role=main><p>One</div><article><p>Other</article>", ["p: One"],
      ["page-furniture 1", "script 1"]
    ),
    (
      "<p>Menu<article><p>One</article><img alt=Ad><article><p>Two<script>x()</script></article>",
      ["p: One", "p: Two"], ["page-furniture 1", "script 2"]
    ),
    ("<p>All <b>of</b> it<ul><li>item</ul>", ["p: All of it", "*/1: item"], ["script 1"]),
    (
      "<p>One<! private> two<p><![if !supportEmptyParas]><![endif]></p><p>Th<!doctype x>ree",
      ["p: One two", "p: Three"], ["script 1"]
    ),
  ]

  private static func page(_ body: String) -> String {
    "<!DOCTYPE html><html lang=de><head><meta name=author content=Ann><title>T</title>"
      + "<style>css</style></head><body>\(body)</body></html>"
  }

  @Test(arguments: pages) func `only the text of a page is read`(
    _ body: String, _ expected: [String], _ skipped: [String]
  ) {
    let parsed = GuionParsedElementCollection(string: Self.page(body), format: .html)
    #expect(parsed.elements.map(EPUBPageTests.line) == expected)
    let found = parsed.wordCount.skipped.counts.map { "\($0.rule.rawValue) \($0.words)" }
    #expect(
      found.filter { !$0.hasPrefix("head") && !$0.hasPrefix("script") }
        == skipped.filter { !$0.hasPrefix("script") })
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `the head gives author, language and a title if no heading does`() {
    let keys = { (body: String) in
      GuionParsedElementCollection(string: Self.page(body), format: .html).titlePage.map(\.key)
    }
    #expect(keys("<p>x") == ["title", "author", "language"])
    #expect(keys("<h1>y</h1><p>x") == ["author", "language"])
  }

  @Test func `the encoding comes from the page`() {
    let bytes = Array("<html><meta charset=\"windows-1252\"><p>caf".utf8) + [0xE9]
    let parsed = GuionParsedElementCollection(bytes: bytes, format: .html)
    #expect(parsed.elements.map(\.elementText) == ["café"])
    let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0]
    #expect(
      GuionParsedElementCollection(bytes: image, format: .html).diagnostics.map(\.code) == [
        "binary-file"
      ])
  }
}
