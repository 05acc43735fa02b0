import Basics

/// A fence of code, or a block of HTML such as `<script>`, that is never closed and hides the rest of a document.
enum UnclosedCode {
  /// Returns the offset and the sign of an open block; nil if there is none, or if nothing but code is below it.
  static func first(in source: Bytes, from start: Int) -> (offset: Int, sign: String)? {
    let signs: [(UInt8, UInt8)] = [(0x60, 0x60), (0x7E, 0x7E), (UInt8(ascii: "<"), 0x73)]
    let capital = (UInt8(ascii: "<"), UInt8(ascii: "S"))
    guard
      (signs + [capital]).contains(where: { source.first($0, in: start..<source.count) != nil })
    else { return nil }
    var lines = TableLines(source, from: start)
    var (fence, open): (BlockComments.Fence?, Range<Int>) = (nil, 0..<0)
    var (isOpen, isInList, isBelowBlank) = (false, false, true)
    while !lines.isAtEnd {
      let line = lines.next()
      let words = source.trimmed(line)
      if fence != nil, !words.isEmpty, leaves(source, line, open, isInList) { fence = nil }
      if fence == nil, let first = source[words].first {
        let next = source[words].dropFirst().first { $0 &- 0x30 > 9 && $0 != UInt8(ascii: ".") }
        let isItem =
          next == 0x20 && (first.isOne(of: "-*+") || first &- 0x30 < 10)
        isInList = isItem || isInList && (!isBelowBlank || words.lowerBound > line.lowerBound)
      }
      isBelowBlank = words.isEmpty
      if let found = BlockComments.fence(source, line) {
        if fence == nil {
          (fence, open) = (found, line)
        } else if BlockComments.ends(fence, found) {
          fence = nil
        }
        continue
      }
      if fence?.byte == DollarSign.byte, words.isEmpty { fence = nil }
      guard fence == nil, source[words].first == UInt8(ascii: "<") else { continue }
      if source[words].starts(with: "<!--".utf8) {
        guard !isOpen else { continue }
        guard let end = source.first(of: "-->", in: words.lowerBound..<source.count) else {
          isOpen = true
          continue
        }
        while !lines.isAtEnd, lines.offset <= end { _ = lines.next() }
      } else if let name = ["script", "style"].first(where: { isElement($0, source, words) }) {
        guard let end = endTag(source, from: words.lowerBound + 1) else {
          return hasBlocks(source, below: line) ? (words.lowerBound, "<\(name)>") : nil
        }
        while !lines.isAtEnd, lines.offset <= end { _ = lines.next() }
      }
    }
    guard let fence, fence.byte != DollarSign.byte, hasBlocks(source, below: open),
      let place = source[open].firstIndex(of: fence.byte)
    else { return nil }
    return (place, String(repeating: fence.byte == 0x7E ? "~" : "`", count: fence.count))
  }

  /// Whether a line is outside of the quotation or the item of a list that holds a fence.
  private static func leaves(
    _ source: Bytes, _ line: Range<Int>, _ open: Range<Int>, _ isInList: Bool
  ) -> Bool {
    let mark = source[open].first { $0 != 0x20 && $0 != 0x09 }
    let first = source[line].first { $0 != 0x20 && $0 != 0x09 }
    if mark == UInt8(ascii: ">") { return first != mark }
    let before = source[open].prefix { $0 != 0x60 && $0 != 0x7E }
    let isItem = before.contains { $0 > 0x20 }
    let blanks = source[line].prefix { $0 == 0x20 || $0 == 0x09 }
    let depth = blanks.reduce(0) { $0 + ($1 == 0x09 ? 4 : 1) }
    return isItem || before.count > 3 || isInList && before.count > 1 ? depth < 2 : false
  }

  /// Returns the end tag with which CommonMark ends such a block: that of any such element.
  private static func endTag(_ source: Bytes, from start: Int) -> Int? {
    var offset = start
    while let end = source.first((UInt8(ascii: "<"), UInt8(ascii: "/")), in: offset..<source.count)
    {
      let names = ["script", "style", "pre", "textarea"]
      if names.contains(where: { isElement($0, source, (end + 1)..<source.count) }) { return end }
      offset = end + 2
    }
    return nil
  }

  private static func isElement(_ name: String, _ source: Bytes, _ words: Range<Int>) -> Bool {
    let rest = source[words].dropFirst()
    return rest.prefix(name.utf8.count).lazy.map { $0 | 0x20 }.elementsEqual(name.utf8)
      && rest.dropFirst(name.utf8.count).first.map { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? true
  }

  /// Whether words stand below a blank line below a line.
  private static func hasBlocks(_ source: Bytes, below line: Range<Int>) -> Bool {
    var lines = TableLines(source, from: line.upperBound)
    _ = lines.next()
    var (isBlank, hasWords) = (false, false)
    while !lines.isAtEnd {
      let isEmpty = source.trimmed(lines.next()).isEmpty
      if !isEmpty, isBlank, hasWords { return true }
      isBlank = isEmpty
      hasWords = hasWords || !isEmpty
    }
    return false
  }
}

extension Diagnostic {
  /// Returns the warning for a document; `start` is the offset of its first column.
  static func unclosedCode(in source: Bytes, below front: Int, from start: Int) -> Self? {
    UnclosedCode.first(in: source, from: front).map { open, sign in
      var places = PositionCounter(source, from: start)
      return unclosedCode(at: places.position(of: open), sign)
    }
  }

  static func unclosedCode(at position: SourcePosition, _ sign: String) -> Self {
    Self(
      code: "unclosed-code", severity: .warning,
      message: "this \(sign) opens code that is never closed, so the text below it is not read; "
        + "close it where the code ends, or delete the \(sign)",
      position: position)
  }
}
