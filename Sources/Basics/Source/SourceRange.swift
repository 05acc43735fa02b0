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
