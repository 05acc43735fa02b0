/// A table that is too wide for cmark 0.29: tables are then read as text.
///
/// cmark 0.29 fills short rows up to the width of the header, so 40 KB of text can ask for 25 million
/// cells and 7 GB. It also walks over all earlier cells of a row for each cell, so 100 KB in one row
/// take seconds. Later versions have a limit of their own.
struct WideTable: Equatable {
  /// Why cmark cannot read the table.
  enum Fault: Equatable {
    /// Nearly all cells of the table would be empty.
    case empty(columns: Int, rows: Int)
    /// One row has this many cells.
    case longRow(cells: Int)
  }

  /// The offset of the line to blame.
  let offset: Int
  let fault: Fault

  /// The most bars in a row that cmark reads in about the time of other text.
  ///
  /// No page has room for so many columns.
  static let mostBars = 500
  /// Below this many columns no text of a size that is read becomes large.
  static let usualWidth = 100
  /// How many cells a table may have for each byte of its rows: a cell with a bar takes two bytes.
  static let cellsPerByte = 4

  /// The first such table in a text, or nil if there is none.
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
      if bars > mostBars { return Self(offset: line.lowerBound, fault: .longRow(cells: bars)) }
      let rows = paragraph.lineCount - index - 1
      let cells = cellsPerByte * (paragraph.range.upperBound - line.lowerBound) + 100_000
      if bars > usualWidth, bars * rows > cells, lines.isDelimiters(line) {
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
        "this table would have \(columns) columns in \(rows) rows, nearly all of them empty"
      case .longRow(let cells):
        "this row has \(cells) cells, and a row of a table may have at most \(WideTable.mostBars)"
      }
    return Self(
      code: "wide-table", severity: .warning,
      message: "\(reason); the tables of this document are read as lines of text", position: place)
  }
}
