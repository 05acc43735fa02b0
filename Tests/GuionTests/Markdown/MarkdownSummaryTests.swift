import Guion
import Testing

/// Tests of `<summary>` elements, and of hard and soft line breaks.
@Suite struct MarkdownSummaryTests {
  static let rows: [MarkdownRow] = [
    .init(
      "a summary",
      "<details>\n<summary>More <b>here</b> &amp; there</summary>\n\nText.\n\n</details>",
      "summary More here & there / p Text. / html </details>"
    ),
    .init(
      "a summary without words", "<details><summary></summary>\n\nText.",
      "html <details><summary></summary> / p Text."),
    .init("no end of a summary", "<details><summary>a\n\nb", "summary a / p b"),
    .init(
      "a summary in capitals", "<DETAILS><SUMMARY class=\"x\">a</SUMMARY>",
      "summary a"),
  ]

  @Test(arguments: rows) func summaries(_ row: MarkdownRow) {
    #expect(MarkdownOutline.outline(of: row.source) == row.outline)
  }

  @Test(arguments: [
    ("Ann Poe\n1 Elm St\nRome", [7, 16]), ("a\nb", []),
    // A program filled these lines.
    (
      "She walked along the river all the way to the old\nMill and sat down there to wait for a long time.",
      []
    ),
    ("She walked along the river all the way\nto the old mill.", []),
    (
      "Neben dem zentralen\nSystem gibt es weitere Anwendungen, die in diesem Kapitel erklärt werden.",
      []
    ),
    ("Drücken Sie die Leertaste und\nEnter, dann geht es mit der Karte weiter.", []),
    ("Der\nVorgang beginnt mit der Anmeldung und endet mit der Abmeldung am Gerät.", []),
  ]) func `short lines end with a pause`(_ text: String, _ breaks: [Int]) throws {
    let element = try #require(CommonMarkParser(string: text).elements.first)
    #expect(
      element.inlines.filter { $0.kind == .lineBreak }.map(\.range.lowerBound) == breaks)
    let first = CommonMarkParser(string: text, edition: .first).elements.first
    #expect(first?.inlines.isEmpty == true)
  }

  @Test func `hard line breaks are distinguished from soft ones`() throws {
    let element = try #require(CommonMarkParser(string: "a  \nb\nc\\\nd<br>e").elements.first)
    let breaks = element.inlines.filter { $0.kind == .lineBreak }.map(\.range.lowerBound)
    #expect(element.elementText == "a\nb\nc\nd\ne")
    #expect(breaks == [1, 5, 7])
  }
}
