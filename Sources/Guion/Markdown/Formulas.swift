import Basics
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
    let formulas = find(in: bytes, signs: signs, spans: spans, edition).filter {
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

  private static func find(
    in bytes: [UInt8], signs: [Int], spans: [InlineSpan], _ edition: ReadingEdition
  ) -> [Range<Int>] {
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
      let isSpaced =
        edition == .second && (isBlank(bytes[start + 1]) || isBlank(bytes[end - 1]))
        && Self.isSpaced(bytes[start + 1..<end])
      let isPrice = edition == .second && endsPrice(bytes[start + 1..<end])
      if isQuoted || !isPrice && isFormula(bytes, start, end, isSpaced) {
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
    let isText = isBlank(first) || isBlank(last) || first.isOne(of: ")],.;:$")
    return isDisplayed || !isText || inner.contains { $0.isOne(of: "\\^=") }
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
  private static func isFormula(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ isSpaced: Bool
  ) -> Bool {
    guard isSpaced || !isBlank(bytes[start + 1]) && !isBlank(bytes[end - 1]) else { return false }
    guard end + 1 < bytes.count else { return true }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[end + 1])
  }

  /// Whether the first of two signs is that of a price or of a shell, as the text between them shows:
  /// "3 $, 5 £, 10 US$", `$? = 0 "$A"`.
  private static func endsPrice(_ inner: ArraySlice<UInt8>) -> Bool {
    guard let first = inner.first, let second = inner.dropFirst().first else { return false }
    let isApart = isBlank(second) || second.isOne(of: "),.;:")
    return first.isOne(of: "/)?") || isApart && first.isOne(of: ",.;:!\"'")
      || inner.last == UInt8(ascii: "\"")
  }

  /// Whether the text between two signs is a formula in spite of a blank beside a sign, as Jupyter reads it.
  static func isSpaced(_ inner: ArraySlice<UInt8>) -> Bool {
    let words = inner.split(whereSeparator: isBlank)
    let hasCommand = zip(inner, inner.dropFirst()).contains {
      $0 == UInt8(ascii: "\\") && ($1 | 0x20) &- UInt8(ascii: "a") < 26
    }
    return !inner.contains(UInt8(ascii: "\n"))
      && (hasCommand || words.count == 1 && words[0].dropLast().contains { $0.isOne(of: "_^") })
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
    let found = formula { cmark_inline_parser_peek_at(parser, start + Int32($0)) }
    guard let found, found.hasMarks else { return nil }
    cmark_inline_parser_set_offset(parser, start + Int32(found.text.count) - 1)
    let isInside = cmark_inline_parser_is_eof(parser) == 0
    cmark_inline_parser_set_offset(parser, start)
    return isInside ? String(validating: found.text, as: UTF8.self) : nil
  }

  /// Whether Markdown reads a formula as typed, without escapes.
  static func isKept(_ bytes: ArraySlice<UInt8>) -> Bool {
    let found = formula { $0 < bytes.count ? bytes[bytes.startIndex + $0] : 0 }
    guard let found, found.text.count == bytes.count else { return false }
    // These signs at the start of a line begin a list, a quotation or a table, or underline a heading.
    let newline = UInt8(ascii: "\n")
    let isBroken = zip(bytes, bytes.dropFirst()).contains {
      $0 == newline && $1.isOne(of: "\n+-=>#|:")
    }
    return !isBroken && (found.hasMarks || !bytes.contains { $0.isOne(of: "*~[") })
  }

  /// Returns the formula that begins at the first of some bytes, and whether it has signs that Markdown would take for
  /// escapes or emphasis.
  private static func formula(_ byte: (Int) -> UInt8) -> (text: [UInt8], hasMarks: Bool)? {
    let marks = byte(1) == Self.byte ? 2 : 1
    var text = [UInt8](repeating: Self.byte, count: marks)
    var hasMarks = false
    while text.count < longest, byte(text.count) != Self.byte {
      let (last, sign) = (text.last ?? 0, byte(text.count))
      let next = sign == 0 ? 0 : byte(text.count + 1)
      switch sign {
      case 0, UInt8(ascii: "`"): return nil
      case UInt8(ascii: "<") where isLetter(next) || next.isOne(of: "/!?"):
        // `a<b` is no tag.
        var end = text.count + 1
        while end < longest, ![0, Self.byte, UInt8(ascii: ">")].contains(byte(end)) { end += 1 }
        if byte(end) != Self.byte { return nil }
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
    guard text.count < longest, marks == 1 || byte(text.count + 1) == Self.byte else { return nil }
    if marks == 1 {
      // No formula begins with these signs: the dollar sign ends one.
      let isClosed = first > 0x20 && last > 0x20 || Formulas.isSpaced(text.dropFirst())
      guard isClosed, !first.isOne(of: "*),.;:"),
        byte(text.count + 1) &- 0x30 > 9
      else { return nil }
    } else if !text.contains(where: { $0.isOne(of: "\\^=") }) {
      return nil
    }
    return (text + repeatElement(Self.byte, count: marks), hasMarks)
  }

  private static func isOperand(_ byte: UInt8, _ signs: String) -> Bool {
    isLetter(byte) || byte &- 0x30 < 10 || signs.utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}

// MARK: - Blocks of TeX

extension Directives {
  /// Notes where an environment of TeX without dollar signs ends, which is a displayed formula; false if it is none.
  mutating func openEnvironment(_ line: Range<Int>) -> Bool {
    let isBracket = opensBracket(line)
    guard isBracket || source[line].starts(with: "\\begin{".utf8) else { return false }
    let name = source.string(line).dropFirst(7).prefix { $0 != "}" }
    guard isBracket || Self.environments.contains(name.hasSuffix("*") ? name.dropLast() : name)
    else { return false }
    let closing = Array((isBracket ? "\\]" : "\\end{\(name)}").utf8)
    environmentEnd = nil
    if source[source.trimmed(line)].suffix(closing.count).elementsEqual(closing) { return true }
    var (lines, count, isFormula) = (lines, 0, !isBracket)
    while !lines.isAtEnd, count < 60 {
      let next = lines.next()
      let words = source.trimmed(next)
      count += 1
      if source[words].elementsEqual(closing) {
        guard isFormula else { return false }
        (environmentEnd, formulaEnd) = (next.lowerBound, words.upperBound)
        return true
      }
      isFormula = isFormula || source.string(words).contains(Self.signs)
    }
    return false
  }

  /// Whether a line begins TeX's `\[…\]`, which is alone on its lines. `\[1\]` is text.
  private func opensBracket(_ line: Range<Int>) -> Bool {
    guard source[line].starts(with: "\\[".utf8) else { return false }
    let inner = source.string(source.trimmed(line)).dropFirst(2)
    return inner.isEmpty || inner.hasSuffix("\\]") && inner.dropLast(2).contains(Self.signs)
  }

  private static var signs: Regex<Substring> { /\\[A-Za-z]|[\^=_]/ }

  /// Returns a line of a formula without `\[` and `\]`.
  func withoutBrackets(_ line: Range<Int>) -> ArraySlice<UInt8> {
    var words = Array(source[source.trimmed(line)])[...]
    if words.starts(with: "\\[".utf8) { words = words.dropFirst(2) }
    return words.suffix(2).elementsEqual("\\]".utf8) ? words.dropLast(2) : words
  }

  /// Returns a line with dollar signs instead of TeX's `\(…\)`; nil if it has none. `\(words\)` is text.
  func withDollars(_ line: Range<Int>) -> [UInt8]? {
    let slash = UInt8(ascii: "\\")
    guard source.first((slash, UInt8(ascii: "(")), in: line) != nil else { return nil }
    var (result, kept, offset, code) = ([UInt8](), line.lowerBound, line.lowerBound, 0)
    while offset + 1 < line.upperBound {
      if source[offset] == UInt8(ascii: "`") {
        let count = source[offset..<line.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        code = code == 0 ? count : code == count ? 0 : code
        offset += count
        continue
      }
      guard code == 0, source[offset] == slash else {
        offset += 1
        continue
      }
      if source[offset + 1] == UInt8(ascii: "("),
        let close = source.first(
          (slash, UInt8(ascii: ")")), in: offset + 2..<min(offset + 400, line.upperBound))
      {
        let inner = source.string(source.trimmed(offset + 2..<close))
        if inner.contains(Self.signs) || inner.count == 1,
          !inner.contains(where: { "`$".contains($0) })
        {
          result += Array(source[kept..<offset]) + Array("$\(inner)$".utf8)
          (kept, offset) = (close + 2, close + 2)
          continue
        }
      }
      offset += 2
    }
    return kept > line.lowerBound ? result + source[kept..<line.upperBound] : nil
  }

  private static let environments: Set<Substring> = [
    "equation", "align", "alignat", "gather", "eqnarray", "multline", "flalign", "displaymath",
    "math",
  ]

  /// Notes where a displayed formula ends. Formulas with headings or code between their signs are none.
  mutating func openFormula(_ line: Range<Int>) {
    let first = source[source.trimmed(line)].dropFirst(2)
    guard first.isEmpty || first.contains(UInt8(ascii: "\\")),
      source.first((DollarSign.byte, DollarSign.byte), in: first.startIndex..<first.endIndex) == nil
    else { return }
    var (lines, count) = (lines, 0)
    while !lines.isAtEnd, count < 160 {
      let words = source.trimmed(lines.next())
      count += 1
      if source[words].suffix(2).elementsEqual("$$".utf8) {
        return formulaEnd = words.upperBound
      }
      if source[words].starts(with: "# ".utf8) || source[words].starts(with: "```".utf8) { return }
    }
  }

  /// Returns a line of a formula behind a sign of TeX that is no text, if the line would end the paragraph.
  mutating func joined(_ line: Range<Int>) -> [UInt8]? {
    if let rest = withoutTeXComment(line) { return joined(rest) ?? Array(source[rest]) }
    guard let byte = source[line].first else { return [UInt8(ascii: "&")] }
    let isText = byte > 0x7F || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    return isText || byte.isOne(of: "\\{&$") ? nil : Array("& ".utf8) + source[line]
  }
}
