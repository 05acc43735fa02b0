import Guion

/// Converts columns, which diagnostics count in bytes, to code points.
struct SourceColumns {
  private var lines: [String: [ArraySlice<UInt8>]] = [:]

  /// Reads the files.
  ///
  /// In a file that cannot be read again, such as standard input, only the first column of a line is known.
  init(of files: Set<String>) {
    for file in files where file != "-" {
      guard let bytes = try? SourceFile.bytes(of: file) else { continue }
      lines[file] = Self.lines(of: bytes)
    }
  }

  /// Returns the column of a position in Unicode code points, from 1, or nil if it is unknown.
  func codePoint(of position: SourcePosition, in file: String) -> Int? {
    if position.column == 1 { return 1 }
    guard let lines = lines[file], lines.indices.contains(position.line - 1) else { return nil }
    let before = lines[position.line - 1].prefix(position.column - 1)
    return 1 + before.count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the lines of a file.
  ///
  /// CR LF, LF and CR each end a line, as in the parsers. A byte order mark does not count as part of the first line.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for (index, byte) in bytes.enumerated() where byte == lineFeed || byte == carriageReturn {
      if byte == lineFeed, index > 0, bytes[index - 1] == carriageReturn {
        start = index + 1
        continue
      }
      lines.append(bytes[start..<index])
      start = index + 1
    }
    lines.append(bytes[min(start, bytes.count)...])
    return lines
  }
}
