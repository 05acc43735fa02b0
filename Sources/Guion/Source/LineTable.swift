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
