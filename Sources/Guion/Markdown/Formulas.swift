import CCmarkGFM

/// Finds formulas between dollar signs: pandoc's `$…$` and `$$…$$`, and GitHub's `` $`…`$ ``.
enum Formulas {
  /// Returns the spans of a text with its formulas added.
  /// `signs` are the offsets of unescaped dollar signs.
  /// A formula is a unit: emphasis and strikethrough found inside it are artefacts and are removed.
  static func add(
    to spans: [InlineSpan], in bytes: [UInt8], signs: [Int], _ edition: ReadingEdition
  ) -> [InlineSpan] {
    guard signs.count > 1 else { return spans }
    let formulas = find(in: bytes, signs: signs, spans: spans).filter {
      edition == .first || isMeant($0, in: bytes)
    }
    guard !formulas.isEmpty else { return spans }
    var result: [InlineSpan] = []
    var next = 0
    for span in spans {
      while next < formulas.count, formulas[next].lowerBound <= span.range.lowerBound {
        result.append(InlineSpan(.math, formulas[next]))
        next += 1
      }
      let isInside = next > 0 && formulas[next - 1].contains(span.range)
      if case .footnote = span.kind {
        result.append(span)
      } else if !isInside {
        result.append(span)
      }
    }
    return result + formulas[next...].map { InlineSpan(.math, $0) }
  }

  private static func find(in bytes: [UInt8], signs: [Int], spans: [InlineSpan]) -> [Range<Int>] {
    var codes = spans.filter { $0.kind == .code }.map(\.range)[...]
    var found: [Range<Int>] = []
    var index = 0
    var mayClose = true
    while index + 1 < signs.count {
      let start = signs[index]
      if signs[index + 1] == start + 1 {
        guard mayClose, let close = secondPair(signs, after: index + 1) else {
          (index, mayClose) = (index + 2, false)
          continue
        }
        let isEmpty = bytes[start + 2..<signs[close] - 1].allSatisfy {
          isBlank($0) || $0 == DollarSign.byte
        }
        if !isEmpty { found.append(start..<signs[close] + 1) }
        index = isEmpty ? index + 2 : close + 1
        continue
      }
      while let code = codes.first, code.lowerBound <= start { codes.removeFirst() }
      let end = signs[index + 1]
      let isQuoted = codes.first.map { $0 == start + 1..<end } ?? false
      if isQuoted || isFormula(bytes, start, end) {
        found.append(start..<end + 1)
        index += 2
      } else {
        index += 1
      }
    }
    return found
  }

  /// Whether `$$` within a line enclose a formula, and are no prices of restaurants and no processes of a shell.
  private static func isMeant(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    let inner = bytes[range].dropFirst(2).dropLast(2)
    guard bytes[range].starts(with: "$$".utf8), let first = inner.first, let last = inner.last
    else { return true }
    let newline = UInt8(ascii: "\n")
    let isDisplayed =
      (range.lowerBound == 0 || bytes[range.lowerBound - 1] == newline)
      && (range.upperBound == bytes.count || bytes[range.upperBound] == newline)
    let isText = isBlank(first) || isBlank(last) || ")],.;:$".utf8.contains(first)
    return isDisplayed || !isText || inner.contains { "\\^=".utf8.contains($0) }
  }

  /// Returns the index of the second sign of the next `$$` that has text before it; nil if there is
  /// none.
  private static func secondPair(_ signs: [Int], after index: Int) -> Int? {
    var next = index + 1
    while next + 1 < signs.count {
      if signs[next + 1] == signs[next] + 1, signs[next] > signs[index] + 1 { return next + 1 }
      next += 1
    }
    return nil
  }

  /// Whether two signs enclose a formula by pandoc's rule.
  /// By this rule, no blank follows the first sign, no blank precedes the second sign, and no digit follows
  /// the second sign.
  private static func isFormula(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard !isBlank(bytes[start + 1]), !isBlank(bytes[end - 1]) else { return false }
    guard end + 1 < bytes.count else { return true }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[end + 1])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Self) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

/// A dollar sign that may begin or end a formula, as an inline extension of cmark.
/// Only the parser knows which dollar signs are escaped, written as entities, or in code. Every other
/// dollar sign becomes a separate node instead of text: inline HTML that consists only of the sign.
/// Real HTML never begins with a dollar sign, and every kind of node may contain inline HTML.
/// In the second edition, the node of a formula with signs of Markdown is the whole formula as typed.
enum DollarSign {
  static let byte = UInt8(ascii: "$")

  static func makeExtension(_ edition: ReadingEdition) -> OpaquePointer? {
    guard let made = cmark_syntax_extension_new("guion2audio-dollar") else { return nil }
    let sign = UnsafeMutableRawPointer(bitPattern: Int(byte))
    let memory = cmark_get_default_mem_allocator()
    cmark_syntax_extension_set_special_inline_chars(made, cmark_llist_append(memory, nil, sign))
    if edition == .first {
      cmark_syntax_extension_set_match_inline_func(made) { _, _, _, character, parser in
        character == DollarSign.byte ? DollarSign.node("$", parser) : nil
      }
    } else {
      cmark_syntax_extension_set_match_inline_func(made) { _, _, _, character, parser in
        guard character == DollarSign.byte, let parser else { return nil }
        return DollarSign.node(DollarSign.formula(at: parser) ?? "$", parser)
      }
    }
    return made
  }

  /// Returns a node with a text, which the parser passes.
  private static func node(_ text: String, _ parser: OpaquePointer?) -> OpaquePointer? {
    guard let node = cmark_node_new(CMARK_NODE_HTML_INLINE) else { return nil }
    cmark_node_set_literal(node, text)
    cmark_inline_parser_set_offset(
      parser, cmark_inline_parser_get_offset(parser) + Int32(text.utf8.count))
    return node
  }

  /// The longest formula, in bytes. The limit keeps the time linear.
  private static let longest = 1000

  /// Returns the formula here as typed, if Markdown would take some of its signs for escapes or emphasis; otherwise
  /// nil.
  private static func formula(at parser: OpaquePointer) -> String? {
    let start = cmark_inline_parser_get_offset(parser)
    // The text behind the paragraph ends in a zero.
    func byte(_ place: Int) -> UInt8 { cmark_inline_parser_peek_at(parser, start + Int32(place)) }
    let marks = byte(1) == Self.byte ? 2 : 1
    var text = [UInt8](repeating: Self.byte, count: marks)
    var hasMarks = false
    while text.count < longest, byte(text.count) != Self.byte {
      let (last, sign) = (text.last ?? 0, byte(text.count))
      let next = sign == 0 ? 0 : byte(text.count + 1)
      switch sign {
      case 0, UInt8(ascii: "`"): return nil
      case UInt8(ascii: "<") where isLetter(next) || "/!?".utf8.contains(next): return nil
      case UInt8(ascii: "]") where next == UInt8(ascii: "(") || next == UInt8(ascii: "["):
        return nil
      case UInt8(ascii: "&") where isLetter(next) || next == UInt8(ascii: "#"):
        var end = text.count + 2
        while isLetter(byte(end)) || byte(end) &- 0x30 < 10 { end += 1 }
        // An entity
        if byte(end) == UInt8(ascii: ";") { return nil }
      case UInt8(ascii: "\\"):
        if next == Self.byte || next == 0 { return nil }
        hasMarks = hasMarks || !isLetter(next)
        text.append(sign)
        text.append(next)
        continue
      case UInt8(ascii: "_"): hasMarks = true
      case UInt8(ascii: "*"):
        let isOperator = isOperand(last, "^)}]") && isOperand(next, "\\({[")
        hasMarks = hasMarks || isOperator || last == UInt8(ascii: "^")
      default: break
      }
      text.append(sign)
    }
    let (first, last) = (text.dropFirst(marks).first ?? 0x20, text.last ?? 0x20)
    guard hasMarks, text.count < longest, marks == 1 || byte(text.count + 1) == Self.byte else {
      return nil
    }
    if marks == 1 {
      guard first > 0x20, last > 0x20, byte(text.count + 1) &- 0x30 > 9 else { return nil }
    } else if !text.contains(where: { "\\^=".utf8.contains($0) }) {
      return nil
    }
    text += repeatElement(Self.byte, count: marks)
    cmark_inline_parser_set_offset(parser, start + Int32(text.count) - 1)
    let isInside = cmark_inline_parser_is_eof(parser) == 0
    cmark_inline_parser_set_offset(parser, start)
    return isInside ? String(validating: text, as: UTF8.self) : nil
  }

  private static func isOperand(_ byte: UInt8, _ signs: String) -> Bool {
    isLetter(byte) || byte &- 0x30 < 10 || signs.utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
