/// The stretch of source an element came from, first and last byte included.
///
/// 32-bit numbers, because a document holds one for every element and memory is counted
/// (at most 12 bytes for each byte of script).
public struct SourceRange: Hashable, Sendable, Codable {
  private var firstLine: UInt32
  private var firstColumn: UInt32
  private var lastLine: UInt32
  private var lastColumn: UInt32
  private var sourceIndex: UInt32

  /// Makes a range from its first to its last byte, in the source of that number.
  public init(start: SourcePosition, end: SourcePosition, source: Int = 0) {
    firstLine = UInt32(clamping: start.line)
    firstColumn = UInt32(clamping: start.column)
    lastLine = UInt32(clamping: end.line)
    lastColumn = UInt32(clamping: end.column)
    sourceIndex = UInt32(clamping: source)
  }

  /// Which source of a manuscript it is in, from 0; a single document's is 0.
  public var source: Int {
    get { Int(sourceIndex) }
    set { sourceIndex = UInt32(clamping: newValue) }
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
