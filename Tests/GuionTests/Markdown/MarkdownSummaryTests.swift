import Guion
import Testing

/// Tests of `<summary>` elements, and of hard and soft line breaks.
@Suite struct MarkdownSummaryTests {
  static let rows: [MarkdownRow] = [
    .init(
      "a summary",
      "<details>\n<summary>More <b>here</b> &amp; there</summary>\n\nText.\n\n</details>",
      "html <details>⏎<summary>More <b>here</b> &amp; there</summary> / summary More here & there / p Text. / html </details>"
    ),
    .init(
      "a summary without words", "<details><summary></summary>\n\nText.",
      "html <details><summary></summary> / p Text."),
    .init("no end of a summary", "<details><summary>a\n\nb", "html <details><summary>a / p b"),
    .init(
      "a summary in capitals", "<DETAILS><SUMMARY class=\"x\">a</SUMMARY>",
      "html <DETAILS><SUMMARY class=\"x\">a</SUMMARY> / summary a"),
  ]

  @Test(arguments: rows) func summaries(_ row: MarkdownRow) {
    #expect(MarkdownOutline.outline(of: row.source) == row.outline)
  }

  @Test func `hard line breaks are distinguished from soft ones`() throws {
    let element = try #require(CommonMarkParser(string: "a  \nb\nc\\\nd<br>e").elements.first)
    let breaks = element.inlines.filter { $0.kind == .lineBreak }.map(\.range.lowerBound)
    #expect(element.elementText == "a\nb\nc\nd\ne")
    #expect(breaks == [1, 5, 7])
  }
}
