import Basics

/// The notes of the speaker below slides, and the metadata of single slides.
struct SlideMarks {
  /// Whether `???` begins notes, as in remark.
  let isRemark: Bool
  /// Whether `^ words` is a note, as in Deckset.
  let isDeckset: Bool

  /// Whether the document is slides, so that `Note:` begins notes, as in reveal.js.
  let hasNotes: Bool

  init(in source: Bytes, from start: Int) {
    hasNotes = SlideDeck(source, from: start).hasNotes
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
      guard let first = source[words].first, first.isOne(of: "?^-") else { continue }
      let line = source[source.trimmed(words)]
      if line.elementsEqual("???".utf8) { notes += 1 }
      if line.elementsEqual("---".utf8) { rules += 1 }
      if line.starts(with: "^ ".utf8) { carets += 1 }
    }
    isRemark = notes > 0 && rules > 0
    isDeckset = carets > 1 && rules > 0
  }

  /// Whether a text has lines such as `---` and `Note:`.
  static func mayHaveNotes(_ source: Bytes, from start: Int) -> Bool {
    let text = start..<source.count
    return source.first(of: "\n---", in: text) != nil
      && ["\nNote", "\nnote"].contains { source.first(of: $0, in: text) != nil }
  }

  /// Whether a line begins a note.
  func isNote(_ source: Bytes, _ line: Range<Int>) -> Bool {
    isRemark && source[source.trimmed(line)].elementsEqual("???".utf8)
      || isDeckset && source[line].starts(with: "^ ".utf8)
  }

  /// Whether a line begins the notes of a slide of reveal.js: `Note:`.
  static func isLabel(_ source: Bytes, _ line: Range<Int>) -> Bool {
    let words = source.trimmed(line)
    guard words.count > 4, source[words.lowerBound] | 0x20 == UInt8(ascii: "n") else {
      return false
    }
    let end = words.lowerBound + (source[words.lowerBound + 4] | 0x20 == UInt8(ascii: "s") ? 5 : 4)
    guard source[words].dropFirst().starts(with: "ote".utf8), end < words.upperBound,
      source[end] == UInt8(ascii: ":")
    else { return false }
    return end + 1 == words.upperBound || source[end + 1] == 0x20
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

/// A document whose parts between `---` look like slides, although no mark of a program says so.
private struct SlideDeck {
  /// Whether most parts begin with a title, are short, and have `Note:` and words. If the titles are of the second level,
  /// as in articles, two notes prove nothing.
  private(set) var hasNotes = false

  init(_ source: Bytes, from start: Int) {
    guard SlideMarks.mayHaveNotes(source, from: start) else { return }
    var (parts, titles, chief, notes, long) = (0, 0, 0, 0, 0)
    var (isFirst, isBlankAbove, isNote) = (true, true, false)
    var (count, lines) = (0, TableLines(source, from: start))
    var fence: BlockComments.Fence?
    func endPart() {
      if isFirst { return }
      parts += 1
      if isNote { notes += 1 }
      if count > 1_200 { long += 1 }
      (isFirst, isNote, count) = (true, false, 0)
    }
    while !lines.isAtEnd {
      let line = lines.next()
      if let next = BlockComments.fence(source, line) {
        if fence == nil { fence = next } else if BlockComments.ends(fence, next) { fence = nil }
      }
      let words = source.trimmed(line)
      defer { isBlankAbove = words.isEmpty }
      if fence != nil || words.isEmpty { continue }
      if source[words].elementsEqual("---".utf8), isBlankAbove {
        endPart()
        continue
      }
      if isFirst, source[words].first == UInt8(ascii: "#") {
        titles += 1
        if source[words].starts(with: "# ".utf8) { chief += 1 }
      }
      if isBlankAbove, SlideMarks.isLabel(source, words) { isNote = true }
      isFirst = false
      if !isNote { count += words.count }
    }
    endPart()
    hasNotes =
      parts > 2 && long * 4 <= parts && titles * 3 >= parts * 2
      && notes > (chief > 1 ? 1 : 2) && notes * 3 >= parts * 2
  }
}
