import TestSupport
import Testing

@testable import Guion

/// Tests of reading a long document in parts.
///
/// The elements and their positions must be the same as when the whole document is parsed at once.
@Suite struct MarkdownPartsTests {
  /// The first sizes cut wherever possible, the second only every few lines.
  static let sizes = [1, 200].map { MarkdownSizes(whole: 0, part: $0, minimumRatio: 0) }

  private func elements(_ source: String, _ sizes: MarkdownSizes) -> [GuionElement] {
    CommonMarkParser(bytes: Array(source.utf8), sizes: sizes).elements
  }

  /// Returns the number of parts, or nil if the document is parsed whole.
  private func partCount(_ source: String, _ sizes: MarkdownSizes) -> Int? {
    var source = source
    return source.withUTF8 { text in
      let front = FrontMatter(in: text, from: text.starts(with: "\u{FEFF}".utf8) ? 3 : 0, .second)
      guard
        let survey = MarkdownSurvey.make(of: text, below: front, traits: MarkdownTraits(), sizes)
      else {
        return nil
      }
      return survey.parts.count
    }
  }

  private func compare(_ source: String, _ location: Testing.SourceLocation = #_sourceLocation) {
    let whole = elements(source, MarkdownSizes(whole: .max))
    for sizes in Self.sizes {
      let parted = elements(source, sizes)
      let first = zip(parted, whole).first { $0 != $1 }
      #expect(
        first == nil && parted.count == whole.count, "\(source.debugDescription)",
        sourceLocation: location)
    }
  }

  // MARK: - Written by hand

  /// Documents, and the number of parts into which they can be cut.
  static let traps: [(name: String, source: String, parts: Int?)] = [
    ("headings", "a\n# b\n## c\n\nd\n", 4),
    ("underlined headings", "a\n===\n\nb\n---\n\nc\n", 3),
    ("paragraphs, lists, quotations, tables", "a\n\n- b\n\n> c\n\n| d |\n|---|\n| e |\n", 4),
    ("items of one list", "- a\n\n- b\n\n- c\n\nd\n", 2),
    ("what looks like a heading", "a\n\n#b\n\n#######c\n\n# d\n", 4),
    ("CR LF", "a\r\n\r\nb\r\n# c\r\n\r\n\r\nd\r\n", 4),
    ("CR", "a\r\rb\r# c\r\r\rd\r", 4),
    ("front matter", "---\ntitle: x\n---\n# a\n\nb\n\nc\n", 3),
    ("byte order mark", "\u{FEFF}a\n\n\u{FEFF}b\n\n# c\n", 3),
    ("indented code at the top", "    a\n\n# b\n\nc[^1]\n\n[^1]: d\n", 4),
    ("heading in a fence", "a\n\n```\n\n# b\n\n```\n\nc\n", 3),
    ("heading in a longer fence", "````\n# a\n```\n# b\n````\n# c\n", 2),
    ("heading in a fence without an end", "a\n\n~~~\n\n# b\n\nc\n", 2),
    ("heading in a list's fence", "- ```\n  a\n\n  # b\n\n# c\n", 2),
    ("a fence that ends a list with a fence", "- ```\n  a\n\n```\nb\n```\n\n# c\n", 3),
    ("a fence that ends a quotation with a fence", "> ~~~\n> a\n\n~~~\nb\n", 2),
    ("heading in a comment", "<!--\n\n# a\n\n-->\n\n# b\n", 2),
    ("heading in a comment without an end", "a\n\n<!--\n\n# b\n", 2),
    ("heading in a comment within a list", "- <!--\n\n# a\n\n-->\n", 3),
    ("heading in a script", "<script>\n\n# a\n\n</script>\n\n# b\n", 2),
    ("heading in raw text", "<pre>\n\n# a\n</pre>\n<style>\n\n# b\n</style>\n\nc\n", 2),
    (
      "heading in declarations", "<?a\n\n# b\n?>\n\n<!X\n\n# c>\n\n<![CDATA[\n\n# d\n]]>\n\n# e\n",
      4
    ),
    ("heading in HTML", "<div>\n# a\n\n# b\n\n</div>\n", 3),
    ("indented code", "    a\n\n\n    b\n\n# c\n", 2),
    ("lazy lines", "> a\nb\n# c\n- d\ne\n\n# f\n", 3),
    ("NUL and odd bytes", "a\0\n\n[b\0]: c\n\n[b\0]\n\n[^d\0] \0\n\n[^d\0]: e\0\n", 5),
    ("nothing but headings without words", "#\n#\n\n#\n", 3),
    ("tasks", "- [x] a\n- [ ] [b]: c\n\n# [b]\n\n> - [x] d\n\n[b]\n", 4),
    ("formulas", "$a$\n\n# b\n\n$$c\n\nd$$\n\n\\$e$\n", 5),
  ]

  static let links: [(name: String, source: String, parts: Int?)] = [
    ("defined later", "[a]\n\n# [a][b]\n\n[b]: c\n\n[a]: d\n", 4),
    ("defined earlier", "[a]: d\n\n# ![x][a]\n\n[A]\n", 3),
    ("in quotations and lists", "[a][b][c]\n\n> [a]: x\n\n- > [b]: x\n\n1. [c]:\n   x\n", 4),
    ("defined twice", "[a]: b\n\n[a]: c\n\n# [a]\n\n[a]: d\n", 4),
    ("below another", "[a]: b\n[c]: d 'e'\n[f]:\ng\nh [i]: j\n\n# [a] [c] [f] [i]\n", 2),
    ("below indentation", "[a]: b\n    [^c]: d\n\n[^c] [a]\n\n# [^c]\n", 3),
    ("in code", "```\n[a]: b\n```\n\n    [c]: d\n\n# [a] [c]\n\n`[e]: f`\n\n[e]\n", 4),
    ("in HTML", "<div>\n[a]: b\n</div>\n\n# [a]\n", 2),
    ("within a paragraph", "a\n[b]: c\n\n# [b]\n", 2),
    ("that are none", "[a]: b 'c' d\n\n[e]:\n\n[ ]: f\n\n[]: g\n\n# [a] [e] [ ] []\n", 5),
    ("above a table", "[a]: b\n| c |\n|---|\n| d |\n\n# [a]\n", 2),
    ("above an underline", "[a]: b\n===\n\n[c]: d\ne\n---\n\n# [a] [c]\n", 3),
    ("with escapes", "[a\\]]: b\n\n[\\[c\\\\]: d\n\n# [a\\]] [\\[c\\\\] [\\[c\\]\n", 3),
    (
      "by case",
      "[Straße ΑΓΩ]: b\n\n# [STRASSE αγω] [\u{FB00}] [\u{212A}]\n\n[FF]: c\n\n[k]: d\n", 4
    ),
    ("over lines", "> [a\n> b\nc]: d\n\n# [a b c]\n\n[a\nb  c]\n", 3),
    ("with signs", "[`a]: b\n\n[<c]: b\n\n[*d*]: b\n\n# [`a] [<c] [*d*] `\n", 4),
    ("a title over blank lines", "[a]: b 'c\n\n[d]: e'\n\n# [a] [d]\n", 3),
    ("like notes", "[^a b]: c\n\n# [^a b] [^]\n\n[^]: d\n", 3),
    (
      "as long as can be",
      "# [\(String(repeating: "a", count: 1000))]\n\n["
        + String(repeating: "a", count: 1000) + "]: b\n\n[" + String(repeating: "b", count: 1001)
        + "]: c\n", 3
    ),
  ]

  static let footnotes: [(name: String, source: String, parts: Int?)] = [
    ("before their definition", "a[^1]\n\n# b[^x]\n\n[^x]: c *d*\n\n[^1]: e\n", 4),
    ("behind their definition", "[^1]: a\n\n    b\n\n# c[^1]\n\nd[^1]\n", 3),
    ("in another order", "a[^3]\n\nb[^1]\n\nc[^2][^3]\n\n[^1]: x\n\n[^2]: y\n\n[^3]: z\n", 6),
    ("defined twice", "[^1]: a\n\n# b[^1]\n\n[^1]: c[^2]\n\n[^2]: d\n", 4),
    ("never used", "[^1]: a[^2]\n\n# b\n\n[^2]: c\n", 3),
    ("used by each other", "# a\n\n[^1]: b[^2]\n\n[^2]: c[^1]\n\nd[^2]\n", 4),
    ("used by themselves", "# a\n\n[^1]: b[^1]\n\nc\n", 3),
    ("not defined", "a[^1]\n\n# b[^2] [^1]\n\n[^2]: c\n", 3),
    ("not used at all", "a\n\n[^1]: b\n\n# c\n", 3),
    (
      "in quotations and lists", "a[^1][^2]\n\n> [^1]: b[^3]\n\n- c\n\n  [^2]: d\n\n> - [^3]: e\n",
      4
    ),
    ("in each other", "a[^2]\n\n[^1]: [^2]: b[^3]\n\n# c[^1]\n\n[^3]: > [^4]: d\n\ne[^4]\n", 5),
    ("with a fence", "a[^1]\n\n[^1]: ```\n    # b\n\n    c\n\n# d\n\ne[^1]\n", 4),
    ("with a fence at the end", "a[^1]\n\n# b\n\n[^1]: ~~~\n    c", 3),
    ("with a heading at the end", "a[^1]\n\n# b\n\n[^1]: c\n    d\n    ===", 3),
    ("with a table at the end", "a[^1]\n\n# b\n\n[^1]: | c |\n    |---|\n    | d[^1] |", 3),
    ("at the end in a comment", "a[^1]\n\n[^1]: b\n\n<!--\n\n# c\n", 3),
    ("by case", "a[^Ä]\n\n# b[^ä]\n\n[^Ä]: c\n\n[^ß]: d\n\ne[^SS]\n", 5),
    ("with links", "[^1]: [a] [b]\n\n# c[^1]\n\n[a]: d\n\n[^2]: [b]: e\n", 4),
    ("whose label is a link's, too", "[x]: b\n    [^1]: c\n\n# d[^1]\n\n[^1]: e\n", 3),
    ("over lines", "a[^1\nb] c[^\n1]\n\n# d\n\n[^1]: e\n", 3),
    ("in cells and headings", "# a[^1]\n\n| b[^2] |\n|---|\n| c[^1] |\n\n[^2]: d\n\n[^1]: e\n", 4),
  ]

  @Test(arguments: [traps, links, footnotes])
  func documentsWrittenByHand(_ rows: [(name: String, source: String, parts: Int?)]) {
    for (name, source, parts) in rows {
      let found = partCount(source, Self.sizes[0])
      #expect(found == parts, "\(name): \(source.debugDescription)")
      compare(source)
      compare("\r\n" + source.replacing("\n", with: "\r\n"))
      compare("# x\n\n" + source + "\n\n# y [a] [b] [c] [^1] [^2]\n")
    }
  }

  @Test func documentsThatAreParsedWhole() {
    let labels = (0..<100).map { "[\($0)]: x\n" }.joined()
    let notes = (0..<100).map { "[^\($0)]: x\n" }.joined()
    let small = MarkdownSizes(whole: 0, part: 1, labels: 100, minimumRatio: 0)
    for source in [labels + "\n# a\n", notes + "\n# a\n"] {
      #expect(partCount(source, small) == nil)
      #expect(partCount(source, Self.sizes[0]) != nil)
      #expect(elements(source, small) == elements(source, MarkdownSizes(whole: .max)))
    }
    let sources = [
      "", "a", "a\nb\n", "- a\n\n- b\n\n  c\n", "```\n# a\n\n# b\n", "[^a>[^b]: c\n\n# d\n",
      "[^\u{B}]: a\n\n# b[^1]\n", "[^\(String(repeating: "a", count: 1001))]: b\n\n# c\n",
      "# a\n\n    [^\\s]: b\n",
    ]
    for source in sources {
      #expect(partCount(source, Self.sizes[0]) == nil, "\(source.debugDescription)")
      compare(source)
    }
    #expect(partCount("\u{FEFF}\u{FEFF}a\n\n# b\n", Self.sizes[0]) == nil)
  }

  @Test func shortDocumentsAreParsedWhole() {
    #expect(MarkdownSizes().whole == 1 << 20)
    #expect(partCount("# a\n\n# b\n", MarkdownSizes()) == nil)
  }

  // MARK: - Random

  private func documents() throws -> [String] {
    let script = "find Examples Fixtures/documents -follow -name '*.md' | sort"
    let result = try Program.run("sh", ["-c", script], in: Checkout.root)
    return try result.output.split(separator: "\n").map { path in
      let bytes = try SourceFile.bytes(of: Checkout.root + "/" + path)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: 0..<8) func examplesOfTheSpecifications(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let examples = try SpecificationExample.all().map(\.markdown)
    var parts = 0
    for _ in 0..<60 {
      var source = ""
      for _ in 0..<20 {
        source += examples.randomElement(using: &random) ?? ""
        source +=
          ["\n", "\n# x\n", "\n## [foo] [^1]\n", "[^1]: y [bar]\n\n"]
          .randomElement(using: &random) ?? ""
      }
      parts += partCount(source, Self.sizes[0]) ?? 0
      compare(source)
    }
    #expect(parts > 60 * 10)
  }

  @Test func ourOwnDocuments() throws {
    let documents = try documents()
    #expect(documents.count > 10)
    let source = documents.map(CmarkProgram.body).joined(separator: "\n\n")
    #expect((partCount(source, Self.sizes[0]) ?? 0) > 100)
    compare(source)
    compare(documents.joined(separator: "\n\n"))
    let sizes = MarkdownSizes(whole: 0, part: 1000)
    #expect(elements(source, sizes) == elements(source, MarkdownSizes(whole: .max)))
  }

  @Test(arguments: 0..<8) func documentsWithMistakes(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: 100 + seed)
    let documents = try documents() + SpecificationExample.all().map(\.markdown)
    for _ in 0..<25 {
      var source: [UInt8] = []
      while source.count < 4000 {
        source += Array((documents.randomElement(using: &random) ?? "").utf8.prefix(2000))
        source += Array("\n\n".utf8)
      }
      for _ in 0..<5 { source.remove(at: .random(in: 0..<source.count, using: &random)) }
      var lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for _ in 0..<5 {
        let index = Int.random(in: 0..<lines.count, using: &random)
        lines.insert(lines[index], at: .random(in: 0..<lines.count, using: &random))
      }
      compare(String(decoding: Array(lines.joined(separator: "\n".utf8)), as: UTF8.self))
    }
  }

  @Test func bytesThatAreNotText() {
    var random = SeededGenerator(seed: 5)
    let signs = Array("#[]^:>-\n\n\n \0`a1".utf8) + [0xC3, 0xA4, 0xFF]
    for _ in 0..<300 {
      let bytes = (0..<300).map { _ in signs.randomElement(using: &random) ?? 0 }
      let whole = CommonMarkParser(bytes: bytes, sizes: MarkdownSizes(whole: .max)).elements
      #expect(CommonMarkParser(bytes: bytes, sizes: Self.sizes[0]).elements == whole)
    }
  }
}
