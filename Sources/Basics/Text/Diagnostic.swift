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
    if let position { place += "\(position.line):\(position.column):" }
    return place + (place.isEmpty ? "" : " ") + "\(severity.rawValue): \(message) [\(code)]"
  }
}

/// A position in a source text, as editors count: the first line and the first column are 1.
public struct SourcePosition: Hashable, Sendable, Codable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Creates a position from a 1-based line and a 1-based UTF-8 column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
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
