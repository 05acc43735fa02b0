import Guion
import Testing

/// Tests of the text within a block, and of its spans.
@Suite struct MarkdownInlineTests {
  static let words: [MarkdownRow] = [
    .init("emphasis", "*a* __b__ ***c*** d\\*e\\*", "p a b c d*e*"),
    .init(
      "links", "[a *b*](u \"t\") [c][d] <https://e.org> www.f.org\n\n[d]: u",
      "p a b c https://e.org www.f.org"),
    .init("code", "a `b c` ``d ` e``", "p a b c d ` e {code b c} {code d ` e}"),
    .init("images", "![a *b*](u) c ![d][e]\n\n[e]: u", "p a b c d {image a b} {image d}"),
    .init("an image in a link", "[![a](u)](v)", "p a {badge a} {image a}"),
    .init("an image and words in a link", "[![a](u) b](v)", "p a b {image a}"),
    .init("two images in a link", "[![a](u)![b](u)](v)", "p ab {badge ab} {image a} {image b}"),
    .init("a link within the document", "see [a *b*](#c).", "p see a b. {contents a b}"),
    .init("an image in an image", "![a ![b](u) c](v)", "p a b c {image a b c}"),
    .init("an image without words", "a ![](u) b", "p a  b"),
    .init("struck words", "a ~~b *c*~~ ~d~ e", "p a b c d e {struck b c} {struck d}"),
    .init("struck code", "~~a `b`~~", "p a b {struck a b} {code b}"),
    .init(
      "spans in order", "`a` ~~b ![c](u)~~ `d`",
      "p a b c d {code a} {struck b c} {image c} {code d}"),
  ]

  static let html: [MarkdownRow] = [
    .init("tags", "a <b>b</b> <!-- c --> d", "p a b  d"),
    .init("line breaks", "a<br>b<br/>c<BR />d", "p a⏎b⏎c⏎d"),
    .init("one line break is enough", "a<br>\nb<br><br>c<br>", "p a⏎b⏎c"),
    .init(
      "struck words", "<del>a</del> <s>b</s> <STRIKE x=\"y\">c</STRIKE>",
      "p a b c {struck a} {struck b} {struck c}"),
    .init("no end of struck words", "a <del>b", "p a b"),
    .init("scripts", "a <script>b `c`</script> d <style>e</style>f", "p a  d f"),
    .init("a script with a struck word", "a <script>~~b~~ $c$</script> ~~d~~", "p a  d {struck d}"),
    .init("no end of a script", "a <script>b", "p a b"),
    .init(
      "raised words", "10<sup>26</sup> word<sup>*1*</sup> x</sup>2",
      "p 1026 word1 x2 {raised 26} {raised 1}"),
    .init("blanks that tags leave", "<a></a> b <a></a>", "p b"),
  ]

  static let math: [MarkdownRow] = [
    .init("a formula", "a $x+1$ b", "p a $x+1$ b {math $x+1$}"),
    .init("displayed", "$$ x\ny $$", "p $$ x⏎y $$ {math $$ x⏎y $$}"),
    .init("two displayed", "$$a$$ $$b$$", "p $$a$$ $$b$$ {math $$a$$} {math $$b$$}"),
    .init("GitHub's", "a $`x`$ b", "p a $x$ b {math $x$}"),
    .init(
      "a comparison", "$f(a^*)<L$ and $g(b^*)<M$.",
      "p $f(a^*)<L$ and $g(b^*)<M$. {math $f(a^*)<L$} {math $g(b^*)<M$}"),
    .init("prices", "from $5 to $6", "p from $5 to $6"),
    .init("signs behind prices", "3 $, 5 £, 10 US$ a", "p 3 $, 5 £, 10 US$ a"),
    .init(
      "signs behind prices beside formulas", "(US$). a $x$, 5$/b or 6$/c",
      "p (US$). a $x$, 5$/b or 6$/c {math $x$}"),
    .init("an interval", "$]0, 1]$ and $.5$", "p $]0, 1]$ and $.5$ {math $]0, 1]$} {math $.5$}"),
    .init("a shell", "if $? = 0, \"$A\" or \"$B\"", "p if $? = 0, \"$A\" or \"$B\""),
    .init("prices with digits", "$20,000 and USD$30,000", "p $20,000 and USD$30,000"),
    .init("a digit behind", "$x$5", "p $x$5"),
    .init("blanks", "$ x$ and $x $", "p $ x$ and $x $"),
    .init(
      "blanks beside commands", "$ \\alpha $ and $x_1 $, $ 5 and $ 6",
      "p $ \\alpha $ and $x_1 $, $ 5 and $ 6 {math $ \\alpha $} {math $x_1 $}"),
    .init("escaped", "\\$x$ $y\\$", "p $x$ $y$"),
    .init("an escaped sign within", "$x \\$ y$", "p $x $ y$ {math $x $ y$}"),
    .init("an entity", "&#36;x$", "p $x$"),
    .init("in code", "`$x$` $`a", "p $x$ $`a {code $x$}"),
    .init("around code", "$a `b` c$", "p $a b c$ {math $a b c$}"),
    .init("between code", "`$` x `$`", "p $ x $ {code $} {code $}"),
    .init(
      "escapes within", "$\\{a \\\\ b\\_c\\,d$ and $$e \\\\ \\| f$$",
      "p $\\{a \\\\ b\\_c\\,d$ and $$e \\\\ \\| f$$ "
        + "{math $\\{a \\\\ b\\_c\\,d$} {math $$e \\\\ \\| f$$}"),
    .init("indices within", "$_a b_$ *c $d_e$*", "p $_a b_$ c $d_e$ {math $_a b_$} {math $d_e$}"),
    .init("a star above", "$A^* + B^*$", "p $A^* + B^*$ {math $A^* + B^*$}"),
    .init(
      "signs that open no formula",
      "*$5* and *6$* \\_ [$a\\_](b$) &amp; $c\\_&lt;$ $ d\\_$ $e\\_$5",
      "p $5 and 6$ _ $a_ & $c_<$ $ d_$ $e_$5 {math $5 and 6$} {math $c_<$}"),
    .init(
      "emphasis within is an artefact", "$a*b*c ~~d~~$", "p $a*b*c ~~d~~$ {math $a*b*c ~~d~~$}"),
    .init("within struck words", "~~a $x$~~", "p a $x$ {struck a $x$} {math $x$}"),
    .init("across emphasis", "$*a*$ **$b$**", "p $a$ $b$ {math $a$} {math $b$}"),
    .init("an odd one", "$a$ $b", "p $a$ $b {math $a$}"),
    .init("signs alone", "$ $$ $$$ $$$$", "p $ $$ $$$ $$$$"),
    .init(
      "in a heading, an item, a cell", "# $a$\n- $b$\n\n|$c$|\n|-|\n|$d$|",
      "h1 $a$ {math $a$} / item 1 - $b$ {math $b$} / row $c$: $d$ {math $d$}"),
  ]

  @Test(arguments: words + html + math) func inline(_ row: MarkdownRow) { row.check() }
}
