import Guion
import Testing

/// Tests of the marks of TeX, R Markdown, Quarto and MDX, in reading edition 2.
@Suite struct PrintedMarksTests {
  static let sites: [MarkdownRow] = [
    .init("a snippet", "a\n\n--8<-- \"b/c.md\"\n\nd", "p a / p d"),
    .init("a list of snippets", "a\n\n--8<--\nb.md\nc.md\n--8<--\n\nd", "p a / p d"),
    .init("a snippet in code", "```\n--8<-- \"b\"\n```", "code --8<-- \"b\""),
    .init(
      "a caption between slashes", "![a](b)\n/// caption\nc d\n///\n\ne",
      "p a {image a} / p c d / p e"),
    .init(
      "a notice between slashes", "/// tip | a b\n    open: true\nc\n///\n\nd", "p a b / p c / p d"),
    .init("slashes without an end", "/// tip\n\na", "p /// tip / p a"),
    .init("a macro in a target", "a [b](https://c.d/{{ e.f }}/g) [i]({{ j }}/k) l", "p a b i l"),
    .init("words between tags", "{new}a b|v4{/new} {a}b{/c}", "p a b {a}b{/c}"),
    .init("a lost directive of Sphinx", "a\n\n.. image::\nhttp://b.c\n\nd", "p a / p d"),
    .init(
      "words below a lost directive", ".. figure:: a.png\n:width: 3\n   :alt: b\nC d.\n\ne",
      "p C d. / p e"),
    .init("files of a lost directive", ".. toctree::\n:maxdepth: 2\na\nb/c\n\nd", "p d"),
    .init(
      "two stops", ".. include:: me in this, a said.\nb", "p .. include: me in this, a said.⏎b"),
    .init(
      "names of DocFX", "a <xref:b.c?text=de.Fg> <xref:g?text=h%20i.Jk>",
      "p a de.Fg h i.Jk {code de.Fg}"),
    .init(
      "marks in code", "a `[!INCLUDE [b](c)]` `{d}e{/d}` `<xref:f>` [!INCLUDE [g {h}i{/h}](j)]",
      "p a [!INCLUDE [b](c)] {d}e{/d} <xref:f> g i "
        + "{code [!INCLUDE [b](c)]} {code {d}e{/d}} {code <xref:f>}"),
    .init("a theorem of mdBook", "**{{thm}}{thm:a_b}[C d]** e", "p Theorem: C d e"),
    .init("a component", "@[frame](\n  top=\"8%\",\n  caption=\"a b\"\n)\n\nc", "p a b / p c"),
    .init("a video of a component", "@[youtube](a1)\n\nb @[c](d)", "p b @c"),
    .init("a part of bookdown", "# (PART\\*) A b\n\n# (APPENDIX) C", "h1 A b / h1 C"),
    .init("a program to describe", "::: a.b.C\n    options:\n      d: false\n\ne", "p e"),
    .init(
      "parts of components", "Press <Keys.Hard>A</Keys.Hard> `<Keys.Hard>` </b>.",
      "p Press A <Keys.Hard> . {code <Keys.Hard>}"),
    .init(
      "environments in code",
      "`\\begin{proof}` We *show* a.\n`\\end{proof}`\n\n`\\begin{thm}[Ann]` B `\\end{thm}`",
      "p Proof. We show a. / p Theorem: Ann. B"),
    .init(
      "code about LaTeX", "`\\begin{proof}` opens it, `\\end{proof}` ends it.",
      "p \\begin{proof} opens it, \\end{proof} ends it. {code \\begin{proof}} {code \\end{proof}}"),
    .init("included files", "[!INCLUDE [a](b.md)]\n\n[!code-c[](d.c)]\n\ne", "p e"),
    .init("an included word", "In [!INCLUDE [a](b.md)] is c.", "p In a is c."),
    .init("a video in a quotation", "> [!VIDEO https://a.b/c]\n\nd", "p d"),
    .init(
      "names of programs", "<xref:A.B.C> <xref:A.B.d%2A?displayProperty=nameWithType>",
      "p C B.d {code C} {code B.d}"),
    .init("the way back", "a\n\n[⬆ Back to top](#a)\n\nBack to a", "p a / p Back to a"),
    .init(
      "pages around", "a\n\n← Previous: A | Index | Next: B →\n\n← left | right →",
      "p a / p ← left | right →"),
    .init("the way back in HTML", "a\n\n<p>(<a href=\"#a\">back to top</a>)</p>", "p a"),
    .init("a block in braces", "{tip}\na\n{/tip}\n\n{x}\nb\n{/x}", "p Tip / p a / p b"),
    .init("titles of tabs", "{% tab title=\"A\" %}\n\nb\n\n{% endtab %}", "p A / p b"),
    .init("a large kind", "!!! Warning \"A\"\n    b", "p Warning: A / p b"),
    .init("a title as an attribute", ":::tip{title=\"A b\"}\nc\n:::", "p A b / p c"),
    .init("a title block", "% A\n% B\n% C\n\nd", "p d"),
    .init("a comment above a role", "% A\n\n{ref}`d`", "p d"),
    .init(
      "an item without words", "- a\n  - b\n    -\n  - c",
      "item 1 - a / item 2 - b / item 2 - c"),
    .init("macros of Logseq", "a {{query #b}} c\n\n{{embed ((d))}}", "p a c"),
    .init(
      "slashes of no path", "[[a / b]] [[C (D/1.1): e]] [[TCP/IP]] [[f/g]]",
      "p a / b C (D/1.1): e TCP/IP g"),
    .init(
      "headings of tags", "## #a\n\n# #b/c #d\n\n- # #e\n\n## f #g\n\n- #h",
      "h2 a / h1 b/c d / h1 item 1 - e / h2 f"),
    .init("tags with blanks", "g #b #[[c d]]\n\n#[[e f]]", "p g / p e f"),
    .init(
      "marks of sources", "a [s](https://c.d) [s2](https://e.f)\n\nplan [b](c)", "p a / p plan b"),
    .init("lists of links", "[[a]] b\n[[c]] d", "p a b⏎c d"),
    .init("equations", "$a = 2$\n$b = 3$", "p $a = 2$⏎$b = 3$ {math $a = 2$} {math $b = 3$}"),
    .init(
      "parallel lines", "If the **a** is b\nIf the **c** is d", "p If the a is b⏎If the c is d"),
  ]

  static let tex: [MarkdownRow] = [
    .init(
      "superscripts", "1^er^ x^2^ a^b 10^-3^.",
      "p 1er x2 a^b 10-3. {raised er} {raised 2} {raised -3}"),
    .init(
      "a source in brackets", "Ann Smith (@smith2010) said @smith2010", "p Ann Smith said smith"),
    .init(
      "prose in a fence", "```warning\nA *b*.\n```\n\n```python\nc\n```",
      "p Warning / p A b. / code(python) c"),
    .init(
      "names of tabs", "a\n{% tab f Linux %}\nb\n{% endtab %}",
      "p a⏎Linux⏎b"),
    .init("letters below the line", "V~max~ is", "p V max is"),
    .init("a note of one letter", "a^[b] d", "p a d"),
    .init(
      "a footnote within a line", "a^[b *c*] d[^1]\n\n[^1]: e",
      "p a d {note 1@1 b c} {note 2@3 e} / footnote 1 b c / footnote 2 e"),
    .init(
      "a footnote over two lines", "a^[bcde\nf] g\n\n- b^[- xyz,\n  w]\n\n`a^[bcd]`",
      "p a⏎g {note 1@1 bcde f} / item 1 - b {note 2@1 - xyz, w} / p a^[bcd] {code a^[bcd]} / "
        + "footnote 1 bcde f / footnote 2 - xyz, w"),
    .init("a footnote that never closes", "a^[bcd e\n\nf] g", "p a^[bcd e / p f] g"),
    .init("a footnote above code", "a^[bcd] e\n\n```\nf", "p a e / code f"),
    .init("an environment", "\\begin{center}\na b\n\\end{center}", "p a b"),
    .init("a drawing", "a \\begin{tikzpicture}\nb\n\\end{tikzpicture} c", "p a c"),
    .init("a list of TeX", "\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}", "p a⏎b"),
    .init("commands without a group", "a \\hfill b \\LaTeX\\ c \\small d", "p a b LaTeX c d"),
    .init("nested groups", "\\emph{a \\textbf{b} c} d", "p a b c d"),
    .init("second groups", "\\textcolor{red}{a} \\href{x.html}{b c}", "p a b c"),
    .init("a style", "a {\\bf b c} d", "p a b c d"),
    .init(
      "formulas in brackets", "A \\(x_1\\) b `\\(y_2\\)` \\(as said\\) \\\\(z_3\\)",
      "p A $x_1$ b \\(y_2\\) (as said) \\(z_3) {math $x_1$} {code \\(y_2\\)}"),
    .init(
      "displayed formulas in brackets", "\\[\na = b\n\\]\n\n\\[ c^2 \\]\n\n\\[d\\]",
      "p $$⏎a = b⏎$$ {math $$⏎a = b⏎$$} / p $$ c^2 $$ {math $$ c^2 $$} / p [d]"),
    .init(
      "targets with blanks", "![**A** b](c\\d e.png \"f\") g, [h i](j k.pdf).",
      "p A b g, h i. {image A b}"),
    .init("no targets", "[b](c d) and x[1](e f.gh)", "p [b](c d) and x[1](e f.gh)"),
    .init("asides", "a[b c]{.aside} d e[f]{.g}", "p a b c d ef"),
    .init(
      "names of headings in brackets", "# A b [#c-d]\n\ne [#f-g]\n\n# H [#12]",
      "h1 A b / p e [#f-g] / h1 H [#12]"),
    .init("a fixed blank", "p.\\ 5", "p p. 5"),
    .init("pauses of slides", "a\n\n\\pause\n\nb", "p a / p b"),
    .init("attributes in two lines", "[a b]{.ex\nhref=\"x.html\"} c", "p a b c"),
    .init("raw words", "a `\\newline`{=tex}b `\\c`{=latex}", "p a b"),
    .init("pictures of TeX", "a \\includegraphics[width=2cm]{b.png} c", "p a c"),
    .init("items without numbers", "#. a\n#. b", "item 1 #1 a / item 1 #2 b"),
    .init("examples", "(@a) b\n\n(@) c\n\nAs (@a) d", "item 1 #1 b / item 1 #2 c / p As (1) d"),
  ]

  static let chunks: [MarkdownRow] = [
    .init("a caption", "```{r a, fig.cap=\"B *c*, d\"}\ne\n```", "code(r) e / p B c, d"),
    .init(
      "a caption with code", "```{r a, fig.cap=\"`B` c\"}\nd\n```\n\ne",
      "code(r) d / p B c {code B} / p e"),
    .init(
      "code and formulas below a tag", "<b>\na `b` $c_1$\n</b>\n\n<b>\nd\n</b>",
      "p a b $c_1$ {code b} {math $c_1$} / p d"),
    .init("hidden code", "```{r, echo = FALSE, fig.cap='B'}\ne\n```", "p B"),
    .init("a chunk that is left out", "```{r, include=FALSE, fig.cap=\"B\"}\ne\n```\n\na", "p a"),
    .init(
      "options in comments", "```{python}\n#| echo: false\n#| fig-cap: \"A: b\"\nc\n```", "p A: b"),
    .init(
      "a caption of several lines", "```{r}\n#| fig-cap: >\n#|   A b\n#|   c\nd\n```",
      "code(r) d / p A b c"),
    .init(
      "captions in a list", "```{r}\n#| echo: false\n#| fig-subcap:\n#|   - A\n#|   - B\nd\n```",
      "p A / p B"),
    .init(
      "captions in a vector", "```{r, echo=F, fig.subcap=c(\"A\", \"B\")}\nd\n```", "p A / p B"),
    .init(
      "the caption of a table", "```{r, echo=FALSE}\nkable(x, caption = \"A b\")\n```", "p A b"),
    .init("options that say no", "```{r, echo=TRUE}\na\n```", "code(r) a"),
    .init(
      "options for the next chunks",
      "```{r, include=FALSE}\nknitr::opts_chunk$set(echo = FALSE)\n```\n\n```{r}\na\n```\n\n```{r, echo=TRUE}\nb\n```",
      "code(r) b"),
    .init(
      "the front matter hides code", "---\nexecute:\n  echo: false\n---\n\n```{r}\na\n```\n\nb",
      "p b"),
    .init("a block of text", "```{block2, type='rmdnote'}\na *b*\n```", "p a b"),
    .init("a theorem", "```{theorem}\na\n```", "p Theorem / p a"),
    .init(
      "a named text", "(ref:a) A *b*\n\n```{r, echo=FALSE, fig.cap=\"(ref:a)\"}\nc\n```", "p A b"),
    .init("values", "```{r}\na\n```\n\nb `r f(x)` c `rx`", "code(r) a / p b c rx {code rx}"),
    .init(
      "numbers",
      "```{r}\n```\n\n`r nrow(x)` bs, a `r 100*mean(y)` c, the `r x$a/2`% in `r round(z[1], 2)` of d",
      "p A computed number of bs, a computed number c, the computed number% in a computed number of d"
    ),
    .init(
      "a number in a heading", "# A `r nrow(x)`\n\n`r nrow(x)`\n\nb", "h1 A a computed number / p b"
    ),
    .init(
      "a number in French", "---\nlang: fr\n---\n\nOn a `r nrow(x)` lignes.",
      "p On a un nombre calculé de lignes."),
    .init(
      "a reference in braces", "In Chapter \\@ref{a-b} and \\@ref{tab:c}.",
      "p In another chapter and the table."),
    .init(
      "values with names", "```{r}\n```\n\na `r x_1` b `r play()` c `r params$d`",
      "p a x_1 b play c d {code x_1} {code play} {code d}"),
    .init(
      "values in quotation marks", "a `r index('b c', aside = TRUE)` (`r ref(\"D\")`)",
      "p a b c (D) {code D}"),
    .init(
      "values that are no words",
      "a `r fa(\"github\")` `r knitr::include_graphics('b.png')` `r paste(\"c\", d)`\n\n`r e()`\n\nf",
      "p a / p f"),
    .init(
      "quotation marks in a caption",
      #"```{r, echo=FALSE, fig.cap="A \"b\" $\\beta$ c"}"# + "\nd\n```",
      #"p A "b" $\beta$ c {math $\beta$}"#),
    .init("entries of an index", "a\\indexc{b}\n\\indexfunc{c}\n\nd", "p a / p d"),
    .init(
      "titles", "# A *b* {#sec-a}\n\nIn @sec-a, Section \\@ref(c-d) and [@sec-a]\n\n# C d?",
      "h1 A b / p In section A b, Section C d and section A b / h1 C d?"),
    .init(
      "titles in French", "---\nlang: fr\n---\n\n# A {#sec-a}\n\nVoir @sec-a",
      "h1 A / p Voir la section A"),
    .init("titles of MyST", "(a)=\n# B c\n\nSee {ref}`a`.", "h1 B c / p See B c."),
    .init(
      "references in a row", "Figures \\@ref(fig:a) and \\@ref(fig:b) or @tbl-a, @tbl-b.",
      "p The figures or the tables."),
    .init(
      "figures", "\\@ref(fig:a) and \\@ref(b) (see \\@ref(tab:c))",
      "p The figure and another section (see the table)"),
    .init(
      "figures of one sentence",
      "In @fig-long-words we see a, while @fig-years shows b. In @fig-a-b too.",
      "p In the figure long words we see a, while the figure years shows b. In the figure too."),
    .init(
      "labels of other documents", "See @sec-field-work (@fig-lions, @tbl-a1, Section @sec-tools).",
      "p See section field work (the figure lions, the table, another section)."),
    .init(
      "labels in German", "---\nlang: de\n---\n\nSiehe (@sec-neue-technik) und [@sec-daten].",
      "p Siehe (Abschnitt neue technik) und Abschnitt daten."),
    .init("a figure of the document", "![](b.png){#fig-lions}\n\nIn @fig-lions", "p In the figure"),
    .init(
      "keys of Zotero", "As @lee_field_2010 and @poe-2011a say, @ann_lee too.",
      "p As lee and poe say, @ann_lee too."),
    .init(
      "figures in brackets", "In [@fig-a; @fig-b] and [Chapter @sec-c]",
      "p In the figure and another chapter"),
    .init(
      "references in brackets", "From [Section @sec-a] and [see @smith2010, p. 4] to [it is @ann].",
      "p From another section and to [it is @ann]."),
    .init(
      "raw blocks", "```{=latex}\na\n```\n\nb\n\n```{=html}\n<!-- c\n\nd -->\n```\n\ne",
      "p b / html <!-- c⏎⏎d --> / p e"),
    .init("a picture without words", "![](a.png){web_b=\"8%\"}\n\nc", "p c"),
    .init(
      "figures in French", "---\nlang: fr\n---\n\nVoir @fig-a et \\@ref(tab:b)",
      "p Voir la figure et le tableau"),
    .init(
      "a notice in French",
      "---\nlang: fr\n---\n\n::: {.callout-caution}\na\n:::\n\n> [!NOTE]\n> b",
      "p Mise en garde / p a / > quote Remarque / > quote b"),
  ]

  static let notes: [MarkdownRow] = [
    .init("a property of a program", "- a\n  id:: 1-2\n  card-x:: 4", "item 1 - a"),
    .init(
      "the name of a block of an outline", "a ((6476f0a0-0000-4000-8000-a1b2c3d4e5f6)) b", "p a b"),
    .init("a drawer", "- a [#A] b\n  :LOGBOOK:\n  CLOCK: c\n  :END:", "item 1 - a b"),
    .init("a size with blanks", "a ![[b.png | 400]] c", "p a c"),
    .init(
      "words before the name of a note", "[[A tool|notes.bb.cc-d]] [[e|f.g.h]]", "p A tool f.g.h"),
    .init("a tag that the sentence needs", "Ask in #garden", "p Ask in garden"),
    .init("tags with a label", "a\n\n^Tags: #b #c", "p a"),
    .init("a value of a query", "a `= round(this.b)` c", "p a c"),
    .init("tags of games", "{@atk mw} {@hit 8} to hit {@damage 1d8|x} end", "p 8 to hit 1d8 end"),
    .init("names of games", "{@item Sword|DMG|blade} {@spell Wish|PHB} end", "p blade Wish end"),
    .init("the language of code", "a `b{:ts}` c", "p a b c {code b}"),
    .init("a reference with a blank", "a \\@ref(fig: b) c", "p a the figure c"),
    .init("the words of a key", "as @Lee2013some-words says", "p as Lee says"),
    .init("a formula before words", "a $$x + 1$$then", "p a $$x + 1$$, then {math $$x + 1$$}"),
    .init("a size of an outline", "![a b](c.png){:height 3, :width 8} d", "p a b d {image a b}"),
  ]

  static let hidden: [MarkdownRow] = [
    .init("a remark over paragraphs", "a {>>b\n\nc<<} d", "p a / p d"),
    .init("a remark in a heading", "# a {>>b\nc<<}\n\nd", "h1 a / p d"),
    .init("a remark within a paragraph", "a {>>b\nc<<} d", "p a d"),
    .init("a comment of HTML over paragraphs", "a <!-- b\n\nc --> d", "p a / p d"),
    .init("a comment behind a tag", "<div><!-- b\n\nc -->\nd</div>", "html <div> / p d"),
    .init("behind a comment of HTML", "<!-- a -->%%b%% c", "p c"),
    .init("between tags", "<p>a %%b%% c {>>d<<}.</p>", "p a c."),
    .init(
      "variables between tags", "<p>for %%i in (a) do echo %%i</p>",
      "p for %%i in (a) do echo %%i"),
    .init("over cells", "| a | b |\n|---|---|\n| c %%d | e%% f | g |", "row a: c f; b: g"),
    .init(
      "a comment of HTML over cells", "| a | b |\n|---|---|\n| c <!-- d | e --> | f |",
      "row a: c; b: f"),
    .init("in a role", "a {ref}`b <!-- c --> d` {term}`e %%f%%`", "p a b d e"),
    .init("of a program in Markdown", "a {x /* b */} c {// d } e", "p a c e"),
    .init(
      "for one printer", "::: {.content-visible when-format=\"pdf\"}\na\n:::\n\nb", "p b"),
    .init("a remark over cells", "| a | b |\n|---|---|\n| c {>>d|e<<} | f |", "row a: c; b: f"),
    .init("in a title", ":::{card} T %%b%%\nd\n:::", "p T / p d"),
    .init("a remark in a title", "```{admonition} A {>>b<<}\nc\n```", "p A / p c"),
    .init("in a link of a vault", "[[a %%b%%]] c", "p a c"),
    .init("in a formula", "a $x %%b%%$ c", "p a $x$ c {math $x$}"),
    .init("three signs", "50%%% %%%a%%% b", "p 50%%% b"),
    .init("a backtick without a partner", "a ` b {/* c */} d", "p a ` b d"),
    .init("a comment of MDX in a heading", "# a {/* b\n\nc */}\n\nd", "h1 a / p d"),
    .init("lines that end with CR", "a\r\r{/*\rb\r\rc\r*/}\r\rd\r", "p a / p d"),
    .init("a comment and code in braces", "a {/* b */ x} c", "p a c"),
  ]

  static let mdx: [MarkdownRow] = [
    .init(
      "expressions", "import A from 'a'\n\nb {props.c} d {e.map(f => (\n  <g>{f}</g>\n))} h",
      "p b d h"),
    .init("strings", "<Ab b=\"c\" />\n\nd{\" \"}\n{'e'} f", "p d⏎e f"),
    .init(
      "names of headings", "export const a = 1\n\n## B {#c}\n\n`{d}`", "h2 B / p {d} {code {d}}"),
    .init(
      "a component over lines",
      "<Tabs\n  a=\"b\"\n  values={[\n    {c: 'd'},\n  ]}>\n<TabItem value=\"e\" label=\"F g\">\n\nh\n\n</TabItem>\n</Tabs>",
      "p F g / p h"),
    .init("a title in a block of HTML", "<div>\n<Ab title=\"C d\"/>\n</div>", "p C d"),
    .init(
      "the sentence of a component", "<Ref title=\"A\" sub=\"All of it\" text=\"Go\" page=\"/c\"/>",
      "p A. All of it"),
    .init(
      "descriptions", "<Ab description=\"All of it\" />\n\n<Seo description=\"a b\" />",
      "p All of it"),
    .init("types", "<Ab />\n\n- `b`: {string} {c}", "item 1 - b: string {code b}"),
    .init("styles", "<Ab />\n\nb <i style={{c: 1}}>d</i> e", "p b d e"),
    .init("an import over lines", "import A,\n  {B} from 'c'\nexport const e = 1\n\nd", "p d"),
    .init(
      "blocks of DocC",
      "# a\n\n@Metadata {\n  @PageKind(article)\n}\n\n@Comment { b }\n\n@TabNavigator {\n  @Tab(\"C d\") {\n  e\n  }\n}\n\n@Image(source: \"f\", alt: \"G h\")",
      "h1 a / p C d / p e / p G h {image G h}"),
    .init("tags of Javadoc", "a\n@param b c\n@returns d", "p a⏎param b c⏎returns d"),
    .init("people", "a\n\n@Ann is b\n\n}", "p a / p @Ann is b / p }"),
    .init(
      "braces elsewhere", "a {b.c} d\n\n```\n<Ef />\nimport g from 'h'\n```\n\n    <Ij />",
      "p a {b.c} d / code <Ef />⏎import g from 'h' / code <Ij />"),
  ]

  private static let myST = "```{note}\nA.\n```\n\n"
  private static let program = "import A from 'a'\n\n"

  /// Texts with a comment, which holds the word "private", between the words "one" and "two".
  static let comments: [String] = [
    "one %%private%% two", "- one\n- %%private%%\n- two", "> one %%private\n> private%% two",
    "| a | b |\n| - | - |\n| one %%private%% | two |", "one\n\n%%\nprivate\n\n- private\n%%\n\ntwo",
    "one 2024%%private%% two", "one 5%% private %% two", "one 5%%\nprivate\n%%\ntwo",
    "one 50%% of 60%% two %%private%%", "one 5%% private\nprivate %% two",
    "one 50%% two\n\n%%\nprivate\n%%", "one 50%% two\n%%private%%", "one 5%% two %% private %%",
    "one 5%%private 6%% two 7%%private%%",
    "one{>>private<<} two", "- one {>>private\n  private<<} two", "# one {>>private<<}\n\ntwo",
    "one <!-- private --> two", "> one\n>\n> <!-- private\n> private -->\n>\n> two",
    "one\n\n<!--\nprivate\n\nprivate\n-->\n\ntwo",
    "| a |\n| - |\n| one <!-- private --> |\n| two |",
    "<p>one <!-- private --> two</p>",
    "one <!--- private ---> two", "one <!-- a -- private --> two",
    "one it`s <!-- a <!-- private --> two", "one <!-- a\n\n- private\n--> two",
    "one {% comment %}private{% endcomment %} two",
    "one\n\n{% comment %}private{% endcomment %}\n\ntwo",
    "- one {%- comment -%}private\n\nprivate{%- endcomment -%}\n- two",
    "\\begin{itemize}\n\\item one % private\n% private\n\\item two\n\\end{itemize}",
    "one\n\n\\begin{comment}\nprivate\n\nprivate\n\\end{comment}\n\ntwo",
    "one\n\n\\iffalse\nprivate\n\\fi\n\ntwo \\todo{private}",
    "one\n\n$$\nx = 1 % private\n$$\n\ntwo",
    "one\n\n```{asis, echo=FALSE}\nprivate\n```\n\ntwo",
    "one\n\n::: {.content-hidden}\nprivate\n\n::: {.a}\nprivate\n:::\n\nprivate\n:::\n\ntwo",
    myST + "one 5\n%private\ntwo", myST + "- one 2024\n  % private\n- two",
    myST + "- one 10\n%private\n- two", myST + "> one 0\n> %private\n\ntwo",
    myST + "- one\n- % private\n- two", myST + "1. one\n2. % private\n3. two",
    myST + "| a |\n| - |\n| one |\n% private\n| two |",
    "one\n\n::::{grid} 2\n% private\n:::{card} A\ntwo\n:::\n::::",
    "(a)=\n# one 1\n% private\n\ntwo",
    "one {/* private */} two", "one\n\n{/* private\n\nprivate */} two",
    "- one {/* private\n\n  private */} two", "one { /* private */ /* private */} two",
    "| a |\n| - |\n| one {/* private | b */} |\n| two |",
    program + "one <A b={/* private */ 1}>two</A>", program + "one <A b={/* private */}>two</A>",
    program + "one {/* a \"*/\" private */} two", program + "one\n\n{// it's private }\n}\n\ntwo",
    program + "one\n\n<A\n  title={/* private */ b}\n/>\n\ntwo",
    program + "one\n\n<A {/* private */...b} />\n\ntwo",
  ]

  @Test(arguments: comments) func `no word of a comment is spoken`(_ source: String) {
    let parser = CommonMarkParser(string: source)
    let spoken = parser.elements.filter { $0.elementType != .comment }
    let words = spoken.map(\.elementText).joined(separator: " ")
    #expect(!words.contains("private"))
    #expect(words.contains("one") && words.contains("two"))
    #expect(parser.diagnostics.isEmpty)
  }

  @Test(arguments: sites) func linesOfSites(_ row: MarkdownRow) { row.check() }
  @Test(arguments: tex) func commandsOfTeX(_ row: MarkdownRow) { row.check() }
  @Test(arguments: chunks) func chunksOfCode(_ row: MarkdownRow) { row.check() }
  @Test(arguments: mdx) func programsOfMDX(_ row: MarkdownRow) { row.check() }

  @Test func `keys are code in edition 2`() {
    let source = "Press <kbd>/</kbd> now"
    #expect(CommonMarkParser(string: source).elements.markdownOutline == "p Press / now {code /}")
    let first = GuionParsedElementCollection(string: source, format: .markdown, edition: .first)
    #expect(first.elements.first?.inlines.isEmpty == true)
  }

  @Test func `edition 1 reads no caption and skips no mark`() {
    for row in Self.tex + Self.chunks + Self.mdx where !row.source.contains("<") {
      let first = GuionParsedElementCollection(
        string: row.source, format: .markdown, edition: .first)
      #expect(first.wordCount.skipped.counts.allSatisfy { $0.rule == .frontMatter })
    }
  }

  @Test(arguments: notes) func notesAndBooks(_ row: MarkdownRow) { row.check() }
  @Test(arguments: hidden) func privateComments(_ row: MarkdownRow) { row.check() }

  @Test(arguments: [
    ("a {>>b\n\nc", 1), ("a <!-- b", 1), ("`{>>a` `<!-- b`", 0), ("a {>>b<<}", 0),
    ("a\n\n{% comment %}\nb", 1), ("a\n\n<!-- b\n\nc", 1),
  ])
  func `open comments of reviewers have a warning`(_ text: String, _ count: Int) {
    let codes = CommonMarkParser(string: text).diagnostics.map(\.code)
    #expect(codes == Array(repeating: "unclosed-comment", count: count))
  }

  @Test func `a comment of MDX that never ends has one warning`() {
    let parser = CommonMarkParser(string: "a {/* b\n\nc {/* d")
    #expect(parser.diagnostics.map(\.code) == ["unclosed-comment"])
    #expect(parser.elements.markdownOutline == "p a {/* b / p c {/* d")
    #expect(CommonMarkParser(string: "a {/* b */} `{/* c`").diagnostics.isEmpty)
  }

  @Test(arguments: [
    (
      "The time can be changed with\n[`LOCK_TIME`](https://example.org/a/long/address/of/it). So", 0
    ),
    (
      "[One](https://example.org/a/long/address/of/it) a\n[Two](https://example.org/a/long/address/of/it) b",
      1
    ), ("The words\nOne and [two](a.md)", 1),
  ])
  func `lines are as long as their author wrote them`(_ text: String, _ breaks: Int) {
    let spans = CommonMarkParser(string: text).elements.flatMap(\.inlines)
    #expect(spans.count { $0.kind == .lineBreak } == breaks)
  }

  @Test(arguments: ["$$\na = b\n$$\n$$\nc = d\n$$", "$a = 2$\n$b = 3$", "If rates a\nIf rates b"])
  func `formulas below each other and parallel lines are apart`(_ text: String) {
    let spans = CommonMarkParser(string: text).elements.flatMap(\.inlines)
    #expect(spans.count { $0.kind == .lineBreak } == 1)
  }

  @Test func `the end of a long formula opens no other`() {
    let rows = String(repeating: "x = y \\\\\n", count: 60)
    let text = "$$\n\(rows)$$\n\nWords.\n\n$$\na = b\n$$\n"
    let elements = CommonMarkParser(string: text).elements
    #expect(elements.count == 3 && elements.dropFirst().first?.inlines.isEmpty == true)
  }

  @Test func `a word that needs the next line ends none`() {
    let notes = String(repeating: String(repeating: "long ", count: 60) + "\n\n", count: 3)
    for text in [
      "from the\n[Ab](c.md) d", "\(String(repeating: "word ", count: 12))b\n[c](d.md) e",
    ] {
      let last = CommonMarkParser(string: notes + text).elements.last
      #expect(last?.inlines.contains { $0.kind == .lineBreak } == false)
    }
  }

  @Test func `in notes of long lines, each line break is the author's`() {
    let long = String(repeating: "word and ", count: 30)
    let text = "\(long)\n\n\(long)\n\n\(long)\n\nfirst\nsecond"
    let last = CommonMarkParser(string: text).elements.last
    #expect(last?.inlines.map(\.kind) == [.lineBreak])
    #expect(CommonMarkParser(string: "first\nsecond").elements.last?.inlines == [])
  }
}
