import Guion
import Testing

/// Tables that would be nearly all empty cells.
@Suite struct WideTableTests {
  private func table(columns: Int, rows: Int, _ row: String) -> String {
    "Text.\n\n" + String(repeating: "h|", count: columns) + "\n"
      + String(repeating: "-|", count: columns) + "\n" + String(repeating: row + "\n", count: rows)
  }

  @Test func aTableOfShortRowsIsText() {
    let parsed = CommonMarkParser(string: table(columns: 2000, rows: 2000, "c|"))
    #expect(
      parsed.diagnostics.map(\.description) == [
        "4:1: warning: this table would have 2000 columns in 2000 rows, nearly all of them empty; the "
          + "tables of this document are read as lines of text [wide-table]"
      ])
    #expect(parsed.elements.count == 2)
    #expect(parsed.elements[1].mark == nil)
  }

  @Test(arguments: [
    (3, 5000, "a|b|c|"), (150, 20, "c|"), (200, 300, String(repeating: "c|", count: 200)),
  ])
  func tablesThatPeopleMake(_ columns: Int, _ rows: Int, _ row: String) {
    let parsed = CommonMarkParser(string: table(columns: columns, rows: rows, row))
    #expect(parsed.diagnostics == [])
    #expect(parsed.elements.count == rows + 1)
  }
}
