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
