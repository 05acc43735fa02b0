import Basics

/// Obsidian's private comments that are longer than a line: `%%` … `%%`, over any number of blocks.
/// They are removed before the document is parsed. Line ends stay, so that the lines keep their numbers.
/// `EditorMarks` removes comments within a line.
struct BlockComments {
  /// The text without the comments; nil if there are none.
  private(set) var text: [UInt8]?
  private(set) var skipped = SkippedWords()
  /// The offset of the first `%%` that opens a comment and is never closed.
  private(set) var unclosed: Int?

  init(in source: Bytes, from start: Int) {
    guard source.first(Self.sign, in: start..<source.count) != nil else { return }
    var lines = TableLines(source, from: start)
    var fence: (byte: UInt8, count: Int)?
    var kept = 0
    var result: [UInt8] = []
    while !lines.isAtEnd {
      var line = lines.next()
      if let found = Self.fence(source, line) {
        if fence == nil { fence = found } else if Self.ends(fence, found) { fence = nil }
        continue
      }
      var from = line.lowerBound
      while fence == nil, unclosed == nil, let open = Self.opening(source, from..<line.upperBound) {
        guard let close = source.first(Self.sign, in: open + 2..<source.count) else {
          unclosed = open
          break
        }
        from = close + 2
        if close < line.upperBound { continue }
        result += source[kept..<open]
        result += source[open..<from].lazy.filter { $0 == 0x0A || $0 == 0x0D }
        skipped.add(Bytes(rebasing: source[open..<from]), .privateComment)
        skipped.endWord()
        kept = from
        while line.upperBound < close { line = lines.next() }
      }
    }
    if kept > 0 { text = result + source[kept...] }
  }

  private static let sign = (UInt8(ascii: "%"), UInt8(ascii: "%"))

  /// Returns the first `%%` of a line that can open a comment: not in code, and not after a digit or a backslash.
  private static func opening(_ text: Bytes, _ line: Range<Int>) -> Int? {
    var (offset, code) = (line.lowerBound, 0)
    while offset + 1 < line.upperBound {
      if text[offset] == UInt8(ascii: "`") {
        let count = text[offset..<line.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        code = code == 0 ? count : code == count ? 0 : code
        offset += count
        continue
      }
      let isOpen = text[offset] == sign.0 && text[offset + 1] == sign.1
      let isPercent =
        offset > 0
        && (text[offset - 1] &- UInt8(ascii: "0") < 10 || text[offset - 1] == UInt8(ascii: "\\"))
      if isOpen, code == 0, !isPercent { return offset }
      offset += isOpen ? 2 : 1
    }
    return nil
  }

  /// Returns the character and the length of a fence of code or of a formula (`$$`); nil if the line has none.
  private static func fence(_ text: Bytes, _ line: Range<Int>) -> (byte: UInt8, count: Int)? {
    let start = line.first { offset in
      // The marks of quotations and items are before a fence.
      !" \t>-*+.)0123456789".utf8.contains(text[offset])
    }
    guard let start else { return nil }
    if text[text.trimmed(line)].elementsEqual("$$".utf8) { return (DollarSign.byte, 2) }
    guard text[start] == UInt8(ascii: "`") || text[start] == UInt8(ascii: "~") else { return nil }
    let count = text[start..<line.upperBound].prefix { $0 == text[start] }.count
    return count > 2 ? (text[start], count) : nil
  }

  private static func ends(
    _ open: (byte: UInt8, count: Int)?, _ fence: (byte: UInt8, count: Int)
  ) -> Bool {
    open.map { $0.byte == fence.byte && fence.count >= $0.count } ?? false
  }
}

extension Diagnostic {
  static func unclosedSkip(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-skip", severity: .warning,
      message: "no <!-- read --> follows this <!-- skip -->, so the text after it is read; write "
        + "<!-- read --> where the reading goes on, or delete the mark",
      position: position)
  }

  static func otherMarks(
    at position: SourcePosition, _ counts: (used: Int, unused: Int)
  ) -> Self {
    let marks = { (count: Int) in count == 1 ? "1 mark" : "\(count) marks" }
    let words =
      counts.unused > 0
      ? "\(marks(counts.unused)) of another program for pauses or voices, such as [pause:1], "
        + "\(counts.unused == 1 ? "has" : "have") no effect; write <!-- marks --> on a line above "
        + "to use them"
      : "\(marks(counts.used)) of another program for pauses or voices "
        + "\(counts.used == 1 ? "counts" : "count"), because of <!-- marks -->"
    return Self(code: "other-marks", severity: .note, message: words, position: position)
  }

  static func unheardSound(at position: SourcePosition) -> Self {
    Self(
      code: "unheard-sound", severity: .warning,
      message: "this sound is in a footnote, so it is not heard; move the comment into the text",
      position: position)
  }

  static func unclosedComment(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-comment", severity: .warning,
      message: "this %% opens a private comment that is never closed, so the text after it is "
        + "read; close the comment with %%, or delete the %%",
      position: position)
  }
}
