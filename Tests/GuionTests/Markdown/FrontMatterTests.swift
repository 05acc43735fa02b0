import Guion
import Testing

/// Tests of front matter.
@Suite struct FrontMatterTests {
  /// Sources, the entries as `key=value|value`, and the outline of the rest.
  static let pages: [(source: String, entries: [String], outline: String)] = [
    ("---\ntitle: A Book\nauthor: Ann\n---\nx", ["title=A Book", "author=Ann"], "p x"),
    ("---\ntitle: x\n...\ny", ["title=x"], "p y"),
    ("---  \ntitle: x\n--- \ny", ["title=x"], "p y"),
    ("---\r\ntitle: x\r\n---\r\ny", ["title=x"], "p y"),
    ("\u{FEFF}---\ntitle: x\n---\ny", ["title=x"], "p y"),
    ("---\ntitle: x\n---", ["title=x"], ""),
    ("---\n---\nx", [], "p x"),
    ("---\nauthors: [Ann, 'Bé']\n---\n", ["authors=Ann|Bé"], ""),
    ("---\nauthors:\n- Ann\n- name: Bob\n  mail: b@c.de\n---\n", ["authors=Ann|Bob"], ""),
    ("---\nauthor:\n  name: Ann\n---\n", ["author=Ann"], ""),
    (
      "---\ntitle: 1984\nversion: 1.10\ndraft: yes\nalso: true\n---\n",
      ["title=1984", "version=1.10", "draft=yes", "also=true"], ""
    ),
    ("---\ntitle: >\n  One\n  two\n\nb: |\n  c\n  d\n---\n", ["title=One two", "b=c\nd"], ""),
    ("---\ntitle: \"a: \\u00e9\"\nb: 'it''s'\n---\n", ["title=a: é", "b=it's"], ""),
    ("---\na:\nb: ~\nc: null\nd: ''\n---\n", ["a=", "b=", "c=", "d="], ""),
    ("---\na: {b: c}\nd: [[e]]\nf: x\n---\n", ["f=x"], ""),
    ("---\na: &x one\nb: *x\nc: [*x, two]\n---\n", ["a=one", "b=one", "c=one|two"], ""),
    ("---\nTitle: x\ntitle: y\n---\n", ["Title=x", "title=y"], ""),
    ("---\n# a comment\ntitle: x # another\n---\n", ["title=x"], ""),
    ("---\ntitle: x\nguion2audio: {narrator: y}\n---\n", ["title=x"], ""),
    // A template of Obsidian fills these in.
    ("---\ntags: [[<%tp.date.now(\"YYYY-[M]MM\")%>]]\ntitle: x\n---\ny", ["title=x"], "p y"),
    ("---\ntitle: \"<% a %>\"\n---\ny", ["title=<% a %>"], "p y"),
    ("---\ntitle: \"# A Book\"\n---\ny", ["title=A Book"], "p y"),
    // A board of Obsidian
    ("---\n\nkanban-plugin: basic\n\n---\n\nx", ["kanban-plugin=basic"], "p x"),
    // Text that is not front matter.
    ("---\n\nNote: x\n\n---\n", [], "rule / p Note: x / rule"),
    ("\n---\ntitle: x\n---\n", ["title=x"], ""),
    ("---\n\ntitle: x\n---\n", [], "rule / h2 title: x"),
    ("---\nSome prose.\n\n---\nMore.", [], "rule / p Some prose. / rule / p More."),
    ("---\n# Heading\n---\nx", [], "rule / h1 Heading / rule / p x"),
    ("---\n- a\n---\n", [], "rule / item 1 - a / rule"),
    ("----\ntitle: x\n----\n", [], "rule / h2 title: x"),
    (" ---\ntitle: x\n---\n", [], "rule / h2 title: x"),
    ("x\n---\ntitle: y\n---\n", [], "h2 x / h2 title: y"),
    ("---", [], "rule"),
    ("\n---\ntitle: x\nb:\n- c\n---\nd", ["title=x", "b=c"], "p d"),
    ("<!-- a -->\n\n---\ntitle: x\n---\n\nd", ["title=x"], "p d"),
    ("\n---\nNote: x\n---\n", [], "rule / h2 Note: x"),
    ("\n---\nnote: x: y\n---\n", [], "rule / h2 note: x: y"),
    ("+++\ntitle = 1\n", [], "p +++⏎title = 1"),
    // Other forms.
    ("{\n  \"title\": \"x\", \"n\": [1, \"}\"]\n}\n\nd", ["title=x"], "p d"),
    (";;;\n{\"title\": \"x\"}\n;;;\nd", ["title=x"], "p d"),
    (";;;\n\"title\": \"x\",\n\"b\": \"c\"\n;;;\nd", ["title=x", "b=c"], "p d"),
    ("---toml\ntitle = \"x\"\n---\nd", ["title=x"], "p d"),
    ("---json\n{\"title\": \"x\"}\n---\nd", ["title=x"], "p d"),
    ("Title: x\nComment: b\n  c\n\nd", ["title=x", "comment=b c"], "p d"),
    ("layout: post\n\nd", ["layout=post"], "p d"),
    ("%% a %%\n---\ntitle: x\n---\nd", ["title=x"], "p d"),
    ("  ---\n  title: x\n  secret: y\n  ---\n\nd", ["title=x", "secret=y"], "p d"),
    ("[//]: # (a)\n\n---\ntitle: x\n---\nd", ["title=x"], "p d"),
    ("---\ntitle: x <!-- a -->\n---\nd", ["title=x"], "p d"),
    // Text that looks like them.
    ("{\"a\": 1} is an object.", [], "p {\"a\": 1} is an object."),
    ("{name} goes.\n\n{\"a\"", [], "p {name} goes. / p {\"a\""),
    ("Note: x\nTitle: y\n\nd", [], "p Note: x⏎Title: y / p d"),
    ("Title: x\nHe goes: home.\n\nd", [], "p Title: x⏎He goes: home. / p d"),
    (";;;\na", [], "p ;;;⏎a"),
    ("    ---\n    title: x\n    ---\n\nd", [], "code ---⏎title: x⏎--- / p d"),
    ("Title: x\nAuthor: y\nAnn: a\nBob: b\n\nd", [], "p Title: x⏎Author: y⏎Ann: a⏎Bob: b / p d"),
    ("Title: x\nAuthor: y\nown: a\n\nd", ["title=x", "author=y", "own=a"], "p d"),
  ]

  @Test(arguments: pages)
  func page(_ source: String, _ entries: [String], _ outline: String) {
    let parsed = CommonMarkParser(string: source)
    let found = parsed.titlePage.map { "\($0.key)=\($0.values.joined(separator: "|"))" }
    #expect(found == entries, "\(source.debugDescription)")
    #expect(parsed.elements.markdownOutline == outline, "\(source.debugDescription)")
    #expect(parsed.diagnostics == [])
  }

  static let values: [(yaml: String, value: JSONNode.Value)] = [
    ("true", .bool(true)), ("False", .bool(false)), ("yes", .string("yes")), ("~", .null),
    ("", .null), ("NULL", .null), ("12", .number(12)), ("-1.5e3", .number(-1500)),
    ("+.5", .number(0.5)), ("1.", .number(1)), ("0x1F", .number(31)), ("0o17", .number(15)),
    ("017", .number(17)), ("1_000", .string("1_000")), ("1:30", .string("1:30")),
    (".inf", .string(".inf")), ("1e999", .string("1e999")), ("e5", .string("e5")),
    ("\"12\"", .string("12")), ("'true'", .string("true")),
    ("!!str 12", .string("12")), ("2024-01-28", .string("2024-01-28")), ("0x", .string("0x")),
    ("1e", .string("1e")), ("en-US", .string("en-US")),
  ]

  @Test(arguments: values)
  func settingsAreTyped(_ yaml: String, _ value: JSONNode.Value) {
    let parsed = CommonMarkParser(string: "---\nguion2audio:\n  x: \(yaml)\n---\n")
    guard case .object(let members)? = parsed.settings?.value else {
      Issue.record("no settings")
      return
    }
    #expect(members.map(\.key) == ["x"])
    #expect(members.first?.value.value == value)
  }

  @Test func settingsKnowTheirPositions() {
    let source =
      "\u{FEFF}---\ntitle: é\nguion2audio:\n  characters:\n    'ÉLOÏSE': { \"é\": [1, x] }\n  x: 1\n  x: 2\n---\n"
    let node = CommonMarkParser(bytes: Array(source.utf8)).settings
    #expect(
      node.map(describe)
        == "4:3 {characters@4:3 5:5 {ÉLOÏSE@5:5 5:17 {é@5:19 5:25 [5:26 1.0, 5:29 x]}}, "
        + "x@6:3 6:6 1.0, x@7:3 7:6 2.0}")
  }

  private func describe(_ node: JSONNode) -> String {
    let place = "\(node.position.line):\(node.position.column) "
    switch node.value {
    case .object(let members):
      let parts = members.map {
        "\($0.key)@\($0.keyPosition.line):\($0.keyPosition.column) \(describe($0.value))"
      }
      return place + "{" + parts.joined(separator: ", ") + "}"
    case .array(let nodes): return place + "[" + nodes.map(describe).joined(separator: ", ") + "]"
    case .string(let text): return place + text
    case .number(let number): return place + "\(number)"
    case .bool(let bool): return place + "\(bool)"
    case .null: return place + "null"
    }
  }

  /// Broken YAML, the position of the error, and a word of the message.
  static let broken: [(yaml: String, place: String, word: String)] = [
    ("title: a: b", "2:9", "second colon"),
    ("é: é: b", "2:7", "second colon"),
    ("title: \"a", "2:8", "quotation mark"),
    ("title: @a", "2:8", "cannot begin with @"),
    ("title: `a`", "2:8", "cannot begin with `"),
    ("a: 1\n\tb: 2", "3:1", "tab"),
    ("a: [1, 2", "3:1", "comma or ]"),
    ("a: 1\n b: 2", "3:3", "second colon"),
    ("title: {{ page.title }}", "2:9", "quotes"),
    ("a: *b", "2:4", "anchor &b"),
    ("a: &b [*b]", "2:8", "anchor &b"),
    ("a: \"\\q\"", "2:5", "escape"),
    ("a: \u{1}", "2:4", "control character"),
    ("a: 1\n--- b", "3:1", "second YAML document"),
  ]

  @Test(arguments: broken) func brokenFrontMatter(_ yaml: String, _ place: String, _ word: String) {
    let parsed = CommonMarkParser(string: "---\n\(yaml)\n---\nText\n", edition: .first)
    #expect(parsed.elements.markdownOutline == "p Text")
    #expect(parsed.diagnostics.count == 1)
    #expect(parsed.titlePage == [])
    guard let found = parsed.diagnostics.first else { return }
    #expect(found.code == "front-matter")
    #expect(found.severity == .error)
    #expect(found.position.map { "\($0.line):\($0.column)" } == place, "\(found.message)")
    #expect(found.message.contains(word), "\(found.message)")
    #expect(found.message.contains("blank line"))
  }

  /// Values that are no YAML, and the entries of the title page.
  static let loose: [(yaml: String, entries: [String])] = [
    ("title: a: b", ["title=a: b"]), ("up: [[A]], [[B]]\nx: y", ["up=A, B", "x=y"]),
    ("title: \"a\" b's", ["title=\"a\" b's"]), ("a: ![[b.png]]", ["a="]),
    ("part of: [[A]] c", ["part of=A c"]),
  ]

  @Test(arguments: loose) func looseFrontMatter(_ yaml: String, _ entries: [String]) {
    let parsed = CommonMarkParser(string: "---\n\(yaml)\n---\nText\n")
    #expect(parsed.elements.markdownOutline == "p Text")
    #expect(parsed.titlePage.map { "\($0.key)=\($0.values.joined())" } == entries)
    #expect(parsed.diagnostics.map { "\($0.code) \($0.severity)" } == ["front-matter warning"])
  }

  @Test(arguments: ["title: \"a", "a: [1, 2", "a: 1\n\tb: 2", "guion2audio: {}\nb: c: d"])
  func frontMatterThatIsAnError(_ yaml: String) {
    let parsed = CommonMarkParser(string: "---\n\(yaml)\n---\nText\n")
    #expect(parsed.diagnostics.map { "\($0.code) \($0.severity)" } == ["front-matter error"])
  }

  @Test func bytesThatAreNotUTF8InFrontMatter() {
    let parsed = CommonMarkParser(
      bytes: Array("---\ntitle: ".utf8) + [0xFF] + Array("\n---\nx".utf8))
    #expect(parsed.diagnostics.map(\.code) == ["front-matter", "invalid-utf8"])
    #expect(
      parsed.diagnostics.map { $0.position }
        == Array(repeating: SourcePosition(line: 2, column: 8), count: 2))
    #expect(parsed.elements.markdownOutline == "p x")
  }

  @Test func aliasesOfAliases() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let parsed = CommonMarkParser(string: "---\n\(yaml)---\nx")
    #expect(parsed.diagnostics.map(\.code) == ["too-large"])
    #expect(parsed.diagnostics.first?.message.contains("more than 100,000 values") == true)
    #expect(parsed.elements.markdownOutline == "p x")
  }

  @Test func deepNesting() {
    for count in [513, 100_000] {
      let yaml = "a: " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
      let parsed = CommonMarkParser(string: "---\n\(yaml)\n---\nx")
      #expect(parsed.diagnostics.first?.message.contains("nested deeper") == true)
    }
    let chain = (1...300).map {
      "a\($0): &a\($0) " + String(repeating: "[", count: 5) + "*a\($0 - 1)"
        + String(repeating: "]", count: 5)
    }
    let yaml = "a0: &a0 x\n" + chain.joined(separator: "\n")
    let parsed = CommonMarkParser(string: "---\n\(yaml)\n---\nx")
    #expect(parsed.diagnostics.first?.message.contains("nested deeper") == true)
  }

  @Test func settingsAsDeepAsAllowed() {
    let depth = 510
    let yaml = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let parsed = CommonMarkParser(string: "---\nguion2audio: \(yaml)\n---\nx")
    #expect(parsed.diagnostics == [])
    #expect(parsed.settings != nil)
  }

  @Test func frontMatterInTOML() {
    let parsed = CommonMarkParser(string: "+++\ntitle = \"x\"\n+++\n# y\n")
    #expect(parsed.elements.markdownOutline == "html title = \"x\" / h1 y")
    #expect(parsed.diagnostics.map(\.code) == ["toml-front-matter"])
    #expect(parsed.diagnostics.map(\.severity) == [.warning])
    #expect(parsed.diagnostics.map(\.position) == [SourcePosition(line: 1, column: 1)])
  }

  @Test(arguments: ["---\ntitle: x\n", "---\r\ntitle: x\r\n\r\nText", "---\na_key:\n  - b\n"])
  func unclosedFrontMatter(_ source: String) {
    let parsed = CommonMarkParser(string: source)
    #expect(parsed.titlePage == [])
    #expect(parsed.diagnostics.map(\.code) == ["unclosed-front-matter"])
  }

  @Test(arguments: ["---\nSome prose\n", "---\nSome prose: x\n", "---\n: x\n", "---\n\ntitle: x\n"])
  func aRuleAboveText(_ source: String) {
    #expect(CommonMarkParser(string: source).diagnostics == [])
  }

  @Test func aRepeatedKey() {
    let parsed = CommonMarkParser(string: "---\ntitle: x\nb: y\ntitle: z\n---\nText")
    #expect(
      parsed.diagnostics.map { "\($0.code) \($0.position?.line ?? 0):\($0.position?.column ?? 0)" }
        == ["duplicate-key 4:1"])
  }
}
