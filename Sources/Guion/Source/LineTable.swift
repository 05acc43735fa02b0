/// The start of each line of a text.
/// CR LF, LF and CR each end a line.
struct LineTable {
  let text: Bytes
  private var starts: [UInt32]

  /// Finds the lines of a text, the first of which begins at the offset `start`.
  init(_ text: Bytes, from start: Int = 0) {
    self.text = text
    starts = [UInt32(clamping: start)]
    let line = UInt8(ascii: "\n")
    if text.first(UInt8(ascii: "\r"), in: start..<text.count) == nil {
      var offset = start
      while let end = text.first(line, in: offset..<text.count) {
        offset = end + 1
        starts.append(UInt32(clamping: offset))
      }
    } else {
      for offset in start..<text.count where text.endsLine(at: offset) {
        starts.append(UInt32(clamping: offset + 1))
      }
    }
  }

  /// Returns the byte range of a line without its line end; empty if there is no such line.
  /// The first line is 1.
  func line(_ number: Int) -> Range<Int> {
    guard number >= 1, number <= starts.count else { return text.count..<text.count }
    let start = Int(starts[number - 1])
    var end = number < starts.count ? Int(starts[number]) : text.count
    while end > start, text[end - 1] == UInt8(ascii: "\n") || text[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return start..<end
  }

  /// Returns the position of a byte.
  /// The first line is 1.
  func position(of offset: Int) -> SourcePosition {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: offset - Int(starts[low]) + 1)
  }
}

/// Finds the file positions of ascending offsets in one pass over the text.
/// Spans may have been removed from the text; their lines and columns are counted.
struct PositionCounter {
  private let text: Bytes
  private let gaps: [RemovedSpan]
  private let hasCarriageReturns: Bool
  private var nextGap = 0
  private var offset: Int
  private var position = SourcePosition(line: 1, column: 1)

  /// Creates the counter; `start` is the offset of the first column of the first line.
  init(_ text: Bytes, from start: Int = 0, gaps: [RemovedSpan] = []) {
    (self.text, self.gaps, offset) = (text, gaps, start)
    hasCarriageReturns = text.first(UInt8(ascii: "\r"), in: 0..<text.count) != nil
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
    if !hasCarriageReturns {
      while let end = text.first(UInt8(ascii: "\n"), in: offset..<max(offset, target)) {
        position = SourcePosition(line: position.line + 1, column: 1)
        offset = end + 1
      }
      position.column += max(0, target - offset)
      return offset = max(offset, target)
    }
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
