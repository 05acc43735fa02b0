/// An iterator over the lines of a text, for finding tables.
struct TableLines {
  /// The lines up to the next blank line.
  ///
  /// A table and the text directly above it are one paragraph.
  struct Paragraph {
    /// The range from the start of the first line to the end of the last line.
    var range: Range<Int>
    var lineCount = 0
    /// Whether one of the lines may be the delimiters of a table.
    var hasDelimiters = false
  }

  private let text: Bytes
  /// Whether the text contains CR, which may end a line.
  private let hasReturns: Bool
  private var offset: Int

  init(_ text: Bytes, from start: Int) {
    self.text = text
    offset = start
    hasReturns = text.first(UInt8(ascii: "\r"), in: start..<text.count) != nil
  }

  /// Returns the next paragraph, or nil at the end of the text.
  mutating func nextParagraph() -> Paragraph? {
    var paragraph: Paragraph?
    while offset < text.count {
      let line = next()
      if isBlank(line) {
        if paragraph != nil { return paragraph }
        continue
      }
      let start = paragraph?.range.lowerBound ?? line.lowerBound
      var found = paragraph ?? Paragraph(range: line)
      found.range = start..<line.upperBound
      found.lineCount += 1
      found.hasDelimiters = found.hasDelimiters || isDelimiters(line)
      paragraph = found
    }
    return paragraph
  }

  /// Goes back to the first line of a paragraph.
  mutating func goBack(to paragraph: Paragraph) { offset = paragraph.range.lowerBound }

  /// Returns the next line without its end.
  ///
  /// CR LF, LF and CR each end a line.
  mutating func next() -> Range<Int> {
    let start = offset
    let end = lineEnd
    offset = end + 1
    if end + 1 < text.count, text[end] == UInt8(ascii: "\r"), text[end + 1] == UInt8(ascii: "\n") {
      offset += 1
    }
    return start..<end
  }

  /// Returns the number of bars that may end a cell in a line.
  ///
  /// A bar after a backslash is not counted.
  func bars(in line: Range<Int>) -> Int {
    var (bars, isEscaped) = (0, false)
    for byte in text[line] {
      if byte == UInt8(ascii: "|"), !isEscaped { bars += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return bars
  }

  /// Whether a line has only delimiter characters, quotation signs and blanks.
  func isDelimiters(_ line: Range<Int>) -> Bool {
    for byte in text[line] {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ">"): break
      case 0x20, 0x09, 0x0B, 0x0C: break
      default: return false
      }
    }
    return true
  }

  private var lineEnd: Int {
    guard hasReturns else {
      return text.first(UInt8(ascii: "\n"), in: offset..<text.count) ?? text.count
    }
    var end = offset
    while end < text.count, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }

  private func isBlank(_ line: Range<Int>) -> Bool {
    text[line].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
