import Basics

/// The notes of the speaker below slides, and the metadata of single slides.
struct SlideMarks {
  /// Whether `???` begins notes, as in remark.
  let isRemark: Bool
  /// Whether `^ words` is a note, as in Deckset.
  let isDeckset: Bool

  init(in source: Bytes, from start: Int) {
    let mark = (UInt8(ascii: "?"), UInt8(ascii: "?"))
    let caret = (UInt8(ascii: "^"), UInt8(ascii: " "))
    guard
      source.first(mark, in: start..<source.count) != nil
        || source.first(caret, in: start..<source.count) != nil
    else {
      (isRemark, isDeckset) = (false, false)
      return
    }
    var (notes, carets, rules) = (0, 0, 0)
    var lines = TableLines(source, from: start)
    while !lines.isAtEnd {
      let words = lines.next()
      guard let first = source[words].first, "?^-".utf8.contains(first) else { continue }
      let line = source[source.trimmed(words)]
      if line.elementsEqual("???".utf8) { notes += 1 }
      if line.elementsEqual("---".utf8) { rules += 1 }
      if line.starts(with: "^ ".utf8) { carets += 1 }
    }
    isRemark = notes > 0 && rules > 0
    isDeckset = carets > 1 && rules > 0
  }

  /// Whether a line begins a note.
  func isNote(_ source: Bytes, _ line: Range<Int>) -> Bool {
    isRemark && source[source.trimmed(line)].elementsEqual("???".utf8)
      || isDeckset && source[line].starts(with: "^ ".utf8)
  }

  /// Whether a line is the name of a place in a slide of Slidev: `::right::`.
  static func isSlot(_ source: Bytes, _ line: Range<Int>) -> Bool {
    guard source[line].starts(with: "::".utf8) else { return false }
    let name = source[source.trimmed(line)].dropFirst(2)
    return name.count > 2 && name.suffix(2).elementsEqual("::".utf8)
      && name.dropLast(2).allSatisfy { $0 &- 0x61 < 26 || $0 == 0x2D || $0 &- 0x30 < 10 }
  }

  /// Returns the end of the metadata of a slide, which begins on a line: keys and values between lines of `---`. Nil if the
  /// line begins none.
  static func metadataEnd(_ source: Bytes, _ line: Range<Int>, _ lines: TableLines) -> Int? {
    guard source[line].starts(with: "---".utf8),
      source[source.trimmed(line)].elementsEqual("---".utf8)
    else { return nil }
    var (lines, count) = (lines, 0)
    while !lines.isAtEnd, count < 40 {
      let next = lines.next()
      let words = source.trimmed(next)
      if source[words].elementsEqual("---".utf8) { return count > 0 ? words.upperBound : nil }
      guard let first = source[next].first else { return nil }
      if first > 0x20 || count == 0 {
        let name = source[next].prefix { $0 &- 0x61 < 26 || $0 == 0x2D }
        guard !name.isEmpty, name.endIndex < next.upperBound,
          source[name.endIndex] == UInt8(ascii: ":"),
          name.endIndex + 1 == next.upperBound || source[name.endIndex + 1] <= 0x20
        else { return nil }
      }
      count += 1
    }
    return nil
  }
}
