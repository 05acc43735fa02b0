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
    .init("an entry of an index", "text colors\\index{font color} here", "p text colors here"),
    .init(
      "attributes without a name", "a [b](c){ id=x } d{:target=\"_blank\"} e",
      "p a b d e"),
    .init("percent signs", "100%% of 50%% is", "p 100%% of 50%% is"),
    .init("a percentage beside a comment", "50%% of a %%b%% c", "p 50%% of a c"),
    .init(
      "boxes of tasks of other looks", "- [p] a\n- [>] b\n- [ ] c\n- [1] d\n- [p](e) f",
      "item 1 - a / item 1 - b / item 1 - [ ] c / item 1 - [1] d / item 1 - p f"),
    .init("a highlight", "==Dig *in* October.== Now.", "p Dig in October. Now."),
    .init("words in a color", "a ~={red}**b** c=~ d\n\n- ~={red}f=~", "p a b c d / item 1 - f"),
    .init("a card with a gap", "a {{cloze b}} c", "p a b c"),
    .init("an open card", "a {{cloze b", "p a b"),
    .init("a tag above a property", "a #card\ncard-repeats:: 1", "p a"),
    .init(
      "a query", "a\n\n- #+BEGIN_QUERY\n  {:title \"b\"}\n  #+END_QUERY\n- c", "p a / item 1 - c"),
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
    .init("a tag within a text", "The #b is c.", "p The b is c."),
    .init("a line of tags", "#b #c\nd: [[e]]", "p d: e"),
    .init("a tag below a mark", "![[photo.png]] #photo\n\n{.a} #t\n\n- %%x%% #t\n\na", "p a"),
    .init("a word with a sign", "It became known as #MeToo", "p It became known as MeToo"),
    .init("a colour", "The sky is #ff0000", "p The sky is ff0000"),
    .init("a test of a shell", "if [[ -d a ]] b", "p if [[ -d a ]] b"),
    .init("arrays", "[[\"a\", \"b/c\"]]", "p [[\"a\", \"b/c\"]]"),
    .init("comparisons", "if a==b and c==d", "p if a==b and c==d"),
    .init("a property", "a:: b\nc:: #d", "p a: b⏎c: d"),
    .init(
      "a picture with a size", "![A b|300](c.png) ![d.png|7](d.png) e",
      "p A b d.png e {image A b} {image d.png}"),
    .init("a source", "a【14†b】 c", "p a c"),
    .init("a number with a sign", "We are #1", "p We are #1"),
    .init("marks in a cell", "| a |\n| - |\n| [[b\\|c]] ==d== |", "row a: c d"),
    .init(
      "a callout", "> [!warning]- Slugs\n> They come *after* rain.",
      "> quote Warning: Slugs / > quote They come after rain."),
    .init("an alert", "> [!NOTE]\n> a", "> quote [!NOTE]⏎a"),
    .init("a callout without a title", "> [!bug]\n> a", "> quote Bug / > quote a"),
    .init("a kind in bold", "> **WARNING** Stop *it*.", "> quote Warning / > quote Stop it."),
    .init("a kind on its line", "> **Note**\n> that a", "> quote Note / > quote that a"),
    .init("no kind in bold", "> **Note** that a", "> quote Note that a"),
    .init("no kind outside", "**Note** A", "p Note A"),
    .init("categories of a wiki", "a\n\n[[Category:B c]]\n<Category:D_e>", "p a"),
    .init("no categories", "Category: a", "p Category: a"),
    .init("a callout without words", "> [!tip] a", "> quote Tip: a"),
    .init("no callout", "[!a] b", "p [!a] b"),
    .init(
      "a formula in a callout", "> [!example] $X \\sim N(1)$ is\n> a",
      "> quote Example: $X \\sim N(1)$ is {math $X \\sim N(1)$} / > quote a"),
    .init("a price in a callout", "> [!tip] From $5 to $6", "> quote Tip: From $5 to $6"),
    .init(
      "a template", "Day <% tp.date.now() %> of it\n\n<%* x %>\n\na < b", "p Day of it / p a < b"),
  ]

  static let changes: [MarkdownRow] = [
    .init("an addition", "a {++b++} c", "p a b c"),
    .init("a deletion", "a {--b--} c", "p a c"),
    .init("a substitution", "a {~~b~>c~~} d", "p a c d"),
    .init("a comment", "a{>>b<<} c", "p a c"),
    .init("a highlight", "a {==b==}{>>c<<} d", "p a b d"),
    .init("struck words", "a ~~b~~ {~~c~>d~~}", "p a b d {struck b}"),
    .init("marks that never end", "a {++b {--c {>>d", "p a {++b {--c d"),
  ]

  static let printers: [MarkdownRow] = [
    .init("the id of a heading", "## What is it? {#what-is}", "h2 What is it?"),
    .init("the id in VuePress", "## What is it? %{#what-is}%", "h2 What is it?"),
    .init("text between colons", "a\n\n::right::\n\nb", "p a / p ::right: / p b"),
    .init("classes and keys", "a{.b c=d} e", "p a e"),
    .init("a span", "a [b *c*]{.d lang=fr} e", "p a b c e"),
    .init("braces that are text", "a {b} {c d}", "p a {b} {c d}"),
    .init("a citation", "As shown [@key, p. 4; @b].", "p As shown."),
    .init("a fenced division", "::: {.note}\na\n:::", "p a"),
    .init("commands", "a\n\n\\newpage\n\nb \\ref{c} d", "p a / p b d"),
    .init("shortcodes", "{{< a b >}}\n\n{% c %} d", "p d"),
    .init("a kind of a site", "!!! CareBox\n    a", "p Care Box / p a"),
    .init("no kind", "!!! Stop here\n    a", "p !!! Stop here⏎a"),
    .init("an admonition", "!!! note \"A title\"\n    a", "p Note: A title / p a"),
    .init("a tag in the target of a link", "a [b]({% link c %}#d), e", "p a [b](), e"),
    .init("the contents", "[TOC]\n\na", "p a"),
    .init("contents of kramdown", "* TOC\n{:toc}\n\na", "p a"),
    .init("a list of kramdown", "- a\n{: .wide}", "item 1 - a"),
    .init(
      "definitions", "Term\n:   The *end*.\n:   Another.", "p Term⏎The end.⏎Another."),
    .init(
      "a notice in a definition of a term", "Term\n: !!! note\n\n    a", "p Term⏎Note / p a"),
    .init("a definition below a blank line", "Term\n\n: a", "p Term / p : a"),
    .init("a colon in a text", "a\n:b", "p a⏎:b"),
    .init("abbreviations", "a\n\n*[b]: c\n*[d]: e", "p a"),
    .init("no abbreviation", "a *[b] c", "p a *[b] c"),
    .init("a reference of MyST", "See {ref}`a <b>` and {doc}`c`.", "p See a and c."),
    .init("a link that is defined nowhere", "The [a b][c] d [e]", "p The a b d [e]"),
    .init(
      "marks of other readers", "a [pause:1] b[break] c <<VOICE:d>> e [break it]",
      "p a b c e [break it]"),
    .init(
      "names of code", "returns {:ok, b} and {x=1} and {n<=5} {:a => 1}",
      "p returns {:ok, b} and {x=1} and {n<=5} {:a => 1}"),
    .init("versions of a language", "C++11-C++14", "p C++11-C++14"),
    .init("paths of Windows", "C:\\index.html \\cite twice", "p C:\\index.html \\cite twice"),
    .init(
      "a title in a directive", ":::warning[A b]{#a}\nc\n:::\n\n:::{card} T\nd\n:::",
      "p A b / p c / p T / p d"),
    .init("cells of an array", "rows[i][j] and a[b][c]", "p rows[i][j] and a[b][c]"),
    .init("a command that is a word", "in \\LaTeX{} b", "p in LaTeX b"),
    .init("keys", "a ++ctrl+b++ c++ and d++", "p a ctrl+b c++ and d++"),
    .init(
      "references", "Figure \\@ref(fig:a), Table @tbl:b and @fig-c.",
      "p The figure, the table and the figure."),
    .init("a section", "See @sec-a. @sec-b is", "p See another section. Another section is"),
    .init(
      "a target of MyST", "(a/b)=\n\n# C\n\n(d e)=\n\nf (g)= h", "h1 C / p (d e)= / p f (g)= h"),
    .init(
      "citations that a sentence needs",
      "As in [@smith2010], see [@ann2011; @bob2012, p. 4]. It is [@c2010].",
      "p As in Smith, see Ann, Bob. It is."),
    .init(
      "attributes with a share", "![a](b.png){width=50% fig-align=\"center\"}", "p a {image a}"),
    .init(
      "books", "As @Cohe2010 says to @ann and a@b2010.org",
      "p As Cohe says to @ann and a@b2010.org"),
    .init(
      "places in books", "As @Cohe2010 [p. 4] and @Cohe2011 [see] say",
      "p As Cohe and Cohe [see] say"),
    .init("a key with more than a name", "As @a2010b says", "p As a2010b says"),
    .init(
      "numbers of sections",
      "Chapter \\@ref(a) is in Section \\@ref(b). We see (Section \\@ref(c)).",
      "p Another chapter is in another section. We see."),
    .init(
      "a section on the next line", "Words and\nSection \\@ref(b) is",
      "p Words and⏎another section is"),
    .init(
      "a value that a printer writes", "It has `r nrow(cars)` rows",
      "p It has a computed number of rows"),
    .init("code with the letter r", "The `r x` is", "p The r x is {code r x}"),
    .init(
      "a section without a reference", "Section 4 and (Chapter 5)", "p Section 4 and (Chapter 5)"),
    .init("a notice in a definition", ":   !!! note\n\n        a\n\nb", "p Note / p a / p b"),
    .init(
      "unknown commands", "an \\gref{b c}{d} e \\x C:\\Users\\a", "p an b c e \\x C:\\Users\\a"),
    .init("a formula", "a $\\text{b}_{c}$ d", "p a $\\text{b}_{c}$ d {math $\\text{b}_{c}$}"),
    .init("a role of MyST", "See {code}`a`.", "p See a. {code a}"),
    .init(
      "numbers of sources", "It is so [1], or [2, 3]. See [2] for x [1]y.\n\n[1] Ann Lee",
      "p It is so, or. See [2] for x [1]y. / p [1] Ann Lee"),
    .init("keys in brackets", "Press [1] now", "p Press [1] now"),
    .init("a citation of MyST", "As {cite}`a` b", "p As b"),
    .init("a title of another kind", "::: lexique A b\nc\n:::", "p A b / p c"),
    .init("a division with a title", ":::tip A title\na\n:::", "p A title / p a"),
    .init(
      "a callout of Quarto", "::: {.callout-note title=\"A b\"}\nc\n:::", "p A b / p c"),
    .init("a division without a title", ":::tip\na\n:::", "p Tip / p a"),
  ]

  static let emphasis: [MarkdownRow] = [
    .init("beside Korean", "a **b(c)**을 d", "p a b(c)을 d"),
    .init("beside Japanese", "**「a」**です", "p 「a」です"),
    .init("beside a link", "**[a](b)**은 c", "p a은 c"),
    .init("beside code", "**`a`**은", "p a은 {code a}"),
    .init("struck words", "~~a(b)~~를 c", "p a(b)를 c {struck a(b)}"),
    .init("low lines", "a _b_는 c", "p a b는 c"),
    .init("beside a letter", "a **b.**c", "p a b.c"),
    .init("escaped signs", "a \\*\\*b\\*\\* c", "p a **b** c"),
    .init("a formula", "5*3 (x)*2", "p 5*3 (x)*2"),
    .init("names with low lines", "a_b c_d (e)_f", "p a_b c_d (e)_f"),
    .init("a pair of which one is missing", "a **b(c) d", "p a **b(c) d"),
    .init("code", "`**a(b)**c`", "p **a(b)**c {code **a(b)**c}"),
  ]

  static let directives: [MarkdownRow] = [
    .init("comments of MyST", "(x)=\n# a\n\n% b\n% c\nd\n\n50\n% e", "h1 a / p d / p 50"),
    .init(
      "comments of MyST within directives",
      "{ref}`b`\n\n:::{note}\n% c\nd\n% e\nf\n:::", "p b / p Note / p d / p f"),
    .init(
      "a bare environment of TeX", "a\n\n\\begin{align*}\nb\n= c\n\\end{align*}\n\nd",
      "p a / p $$\\begin{align*}⏎b⏎& = c⏎\\end{align*}$$ {math $$\\begin{align*}⏎b⏎& = c⏎\\end{align*}$$} / p d"
    ),
    .init(
      "comments of MyST anywhere",
      "{ref}`a`\n\n%b\n- c\n  % d\n\n> e\n> %f\n\n%%%\ng\n%%%",
      "p a / item 1 - c / > quote e / p g"),
    .init(
      "options of directives",
      "::::{grid} 2\n:gutter: 3\n:::{grid-item-card} A\n:link: b\nc\n+++\nd\n:::\n::::",
      "p A / p c / p d"),
    .init(
      "headings of MediaWiki", "a\n\n=== B c ===\nd\n\n== e\n\nf\n== g ==",
      "p a / h3 B c / p d / p == e / p f⏎== g =="),
    .init("a role with a file", "A {doc}`../b/c` {doc}`d <e/f>`", "p A c d"),
    .init("tabs of MyST", "````{tab-set}\n```{tab-item} A\n:sync: b\nc\n```\n````", "p A / p c"),
    .init("a version", "```{versionadded} 1.2\na\n```", "p New in version 1.2 / p a"),
    .init(
      "a formula of MyST", "```{math}\n:label: a\nb = c\n```",
      "p $$⏎&⏎b = c⏎$$ {math $$⏎&⏎b = c⏎$$}"),
    .init("a role with a formula", "A {math}`x^2` b", "p A $x^2$ b {math $x^2$}"),
    .init(
      "roles", "{py:func}`~a.b.c` {numref}`Figure %s <d>` {numref}`fig-e` {fa}`f` g",
      "p c Figure the figure g {code c}"),
    .init("an attribute of a quotation", "{attribution=\"B 4, c 5\"}\n> a", "> quote a"),
    .init(
      "single tildes", "HEAD~1 and HEAD~2, ~50 to ~60~ b, ~c d~ e",
      "p HEAD~1 and HEAD~2, ~50 to ~60~ b, c d e {struck c d}"),
    .init("subscripts of pandoc", "H~2~O and CO~2~", "p H₂O and CO₂"),
    .init("a list of tags", "tags: #a #b/c\n\nd", "p d"),
    .init("expressions of Dataview", "a `= this.b` `= 5`", "p a = 5 {code = 5}"),
    .init(
      "links of Javadoc", "See {@link A#b} and {@link C the d} and {@code e f}.",
      "p See A b and the d and e f."),
    .init(
      "programs of MDX over several lines",
      "import {\n  A,\n} from 'b'\n\nexport const c = {\n  d: 1,\n\n  e: 2,\n}\n\nf", "p f"),
    .init("a list of links", "[[a]]\n[[b/c|d]]\n[[e]]", "p a⏎d⏎e"),
    .init("a percent sign at a line's start", "a\n\n%b c", "p a / p %b c"),
    .init("shares of people", "a\n\n% of people said yes", "p a / p % of people said yes"),
    .init(
      "exports of MDX", "import A from 'a'; import B from 'b' // c\n\nexport const d = A.e;\n\nf",
      "p f"),
    .init("comments in code", "```\n\n% b\n```", "code % b"),
    .init(
      "imports of MDX", "import A from \"@a/b\";\nimport {B, C} from 'c'\n\nimport 'd.css'\n\na",
      "p a"),
    .init(
      "sentences about imports", "import duties from 'A' rose\n\nimport this",
      "p import duties from 'A' rose / p import this"),
    .init(
      "a formula with blank and odd lines", "a\n\n$$\nx\n=\n\n- y\n$$\n\nb",
      "p a / p $$⏎x⏎& =⏎&⏎& - y⏎$$ {math $$⏎x⏎& =⏎&⏎& - y⏎$$} / p b"),
    .init(
      "a formula that begins beside its signs", "$$ \\begin{split}\n\na\n\\end{split} $$",
      "p $$ \\begin{split}⏎&⏎a⏎\\end{split} $$ {math $$ \\begin{split}⏎&⏎a⏎\\end{split} $$}"),
    .init("signs around sections", "$$\n\n# a\n\nb $$", "p $$ / h1 a / p b $$"),
    .init(
      "prices and processes",
      "Ann's ($$) is good; Bob's ($$$) is fine. The shell $$ and kill $$ end.",
      "p Ann's ($$) is good; Bob's ($$$) is fine. The shell $$ and kill $$ end."),
    .init(
      "a displayed formula in a line", "a $$ x = 1 $$ b", "p a $$ x = 1 $$ b {math $$ x = 1 $$}"),
    .init(
      "two formulas with odd lines", "$$\n=\n$$\n\na\n\n# b\n\n$$\n=\n$$",
      "p $$⏎& =⏎$$ {math $$⏎& =⏎$$} / p a / h1 b / p $$⏎& =⏎$$ {math $$⏎& =⏎$$}"),
    .init("a comment of MDX", "{/* a */}\n\nb {/* c */} d", "p b d"),
    .init("words between comments of MDX", "A {/* x */} b {/* y */} c.", "p A b c."),
    .init("a comment of MDX without blanks", "A {/*b: *c* `d`*/} e.", "p A e."),
    .init("a comment of MDX with stars", "A {/**b**/} c.", "p A c."),
    .init("a comment of MDX between blanks", "A { /* b */ } c.", "p A c."),
    .init("a comment of MDX over lines", "A {/* b\n- c */} d.", "p A d."),
    .init("a comment of MDX over paragraphs", "{/*\n\nb\n\n*/}\n\nA.", "p A."),
    .init("an open comment of MDX", "A {/* b.\n\nC {/* d */} e.", "p A {/* b. / p C e."),
    .init("an open comment of MDX below its brace", "A {\n/* b\n\nC", "p A {⏎/* b / p C"),
    .init("a comment of MDX below its brace", "A {\n/* b */\n} c", "p A c"),
    .init("a comment of MDX in code", "`{/* a */}` b", "p {/* a */} b {code {/* a */}}"),
    .init("a formula that never ends", "$$\n\na", "p $$ / p a"),
    .init(
      "all paragraphs of an admonition",
      "!!! note \"A title\"\n    a\n\n    b *c*\n\n    - d\n\ne",
      "p Note: A title / p a / p b c / item 1 - d / p e"),
    .init(
      "code in an admonition", "??? tip\n    a\n\n    ```\n    b\n    ```\n\nc",
      "p Tip / p a / code b / p c"),
    .init(
      "an admonition in another", "!!! a\n\n    !!! b\n\n        c\n\n    d\n\ne",
      "p A / p B / p c / p d / p e"),
    .init("tabs", "=== \"A b\"\n\n    c\n\n=== \"D\"\n\n    e", "p A b / p c / p D / p e"),
    .init(
      "a title without quotation marks", "!!! info Mover y b\n\n    c\n\n    d",
      "p Info: Mover y b / p c / p d"),
    .init("layout without a title", "!!! note inline end\n    b", "p Note / p b"),
    .init(
      "names of blocks in code", "`[[2023-01-01#^37066d]]` and `[[a#^quote]]`",
      "p [[2023-01-01]] and [[a#^quote]] {code [[2023-01-01]]} {code [[a#^quote]]}"),
    .init("words of layout", "!!! note inline end \"A\"\n    b", "p Note: A / p b"),
    .init(
      "signs of an exclamation", "!!! Stop right there\n\n??? Why",
      "p !!! Stop right there / p ??? Why"),
    .init("code below an admonition", "!!! a\n\nb\n\n    c", "p A / p b / code c"),
    .init(
      "a directive", "```{warning}\n:class: x\na *b*\n\nc\n```\n\nd",
      "p Warning / p a b / p c / p d"),
    .init("a directive with a title", ":::{admonition} A title\nb\n:::", "p A title / p b"),
    .init("a directive with code", "```{code-block} swift\n:linenos:\na\n```", "code(swift) a"),
    .init(
      "a directive in an item", "1. a\n\n   ```{note}\n   b\n   ```\n\n2. c",
      "item 1 #1 a / item 1 # Note / item 1 # b / item 1 #2 c"),
    .init("other braces are code", "```{r}\na\n```", "code(r) a"),
    .init("contents of other files", "a\n\n```{toctree}\nb\nc\n```\n\nd", "p a / p d"),
    .init("contents that never end", "```{toctree}\nb", "code(toctree) b"),
    .init(
      "a picture", "```{figure} a.png\n:alt: A *b*\nThe words.\n```",
      "p A b⏎The words. {image A b}"),
    .init(
      "options of a picture in lines",
      "```{figure} a.png\n---\nheight: 9px\nalt: A b\n---\nThe words.\n```",
      "p A b {image A b} / p The words."),
    .init("options of code in lines", "```{code-cell} x\n---\ntags: [a]\n---\nb\n```", "code(x) b"),
    .init(
      "a rule within a directive", "```{note}\na\n\n---\nb: c\n```", "p Note / p a / rule / p b: c"),
    .init(
      "the name of a figure", ":::{figure-md} a-b\n![c](d.png)\n\nE f\n:::", "p c {image c} / p E f"
    ),
    .init(
      "a reference to a figure", "See {numref}`a` and {eq}`b`", "p See the figure and the equation"),
    .init("a button", "```{button-ref} a\n:color: b\nC d\n```", "p C d"),
    .init(
      "figures of Hugo",
      "{{< figure src=\"a.png\" title=\"B\" caption=\"C *d*\" >}}\n\n{{< figure src=\"e\" alt=\"F g\" >}}\n\n{{< figure src=\"h\" >}}",
      "p B. C d / p F g {image F g}"),
    .init(
      "code of Jekyll", "{% highlight swift %}\na\n\n    b\n{% endhighlight %}\n\nc",
      "code(swift) a⏎⏎    b / p c"),
    .init("code of Hugo", "{{< highlight go >}}\na\n{{< /highlight >}}", "code(go) a"),
    .init(
      "closing tags of Hugo",
      "{{< code-toggle >}}\na\n{{</ code-toggle >}}\n\nb\n\n{{< highlight x >}}\nc\n{{< / highlight >}}\n\nd",
      "code a / p b / code(x) c / p d"),
    .init("code that never ends", "{% highlight go %}\na", "p a"),
    .init("a comment of Jekyll", "a\n\n{% comment %}\nb\n\nc\n{% endcomment %}\nd", "p a / p d"),
    .init("directives in code", "````\n```{note}\n!!! a\n```\n````", "code ```{note}⏎!!! a⏎```"),
  ]

  static let pages: [MarkdownRow] = [
    .init("a place in a slide", "---\nlayout: two\n---\n\na\n\n::right::\n\nb", "p a / p b"),
    .init(
      "a table of HTML",
      "<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td>c &amp; d</td><td>e</td></tr>\n</table>",
      "row A: c & d; B: e"),
    .init(
      "paragraphs of HTML", "<div align=\"center\">\n<h1>A</h1>\n<p>b <b>c</b></p>\n</div>",
      "h1 A / p b c"),
    .init("a list of HTML", "<ul><li>a</li><li>b</li></ul>", "item 1 - a / item 1 - b"),
    .init("a comment", "<!-- a -->\n\nb", "html <!-- a --> / p b"),
    .init(
      "tags without words", "<div class=\"a\">\n\nb\n\n</div>",
      "html <div class=\"a\"> / p b / html </div>"),
    .init(
      "comments in code of items", "1. a\n\n   ```\n   %% b\n   ```\n\nc ``%%`` d ``%%`` e",
      "item 1 #1 a / code %% b / p c %% d %% e {code %%} {code %%}"),
    .init("a reference behind a fixed blank", "Figure&nbsp;\\@ref(a)", "p Figure\u{A0}"),
    .init(
      "code below tags",
      "<div>\na\n</div>\n```swift\nb\n```\n\n<details>\n<summary>C</summary>\n```\nd\n```\n</details>",
      "p a / code(swift) b / p C / code d / html </details>"),
    .init(
      "Markdown within tags", "<div class=\"a\" markdown=\"1\">\nb `<c>` *d*\n</div>",
      "p b <c> d {code <c>} / html </div>"),
    .init("a script", "<script>\na\n</script>\n\nb", "html <script>⏎a⏎</script> / p b"),
    .init(
      "a component", "<CurrentGroupToc>\n\na <CurrentGroupToc> b", "html <CurrentGroupToc> / p a  b"
    ),
    .init(
      "what is no tag", "vector<int> and <laughs loudly> <b>a</b>",
      "p vector<int> and <laughs loudly> a"),
    .init(
      "cells of several rows and columns",
      "<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan=2>d</td><td>e</td><td>f</td></tr>"
        + "<tr><td>g</td><td>h</td></tr><tr><td colspan=2>i</td><td>j</td></tr></table>",
      "row A: d; B: e; C: f / row A: ; B: g; C: h / row A: i; B: ; C: j"),
    .init("a component of a page", "a <Badge text=\"new\" /> b", "p a  b"),
    .init("in a quotation", "> <p>a</p>", "> quote a"),
    .init("a picture", "<img src=\"a.png\" alt=\"A b\">\n", "p A b {image A b}"),
  ]

  static let dates: [MarkdownRow] = [
    .init("a day", "14. August 2017 war warm.\n\nDann.", "p 14. August 2017 war warm. / p Dann."),
    .init("a year", "1989. Niemand.\n\nDanach.", "p 1989. Niemand. / p Danach."),
    .init("years", "1989. a\n\n1990. b", "p 1989. a / p 1990. b"),
    .init("days", "8. Mai 1945. a\n\n1. Mai: b", "p 8. Mai 1945. a / p 1. Mai: b"),
    .init("months", "1. Mai\n2. Juni", "item 1 #1 Mai / item 1 #2 Juni"),
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
  @Test(arguments: emphasis) func openEmphasis(_ row: MarkdownRow) { row.check() }
  @Test(arguments: directives) func indentedBlocks(_ row: MarkdownRow) { row.check() }
  @Test(arguments: pages) func blocksOfHTML(_ row: MarkdownRow) { row.check() }
  @Test(arguments: dates) func numbersThatAreText(_ row: MarkdownRow) { row.check() }

  @Test func `edition 1 reads the marks as text`() {
    for row in Self.obsidian + Self.changes + Self.printers + Self.dates + Self.emphasis
      + Self.directives
    {
      let first = GuionParsedElementCollection(
        string: row.source, format: .markdown, edition: .first)
      #expect(first.wordCount.skipped.counts.allSatisfy { $0.rule == .tableHeader })
    }
    let text = CommonMarkParser(string: "a %%b%%\n\n14. c", edition: .first)
    #expect(text.elements.markdownOutline == "p a %%b%% / item 1 #14 c")
  }

  @Test func `each letter is in an element or is counted`() {
    for row in Self.obsidian + Self.changes + Self.printers + Self.emphasis
    // The target of a link is no word.
    where !row.source.contains("](") {
      let count = GuionParsedElementCollection(string: row.source, format: .markdown).wordCount
      #expect(
        count.letters + count.skipped.letters == WordCount.count(row.source).letters,
        "\(row.name): \(row.source.debugDescription)")
    }
  }

  @Test func `lines of an admonition have their places in the file`() {
    let elements = CommonMarkParser(string: "a\n\n!!! note\n\n    b\n\n    - c\n").elements
    #expect(elements.map { $0.sourceRange?.start.line } == [1, 3, 5, 7])
    #expect(elements.map { $0.sourceRange?.start.column } == [1, 1, 5, 7])
  }

  @Test func `words of HTML have their places in the file`() {
    let elements = CommonMarkParser(string: "a\n\n<div>\n<p>b</p>\n  <p>c</p>\n</div>\n").elements
    #expect(elements.map { $0.sourceRange?.start.line } == [1, 4, 5])
    #expect(elements.map { $0.sourceRange?.start.column } == [1, 4, 6])
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
      "**a(b)**c ", "**(a", "{ref}`a` ", "!!! a\n\n    b\n\n", "```{toctree}\na\n```\n",
      "{% comment %}\n", "++a", "#a\n", "@fig:a ", "[a][b]",
      "a^b^ ", "^[a ", "\\begin{a} ", "\\a{b ", "{\\bf a ", "```{r, fig.cap=\"a\"}\nb\n```\n",
      "<Ab b={c} />\n", "a {/* b */} ",
      "*[a]: b\n", "a\n: b\n\n", "5%% ", "5%% %% ", "5%%\n", "\\(a_1 ",
      "\\(a_1\\)",
    ])
  func `100,000 marks take linear time`(_ mark: String) {
    let text = String(repeating: mark, count: 100_000)
    let count = GuionParsedElementCollection(string: text, format: .markdown).wordCount
    #expect(count.letters + count.skipped.letters == WordCount.count(text).letters)
  }
}
