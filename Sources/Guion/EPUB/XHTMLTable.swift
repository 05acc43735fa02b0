/// A table of a page, built row by row.
struct XHTMLTable {
  /// A row and the offset of its tag.
  struct Row {
    var cells: [TableCell] = []
    var offset: Int
  }

  /// Whether the rows are in `thead`.
  var isInHead = false
  private var hasHeaderCell = false
  private var hasDataCell = false
  private var row: Row?
  private(set) var header: Row?
  private var hasRows = false
  /// Whether a row below the header has words.
  private var hasWords = false
  /// The numbers of further rows that cells of earlier rows fill, keyed by their columns.
  private var filled: [Int: Int] = [:]
  /// The numbers of rows and columns of the open cell.
  private var size = (rows: 1, columns: 1)
  /// No cell counts for more columns.
  private static let mostColumns = 50

  mutating func beginRow(at offset: Int) {
    row = Row(offset: offset)
    (hasHeaderCell, hasDataCell) = (false, false)
  }

  /// Enters a cell. A cell outside a row begins a row.
  mutating func enterCell(at offset: Int, isHeader: Bool, rows: Int = 1, columns: Int = 1) {
    if row == nil { beginRow(at: offset) }
    if isHeader { hasHeaderCell = true } else { hasDataCell = true }
    size = (max(1, rows), min(max(1, columns), Self.mostColumns))
  }

  /// Adds a cell behind the columns that cells of earlier rows fill.
  mutating func add(_ cell: TableCell) {
    guard row != nil else { return }
    skipFilled()
    for column in 0..<size.columns {
      if size.rows > 1 { filled[row?.cells.count ?? 0] = size.rows - 1 }
      row?.cells.append(column == 0 ? cell : TableCell(header: "", text: ""))
    }
    size = (1, 1)
  }

  private mutating func skipFilled() {
    while let column = row?.cells.count, let rows = filled[column] {
      filled[column] = rows > 1 ? rows - 1 : nil
      row?.cells.append(TableCell(header: "", text: ""))
    }
  }

  /// Ends a row and returns it with the column headers in its cells.
  /// nil for the header row and for a row without cells.
  mutating func endRow() -> Row? {
    guard row?.cells.isEmpty == false else { return nil }
    skipFilled()
    guard var row else { return nil }
    self.row = nil
    let isHeader = isInHead || hasHeaderCell && !hasDataCell
    if isHeader, header == nil, !hasRows {
      header = row
      return nil
    }
    hasRows = true
    hasWords = hasWords || row.cells.contains { !$0.text.isEmpty || !$0.inlines.isEmpty }
    guard let header else { return row }
    for index in row.cells.indices where index < header.cells.count {
      row.cells[index].header = header.cells[index].text
      row.cells[index].headerInlines = header.cells[index].inlines
    }
    return row
  }

  /// Ends the table.
  /// Returns the header row if the table has no other row, or, with `ofForm`, none with words; otherwise nil.
  mutating func end(ofForm: Bool) -> Row? {
    defer { self = Self() }
    return (ofForm ? hasWords : hasRows) ? nil : header
  }
}
