/// Finds the file positions of ascending offsets in one pass over the text.
/// Spans may have been removed from the text; their lines and columns are counted.
struct PositionCounter {
  private let text: Bytes
  private let gaps: [RemovedSpan]
  private var nextGap = 0
  private var offset: Int
  private var position = SourcePosition(line: 1, column: 1)

  /// Creates the counter; `start` is the offset of the first column of the first line.
  init(_ text: Bytes, from start: Int = 0, gaps: [RemovedSpan] = []) {
    (self.text, self.gaps, offset) = (text, gaps, start)
  }

  /// Returns the position of an offset, which must not be before the previous one.
  mutating func position(of target: Int) -> SourcePosition {
    while nextGap < gaps.count, gaps[nextGap].offset <= target {
      walk(to: gaps[nextGap].offset)
      position = gaps[nextGap].range.end
      position.column += 1
      nextGap += 1
    }
    walk(to: target)
    return position
  }

  private mutating func walk(to target: Int) {
    while offset < target {
      if text.endsLine(at: offset) {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else {
        position.column += 1
      }
      offset += 1
    }
  }
}

extension Bytes {
  /// Whether a line ends with this byte: LF, or CR that is not the first half of CR LF (R1.2).
  func endsLine(at offset: Int) -> Bool {
    switch self[offset] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): offset + 1 == count || self[offset + 1] != UInt8(ascii: "\n")
    default: false
    }
  }
}
