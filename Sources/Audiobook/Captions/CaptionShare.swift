/// Shares time out over text, in proportion to its columns.
enum CaptionShare {
  /// The columns before each piece, and behind the last.
  static func columns(of pieces: [CaptionPiece]) -> [Int] {
    pieces.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.width) }
  }

  /// The time at a part of the way from one to another.
  static func part(from start: Int, to end: Int, _ part: Int, of whole: Int) -> Int {
    whole > 0 ? start + (end - start) * part / whole : start
  }
}
