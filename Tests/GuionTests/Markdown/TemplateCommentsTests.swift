import Guion
import Testing

/// Tests of the private comments of templates and of other programs.
@Suite struct TemplateCommentsTests {
  static let rows: [MarkdownRow] = [
    .init(
      "hidden elements",
      "a <span hidden>b <span>c</span> d</span> e <i style='display: none'>f</i> <img hidden> g",
      "p a  e   g"),
    .init(
      "comments of TeX", "\\section{A}\n% b\nc\n%%% d\n\ne 5 %\n% f",
      "p A / p c / p e 5 %"),
    .init(
      "notes of slides",
      "---\ntheme: x\ntransition: y\n---\n\na\n\nNote: b\n\n---\n\nc\n\n"
        + "<aside class=\"notes\">\nd\n</aside>",
      "p a / rule / p c / html <aside class=\"notes\">⏎d⏎</aside>"),
    .init(
      "notes of slides that no mark names",
      "# a\n\nNote: b\n\nc\n\n---\n\n# d\n\ne\n\n---\n\n# f\n\nNotes:\n- g",
      "h1 a / rule / h1 d / p e / rule / h1 f"),
    .init(
      "a note of an article", "# a\n\nNote: b\n\n---\n\n## c\n\n---\n\n## d",
      "h1 a / p Note: b / rule / h2 c / rule / h2 d"),
    .init(
      "one note among poems", "# a\n\nNote: b\n\n---\n\n# c\n\n---\n\n# d",
      "h1 a / p Note: b / rule / h1 c / rule / h1 d"),
    .init(
      "two notes of an article",
      "## a\n\n---\n\n## b\n\nNote: c\n\nd\n\n---\n\n## e\n\nNotes: f",
      "h2 a / rule / h2 b / p Note: c / p d / rule / h2 e / p Notes: f"),
    .init(
      "links of a vault in a table",
      "| A | B |\n|---|---|\n| [[x/b|c]] | d |\n| [[e\\|f]] | [[g]] |",
      "row A: c; B: d / row A: f; B: g"),
    .init(
      "comments and deletions of Word",
      "a [b [c] d]{.comment-start id=\"0\" author=\"E\"}f[]{.comment-end id=\"0\"} "
        + "[g]{.deletion}[h]{.insertion} <span class=\"deletion\">i</span>j",
      "p a f h j"),
    .init(
      "signs that are never closed", "a {>>b %% cd", "p a b  cd"),
    .init("notes of remark", "a\n\n???\nb\n\n# c\n---\nd", "p a / rule / p d"),
    .init("questions", "a\n\n???\n\nb", "p a / p ??? / p b"),
    .init("notes of Deckset", "a\n\n^ b\nc\n\n---\n\nd\n\n^ e", "p a / rule / p d"),
    .init(
      "metadata of a slide", "---\na: b\n---\nc\n\n---\nlayout: d\n---\n\ne\n\n---\nf: g\n\nh",
      "p c / p e / rule / p f: g / p h"),
    .init(
      "templates", "a {# b #} c.\n\n{#- b\n\nd -#}\n\n# E {#f}",
      "p a c. / h1 E"),
    .init(
      "code keeps its marks", "`{# a #}`\n\n```\n{# b #}\n```",
      "p {# a #} {code {# a #}} / code {# b #}"),
    .init(
      "code within a line ends no block", "``` a ``` b\n\nc {# d #} e",
      "p a b {code a} / p c e"),
    .init(
      "a code example in a fence", "```\n```js\n{# a #}\n```\n\nb {# c #} d",
      "code ```js⏎{# a #} / p b d"),
    .init(
      "an open comment is text", "a {# b.\n\nc {# d #} e",
      "p a {# b. / p c e"),
    .init(
      "templates of Ruby", "a <%# b\n\nc %> d",
      "p a / p d"),
    .init(
      "shortcodes within a line",
      "a {{% comment %}} b {{% /comment %}} c {{< comment >}} d {{< /comment >}} e",
      "p a c e"),
    .init(
      "tags of Liquid", "{% doc %}\na\n\nb\n{% enddoc %}\n\n{% liquid\n  # c\n\n  d\n%}\n\ne",
      "p e"),
    .init(
      "Handlebars", "a {{!-- b\n\nc --}} d",
      "p a / p d"),
    .init(
      "definitions below words", "a\n[//]: # (b)\nc\n\n- d\n[//]: # (e)\n- f",
      "p a⏎c / item 1 - d / item 1 - f"),
    .init(
      "definitions with brackets",
      "[//]: # (a (b) c)\n\n[//]: # (a\nb (c) d)\n\n[d]: # \"e\"\n\n[d]",
      "p d {contents d}"),
    .init(
      "a definition in a table", "| a |\n|---|\n| b |\n[//]: # (c)\n\nd",
      "row a: b / p d"),
    .init(
      "footnotes are no comments", "a[^1]\n\n[^1]: # b",
      "p a {note 1@1 b} / h1 footnote 1 b"),
    .init(
      "kramdown",
      "a {::comment}b{:/comment} c\n\n{::comment}\nb\n\nc\n{:/}\n\nd {::nomarkdown}e{:/}",
      "p a c / p d e"),
    .init(
      "Org", "a\n\n#+BEGIN_COMMENT\nb\n\nc\n#+END_COMMENT\n\nd",
      "p a / p d"),
    .init(
      "divisions",
      "::: {.notes}\na\n\nb\n:::\n\n::: comment\nc\n:::\n\n::: {#d .hidden}\ne\n:::\n\nf",
      "p f"),
    .init(
      "deletions over blank lines", "a {--b\n\nc--} d",
      "p a / p d"),
    .init(
      "comments in formulas", "$$\na {>>b<<}\n$$\n\n\\[\nc = g % d\n\\]\n\n```math\ne % f\n```",
      "p $$⏎a⏎$$ {math $$⏎a⏎$$} / p $$⏎c = g⏎$$ {math $$⏎c = g⏎$$} / code(math) e"),
    .init(
      "percentages are no comments", "$5 and 10 % of\na and $7",
      "p $5 and 10 % of⏎a and $7"),
    .init(
      "a formula that ends a line", "$$ a\n$$\n\nb %% c\n\nd %% e",
      "p $$ a⏎$$ {math $$ a⏎$$} / p b / p e"),
    .init(
      "mistyped comments of HTML", "a <! -- b --> c <!– d –> e <!-- f --!> g <!- h -> i",
      "p a c e g i"),
    .init(
      "empty comments of HTML", "a <!--> b\n\nc <!---> d",
      "p a b / p c d"),
    .init(
      "comments within comments", "%% a <!-- b %% c\n\nd <!-- %% e --> f\n\ng %% h %% i",
      "p c / p d f / p g i"),
    .init(
      "an open comment of Obsidian", "a %% b.\n\nc %% d %% e",
      "p a  b. / p c e"),
    .init(
      "signs of programs", "a %%d and %%s b.\n\nc %%d (\"%%\")",
      "p a %%d and %%s b. / p c %%d (\"%%\")"),
    .init(
      "notes of slides", "---\nformat: revealjs\n---\n\n## A\n\nb\n\nNote: c\n\nd\n\n## E\n\nf",
      "h2 A / p b / h2 E / p f"),
    .init(
      "notes of other documents", "a\n\nNote: b",
      "p a / p Note: b"),
    .init(
      "drawers of Org",
      "- a\n  :LOGBOOK:\n  CLOCK: [2024-05-01 Wed 10:00]\n  * State \"b\" [2024-05-01 Wed]\n  :END:\n"
        + "\t- c\n\t  :properties:\n\t  :d: e\n\t  :end:\n- f\n\nCLOCK: [2024-05-01 Wed 10:00]\n\ng",
      "item 1 - a / item 2 - c / item 1 - f / p g"),
    .init(
      "an open drawer", "- a\n  :LOGBOOK:\n- b\n  :LOGBOOK:\n  c\n  :END:\n- d",
      "item 1 - a / item 1 - b / item 1 - d"),
    .init(
      "drawers that are none", "`:LOGBOOK:` a :END: b\n\nCLOCK: c",
      "p :LOGBOOK: a :END: b {code :LOGBOOK:} / p CLOCK: c"),
    .init(
      "notes in the margin", "a \\marginpar{b} c",
      "p a c"),
  ]

  @Test(arguments: rows) func comments(_ row: MarkdownRow) { row.check() }

  @Test func `edition 1 reads comments of templates`() {
    let parser = CommonMarkParser(string: "a {# b #} c", edition: .first)
    #expect(parser.elements.map(\.elementText) == ["a {# b #} c"])
  }

  @Test(arguments: [
    "a {# b", "a {::comment} b", "a <%# b", "a <%-- b", "a %% b.\n\nc %% d %% e",
    "- a\n  :LOGBOOK:\n- b",
  ])
  func `an open comment has a warning`(_ text: String) {
    #expect(CommonMarkParser(string: text).diagnostics.map(\.code) == ["unclosed-comment"])
  }

  @Test func `a comment within a line is closed`() {
    let parser = CommonMarkParser(string: "a {{% comment %}} b {{% /comment %}} c")
    #expect(parser.diagnostics.isEmpty)
  }

  private static let count = 5_000

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "{# a ", "{# a #} ", "<%# a ", "{::comment} ", "{% doc %} ", "{% liquid ", "{{% comment %}} ",
      "[//]: # (a\n", "a\n[//]: # (b)\n", "{-- a ", "{-- a --}\n\n", "<! -- a ",
      "<!– a ", "<!--> ", "<!-- a --!> ", "$a % b\n", "\\[ a % b\n", "a %% b\n\n", "::: notes\n",
      "{:/a} ", "@* ", "#+BEGIN_COMMENT\n", "%%d ", "%% <!-- ", "???\n---\n",
      "^ a\n---\n", "---\na: b\n", "\\section{a}\n% b\n",
      "/// a\n", "| [[a ", ":LOGBOOK:\na\n", "- a\n  :LOGBOOK:\n  :END:\n",
    ])
  func `5,000 comments take linear time`(_ mark: String) {
    let text = String(repeating: mark, count: Self.count)
    let count = GuionParsedElementCollection(string: text, format: .markdown).wordCount
    #expect(count.letters + count.skipped.letters == WordCount.count(text).letters)
  }
}
