import Guion
import Testing

/// Tests of every kind of block.
@Suite struct MarkdownBlockTests {
  static let paragraphs: [MarkdownRow] = [
    .init(
      "headings", "# One\n## Two #\n###### Six\n####### no",
      "h1 One / h2 Two / h6 Six / p ####### no"),
    .init("underlined headings", "One\ntwo\n===\nThree\n---", "h1 One⏎two / h2 Three"),
    .init("a heading without words", "#\n\nx", "p x"),
    .init("paragraphs", "One\ntwo\n\nThree", "p One⏎two / p Three"),
    .init("hard breaks", "One  \ntwo\\\nthree", "p One⏎two⏎three"),
    .init("a rule", "a\n\n***\n\n- - -", "p a / rule / rule"),
    .init(
      "HTML", "<div>\nx\n</div>\n\n<!-- a\n\nb -->", "p x / html <!-- a⏎⏎b -->"),
    .init("nothing", "", ""),
    .init("blank lines", "\n \n\t\n", ""),
    .init("definitions of links only", "[a]: /u\n[b]: /v", ""),
    .init("words of markup only", "<a name=\"x\"></a>\n\n![](u)", ""),
    .init("NUL", "a\0b", "p a\u{FFFD}b"),
    .init("line ends", "a\r\nb\r\rc\n", "p a⏎b / p c"),
    .init("entities", "&amp; &copy; &#35; &nope;", "p & © # &nope;"),
    .init("byte order mark", "\u{FEFF}# x", "h1 x"),
  ]

  static let quotes: [MarkdownRow] = [
    .init("a quotation", "> a\nb\n\nc", "> quote a⏎b / p c"),
    .init("nested", "> a\n> > b\n>\n> c", "> quote a / > > quote b / > quote c"),
    .init("a heading within", "> # a\n> b", "> h1 a / > quote b"),
    .init("a list within", "> - a\n>   b\n> - c", "> item 1 - a⏎b / > item 1 - c"),
    .init("within a list", "- > a\n- b", "> quote a / item 1 - b"),
    .init("a list in one in a list", "- > - a", "> item 2 - a"),
    .init(
      "code, rules, tables within", "> ```\n> a\n> ```\n> ---\n> | a |\n> |---|\n> | b |",
      "> code a / > rule / > row a: b"),
  ]

  static let lists: [MarkdownRow] = [
    .init("bullets", "- a\n+ b\n* c", "item 1 - a / item 1 - b / item 1 - c"),
    .init("numbers", "3. a\n7. b\n9. c", "item 1 #3 a / item 1 #4 b / item 1 #5 c"),
    .init("parentheses", "1) a\n2) b", "item 1 #1 a / item 1 #2 b"),
    .init("nought", "0. a", "item 1 #0 a"),
    .init(
      "nested", "1. a\n   - b\n     1. c\n   - d\n2. e",
      "item 1 #1 a / item 2 - b / item 3 #1 c / item 2 - d / item 1 #2 e"),
    .init("further paragraphs", "1. a\n\n   b\n2. c", "item 1 #1 a / item 1 # b / item 1 #2 c"),
    .init("an empty item counts", "1. a\n2.\n3. c", "item 1 #1 a / item 1 #3 c"),
    .init(
      "an item that is only a list", "1. - a\n   - b\n2. c", "item 2 - a / item 2 - b / item 1 #2 c"
    ),
    .init("a heading within", "1. # a\n   b", "h1 item 1 #1 a / item 1 # b"),
    .init("code within", "1. a\n\n       b\n\n   c", "item 1 #1 a / code b / item 1 # c"),
    .init("code before the words", "1. ```\n   a\n   ```\n   b", "code a / item 1 #1 b"),
    .init(
      "tasks", "- [ ] a\n- [x] b\n- [X] c\n- d",
      "item 1 - [ ] a / item 1 - [x] b / item 1 - [x] c / item 1 - d"),
    .init("a task with a box in its words", "- [ ] a [x]", "item 1 - [ ] a [x]"),
    .init("further paragraphs of a task", "- [x] a\n\n  b", "item 1 - [x] a / item 1 - b"),
    .init("numbered tasks", "1. [x] a", "item 1 #1 [x] a"),
    .init(
      "comparisons", "- >5 % a\n- > 9 b\n- > c",
      "item 1 - > 5 % a / item 1 - > 9 b / > quote c"),
    .init(
      "German dates", "---\nlang: de\n---\n- 14. Mai: a\n- 19. Jh.\n\nb\n\n3. Juni\n9. Juli",
      "item 1 - 14. Mai: a / item 1 - 19. Jh. / p b / p 3. Juni / p 9. Juli"),
    .init("tasks in a quotation", "> - [ ] a\n> - [x] b", "> item 1 - [ ] a / > item 1 - [x] b"),
    .init(
      "no tasks", "- \\[ ] a\n- [] b\n- [ ]\n\n[ ] c",
      "item 1 - [ ] a / item 1 - [] b / item 1 - [ ] / p [ ] c"),
  ]

  static let code: [MarkdownRow] = [
    .init("a fence", "```\na\n\nb\n```", "code a⏎⏎b"),
    .init("a language", "~~~ swift\nx\n~~~", "code(swift) x"),
    .init("more behind it", "```rust,ignore should_panic\nx\n```", "code(rust) x"),
    .init("an attribute", "```{.python .numberLines}\nx\n```", "code(python) x"),
    .init("an attribute without a dot", "```{r, fig.width=3}\nx\n```", "code(r) x"),
    .init("an identifier and a class", "```{#id .haskell}\nx\n```", "code(haskell) x"),
    .init("a prefix", "```language-js\nx\n```", "code(js) x"),
    .init("highlighted lines", "```js{1,3}\nx\n```", "code(js) x"),
    .init("signs of its own", "```c++\nx\n```\n```c#\nx\n```", "code(c++) x / code(c#) x"),
    .init("math", "```math\nx^2\n```", "code(math) x^2"),
    .init("indented", "    a\n\n      b\n\n\nc", "code a⏎⏎  b / p c"),
    .init("markup stays", "```\n*a* &amp; <b>\n```", "code *a* &amp; <b>"),
    .init(
      "kinds of theorems",
      "> [!rmk|*]- A\n\n> [!exm|1] \n> b\n\n> [!theorem|2.1] C\n\n> [!note|3] d",
      "> quote Remark: A / > quote Example 1 / > quote b / > quote Theorem 2.1: C / > quote Note: d"
    ),
    .init(
      "kinds of theorems in German", "---\nlang: de\n---\n\n> [!cor|4]\n> a",
      "> quote Korollar 4 / > quote a"),
    .init("an empty fence", "```\n```\n\nx", "p x"),
    .init("an open fence", "```\na", "code a"),
  ]

  static let outlines: [MarkdownRow] = [
    .init(
      "an indented outline", "# A\n\t- ## B\n\t  c:: d\n\t\t- e\n\t\t\t- f\n\n\t- g\n- h",
      "h1 A / h2 item 1 - B / item 1 - c: d / item 2 - e / item 3 - f / item 1 - g / item 1 - h"),
    .init(
      "at the start, and below words",
      "\t- a\n\t- b\n\t\t- c\n\nd\n\n\t* e\n\t* f\n\t* g\n\nh\n\t+ i\n\t+ j\n\t+ k",
      "item 1 - a / item 1 - b / item 2 - c / p d / item 1 - e / item 1 - f / item 1 - g / p h / item 1 - i / item 1 - j / item 1 - k"
    ),
    .init(
      "blanks and marks of a vault", "# A\n    - [[b]]\n        - c\n    - d",
      "h1 A / item 1 - b / item 2 - c / item 1 - d"),
    .init(
      "a comment in an outline", "# A\n\t- b %%c\n\n\t  d%%\n\t- e\n\t- f",
      "h1 A / item 1 - b / item 1 - e / item 1 - f"),
    .init(
      "code in an outline", "# A\n\t- b\n\t  ```\n\t  - c\n\t  ```\n\t- d\n\t- e",
      "h1 A / item 1 - b / code - c / item 1 - d / item 1 - e"),
    .init(
      "a list of YAML", "# A\n    - b: c\n      d: [[1, 2]]\n    - e #f: g\n    - h",
      "h1 A / code - b: c⏎  d: [[1, 2]]⏎- e #f: g⏎- h"),
    .init("options of a shell", "\t-a b\n\t-c d\n\t--e f", "code -a b⏎-c d⏎--e f"),
    .init("a patch", "\t- a\n\t+ b\n\t- c\n\t+ d", "code - a⏎+ b⏎- c⏎+ d"),
    .init("a formula of lines", "\ta = b\n\t- c\n\t- d\n\t- e", "code a = b⏎- c⏎- d⏎- e"),
    .init("two items", "\t- a\n\t- b", "code - a⏎- b"),
    .init("in a fence", "```\n\t- a\n\t- b\n\t- c\n```", "code \t- a⏎\t- b⏎\t- c"),
    .init(
      "empty bullets above formulas",
      "- a\n\t- b\n\t\t-\n\t\t  $$c$$\n\t\t\t- d\n\t- e\n\t\t-\n\t\t\t$$f\n\t\t\t-\n\t\t\tg$$\n\t\t- h",
      "item 1 - a / item 2 - b / item 3 - $$c$$ {math $$c$$} / item 4 - d / item 2 - e / item 3 - $$f⏎{}-⏎g$$ {math $$f⏎{}-⏎g$$} / item 3 - h"
    ),
    .init(
      "empty bullets above text, items and nothing",
      "- a\n  -\n    b\n  -\n    - c\n    - d\n- e\n\t-\n\n- f\n\t- g\n\t\t-\n\t- h",
      "item 1 - a / item 2 - b / item 3 - c / item 3 - d / item 1 - e / item 1 - f / item 2 - g / item 2 - h"
    ),
    .init("a heading with one dash", "a\n-\n\nb\n  -\n\n\tc", "h2 a / h2 b / code c"),
    .init(
      "below an item", "- a\n\n\t- b\n\t- c\n\t- d",
      "item 1 - a / item 2 - b / item 2 - c / item 2 - d"),
  ]

  static let tables: [MarkdownRow] = [
    .init("rows", "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |", "row a: 1; b: 2 / row a: 3; b: 4"),
    .init(
      "missing and empty cells", "| a | b |\n|---|---|\n| 1 |\n| | 2 |\n",
      "row a: 1; b:  / row a: ; b: 2"),
    .init("too many cells", "| a |\n|---|\n| 1 | 2 |", "row a: 1"),
    .init("an empty row", "| a |\n|---|\n| |\n| 1 |", "row a: 1"),
    .init("only a header", "| a | b |\n|---|---|\n", "row : a; : b"),
    .init(
      "markup in cells", "| *a* | `b` |\n|---|---|\n| ~~x~~ | [y](u) `z` $w$ |",
      "row a: x {struck x}; b: y z $w$ {code z} {math $w$}"),
    .init("a pipe in a cell", "| a |\n|---|\n| `x \\| y` |", "row a: x | y {code x | y}"),
    .init("right below a paragraph", "text\n| a |\n|---|\n| 1 |", "p text / row a: 1"),
    .init("text right below", "| a | b |\n|---|---|\n| 1 | 2 |\nc", "row a: 1; b: 2 / row : c"),
    .init("rows without bars", "a | b\n---|---\n1 | 2\nc", "row a: 1; b: 2 / row a: c; b: "),
    .init("in a list", "1. x\n\n   | a |\n   |---|\n   | 1 |", "item 1 #1 x / row a: 1"),
  ]

  static let footnotes: [MarkdownRow] = [
    .init(
      "a footnote", "a[^x] b\n\n[^x]: One\n    two.\n",
      "p a b {note 1@1 One two.} / footnote 1 One⏎two."),
    .init(
      "in the order of their marks", "a[^2] b[^1]\n\n[^1]: One\n\n[^2]: Two",
      "p a b {note 1@1 Two} {note 2@3 One} / footnote 1 Two / footnote 2 One"),
    .init("twice", "a[^1] b[^1]\n\n[^1]: x", "p a b {note 1@1 x} {note 1@3 x} / footnote 1 x"),
    .init(
      "of blocks", "a[^1]\n\n[^1]: One\n\n    - two\n    - `three`\n\n          four\n",
      "p a {note 1@1 One two three four} / footnote 1 One / footnote 1 two / footnote 1 three {code three} / footnote 1 four"
    ),
    .init(
      "a footnote in a footnote", "a[^1]\n\n[^1]: x[^2]\n\n[^2]: y",
      "p a {note 1@1 x} / footnote 1 x {note 2@1 y} / footnote 2 y"),
    .init("never referred to", "a\n\n[^1]: x", "p a"),
    .init("not defined", "a[^1]", "p a[^1]"),
    .init("on nothing", "[^1]\n\n[^1]: x", "p {note 1@0 x} / footnote 1 x"),
    .init(
      "in a heading and in a cell", "# a[^1]\n\n| b[^2] |\n|---|\n| c[^1] |\n\n[^1]: x\n[^2]: y",
      "h1 a {note 1@1 x} / row b: c {note 1@1 x} / footnote 1 x / footnote 2 y"),
  ]

  @Test(arguments: paragraphs + quotes + lists + code + outlines + tables + footnotes)
  func block(_ row: MarkdownRow) { row.check() }
}
