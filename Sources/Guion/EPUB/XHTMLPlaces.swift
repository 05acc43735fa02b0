import Basics

/// Where the words of a page stand in its source.
struct XHTMLPlaces {
  private let source: Bytes
  private let lines: LineTable
  /// The number of the document.
  private let number: Int
  /// The offset behind the tag before the text.
  private(set) var tagEnd = 0
  /// The words that began last.
  private var range: Range<Int>?
  /// Whether they still have no end.
  private var hasOpenEnd = false

  init(_ source: Bytes, number: Int) {
    (self.source, self.number) = (source, number)
    lines = LineTable(source)
  }

  /// The place of an offset.
  func position(_ offset: Int) -> SourceRange {
    let place = lines.position(of: max(0, min(offset, source.count)))
    return SourceRange(start: place, end: place, source: number)
  }

  // MARK: Tags

  /// A start tag has been read, whose end is at `offset`.
  mutating func passStartTag(at offset: Int) {
    var end = max(0, min(offset, source.count))
    while end < source.count, end < offset + 2 {
      end += 1
      if source[end - 1] == UInt8(ascii: ">") { break }
    }
    tagEnd = end
  }

  /// An end tag has been read.
  mutating func passEndTag(at offset: Int) { tagEnd = min(offset, source.count) }

  // MARK: Words

  /// Text stands behind the last tag: words begin, or go on.
  mutating func addText() {
    begin(at: tagEnd - 1)
    hasOpenEnd = true
  }

  /// Words begin behind the white space that stands behind `offset`, unless some have begun.
  mutating func begin(at offset: Int) {
    guard range == nil else { return }
    var start = max(0, min(offset + 1, source.count))
    while start < source.count {
      let length = source.whiteSpace(at: start, before: source.count)
      if length == 0 { break }
      start += length
    }
    start = min(start, max(0, source.count - 1))
    range = start..<start
  }

  /// The tag that ends at or behind `offset` ends the words before it.
  mutating func endWords(at offset: Int) {
    guard hasOpenEnd, let start = range?.lowerBound else { return }
    hasOpenEnd = false
    var end = min(offset, source.count)
    while end > start, source[end - 1] != UInt8(ascii: "<") { end -= 1 }
    end = max(start, end - 1)
    range = start..<max(start, source.trimmed(start..<end).upperBound)
  }

  /// Forgets the words.
  mutating func drop() { range = nil }

  /// The place of the words that began last; that of the last tag if none have.
  mutating func take() -> SourceRange {
    defer { (range, hasOpenEnd) = (nil, false) }
    guard let range else { return position(tagEnd) }
    let start = lines.position(of: range.lowerBound)
    let end = range.isEmpty ? start : lines.position(of: range.upperBound - 1)
    return SourceRange(start: start, end: end, source: number)
  }
}
