import Basics

/// Obsidian's private comments that are longer than a line: `%%` … `%%`, over any number of blocks.
/// They are removed before the document is parsed. Line ends stay, so that the lines keep their numbers.
/// `EditorMarks` removes comments within a line.
///
/// The comments of MDX, `{/* … */}`, are removed too, or masked beside words, because their stars would be emphasis.
struct BlockComments {
  /// The text without the comments; nil if there are none.
  private(set) var text: [UInt8]?
  private(set) var skipped = SkippedWords()
  /// The offset of the first `%%` that opens a comment and is never closed.
  private(set) var unclosed: Int?

  init(in source: Bytes, from start: Int) {
    let hasScripts = source.first(Self.scriptOpening, in: start..<source.count) != nil
    guard hasScripts || source.first(Self.sign, in: start..<source.count) != nil else { return }
    var lines = TableLines(source, from: start)
    var fence: (byte: UInt8, count: Int)?
    var kept = 0
    var result: [UInt8] = []
    var closer = start
    while !lines.isAtEnd {
      var line = lines.next()
      if let found = Self.fence(source, line) {
        if fence == nil { fence = found } else if Self.ends(fence, found) { fence = nil }
        continue
      }
      var from = line.lowerBound
      while hasScripts, fence == nil,
        let open = Self.scriptOpening(source, max(from, kept)..<line.upperBound)
      {
        // The sign may be on a later line than its brace.
        from = open.lowerBound + 1
        guard let end = Self.scriptEnd(source, open, &closer) else { continue }
        result += source[kept..<open.lowerBound]
        while line.upperBound < end { line = lines.next() }
        let comment = open.lowerBound..<end
        if Self.isAlone(source, comment, in: line) {
          result += source[comment].lazy.filter { $0 == 0x0A || $0 == 0x0D }
          skipped.add(Bytes(rebasing: source[comment]), .privateComment)
          skipped.endWord()
        } else {
          result += Self.masked(source, comment)
        }
        (kept, from) = (end, end)
      }
      from = max(line.lowerBound, kept)
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
  private static let scriptOpening = (UInt8(ascii: "/"), UInt8(ascii: "*"))

  /// Takes the place of the slashes of a comment of MDX.
  static let mask: UInt8 = 0x01

  /// Returns the first `{/*` of a line, with blanks between or without, that is not in code.
  private static func scriptOpening(_ text: Bytes, _ line: Range<Int>) -> Range<Int>? {
    var (offset, code) = (line.lowerBound, 0)
    while offset < line.upperBound {
      if text[offset] == UInt8(ascii: "`") {
        let count = text[offset..<line.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        code = code == 0 ? count : code == count ? 0 : code
        offset += count
        continue
      }
      if code == 0, text[offset] == UInt8(ascii: "{"),
        offset == 0 || text[offset - 1] != UInt8(ascii: "\\")
      {
        let slash = afterBlanks(text, offset + 1)
        if text[slash...].starts(with: "/*".utf8) { return offset..<slash + 2 }
      }
      offset += 1
    }
    return nil
  }

  /// Returns the end of a comment of MDX. nil if it is never closed, or if another one begins before it is closed.
  private static func scriptEnd(_ text: Bytes, _ open: Range<Int>, _ closer: inout Int) -> Int? {
    if closer < open.upperBound {
      closer =
        text.first((scriptOpening.1, scriptOpening.0), in: open.upperBound..<text.count)
        ?? text.count
    }
    let brace = afterBlanks(text, min(closer + 2, text.count))
    guard brace < text.count, text[brace] == UInt8(ascii: "}"),
      text.first(scriptOpening, in: open.upperBound..<closer) == nil
    else { return nil }
    return brace + 1
  }

  private static func afterBlanks(_ text: Bytes, _ start: Int) -> Int {
    text[start...].prefix(80).firstIndex { !" \t\r\n".utf8.contains($0) } ?? start
  }

  /// Whether a comment is alone on its lines and no paragraph is above, or is in HTML.
  private static func isAlone(_ text: Bytes, _ comment: Range<Int>, in last: Range<Int>) -> Bool {
    let top = text[..<comment.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let above = text[..<max(0, top - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let (line, before) = (
      text.trimmed(top..<comment.lowerBound), text.trimmed(above..<max(above, top))
    )
    let isHTML = [line, before].contains { !$0.isEmpty && text[$0.lowerBound] == UInt8(ascii: "<") }
    let rest = text.trimmed(comment.upperBound..<max(comment.upperBound, last.upperBound))
    return isHTML || line.isEmpty && rest.isEmpty && before.isEmpty
  }

  /// Returns a comment of MDX as `EditorMarks` removes it, with marks that mean nothing in Markdown, and as long as it was.
  private static func masked(_ text: Bytes, _ comment: Range<Int>) -> [UInt8] {
    var result = text[comment].map { byte -> UInt8 in
      let isWord = byte >= 0x80 || byte <= 0x20 || byte &- 0x30 < 10 || byte & 0xDF &- 0x41 < 26
      return isWord ? byte : UInt8(ascii: "x")
    }
    (result[0], result[result.count - 1]) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    let slashes = text[comment].indices.filter { text[$0] == scriptOpening.0 }
    for slash in [slashes.first, slashes.last].compactMap(\.self) {
      result[slash - comment.lowerBound] = mask
    }
    return result
  }

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
