/// A table that would be almost all empty cells.
///
/// cmark 0.29 fills short rows up to the width of the header: 40 KB of text can ask for 25 million cells
/// and 7 GB. Later versions set a limit of their own.
struct WideTable {
  /// The offset of its line of dashes.
  let offset: Int
  let columns: Int
  let rows: Int

  /// Below this many columns no text of a size that is read becomes large.
  private static let usualWidth = 100
  /// How many cells a table may have for each byte of its rows: a cell with a bar takes two bytes.
  private static let cellsPerByte = 4

  /// The first such table in a text; nil where there is none.
  static func first(in text: Bytes, from start: Int) -> Self? {
    var line = start
    while line < text.count {
      let end = text.first(UInt8(ascii: "\n"), in: line..<text.count) ?? text.count
      let columns = columns(ofDelimiters: text[line..<end])
      if columns > usualWidth {
        let (rows, last) = rows(of: text, from: end + 1)
        if columns * rows > cellsPerByte * (last - line) + 100_000 {
          return Self(offset: line, columns: columns, rows: rows)
        }
      }
      line = end + 1
    }
    return nil
  }

  /// How many columns a line of dashes and bars makes; 0 for any other line.
  private static func columns(ofDelimiters line: Slice<Bytes>) -> Int {
    var bars = 0
    for byte in line {
      switch byte {
      case UInt8(ascii: "|"): bars += 1
      case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ">"), 0x20, 0x09, 0x0D: break
      default: return 0
      }
    }
    return bars
  }

  /// The lines up to the next blank one, and where they end.
  private static func rows(of text: Bytes, from start: Int) -> (count: Int, end: Int) {
    var (rows, line) = (0, start)
    while line < text.count {
      let end = text.first(UInt8(ascii: "\n"), in: line..<text.count) ?? text.count
      if text.trimmed(line..<end).isEmpty { break }
      rows += 1
      line = end + 1
    }
    return (rows, min(line, text.count))
  }
}

extension Diagnostic {
  static func wideTable(_ table: WideTable, at place: SourcePosition) -> Self {
    Self(
      code: "wide-table", severity: .warning,
      message:
        "this table would have \(table.columns) columns in \(table.rows) rows, nearly all of "
        + "them empty; the tables of this document are read as lines of text",
      position: place)
  }
}
