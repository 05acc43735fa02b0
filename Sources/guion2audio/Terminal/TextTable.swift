/// Formats rows as a table, with two spaces between columns.
/// The last column is not padded.
enum TextTable {
  /// Returns the table.
  /// The columns with the indices `numbers` are aligned right.
  static func text(_ rows: [[String]], numbers: Range<Int> = 0..<0) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.compactMap { row in
        row.count > column + 1 || numbers.contains(column) && row.count > column
          ? row[column].count : nil
      }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: max(0, widths[column] - cell.count))
        if numbers.contains(column) { return blanks + cell }
        return column + 1 == row.count ? cell : cell + blanks
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
