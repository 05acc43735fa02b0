import Basics

/// Obsidian's private comments that are longer than a line: `%%` … `%%`, over any number of blocks.
/// They are removed before the document is parsed. Line ends stay, so that the lines keep their numbers.
/// `EditorMarks` removes comments within a line.
///
/// The comments of MDX, `{/* … */}`, are removed too, or masked beside words, because their stars would be emphasis.
/// So are the expressions of MDX: `{props.name}`.
struct BlockComments {
  /// The text without the comments; nil if there are none.
  private(set) var text: [UInt8]?
  private(set) var skipped = SkippedWords()
  /// The offset of the first `%%` that opens a comment and is never closed.
  private(set) var unclosed: Int?
  /// The offset of the first `{/*` that is never closed.
  private(set) var unclosedScript: Int?
  /// The comments of CriticMarkup and HTML over several blocks.
  private(set) var divided = DividedComments()
  /// The words of the line above the line that begins at an offset.
  private var above = (line: -1, words: 0..<0)

  init(in source: Bytes, from start: Int, isMDX: Bool) {
    let hasScripts = source.first(Self.scriptOpening, in: start..<source.count) != nil
    let hasMarks = DividedComments.mayBeIn(source, from: start)
    let hasSigns = source.first(Self.sign, in: start..<source.count) != nil
    guard hasScripts || hasMarks || isMDX || hasSigns else { return }
    var lines = TableLines(source, from: start)
    var fence: Fence?
    var kept = 0
    var result: [UInt8] = []
    var closer = start
    var stray: Int?
    let isMyST = hasSigns && Directives.hasCommentLines(source, from: start)
    while !lines.isAtEnd {
      var line = lines.next()
      // A formula has no blank line.
      if fence?.byte == DollarSign.byte, source.trimmed(line).isEmpty { fence = nil }
      if fence == nil {
        for comment in DividedComments.all(in: source, line) {
          result += source[kept..<comment.lowerBound]
          skipped.add(Bytes(rebasing: source[comment]), .privateComment)
          skipped.endWord()
          kept = comment.upperBound
        }
      }
      if let found = Self.fence(source, line) {
        if fence == nil { fence = found } else if Self.ends(fence, found) { fence = nil }
        continue
      }
      var from = max(line.lowerBound, kept)
      if isMDX, fence == nil, Self.isProgram(source, line) {
        // `Directives` reads programs.
        if let open = source.first(UInt8(ascii: "{"), in: line),
          let end = Self.expressionEnd(source, open)
        {
          while line.upperBound < end { line = lines.next() }
        }
        continue
      }
      while hasScripts || isMDX, fence == nil,
        let open = Self.braceOpening(source, max(from, kept)..<line.upperBound, isMDX)
      {
        // The sign may be on a later line than its brace.
        from = open.lowerBound + 1
        let top = line.lowerBound
        let isComment = open.count > 1 && !(isMDX && Self.isValue(source, open.lowerBound))
        let commentEnd = isComment ? Self.scriptEnd(source, open, &closer) : nil
        let isExpression =
          isMDX
          || isComment && closer < source.count && !Self.isValue(source, open.lowerBound)
            && source.first(Self.scriptOpening, in: open.upperBound..<max(closer, open.upperBound))
              == nil
        if commentEnd == nil, isExpression, let end = Self.expressionEnd(source, open.lowerBound) {
          result += source[kept..<open.lowerBound]
          while line.upperBound < end { line = lines.next() }
          result += maskedExpression(source, open.lowerBound..<end, from: top, in: line)
          (kept, from) = (end, end)
          continue
        }
        guard let end = commentEnd else {
          if open.count > 1 { unclosedScript = unclosedScript ?? open.lowerBound }
          continue
        }
        result += source[kept..<open.lowerBound]
        while line.upperBound < end { line = lines.next() }
        let comment = open.lowerBound..<end
        // A heading and a row of a table end with their line.
        let isCut =
          line.lowerBound > top
          && "#|".utf8.contains(source[top..<open.lowerBound].first { $0 > 0x20 } ?? 0)
        if isCut || isAlone(source, comment, from: top, in: line) {
          result += source[comment].lazy.filter { $0 == 0x0A || $0 == 0x0D }
          skipped.add(Bytes(rebasing: source[comment]), .privateComment)
          skipped.endWord()
        } else {
          result += Self.masked(source, comment)
        }
        (kept, from) = (end, end)
      }
      from = max(line.lowerBound, kept)
      while hasMarks, fence == nil, let comment = divided.next(in: source, line, from: from) {
        result += source[kept..<comment.lowerBound]
        result += source[comment].lazy.filter { $0 == 0x0A || $0 == 0x0D }
        let isHTML = source[comment.lowerBound] == UInt8(ascii: "<")
        skipped.add(Bytes(rebasing: source[comment]), isHTML ? .inlineHTML : .privateComment)
        skipped.endWord()
        (kept, from) = (comment.upperBound, comment.upperBound)
        while line.upperBound < kept { line = lines.next() }
      }
      while fence == nil, unclosed == nil,
        let open = Self.signOpening(source, from..<line.upperBound, isMyST)
      {
        guard let close = source.first(Self.sign, in: open + 2..<source.count) else {
          unclosed = open
          break
        }
        if close > line.upperBound, Self.isStray(source, open, close, line) {
          (stray, from) = (stray ?? open, open + 2)
          continue
        }
        from = Self.signEnd(source, open, close)
        if close < line.upperBound { continue }
        result += source[kept..<open]
        result += source[open..<from].lazy.filter { $0 == 0x0A || $0 == 0x0D }
        skipped.add(Bytes(rebasing: source[open..<from]), .privateComment)
        skipped.endWord()
        kept = from
        while line.upperBound < close { line = lines.next() }
      }
    }
    unclosed = unclosed ?? stray
    if kept > 0 { text = result + source[kept...] }
  }

  /// Whether a `%%` within a line is never closed, because the next paragraph with such signs has pairs of its own.
  private static func isStray(_ text: Bytes, _ open: Int, _ close: Int, _ line: Range<Int>) -> Bool
  {
    guard !text.trimmed(line.lowerBound..<open).isEmpty,
      !text.trimmed(open + 2..<line.upperBound).isEmpty,
      text.first((0x0A, 0x0A), in: line.upperBound..<close) != nil
    else { return false }
    let end = text.first((0x0A, 0x0A), in: close..<text.count) ?? text.count
    var (count, offset) = (0, close)
    while let next = text.first(sign, in: offset..<end) {
      if !isPercentage(text, next) { count += 1 }
      offset = next + 2
    }
    return count.isMultiple(of: 2)
  }

  static let sign = (UInt8(ascii: "%"), UInt8(ascii: "%"))
  private static let scriptOpening = (UInt8(ascii: "/"), UInt8(ascii: "*"))

  /// Takes the place of the slashes of a comment of MDX.
  static let mask: UInt8 = 0x01
  /// Is on lines that are blank within a comment.
  private static let filler: UInt8 = 0x04

  /// Returns the first `{/*` of a line, with blanks between or without, that is not in code. In MDX, also the first
  /// brace that begins an expression.
  private static func braceOpening(
    _ text: Bytes, _ line: Range<Int>, _ isMDX: Bool
  ) -> Range<Int>? {
    var offset = line.lowerBound
    while offset < line.upperBound {
      if text[offset] == UInt8(ascii: "`") {
        offset = DividedComments.codeEnd(text, offset)
        continue
      }
      if text[offset] == UInt8(ascii: "{"),
        offset == 0 || text[offset - 1] != UInt8(ascii: "\\")
      {
        let slash = afterBlanks(text, offset + 1)
        // `{x /* a */}` has a name before the comment.
        let name = text[slash..<max(slash, min(line.upperBound, slash + 80))].prefix {
          $0 == 0x20 || $0 == 0x2E || $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26
        }
        for start in [slash, isMDX ? slash : name.endIndex]
        where text[start...].starts(with: "/*".utf8) {
          return offset..<start + 2
        }
        // `{#id}` is the name of a heading.
        if isMDX, slash < text.count,
          !text[offset + 1].isOne(of: "#%{:") || isValue(text, offset)
        {
          return offset..<offset + 1
        }
      }
      offset += 1
    }
    return nil
  }

  /// Returns the end of one or more comments of MDX between braces. nil if a comment is never closed, or if another one
  /// begins before it is closed.
  private static func scriptEnd(_ text: Bytes, _ open: Range<Int>, _ closer: inout Int) -> Int? {
    var start = open.upperBound
    while true {
      if closer < start {
        closer =
          text.first((scriptOpening.1, scriptOpening.0), in: start..<text.count) ?? text.count
      }
      let brace = afterBlanks(text, min(closer + 2, text.count))
      guard brace < text.count, text.first(scriptOpening, in: start..<closer) == nil else {
        return nil
      }
      if text[brace] == UInt8(ascii: "}") { return brace + 1 }
      guard text[brace...].starts(with: "/*".utf8) else { return nil }
      start = brace + 2
    }
  }

  // MARK: Expressions

  /// Take the places of the braces around an expression of MDX.
  static let (opening, closing): (UInt8, UInt8) = (0x02, 0x03)

  /// Whether a brace is behind the equals sign of an attribute.
  private static func isValue(_ text: Bytes, _ offset: Int) -> Bool {
    offset > 0 && text[offset - 1] == UInt8(ascii: "=")
  }

  private static func isProgram(_ text: Bytes, _ line: Range<Int>) -> Bool {
    text[line].starts(with: "import ".utf8) || text[line].starts(with: "export ".utf8)
  }

  /// Returns the offset behind the brace that closes an expression of at most 4,000 bytes.
  private static func expressionEnd(_ text: Bytes, _ open: Int) -> Int? {
    var (offset, depth) = (open, 0)
    let limit = min(text.count, open + 4_000)
    while offset < limit {
      let byte = text[offset]
      if byte == scriptOpening.0, let last = commentEnd(text, offset, from: open, limit) {
        offset = last
      } else if byte.isOne(of: "'\"`") {
        let line = text.first(0x0A, in: offset..<limit) ?? limit
        let end = byte == UInt8(ascii: "`") ? limit : line
        // An apostrophe within words has no partner.
        if let close = text.first(byte, in: offset + 1..<max(end, offset + 1)) { offset = close }
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return offset + 1 }
      }
      offset += 1
    }
    return nil
  }

  /// Returns the last byte of a comment in an expression. nil if none begins at the slash.
  private static func commentEnd(
    _ text: Bytes, _ slash: Int, from open: Int, _ limit: Int
  ) -> Int? {
    if text[slash...].starts(with: "/*".utf8), slash + 2 < limit {
      return text.first((scriptOpening.1, scriptOpening.0), in: slash + 2..<limit).map { $0 + 1 }
    }
    // The slashes of an address are behind other signs.
    let before = text[open..<slash].last { $0 != 0x20 && $0 != 0x09 } ?? 0
    let isComment = text[slash...].starts(with: "//".utf8) && before.isOne(of: "{\n,;(")
    return isComment ? text.first(0x0A, in: slash..<limit) : nil
  }

  /// Returns an expression of MDX as `EditorMarks` removes it, or the words of a string. The value of an attribute
  /// becomes a value of HTML.
  private mutating func maskedExpression(
    _ text: Bytes, _ range: Range<Int>, from top: Int, in line: Range<Int>
  ) -> [UInt8] {
    let inner = text.trimmed(range.lowerBound + 1..<range.upperBound - 1)
    var filled = Self.filled(text, range)
    let quote = UInt8(ascii: "\"")
    if let first = text[inner].first, first.isOne(of: "'\"`"), inner.count > 2,
      text.first(first, in: inner.lowerBound + 1..<inner.upperBound) == inner.upperBound - 1,
      text[inner].contains(where: { $0 > 0x20 && $0 != first }),
      !text[inner].contains(where: { $0 == UInt8(ascii: "$") || $0 == 0x0A })
    {
      let words = Array(text[inner].dropFirst().dropLast())
      guard Self.isValue(text, range.lowerBound) else { return words }
      return [quote] + words.filter { $0 != quote } + [quote]
    }
    if Self.isValue(text, range.lowerBound) {
      // A value that is no string has no words, not even for a title.
      filled = filled.map { $0 > 0x20 ? UInt8(ascii: ",") : $0 }
      (filled[0], filled[filled.count - 1]) = (quote, quote)
      skipped.add(Bytes(rebasing: text[range]), .markup)
      skipped.endWord()
      return filled
    }
    // The types of JSDoc: `{string}`.
    if Self.types.contains(text.string(inner)) { return Array(text[inner]) }
    if isAlone(text, range, from: top, in: line) || text[inner].starts(with: "...".utf8) {
      let isComment = text[inner].first == Self.scriptOpening.0
      skipped.add(Bytes(rebasing: text[range]), isComment ? .privateComment : .markup)
      skipped.endWord()
      return text[range].filter { $0 == 0x0A || $0 == 0x0D }
    }
    (filled[0], filled[filled.count - 1]) = (Self.opening, Self.closing)
    return filled
  }

  private static let types: Set<String> = [
    "string", "boolean", "number", "object", "function", "array", "any", "string[]", "Object",
    "String", "Boolean", "Number", "Function", "Array",
  ]

  private static func afterBlanks(_ text: Bytes, _ start: Int) -> Int {
    text[start...].prefix(80).firstIndex { !$0.isOne(of: " \t\r\n") } ?? start
  }

  /// Whether a comment is alone on its lines and no paragraph is above, or is in HTML.
  private mutating func isAlone(
    _ text: Bytes, _ comment: Range<Int>, from top: Int, in last: Range<Int>
  ) -> Bool {
    // A line can have many comments.
    if above.line != top {
      let start = text[..<max(0, top - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      above = (top, text.trimmed(start..<max(start, top)))
    }
    let (line, before) = (text.trimmed(top..<comment.lowerBound), above.words)
    let isHTML = [line, before].contains { !$0.isEmpty && text[$0.lowerBound] == UInt8(ascii: "<") }
    let rest = text.trimmed(comment.upperBound..<max(comment.upperBound, last.upperBound))
    return isHTML || line.isEmpty && rest.isEmpty && before.isEmpty
  }

  /// Returns a comment of MDX as `EditorMarks` removes it, with marks that mean nothing in Markdown, and as long as it was.
  private static func masked(_ text: Bytes, _ comment: Range<Int>) -> [UInt8] {
    var result = filled(text, comment, masksSlashes: true)
    (result[0], result[result.count - 1]) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    return result
  }

  /// Returns a text with a comma instead of each sign, and with a byte on each blank line, which would end the
  /// paragraph.
  private static func filled(
    _ text: Bytes, _ range: Range<Int>, masksSlashes: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    let slash: (Int) -> Bool = { masksSlashes && text[$0] == scriptOpening.0 }
    let (first, last) = (range.first(where: slash), range.last(where: slash))
    for offset in range {
      let byte = text[offset]
      let isWord = byte >= 0x80 || byte <= 0x20 || byte &- 0x30 < 10 || byte & 0xDF &- 0x41 < 26
      result.append(offset == first || offset == last ? mask : isWord ? byte : UInt8(ascii: ","))
      let rest = text[(offset + 1)..<range.upperBound]
      guard byte == 0x0A || byte == 0x0D && rest.first != 0x0A else { continue }
      let next = rest.first { $0 != 0x20 && $0 != 0x09 }
      if next == 0x0A || next == 0x0D { result.append(filler) }
    }
    return result
  }

  /// Returns the end of a comment between `%%`, or between `%%%`.
  static func signEnd(_ text: Bytes, _ open: Int, _ close: Int) -> Int {
    let isLonger = [open, close].allSatisfy { $0 + 2 < text.count && text[$0 + 2] == sign.0 }
    return isLonger && open + 2 < close ? close + 3 : close + 2
  }

  /// Whether the `%%` here is a part of a program, or a percentage: "100%%."
  /// It is none if a word follows it directly, or if the next sign can only close a comment.
  static func isPercentage(_ text: Bytes, _ offset: Int) -> Bool {
    let isDigit: (Int) -> Bool = { $0 >= 0 && text[$0] &- UInt8(ascii: "0") < 10 }
    let isWord: (Int) -> Bool = {
      $0 < text.count && (text[$0] >= 0x80 || isDigit($0) || (text[$0] | 0x20) &- 0x61 < 26)
    }
    let next = offset + 2
    if isOfProgram(text, offset) { return true }
    guard isDigit(offset - 1), !isWord(next) else { return false }
    guard let other = text.first(sign, in: min(next, text.count)..<text.count), !isDigit(other - 1)
    else { return true }
    let line = text.first(0x0A, in: next..<other) ?? other
    if text.trimmed(next..<line).isEmpty, line < other {
      // The comment is on the lines below.
      return text[other - 1] > 0x20 || isWord(other + 2)
    }
    if text.first((0x0A, 0x0A), in: line..<other) != nil { return true }
    if text[other - 1] > 0x20 { return false }
    if isWord(other + 2) { return true }
    // Signs between blanks are pairs.
    let limit = min(text.count, next + 400)
    let end = text.first(0x0A, in: min(other, limit)..<limit) ?? limit
    var (place, count) = (other, 0)
    while let sign = text.first(sign, in: min(place, end)..<end) {
      if !isDigit(sign - 1) { count += 1 }
      place = sign + 2
    }
    return count > 0 && count % 2 == 0
  }

  /// Returns the first `%%` of a line that can open a comment: not in code, and not after a digit or a backslash.
  private static func signOpening(
    _ text: Bytes, _ line: Range<Int>, _ isMyST: Bool
  ) -> Int? {
    var offset = line.lowerBound
    // In MyST, each line behind a percent sign is a comment of its own.
    if isMyST, text[line].first(where: { !$0.isOne(of: " \t>") }) == sign.0 { return nil }
    while offset + 1 < line.upperBound {
      if text[offset] == UInt8(ascii: "`") {
        offset = DividedComments.codeEnd(text, offset)
        continue
      }
      let isOpen = text[offset] == sign.0 && text[offset + 1] == sign.1
      let isEscaped = offset > 0 && text[offset - 1] == UInt8(ascii: "\\")
      if isOpen, !isEscaped, !isPercentage(text, offset) { return offset }
      offset += isOpen ? 2 : 1
    }
    return nil
  }

  /// A line that begins or ends code or a formula (`$$`).
  struct Fence {
    let byte: UInt8
    let count: Int
    /// Whether nothing is behind its signs, so that it can end code.
    let isBare: Bool
  }

  /// Returns the fence on a line; nil if the line has none.
  static func fence(_ text: Bytes, _ line: Range<Int>) -> Fence? {
    let start = line.first { offset in
      // The marks of quotations and items are before a fence.
      !text[offset].isOne(of: " \t>-*+.)0123456789")
    }
    guard let start else { return nil }
    if text[text.trimmed(line)].elementsEqual("$$".utf8) {
      return Fence(byte: DollarSign.byte, count: 2, isBare: true)
    }
    guard text[start] == UInt8(ascii: "`") || text[start] == UInt8(ascii: "~") else { return nil }
    let count = text[start..<line.upperBound].prefix { $0 == text[start] }.count
    let info = text[text.trimmed(start + count..<line.upperBound)]
    // "```words``` in code" is no fence. The options of a chunk can have such signs.
    let isCode =
      text[start] == UInt8(ascii: "`") && info.first != UInt8(ascii: "{")
      && info.contains(UInt8(ascii: "`"))
    guard count > 2, !isCode else { return nil }
    return Fence(byte: text[start], count: count, isBare: info.isEmpty)
  }

  static func ends(_ open: Fence?, _ fence: Fence) -> Bool {
    open.map { $0.byte == fence.byte && fence.count >= $0.count && fence.isBare } ?? false
  }
}
