import Guion
import Testing

/// Tests of tables that are too wide for cmark.
@Suite struct WideTableTests {
  private func table(columns: Int, rows: Int, _ row: String) -> String {
    "Text.\n\n" + String(repeating: "h|", count: columns) + "\n"
      + String(repeating: "-|", count: columns) + "\n" + String(repeating: row + "\n", count: rows)
  }

  @Test func aTableOfShortRowsIsText() {
    let parsed = CommonMarkParser(string: table(columns: 400, rows: 2000, "c|"))
    #expect(
      parsed.diagnostics.map(\.description) == [
        "4:1: warning: this table has room for 400 × 2000 cells, but nearly all of them are empty, so all "
          + "tables in this document are read as lines of text; split this table or make it narrower "
          + "[wide-table]"
      ])
    #expect(parsed.elements.count == 2)
    #expect(parsed.elements[1].mark == nil)
  }

  @Test(arguments: [
    (3, 5000, "a|b|c|"), (150, 20, "c|"), (200, 300, String(repeating: "c|", count: 200)),
  ])
  func tablesAsPeopleWriteThem(_ columns: Int, _ rows: Int, _ row: String) {
    let parsed = CommonMarkParser(string: table(columns: columns, rows: rows, row))
    #expect(parsed.diagnostics == [])
    #expect(parsed.elements.count == rows + 1)
  }

  @Test func `the header of a form is read, because the cells below are empty`() {
    let form = CommonMarkParser(string: "| A | Here |\n|---|---|\n|  |  |\n|  |  |\n")
    #expect(form.elements.map(\.elementText) == ["A, Here"])
    let table = CommonMarkParser(string: "| A | Here |\n|---|---|\n|  | b |\n|  |  |\n")
    #expect(table.elements.map(\.elementText) == ["b"])
  }

  private func many(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  /// For each cell, cmark walks over all earlier cells of the row.
  @Test(arguments: [
    ("a|b\n-|-\n%\n", 3), ("%\n-|-\nc|d\n", 1), ("a|b\n%\n:--\n", 2), ("a|b\r-|-\r%\r", 3),
    ("> a|b\n> -|-\n>\u{A0}\n> %\n", 4), ("a|b\r\n-|-\r\nc|d\r\n%", 4), ("x\n%\na\n:--\n", 2),
  ])
  func `a row of more than 500 cells turns tables into text`(_ pattern: String, _ line: Int) {
    let source = pattern.replacing("%", with: many("c|", 501))
    let parsed = CommonMarkParser(string: source)
    #expect(
      parsed.diagnostics.map(\.description) == [
        "\(line):1: warning: this row has 501 cells, but a table row is limited to 500, so all "
          + "tables in this document are read as lines of text; split this table or make it narrower "
          + "[wide-table]"
      ])
    #expect(parsed.elements.allSatisfy { !$0.isRow })
  }

  @Test(arguments: [
    "a|b\n-|-\n%\n".replacing("%", with: String(repeating: "c|", count: 500)),
    "a|b\n-|-\n%|d\n".replacing("%", with: String(repeating: "c\\|", count: 2000)),
    "a|b\n-|-\nc|d\n\n" + String(repeating: "c|", count: 2000),
  ])
  func `rows of 500 cells, escaped bars, and bars outside of tables do not matter`(
    _ source: String
  ) {
    let parsed = CommonMarkParser(string: source)
    #expect(parsed.diagnostics == [])
    #expect(parsed.elements.first?.isRow == true)
  }

  @Test func `a wide table is found with old Macintosh line ends too`() {
    let source = table(columns: 2000, rows: 2000, "c|").replacing("\n", with: "\r")
    #expect(CommonMarkParser(string: source).diagnostics.map(\.code) == ["wide-table"])
  }
}

extension GuionElement {
  fileprivate var isRow: Bool {
    if case .row? = mark { true } else { false }
  }
}
