/// The stretch of source an element came from, first and last byte included.
///
/// Four 32-bit numbers, because a document holds one for every element and memory is counted
/// (at most 12 bytes for each byte of script).
public struct SourceRange: Hashable, Sendable, Codable {
  private var firstLine: UInt32
  private var firstColumn: UInt32
  private var lastLine: UInt32
  private var lastColumn: UInt32

  /// Makes a range from its first to its last byte.
  public init(start: SourcePosition, end: SourcePosition) {
    firstLine = UInt32(clamping: start.line)
    firstColumn = UInt32(clamping: start.column)
    lastLine = UInt32(clamping: end.line)
    lastColumn = UInt32(clamping: end.column)
  }

  /// The place of the first byte.
  public var start: SourcePosition {
    SourcePosition(line: Int(firstLine), column: Int(firstColumn))
  }

  /// The place of the last byte.
  public var end: SourcePosition {
    SourcePosition(line: Int(lastLine), column: Int(lastColumn))
  }
}
