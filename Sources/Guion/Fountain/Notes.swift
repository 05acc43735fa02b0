/// The notes of a range of text (R15), found after the boneyards have gone.
struct Notes {
  /// The ranges to take out, brackets included.
  private(set) var ranges: [Range<Int>] = []
  /// The first `[[` without an end of each paragraph that has one.
  private(set) var unclosed: [Int] = []

  /// Finds them; `lines` begins where the range does.
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
        // R15.3: an empty line comes before the end, or the end never comes.
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

/// The places of `]]`, asked for in ascending order and each looked for once.
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

/// The empty lines that break a note, asked for in ascending order and each line read once.
private struct EmptyLines {
  private var lines: LineCursor
  private var found = -1

  init(_ lines: LineCursor) {
    self.lines = lines
  }

  mutating func first(after start: Int, before end: Int) -> Int? {
    while found < start {
      guard lines.offset < end, let line = lines.next() else { return nil }
      // R15.2: two blanks stand for an empty line; R16.6: a boneyard inside goes with the note.
      if line.start > start, line.standing == .empty { found = line.start }
    }
    return found < end ? found : nil
  }
}
