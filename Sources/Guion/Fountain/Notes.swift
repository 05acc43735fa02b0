/// The notes in a range of text (R15), which are found after the boneyards are removed.
struct Notes {
  /// The ranges to remove, brackets included.
  private(set) var ranges: [Range<Int>] = []
  /// For each paragraph with unclosed notes, the offset of the first unclosed `[[`.
  private(set) var unclosed: [Int] = []

  /// Finds the notes; `lines` begins at the start of the range.
  init(in text: Bytes, _ range: Range<Int>, lines: LineCursor) {
    guard var opening = text.first(Self.open, in: range) else { return }
    var closings = ClosingBrackets(text, in: range)
    var breaks = EmptyLines(lines)
    var reportedBefore = 0
    while true {
      let closing = closings.first(after: opening + 2)
      let limit = breaks.first(after: opening, before: closing ?? range.upperBound)
      if let closing, limit == nil {
        ranges.append(opening..<closing + 2)
      } else if opening >= reportedBefore {
        // R15.3: an empty line comes before the `]]`, or there is no `]]`.
        unclosed.append(opening)
        reportedBefore = limit ?? range.upperBound
      }
      let next = ranges.last.map { max($0.upperBound, opening + 2) } ?? opening + 2
      guard let found = text.first(Self.open, in: next..<range.upperBound) else { return }
      opening = found
    }
  }

  private static let open = (UInt8(ascii: "["), UInt8(ascii: "["))
}

/// The offsets of `]]`.
/// Callers ask in ascending order, so the text is searched only once.
private struct ClosingBrackets {
  private let text: Bytes
  private let end: Int
  private var found: Int?

  init(_ text: Bytes, in range: Range<Int>) {
    (self.text, end) = (text, range.upperBound)
    found = range.lowerBound - 1
  }

  mutating func first(after start: Int) -> Int? {
    guard let last = found else { return nil }
    if last < start {
      let pair = (UInt8(ascii: "]"), UInt8(ascii: "]"))
      found = start <= end ? text.first(pair, in: start..<end) : nil
    }
    return found
  }
}

/// The empty lines that break a note.
/// Callers ask in ascending order, so each line is read once.
private struct EmptyLines {
  private var lines: LineCursor
  private var found = -1

  init(_ lines: LineCursor) {
    self.lines = lines
  }

  mutating func first(after start: Int, before end: Int) -> Int? {
    while found < start {
      guard lines.offset < end, let line = lines.next() else { return nil }
      // R15.2: a line of two blanks does not end a note. R16.6: a boneyard inside a note is part of
      // the note.
      if line.start > start, line.kind == .empty { found = line.start }
    }
    return found < end ? found : nil
  }
}
