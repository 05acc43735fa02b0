import Guion
import Testing

/// Tests of the marks that other programs write into Markdown, in reading edition 2.
@Suite struct EditorMarksTests {
  static let obsidian: [MarkdownRow] = [
    .init("a private comment", "Never later. %%Karl thinks otherwise%%", "p Never later."),
    .init("a comment between words", "a %%b%% c", "p a c"),
    .init("a comment at the start", "%%b%% c", "p c"),
    .init("a paragraph that is a comment", "a\n\n%%b%%\n\nc", "p a / p c"),
    .init("a comment of several blocks", "a\n\n%%\n# b\n\n- c\n%%\n\nd", "p a / p d"),
    .init("a comment from within a line", "a %%b\n\nc%% d", "p a / p d"),
    .init("a comment that never ends", "a %%b\n\nc", "p a %%b / p c"),
    .init(
      "a comment in code", "`%%a%%`\n\n```\n%%\nb\n%%\n```", "p %%a%% {code %%a%%} / code %%⏎b⏎%%"),
    .init("percent signs", "100%% of 50%% is", "p 100%% of 50%% is"),
    .init("a highlight", "==Dig *in* October.== Now.", "p Dig in October. Now."),
    .init("an open highlight", "a ==b c", "p a ==b c"),
    .init("a comparison", "a == b == c", "p a == b == c"),
    .init(
      "links", "[[a/Tool shed|shed]] [[b/Compost]] [[c#d]] [[#e]] [[f#^g]]",
      "p shed Compost c, d e f"),
    .init("a link in a highlight", "==a [[b|c]] d==.", "p a c d."),
    .init("a link with an emphasis", "[[b|*c*]]", "p c"),
    .init("a link that never ends", "a [[b c", "p a [[b c"),
    .init("nested links", "[[a [[b]] c]]", "p [[a b c]]"),
    .init("an empty link", "a [[]] b", "p a [[]] b"),
    .init("embeds", "a ![[b.png|400]] c\n\n![[d]]", "p a c"),
    .init("an embed with words", "![[b.png|A bed]]", "p A bed {image A bed}"),
    .init("the name of a block", "a ^a1b2c3", "p a"),
    .init("a power", "2^3 and a^b", "p 2^3 and a^b"),
    .init("tags at the end", "Sow again. #garden/spring #todo", "p Sow again."),
    .init("a paragraph of tags", "a\n\n#b #c", "p a"),
    .init("a tag within a text", "The #b is c.", "p The #b is c."),
    .init("a number with a sign", "We are #1", "p We are #1"),
    .init("marks in a cell", "| a |\n| - |\n| [[b\\|c]] ==d== |", "row a: c d"),
    .init(
      "a callout", "> [!warning]- Slugs\n> They come *after* rain.",
      "> quote Warning: Slugs / > quote They come after rain."),
    .init("an alert", "> [!NOTE]\n> a", "> quote [!NOTE]⏎a"),
    .init("a callout without a title", "> [!bug]\n> a", "> quote Bug / > quote a"),
    .init("a callout without words", "> [!tip] a", "> quote Tip: a"),
    .init("no callout", "[!a] b", "p [!a] b"),
  ]

  static let changes: [MarkdownRow] = [
    .init("an addition", "a {++b++} c", "p a b c"),
    .init("a deletion", "a {--b--} c", "p a c"),
    .init("a substitution", "a {~~b~>c~~} d", "p a c d"),
    .init("a comment", "a{>>b<<} c", "p a c"),
    .init("a highlight", "a {==b==}{>>c<<} d", "p a b d"),
    .init("struck words", "a ~~b~~ {~~c~>d~~}", "p a b d {struck b}"),
    .init("marks that never end", "a {++b {--c {>>d", "p a {++b {--c {>>d"),
  ]

  static let printers: [MarkdownRow] = [
    .init("the id of a heading", "## What is it? {#what-is}", "h2 What is it?"),
    .init("classes and keys", "a{.b c=d} e", "p a e"),
    .init("a span", "a [b *c*]{.d lang=fr} e", "p a b c e"),
    .init("braces that are text", "a {b} {c d}", "p a {b} {c d}"),
    .init("a citation", "As shown [@key, p. 4; @b].", "p As shown."),
    .init("a fenced division", "::: {.note}\na\n:::", "p a"),
    .init("commands", "a\n\n\\newpage\n\nb \\ref{c} d", "p a / p b d"),
    .init("shortcodes", "{{< a b >}}\n\n{% c %} d", "p d"),
    .init("an admonition", "!!! note \"A title\"\n    a", "p Note: A title / p a"),
  ]

  static let dates: [MarkdownRow] = [
    .init("a day", "14. August 2017 war warm.\n\nDann.", "p 14. August 2017 war warm. / p Dann."),
    .init("a year", "1989. Niemand.\n\nDanach.", "p 1989. Niemand. / p Danach."),
    .init("years", "1989. a\n\n1990. b", "p 1989. a / p 1990. b"),
    .init("in a quotation", "> 3. Mai\n>\n> a", "> quote 3. Mai / > quote a"),
    .init("a list from 1", "1. a", "item 1 #1 a"),
    .init("a list from 2", "2. a\n3. b", "item 1 #2 a / item 1 #3 b"),
    .init(
      "a list with text between", "1. a\n\nb\n\n2. c\n\nd", "item 1 #1 a / p b / item 1 #2 c / p d"),
    .init("a list below a list", "- a\n\n10. b", "item 1 - a / item 1 #10 b"),
  ]

  @Test(arguments: obsidian) func vaults(_ row: MarkdownRow) { row.check() }
  @Test(arguments: changes) func criticMarkup(_ row: MarkdownRow) { row.check() }
  @Test(arguments: printers) func printedDocuments(_ row: MarkdownRow) { row.check() }
  @Test(arguments: dates) func numbersThatAreText(_ row: MarkdownRow) { row.check() }

  @Test func `edition 1 reads the marks as text`() {
    for row in Self.obsidian + Self.changes + Self.printers + Self.dates {
      let first = GuionParsedElementCollection(
        string: row.source, format: .markdown, edition: .first)
      #expect(first.wordCount.skipped.counts.allSatisfy { $0.rule == .tableHeader })
    }
    let text = CommonMarkParser(string: "a %%b%%\n\n14. c", edition: .first)
    #expect(text.elements.markdownOutline == "p a %%b%% / item 1 #14 c")
  }

  @Test func `each letter is in an element or is counted`() {
    for row in Self.obsidian + Self.changes + Self.printers {
      let count = GuionParsedElementCollection(string: row.source, format: .markdown).wordCount
      #expect(
        count.letters + count.skipped.letters == WordCount.count(row.source).letters,
        "\(row.name): \(row.source.debugDescription)")
    }
  }

  @Test func `a comment that never ends has one warning`() {
    let parser = CommonMarkParser(string: "a %%b\n\nc %%d%% e")
    #expect(parser.diagnostics.map(\.code) == ["unclosed-comment"])
  }

  /// A quadratic search would take minutes.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "[[a|b]] ", "[[a ", "==a ", "{++a ", "%%a%% ", "{a ", "[@a ", "![[a]] ", "#a ", "%%a\n\n",
    ])
  func `100,000 marks take linear time`(_ mark: String) {
    let text = String(repeating: mark, count: 100_000)
    let count = GuionParsedElementCollection(string: text, format: .markdown).wordCount
    #expect(count.letters + count.skipped.letters == WordCount.count(text).letters)
  }
}
