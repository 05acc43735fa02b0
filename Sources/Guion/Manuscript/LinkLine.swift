/// The link at the beginning of a list line: `[label](target)`, `[label](<target> "title")`.
struct LinkLine {
  /// The bytes between the brackets.
  let label: Range<Int>
  /// The bytes of the target as written; nil if the target is empty, as in mdBook's draft chapters.
  let target: Range<Int>?
  /// The offset after the link.
  let end: Int

  /// Reads the link at the start of `line`; nil if there is none.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "["),
      let close = Self.closing("[", "]", of: line[line.startIndex...]),
      close + 1 < line.endIndex, line[close + 1] == UInt8(ascii: "(")
    else { return nil }
    label = line.startIndex + 1..<close
    let inner = line[(close + 2)...].drop(while: OrderText.isBlank)
    guard let target = Self.target(at: inner) else { return nil }
    // A title may follow the target. Parentheses in a title need not match, so the last parenthesis on
    // the line ends the link.
    let after = line[target.after...].drop(while: OrderText.isBlank)
    guard let end = Self.end(after) else { return nil }
    self.target = target.range.isEmpty ? nil : target.range
    self.end = end + 1
  }

  /// Returns the offset of a line's text, after blanks and the marker of a list item.
  static func contentStart(of line: ArraySlice<UInt8>) -> Int {
    let text = line.drop(while: OrderText.isBlank)
    var marker = text.startIndex
    if let first = text.first, first.isOne(of: "-*+") {
      marker += 1
    } else {
      let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty, digits.endIndex < text.endIndex,
        text[digits.endIndex].isOne(of: ".)")
      else { return text.startIndex }
      marker = digits.endIndex + 1
    }
    let content = text[marker...].drop(while: OrderText.isBlank)
    return content.startIndex > marker ? content.startIndex : text.startIndex
  }

  /// Returns a target without its anchor, with its escapes decoded.
  static func decoded(_ target: ArraySlice<UInt8>) -> [UInt8] {
    var path: [UInt8] = []
    var next = target.startIndex
    while next < target.endIndex, target[next] != UInt8(ascii: "#") {
      if isEscape(at: next, in: target) {
        path.append(target[next + 1])
        next += 2
      } else if target[next] == UInt8(ascii: "%"), next + 2 < target.endIndex,
        let high = hexadecimal(target[next + 1]), let low = hexadecimal(target[next + 2])
      {
        path.append(high << 4 | low)
        next += 3
      } else {
        path.append(target[next])
        next += 1
      }
    }
    return path
  }

  private static func target(at text: ArraySlice<UInt8>) -> (range: Range<Int>, after: Int)? {
    if text.first == UInt8(ascii: "<") {
      guard let close = closing("<", ">", of: text) else { return nil }
      return (text.startIndex + 1..<close, close + 1)
    }
    var depth = 0
    var next = text.startIndex
    while next < text.endIndex, !OrderText.isBlank(text[next]) {
      if isEscape(at: next, in: text) {
        next += 1
      } else if text[next] == UInt8(ascii: "(") {
        depth += 1
      } else if text[next] == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth -= 1
      }
      next += 1
    }
    return (text.startIndex..<next, next)
  }

  private static func end(_ text: ArraySlice<UInt8>) -> Int? {
    let parenthesis = UInt8(ascii: ")")
    if text.first == parenthesis { return text.startIndex }
    guard let quote = text.first, quote.isOne(of: "\"'(") else { return nil }
    return text.lastIndex(of: parenthesis)
  }

  /// Returns the offset of the bracket that closes the first bracket; nil if there is none.
  /// Brackets between the two must be in pairs or escaped.
  private static func closing(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, of text: ArraySlice<UInt8>
  ) -> Int? {
    var depth = 0
    var next = text.startIndex
    while next < text.endIndex {
      if isEscape(at: next, in: text) {
        next += 1
      } else if text[next] == UInt8(ascii: open) {
        depth += 1
      } else if text[next] == UInt8(ascii: close) {
        depth -= 1
        if depth == 0 { return next }
      }
      next += 1
    }
    return nil
  }

  /// Whether this is a backslash before ASCII punctuation (CommonMark 0.31, "Backslash escapes").
  private static func isEscape(at index: Int, in text: ArraySlice<UInt8>) -> Bool {
    guard text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex else { return false }
    return switch text[index + 1] {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
