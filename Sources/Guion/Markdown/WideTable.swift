/// A table that is too wide for cmark 0.29.
///
/// If a document contains such a table, all its tables are read as text.
///
/// cmark 0.29 fills short rows up to the width of the header, so 40 KB of text can create 25 million
/// cells and need 7 GB. For each cell it also walks over all earlier cells of the row, so 100 KB in
/// one row take seconds. Later versions of cmark limit the number of cells.
struct WideTable: Equatable {
  /// The reason why cmark cannot read the table.
  enum Fault: Equatable {
    /// Nearly all cells of the table would be empty.
    case empty(columns: Int, rows: Int)
    /// One row has this many cells.
    case longRow(cells: Int)
  }

  /// The offset of the line that causes the problem.
  let offset: Int
  let fault: Fault

  /// The maximum number of bars in a row.
  ///
  /// Up to this number, cmark reads a row about as fast as other text. No page has room for so many
  /// columns.
  static let maximumBars = 500
  /// A table with at most this many columns fits into memory, for any text of an accepted size.
  static let defaultWidth = 100
  /// The maximum number of cells for each byte of a table's rows.
  ///
  /// A cell with its bar takes two bytes.
  static let cellsPerByte = 4

  /// Returns the first table that is too wide; nil if the text has no such table.
  static func first(in text: Bytes, from start: Int) -> Self? {
    var lines = TableLines(text, from: start)
    while let paragraph = lines.nextParagraph() {
      if paragraph.hasDelimiters, let table = table(in: paragraph, lines) { return table }
    }
    return nil
  }

  private static func table(in paragraph: TableLines.Paragraph, _ lines: TableLines) -> Self? {
    var lines = lines
    lines.goBack(to: paragraph)
    for index in 0..<paragraph.lineCount {
      let line = lines.next()
      let bars = lines.bars(in: line)
      if bars > maximumBars { return Self(offset: line.lowerBound, fault: .longRow(cells: bars)) }
      let rows = paragraph.lineCount - index - 1
      let cells = cellsPerByte * (paragraph.range.upperBound - line.lowerBound) + 100_000
      if bars > defaultWidth, bars * rows > cells, lines.isDelimiters(line) {
        return Self(offset: line.lowerBound, fault: .empty(columns: bars, rows: rows))
      }
    }
    return nil
  }
}

extension Diagnostic {
  static func wideTable(_ table: WideTable, at place: SourcePosition) -> Self {
    let reason =
      switch table.fault {
      case .empty(let columns, let rows):
        "this table has room for \(columns) × \(rows) cells, but nearly all of them are empty"
      case .longRow(let cells):
        "this row has \(cells) cells, but a table row is limited to \(WideTable.maximumBars)"
      }
    return Self(
      code: "wide-table", severity: .warning,
      message: "\(reason), so all tables in this document are read as lines of text; split this "
        + "table or make it narrower",
      position: place)
  }
}
