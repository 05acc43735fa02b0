import Synchronization

/// A finding about the user's input, with its position.
public struct Diagnostic: Hashable, Sendable {
  /// The importance of a finding.
  ///
  /// An error stops a build. A warning stops a build only with `--strict`.
  public enum Severity: String, Sendable, Codable, Comparable {
    case note, warning, error

    /// Orders severities from note to error.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The stable code that tools and tests match, such as `unknown-key`.
  public var code: String
  /// The importance.
  public var severity: Severity
  /// One sentence with the problem and the solution.
  public var message: String
  /// The file, as the user named it; nil until a caller that knows the file sets it.
  public var file: String?
  /// The position in the file; nil if the finding concerns the whole file.
  public var position: SourcePosition?

  /// Creates a diagnostic.
  public init(
    code: String, severity: Severity, message: String, file: String? = nil,
    position: SourcePosition? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.file = file
    self.position = position
  }

  package func inFile(_ file: String) -> Self {
    var copy = self
    copy.file = file
    return copy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic in the format of compilers: `file:line:column: severity: message [code]`.
  public var description: String {
    var place = file.map { "\($0):" } ?? ""
    if let position, PlaceUnit(file: file) == .line {
      place += "\(position.line):\(position.column):"
    } else if let position {
      place += " \(PlaceUnit.words(ofLine: position.line, in: file)):"
    }
    return place + (place.isEmpty ? "" : " ") + "\(severity.rawValue): \(message) [\(code)]"
  }
}

/// What the line of a place counts in a file: lines, the lines on pages of a PDF, or the paragraphs of an office document.
package enum PlaceUnit: Sendable {
  case line, page, paragraph

  /// Lines 12001 to 12499 of a PDF are those of page 12, and lines 12501 to 12999 are those at their right in speeches side
  /// by side. So the texts of a page have different numbers, which increase.
  private static let (linesOfPage, linesOfHalf) = (1000, 500)
  /// From the first page with more than 499 lines on, numbers begin here, and a page has 200,000 of them.
  private static let (longPages, linesOfLongPage, linesOfLongHalf) = (
    1_000_000_000, 200_000, 100_000
  )

  /// The units of files whose names imply another unit, such as that of standard input.
  /// A finding knows only the name of its file.
  private static let units = Mutex<[String: Self]>([:])

  /// Creates the unit for a file's name.
  package init(file: String?) {
    self = file.flatMap { file in Self.units.withLock { $0[file] } } ?? Self(name: file)
  }

  /// Says what the places of a file count, whatever its name implies.
  package static func set(_ unit: Self, for file: String) {
    units.withLock { $0[file] = unit == Self(name: file) ? nil : unit }
  }

  private init(name file: String?) {
    let name = file.map { $0.split(separator: "/").last ?? "" } ?? ""
    switch name.lastIndex(of: ".").map({ name[name.index(after: $0)...].lowercased() }) {
    case "pdf": self = .page
    case "docx", "docm", "odt", "fodt", "rtf": self = .paragraph
    default: self = .line
    }
  }

  /// Returns a place as words: `line 12`, `page 12, line 3` or `paragraph 12`.
  package static func words(ofLine line: Int, in file: String?) -> String {
    switch PlaceUnit(file: file) {
    case .line: "line \(line)"
    case .page where line >= longPages:
      "page \((line - longPages) / linesOfLongPage), line \(line % linesOfLongHalf)"
    case .page: "page \(line / linesOfPage), line \(line % linesOfHalf)"
    case .paragraph: "paragraph \(line)"
    }
  }

  /// Returns a file and a place in it: `a.md:12`, `a.pdf: page 12, line 3` or `a.docx: paragraph 12`.
  package static func place(ofLine line: Int, in file: String) -> String {
    PlaceUnit(file: file) == .line
      ? "\(file):\(line)" : "\(file): \(words(ofLine: line, in: file))"
  }

  /// Whether a page has more lines than the usual numbers.
  package static func isLong(lines: Int) -> Bool { lines >= linesOfHalf }

  fileprivate static func number(page: Int, line: Int, isBeside: Bool, isLong: Bool) -> Int {
    if isLong {
      let half = isBeside ? linesOfLongHalf : 0
      return longPages + page * linesOfLongPage + half + min(line, linesOfLongHalf - 1)
    }
    return page * linesOfPage + (isBeside ? linesOfHalf : 0) + min(line, linesOfHalf - 1)
  }
}

/// A position in a source text, as editors count: the first line and the first column are 1.
public struct SourcePosition: Hashable, Sendable, Codable, Comparable {
  /// The line, from 1.
  ///
  /// In a PDF, 12003 is line 3 on page 12, but 1002400003 from the first page with more than 499 lines on. In a Word
  /// document or an OpenDocument text, it is the number of the paragraph.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Creates a position from a 1-based line and a 1-based UTF-8 column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the position of a line on a page of a PDF; both count from 1.
  /// `isBeside` says that the text stands at the right of another text, `isLong` that this page or one before has more
  /// than 499 lines.
  package init(page: Int, line: Int, isBeside: Bool = false, isLong: Bool = false) {
    self.init(
      line: PlaceUnit.number(page: page, line: line, isBeside: isBeside, isLong: isLong), column: 1)
  }

  /// Orders positions as they follow each other in the text.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The range of source that an element came from, including the first and the last byte.
///
/// The range is stored as 32-bit numbers to save memory, because a document has one range per element. A
/// parsed document must not need more than 12 bytes of memory for each byte of its script.
public struct SourceRange: Hashable, Sendable, Codable {
  private var firstLine: UInt32
  private var firstColumn: UInt32
  private var lastLine: UInt32
  private var lastColumn: UInt32
  private var sourceIndex: UInt32

  /// Creates a range from its first to its last byte, in the source with this index.
  public init(start: SourcePosition, end: SourcePosition, source: Int = 0) {
    firstLine = UInt32(clamping: start.line)
    firstColumn = UInt32(clamping: start.column)
    lastLine = UInt32(clamping: end.line)
    lastColumn = UInt32(clamping: end.column)
    sourceIndex = UInt32(clamping: source)
  }

  /// The index of the source in a manuscript, from 0.
  ///
  /// A single document has index 0.
  public var source: Int {
    get { Int(sourceIndex) }
    set { sourceIndex = UInt32(clamping: newValue) }
  }

  /// The position of the first byte.
  public var start: SourcePosition {
    SourcePosition(line: Int(firstLine), column: Int(firstColumn))
  }

  /// The position of the last byte.
  public var end: SourcePosition {
    SourcePosition(line: Int(lastLine), column: Int(lastColumn))
  }
}

/// Formats numbers and their units for messages.
package enum Quantity {
  /// Returns a count with its noun, such as `3 files` or `1 file`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a number rounded to a tenth, such as `3.4`.
  package static func tenths(_ value: Double) -> String {
    // Adding zero turns a negative zero into zero.
    "\((value * 10).rounded() / 10 + 0)"
  }

  /// Returns seconds as `3.4 minutes`.
  package static func minutes(_ seconds: Double) -> String { "\(tenths(seconds / 60)) minutes" }

  /// Returns an amount of money as `0.37 USD`.
  /// Amounts below 0.1 have four decimals.
  package static func money(_ amount: Double, _ currency: String) -> String {
    let places = amount > 0 && amount < 0.1 ? 4 : 2
    let units = places == 4 ? 10_000 : 100
    let whole = Int((min(amount, 1e12) * Double(units)).rounded())
    let decimals = String(whole % units + units).dropFirst()
    return "\(whole / units).\(decimals) \(currency)"
  }

  /// Returns a size as `1.5 GB`, in units of 1024.
  package static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), 0)
    while value >= 1024, unit < 4 {
      value /= 1024
      unit += 1
    }
    let rounded = unit == 0 || value >= 100 ? value.rounded() : (value * 10).rounded() / 10
    let text = String(rounded)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
      + [" bytes", " KB", " MB", " GB", " TB"][unit]
  }
}
