import Basics
import Glibc

/// The standard streams: results go to standard output, everything else to standard error.
enum Streams {
  static func out(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }
  static func error(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }
  static func error(_ bytes: [UInt8]) { write(bytes, to: STDERR_FILENO) }
  static func out(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  /// Opens each closed standard stream on /dev/null.
  /// Otherwise the next opened file would become that stream.
  static func openMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  static var outIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The width of the terminal in columns; 80 if it is unknown.
  static var columns: Int {
    var size = winsize()
    for stream in [STDERR_FILENO, STDOUT_FILENO]
    where ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return 80
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        guard descriptor == STDOUT_FILENO else { return }
        // The program that reads the results has ended (`| head`). This ends the work and is not an error.
        if errno == EPIPE { exit(0) }
        error("guion2audio: cannot write the results: \(SystemReason.text(errno))\n")
        exit(ExitCode.cannotWrite.rawValue)
      }
      written += count
    }
  }
}

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
