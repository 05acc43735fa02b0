import Testing

@testable import Guion

/// Tests of inputs that overflow the stack of a recursive parser, or take extremely long if work is repeated.
@Suite(.timeLimit(.minutes(2))) struct MarkdownPathologicalTests {
  private func many(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  private func elements(_ source: String) -> [GuionElement] {
    CommonMarkParser(bytes: Array(source.utf8), sizes: MarkdownSizes(whole: .max)).elements
  }

  @Test func nestedQuotations() {
    let found = elements(many(">", 10_000) + " x\n\ny")
    #expect(found.map(\.elementText) == ["x", "y"])
    #expect(found.map(\.quoteDepth) == [10_000, 0])
  }

  @Test func nestedQuotationsOverManyLines() {
    let found = elements((1...1000).map { many(">", $0) + " x\n" }.joined())
    #expect(found.count == 1000)
  }

  @Test func nestedLists() {
    let found = elements(many("- ", 10_000) + "x\n\ny")
    #expect(found.map(\.elementText) == ["x", "y"])
    #expect(found.first?.mark == .list(ordered: false, number: nil, depth: 10_000, task: nil))
  }

  @Test func nestedNumberedListsAndQuotations() {
    let found = elements(many("1. > ", 10_000) + "x")
    #expect(found.map(\.elementText) == ["x"])
    #expect(found.first?.quoteDepth == 10_000)
  }

  @Test func listsNestedByIndentation() {
    let found = elements((0..<500).map { many(" ", 2 * $0) + "- x\n" }.joined())
    #expect(found.count == 500)
  }

  @Test func indentedOutlines() {
    #expect(elements("# a\n" + many("\t- b\n", 50_000)).count == 50_001)
    #expect(elements(many("a\n\n\t- b\n\t- c\n\t- d\n\n", 10_000)).count == 40_000)
    #expect(elements(many("a\n\n\t- b\n\n\tc\n\n", 20_000)).count == 40_000)
    #expect(elements("\t- a\n\t- b\n\t- c " + many("\t- [[ :: ", 50_000)).count == 3)
    #expect(elements(many("    - [[ :: #\n", 50_000)).count == 1)
  }

  @Test func nestedBrackets() {
    let (open, close) = (many("[", 10_000), many("]", 10_000))
    let text = open + "x" + close
    #expect(CommonMarkParser(string: text, edition: .first).elements.map(\.elementText) == [text])
    // The innermost brackets are a link of a vault.
    #expect(elements(text).map(\.elementText.utf8.count) == [text.utf8.count - 4])
    #expect(elements(many("![", 10_000) + "x").count == 1)
    #expect(elements(open + "x" + many("](u)", 10_000)).count == 1)
    #expect(elements(many("![", 5_000) + "x" + many("](u)", 5_000)).map(\.elementText) == ["x"])
  }

  @Test func nestedEmphasis() {
    #expect(elements(many("*a ", 10_000) + many("b* ", 10_000)).count == 1)
    #expect(elements(many("*a **a ", 10_000)).count == 1)
    #expect(elements(many("a**b", 10_000) + many("c* ", 10_000)).count == 1)
    #expect(elements(many("~~a ~", 10_000)).count == 1)
    #expect(elements(many("_", 10_000) + "x" + many("_", 10_000)).map(\.elementText) == ["x"])
  }

  @Test func dollarSigns() {
    #expect(elements(many("$", 200_000)).map(\.elementText) == [many("$", 200_000)])
    #expect(elements(many("$$a", 100_000)).first?.inlines.count == 50_000)
    #expect(elements(many("$a ", 100_001)).first?.inlines.isEmpty == true)
    #expect(elements(many("$$ $ `a` ", 50_000)).count == 1)
    #expect(elements(many("$`a`$ ", 50_000)).first?.inlines.count == 50_000)
  }

  @Test func backticksAndTags() {
    #expect(elements(many("`a``", 50_000)).count == 1)
    #expect(elements(many("<script>", 50_000) + "x").map(\.elementType) == [.comment])
    #expect(elements("a " + many("<script>", 20_000) + "x").map(\.elementText) == ["a x"])
    #expect(elements("a " + many("<del>b</del>", 20_000)).first?.inlines.count == 20_000)
    #expect(elements("a " + many("<del>", 20_000) + many("</s>", 20_000) + "b").count == 1)
  }

  @Test func longLines() {
    let line = many("word ", 400_000) + "end."
    #expect(elements(line).map(\.elementText) == [line])
    #expect(elements("# " + line).map(\.elementText) == [line])
    #expect(elements("```\n" + line).map(\.elementText) == [line])
    #expect(elements("- " + line + "\n- x").map(\.elementText) == [line, "x"])
  }

  @Test func manyBlocks() {
    #expect(elements(many("- a\n\n  b\n", 50_000)).count == 100_000)
    #expect(elements(many("# a\n", 100_000)).count == 100_000)
    #expect(elements(many("a\n\n***\n\n", 50_000)).count == 100_000)
    #expect(elements(many("[a]: b\n", 50_000) + "c").map(\.elementText) == ["c"])
    #expect(elements(many("\n", 500_000)).isEmpty)
  }

  @Test func longTables() {
    let rows = many("| a | `b` | ~~c~~ |\n", 30_000)
    let found = elements("| x | y | z |\n|---|---|---|\n" + rows)
    #expect(found.count == 30_000)
  }

  @Test func longRowsOfTables() {
    for source in [
      "a|b\n-|-\n" + many("c|", 400_000) + "\n", many("c|", 400_000) + "\n-|-\nc|d\n",
      many("c|", 400_000) + "\n" + many("-|", 400_000) + "\n",
    ] {
      #expect(elements(source).count == 1, "\(source.prefix(20))")
    }
  }

  @Test func cellsOfTables() {
    #expect(
      elements(many("h|", 400) + "\n" + many("-|", 400) + "\n" + many(many("c|", 400) + "\n", 400))
        .count == 400)
    for cell in [
      "word ", "x\\|", "`x\\|y` ", "`x|", "**a *b ", "[", "[a](b ", "~~a ~", "$a ", "www.a ", "a@",
      "<del>b",
      "<!-- ", "&amp;", "[^1] ", "\\",
    ] {
      let found = elements("a|b\n-|-\n" + many(cell, 400) + "|d\n\n" + many(cell, 20_000))
      #expect(!found.isEmpty, "\(cell)")
    }
  }

  @Test func manyDelimitersOfTables() {
    #expect(elements(many(many("-|", 101) + "\n", 20_000)).count == 19_998)
    #expect(elements(many("-|-\n", 200_000)).count > 0)
  }

  @Test func manyFootnotes() {
    let marks = (0..<5_000).map { "a[^\($0)]" }.joined(separator: " ")
    let notes = (0..<5_000).map { "[^\($0)]: note \($0) [^\(($0 + 1) % 5_000)]\n\n" }.joined()
    let found = elements(marks + "\n\n" + notes)
    #expect(found.count == 5_001)
    #expect(found.first?.inlines.count == 5_000)
  }

  /// All marks of a footnote share one text, however many there are.
  @Test func aLongFootnoteWithManyMarks() {
    let found = elements(many("a[^1] ", 20_000) + "\n\n[^1]: " + many("word ", 20_000))
    #expect(found.first?.inlines.count == 20_000)
  }

  /// Documents that are read in parts, with work for every line, part and label.
  @Test func parts() {
    let sizes = MarkdownSizes(whole: 0, part: 1000)
    let numbers = 0..<5_000
    let sources = [
      many("# a\n", 100_000), "```\n" + many("# a\n\n", 100_000), many("a\n\n", 50_000),
      "# a\n\n" + many("[^", 100_000) + "]:\n", "# a\n\n" + many(">[^", 50_000) + "]:\n",
      "# a\n\n" + many("]:", 100_000), "# a\n\n" + many("[a\n", 20_000),
      many(many(">", 500) + " x\n\n# a\n\n", 200), many("- ", 5_000) + "x\n\n# a\n\nb\n",
      many("[a]: b\n", 50_000) + "\n# [a]\n",
      numbers.map { "# [a\($0)]\n\n[a\($0 * 7 % 5_000)]: b\n\n" }.joined(),
      numbers.map { "# a[^\($0)]\n\n> [^\($0 * 7 % 5_000)]: b[^\($0)]\n\n" }.joined(),
      many("[^1]: a[^2]\n\n[^2]: b[^1]\n\n", 20_000) + "# [^1]\n",
    ]
    for source in sources {
      let parted = CommonMarkParser(bytes: Array(source.utf8), sizes: sizes).elements
      #expect(parted == elements(source), "\(source.prefix(50).debugDescription)")
    }
  }

  /// All parsers share some state of cmark.
  @Test func manySimultaneousParsers() async {
    let source = "~~a~~ $b$ www.c.de <f@g.hi>\n\n| j | k |\n|---|---|\n| ~~l~~ | $m$ |\n\n"
    let expected = CommonMarkParser(string: many(source, 20)).elements
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          CommonMarkParser(string: String(repeating: source, count: 20)).elements == expected
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
