/// The lines before which a long document may be cut if they begin an independent block.
/// These lines are not indented, and they look like headings or follow an empty line. So most of them do
/// not continue a block above.
struct MarkdownCuts {
  let text: Bytes
  private let hasReturns: Bool

  init(_ text: Bytes) {
    self.text = text
    hasReturns = text.first(UInt8(ascii: "\r"), in: 0..<text.count) != nil
  }

  /// Returns the first such line at or after an offset, with its line end; nil if there is none.
  func next(from offset: Int) -> Range<Int>? {
    guard offset > 0, offset <= text.count, var start = end(ofLineAt: offset - 1) else {
      return nil
    }
    while let end = end(ofLineAt: start) {
      if mayBeCut(above: start) { return start..<end }
      start = end
    }
    return nil
  }

  private func mayBeCut(above start: Int) -> Bool {
    switch text[start] {
    case UInt8(ascii: "#"): return true
    case 0x20, 0x09, 0x0A, 0x0D: return false
    default:
      let isBehindReturn = text[start - 1] == 0x0A && start > 1 && text[start - 2] == 0x0D
      let earlier = start - (isBehindReturn ? 3 : 2)
      return earlier >= 0 && text[earlier] == text[start - 1]
    }
  }

  /// Returns the start of the next line; nil if the line is the last one and has no line end.
  private func end(ofLineAt offset: Int) -> Int? {
    guard hasReturns else {
      return text.first(UInt8(ascii: "\n"), in: offset..<text.count).map { $0 + 1 }
    }
    return (offset..<text.count).first { text.endsLine(at: $0) }.map { $0 + 1 }
  }
}
