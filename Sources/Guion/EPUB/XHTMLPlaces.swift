import Basics

/// The positions of a page's text in its source.
struct XHTMLPlaces {
  private let source: Bytes
  private let lines: LineTable
  /// The index of the page, which becomes the `source` of its ranges.
  private let number: Int
  /// The offset after the tag that precedes the text.
  private(set) var tagEnd = 0
  /// The range of the most recent text.
  private var range: Range<Int>?
  /// Whether the end of the most recent text is still unknown.
  private var hasOpenEnd = false

  init(_ source: Bytes, number: Int) {
    (self.source, self.number) = (source, number)
    lines = LineTable(source)
  }

  /// Returns the range of one character at an offset.
  func position(_ offset: Int) -> SourceRange {
    let place = lines.position(of: max(0, min(offset, source.count)))
    return SourceRange(start: place, end: place, source: number)
  }

  // MARK: Tags

  /// Moves `tagEnd` to the end of a start tag.
  /// The end of the tag is at most two bytes after `offset`.
  mutating func passStartTag(at offset: Int) {
    var end = max(0, min(offset, source.count))
    while end < source.count, end < offset + 2 {
      end += 1
      if source[end - 1] == UInt8(ascii: ">") { break }
    }
    tagEnd = end
  }

  /// Moves `tagEnd` to the end of an end tag.
  mutating func passEndTag(at offset: Int) { tagEnd = min(offset, source.count) }

  // MARK: Words

  /// Starts a range for the text after the last tag, or extends the open range.
  mutating func addText() {
    begin(at: tagEnd - 1)
    hasOpenEnd = true
  }

  /// Starts a range after the white space that follows `offset`, unless a range is open.
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

  /// Ends the range before the tag that ends at `offset`.
  mutating func endWords(at offset: Int) {
    guard hasOpenEnd, let start = range?.lowerBound else { return }
    hasOpenEnd = false
    var end = min(offset, source.count)
    while end > start, source[end - 1] != UInt8(ascii: "<") { end -= 1 }
    end = max(start, end - 1)
    range = start..<max(start, source.trimmed(start..<end).upperBound)
  }

  /// Discards the range.
  mutating func drop() { range = nil }

  /// Returns the range of the most recent text and discards the range.
  /// If there is no text, returns the position after the last tag.
  mutating func take() -> SourceRange {
    defer { (range, hasOpenEnd) = (nil, false) }
    guard let range else { return position(tagEnd) }
    let start = lines.position(of: range.lowerBound)
    let end = range.isEmpty ? start : lines.position(of: range.upperBound - 1)
    return SourceRange(start: start, end: end, source: number)
  }
}
