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

  mutating func beginRow(at offset: Int) {
    row = Row(offset: offset)
    (hasHeaderCell, hasDataCell) = (false, false)
  }

  /// Enters a cell. A cell outside a row begins a row.
  mutating func enterCell(at offset: Int, isHeader: Bool) {
    if row == nil { beginRow(at: offset) }
    if isHeader { hasHeaderCell = true } else { hasDataCell = true }
  }

  mutating func add(_ cell: TableCell) { row?.cells.append(cell) }

  /// Ends a row and returns it with the column headers in its cells.
  /// nil for the header row and for a row without cells.
  mutating func endRow() -> Row? {
    guard var row, !row.cells.isEmpty else { return nil }
    self.row = nil
    let isHeader = isInHead || hasHeaderCell && !hasDataCell
    if isHeader, header == nil, !hasRows {
      header = row
      return nil
    }
    hasRows = true
    guard let header else { return row }
    for index in row.cells.indices where index < header.cells.count {
      row.cells[index].header = header.cells[index].text
      row.cells[index].headerInlines = header.cells[index].inlines
    }
    return row
  }

  /// Ends the table.
  /// Returns the header row if the table has no other row; otherwise nil.
  mutating func end() -> Row? {
    defer { self = Self() }
    return hasRows ? nil : header
  }
}
