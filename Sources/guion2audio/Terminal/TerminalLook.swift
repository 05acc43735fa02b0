import Basics
import Glibc

/// How text is shown on a terminal: the width of its lines, and whether it has colours.
/// Text for a pipe or a file has neither.
struct TerminalLook: Sendable {
  /// When to use colours (`--color`).
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// The width of the terminal in columns; nil if lines are not wrapped.
  var width: Int?
  var hasColor: Bool

  static let plain = TerminalLook(width: nil, hasColor: false)

  /// Creates the look of a stream. `NO_COLOR` is the convention of https://no-color.org.
  init(terminal isTerminal: Bool, color: Color) {
    let isPlain = Self.variable("NO_COLOR") != nil || Self.variable("TERM") == "dumb"
    hasColor = color == .always || color == .auto && isTerminal && !isPlain
    width = isTerminal ? max(40, Streams.columns) : nil
  }

  private init(width: Int?, hasColor: Bool) { (self.width, self.hasColor) = (width, hasColor) }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Diagnostics

  /// Returns a diagnostic with its line of the source and a mark below its place.
  func text(of diagnostic: Diagnostic, _ source: SourceLines) -> String {
    let excerpt = diagnostic.severity > .note ? excerpt(of: diagnostic, source) : ""
    return text(of: diagnostic, indent: "") + excerpt
  }

  /// Returns a diagnostic in one line, or in several if the terminal is narrow.
  func text(of diagnostic: Diagnostic, indent: String) -> String {
    let plain = indent + "\(diagnostic)".visible
    var text = wrapped(plain, indent: indent.count + 4)
    guard hasColor else { return text + "\n" }
    let (severity, code) = ("\(diagnostic.severity.rawValue): ", "[\(diagnostic.code)]")
    if let range = text.firstRange(of: severity) {
      let place = text[..<range.lowerBound]
      let color = Self.colors[diagnostic.severity] ?? ""
      text = Self.bold + place + Self.end + color + severity + Self.end + text[range.upperBound...]
    }
    if text.hasSuffix(code) { text = text.dropLast(code.count) + Self.faint + code + Self.end }
    return text + "\n"
  }

  private func excerpt(of diagnostic: Diagnostic, _ source: SourceLines) -> String {
    guard width != nil || hasColor, let file = diagnostic.file, let position = diagnostic.position,
      let line = source.line(position.line, of: file),
      let column = source.codePoint(of: position, in: file)
    else { return "" }
    let number = "\(position.line)"
    let characters = Array(line.replacing("\t", with: " ").visible.unicodeScalars)
    guard column <= characters.count + 1 else { return "" }
    let room = max(20, (width ?? 100) - number.count - 6)
    // A long line is shown around its place.
    let start = column - 1 < room - 8 ? 0 : column - 1 - room / 2
    let shown = characters[min(start, characters.count)...].prefix(room)
    let before = characters[start..<column - 1].reduce(0) { $0 + $1.columns }
    let margin = String(repeating: " ", count: number.count)
    let mark = String(repeating: " ", count: before) + "^"
    let (first, last) = hasColor ? (Self.colors[diagnostic.severity] ?? "", Self.end) : ("", "")
    return "  \(number) | \(String(String.UnicodeScalarView(shown)))\n"
      + "  \(margin) | \(first)\(mark)\(last)\n"
  }

  private static let (bold, faint, end) = ("\u{1B}[1m", "\u{1B}[2m", "\u{1B}[0m")
  private static let colors: [Diagnostic.Severity: String] = [
    .error: "\u{1B}[1;31m", .warning: "\u{1B}[1;33m", .note: "\u{1B}[36m",
  ]

  // MARK: Lines

  /// Returns text whose long lines are broken between words.
  /// The rest of a line of a table stands below its last column.
  func wrapped(_ text: String) -> String {
    guard width != nil else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { wrapped(String($0), indent: Self.indent(of: $0)) }.joined(separator: "\n")
  }

  private func wrapped(_ line: String, indent: Int) -> String {
    guard let width, line.count > width else { return line }
    var lines: [String] = []
    var current = String(line.prefix { $0 == " " })
    var isNew = true
    var rest = line.dropFirst(current.count)
    while !rest.isEmpty {
      // Blanks within a line are columns of a table.
      let blanks = rest.prefix { $0 == " " }
      let word = rest.dropFirst(blanks.count).prefix { $0 != " " }
      if !isNew, current.count + blanks.count + word.count > width {
        lines.append(current)
        current = String(repeating: " ", count: min(indent, width / 2)) + word
      } else {
        current += blanks + word
      }
      isNew = false
      rest = rest.dropFirst(blanks.count + word.count)
    }
    return (lines + [current]).joined(separator: "\n")
  }

  /// Returns the column of the last cell of a row, or the indent of a paragraph.
  private static func indent(of line: Substring) -> Int {
    let indent = line.prefix { $0 == " " }.count
    let gap = line.dropFirst(indent).prefix(44).firstRange(of: "  ")
    guard let gap else { return indent }
    return line[..<gap.lowerBound].count + line[gap.lowerBound...].prefix { $0 == " " }.count
  }
}

extension Unicode.Scalar {
  /// The number of columns that a terminal uses (Unicode Standard Annex 11, in large ranges).
  fileprivate var columns: Int {
    if properties.generalCategory == .nonspacingMark || properties.generalCategory == .format {
      return 0
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

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
