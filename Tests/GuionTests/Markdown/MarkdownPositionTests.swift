import Guion
import Testing

/// Tests of the positions of elements.
///
/// They are marked in the source: ⟦ before the first byte of each element, ⟧ after the last.
@Suite struct MarkdownPositionTests {
  static let sources: [(name: String, source: String)] = [
    ("paragraphs", "⟦One\ntwo⟧\n\n  ⟦Three⟧  \n"),
    ("CR LF", "⟦One\r\ntwo⟧\r\n\r\n⟦Three⟧\r\n"),
    ("CR", "⟦One\rtwo⟧\r\r⟦Three⟧\r"),
    ("byte order mark", "\u{FEFF}⟦One⟧\n\n⟦é⟧\n"),
    ("columns are bytes", "⟦éé 李 x⟧\n"),
    ("NUL", "⟦a\0\0b⟧\n\n⟦c⟧"),
    ("headings", "⟦# One⟧\n⟦Two⟧\n ⟦## Three ##⟧ \n\n⟦x⟧"),
    ("underlined headings", "⟦One\ntwo\n===⟧\n⟦x\n---⟧\n\n⟦y\n===⟧"),
    ("an underlined heading at the end", "⟦One\ntwo\n---⟧\n"),
    ("quotations", "> ⟦a\nb⟧\n> > ⟦c⟧\n>\n⟦> d⟧".replacing("⟦> d", with: "> ⟦d")),
    ("lists", "- ⟦a⟧\n  ⟦b⟧".replacing("⟧\n  ⟦", with: "\n  ") + "\n- ⟦c⟧\n\n  ⟦d⟧\n10. ⟦e⟧\n"),
    ("nested lists", "1. ⟦a⟧\n   - ⟦b⟧\n\n\t 1)  ⟦c⟧\n"),
    ("tabs", "-\t⟦a⟧\n\n\t⟦b⟧\n>\t⟦c⟧\n"),
    ("an indented outline", "⟦# a⟧\n\t- ⟦b\n\t  c⟧\n\t\t- ⟦d⟧\n\n\t- ⟦e⟧\n\n⟦f⟧\n"),
    ("tasks", "- [ ] ⟦a⟧\n- [x]  ⟦b⟧\n"),
    ("tasks in a quotation", "> - [x] ⟦a⟧\n>\n>   ⟦[x] b⟧\n"),
    ("fences", "⟦```x\na\n\n```⟧\n⟦b⟧\n ⟦~~~~\n```\n~~~~~⟧ \n"),
    ("an open fence", "⟦```\na\nb⟧\n\n"),
    ("a fence that a quotation ends", "> ⟦```\n> a⟧\n⟦b⟧"),
    (
      "a fence that a list ends with a fence",
      "- ⟦```\n  a⟧\n\n⟦```\nb\n```⟧\n> ⟦~~~\n> c⟧\n⟦~~~\nd⟧"
    ),
    ("a fence in a list", "- ⟦```\n  a\n  ```⟧\n- ⟦b⟧"),
    ("indented code", "    ⟦a\n\n    b⟧\n\n\n⟦c⟧"),
    ("indented code in a quotation", ">     ⟦a⟧\n>\n> ⟦b⟧"),
    ("rules", "⟦***⟧\n ⟦- - -⟧ \n\n⟦a⟧"),
    ("HTML", "<div>\n⟦a⟧\n</div>\n\n⟦<!-- a -->⟧\n⟦b⟧\n\n⟦<!-- a\n\nb -->⟧\n⟦c⟧"),
    ("tables", "| a |\n|---|\n⟦| 1 |⟧\n⟦| 2⟧  \n\n⟦x⟧"),
    ("indented tables", "  a | b\n --|--\n ⟦1 | 2⟧\n   ⟦3 | 4⟧\n"),
    ("tables in containers", "> - | a |\n>   |---|\n>   ⟦| 1 |⟧\n>   ⟦| 2 |⟧\n"),
    ("a table of only a header", "⟦a⟧\n\n⟦| a |⟧\n|---|\n"),
    (
      "a table below a paragraph",
      "⟦x\ny⟧\n| a |\n|---|\n⟦| 1 |⟧\n\n⟦x⟧\n| a |\n|---|\n\n".replacing(
        "⟦x⟧\n| a |\n", with: "⟦x⟧\n⟦| a |⟧\n")
    ),
    ("definitions of links above a paragraph", "[a]: /u\n[b]: /v 'x'\n⟦c⟧\n\n[d]: /w\n⟦e\n===⟧\n"),
    ("brackets above a paragraph", "⟦[a]: b c\nd⟧\n\n⟦[a] b\nc⟧"),
    ("behind front matter", "---\ntitle: x\n---\n\n⟦a⟧\n"),
    ("right below front matter", "\u{FEFF}---\r\ntitle: x\r\n...\r\n⟦# a⟧\r\n"),
    ("below TOML", "⟦+++\nx = 1\n+++⟧\n⟦a⟧\n"),
    ("footnotes", "⟦a[^1]⟧\n\n[^1]: ⟦b\n    c⟧\n\n    ⟦d⟧\n"),
    ("at the end of a line without an end", "⟦a⟧"),
  ]

  @Test(arguments: sources) func marked(_ name: String, _ source: String) {
    let marked = MarkedSource(source)
    let found = CommonMarkParser(bytes: Array(marked.text.utf8)).elements
    #expect(found.places == marked.ranges.map(\.place), "\(name)")
  }

  @Test func anItemInAFootnoteHasItsOwnPosition() {
    let parsed = CommonMarkParser(string: "[^1]: x\n\na[^1]\n\nb\n")
    #expect(parsed.elements.places == ["3:1-3:5", "5:1-5:1", "1:7-1:7"])
  }
}
