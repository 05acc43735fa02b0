import Basics

/// Text in Markdown's syntax: spans become marks, and a backslash escapes characters that are not marks.
/// Styles are written as stars or tildes if these are unambiguous, otherwise as HTML tags.
struct MarkdownWords {
  /// The context of the text, which determines how a line ends and which characters are special.
  enum Place {
    /// In a paragraph or an underlined heading.
    case lines
    /// In a heading, which has one line.
    case heading
    /// In a table cell, which has one line. Bars are special in a cell, even in code.
    case cell
  }

  private let bytes: [UInt8]
  private let place: Place
  private var result: [UInt8] = []
  /// The marks that are written before the byte at an offset: first the closing marks, then the
  /// opening marks.
  private var closings: [Int: [String]] = [:]
  private var openings: [Int: [String]] = [:]
  /// The end of each code span, keyed by its start.
  private var codes: [Int: Int] = [:]
  /// The offsets of the dollar signs of formulas.
  /// These dollar signs are not escaped.
  private var dollars: Set<Int> = []
  /// The end of each formula that is written as it is, keyed by its start.
  private var formulas: [Int: Int] = [:]
  private var breaks: Set<Int> = []

  /// Returns the text with marks for its spans.
  static func text(_ text: String, _ inlines: [InlineSpan], in place: Place = .lines) -> String {
    var words = Self(text, inlines, place)
    words.write()
    return String(decoding: words.result, as: UTF8.self)
  }

  private init(_ text: String, _ inlines: [InlineSpan], _ place: Place) {
    (bytes, self.place) = (Array(text.utf8), place)
    let ordered = inlines.sorted(by: InlineSpan.isInOrder)
    for span in ordered { take(span, ordered) }
  }

  // MARK: Spans

  private mutating func take(_ span: InlineSpan, _ all: [InlineSpan]) {
    let range = span.range.clamped(to: 0..<bytes.count)
    switch span.kind {
    case .code: if !range.isEmpty { codes[range.lowerBound] = range.upperBound }
    case .lineBreak: breaks.insert(range.lowerBound)
    case .math:
      dollars.formUnion(range.prefix(2))
      dollars.formUnion(range.suffix(2))
      if DollarSign.isKept(bytes[range]) { formulas[range.lowerBound] = range.upperBound }
    case .footnote(let number, _): openings[range.lowerBound, default: []].append("[^\(number)]")
    case .emphasis: mark(range, star: "*", tag: "em")
    case .strong: mark(range, star: "**", tag: "strong")
    case .underline: mark(range, star: nil, tag: "u")
    case .raised: mark(range, star: nil, tag: "sup")
    case .strikethrough: mark(range, star: "~~", tag: "del")
    case .language(let tag): mark(range, "<span lang=\"\(tag)\">", "</span>")
    case .link(let target): mark(range, "[", "](<\(Self.address(target))>)")
    case .imageFile(let path): mark(range, "![", "](<\(Self.address(path))>)")
    // If a `link` or `imageFile` span has the same range, that span is written instead.
    case .contentsLink:
      if !all.contains(where: { $0.isLink && $0.range == span.range }) { mark(range, "[", "](#)") }
    case .image:
      if !all.contains(where: { $0.isImageFile && $0.range == span.range }) {
        mark(range, "![", "](<>)")
      }
    case .badge: break
    }
  }

  private mutating func mark(_ range: Range<Int>, star: String?, tag: String) {
    guard !range.isEmpty else { return }
    if let star, isWord(at: range.lowerBound), isWord(at: range.upperBound - 1),
      isApart(before: range.lowerBound), isApart(after: range.upperBound)
    {
      mark(range, star, star)
    } else {
      mark(range, "<\(tag)>", "</\(tag)>")
    }
  }

  /// Marks a range.
  /// If several ranges end together, the range that began last ends first.
  private mutating func mark(_ range: Range<Int>, _ opening: String, _ closing: String) {
    guard !range.isEmpty else { return }
    openings[range.lowerBound, default: []].append(opening)
    closings[range.upperBound, default: []].insert(closing, at: 0)
  }

  private func isWord(at offset: Int) -> Bool { bytes[offset].isWord }

  /// Whether no character before an offset could change how stars are read.
  private func isApart(before offset: Int) -> Bool {
    offset == 0 || bytes[offset - 1] == 0x20 || bytes[offset - 1] == UInt8(ascii: "\n")
  }

  private func isApart(after offset: Int) -> Bool {
    offset == bytes.count || bytes[offset].isOne(of: " \n.,;:?")
  }

  private static func address(_ text: String) -> String {
    text.map { sign in
      switch sign {
      case "<", ">", "\\", "&": "\\\(sign)"
      case "\n", "\r", "\r\n": "%0A"
      case "|": "%7C"
      default: String(sign)
      }
    }.joined()
  }

  // MARK: Writing

  private mutating func write() {
    var offset = 0
    while true {
      for mark in closings[offset] ?? [] { result += mark.utf8 }
      for mark in openings[offset] ?? [] { result += mark.utf8 }
      guard offset < bytes.count else { return }
      if let end = codes[offset], end > offset {
        writeCode(offset..<end)
        // Marks that begin or end within code are lost.
        offset = end
      } else if let end = formulas[offset], end > offset {
        writeFormula(bytes[offset..<end])
        offset = end
      } else {
        write(at: offset)
        offset += 1
      }
    }
  }

  private mutating func writeCode(_ range: Range<Int>) {
    let code = bytes[range]
    let fence = Array(repeating: UInt8(ascii: "`"), count: Self.longestRun("`", in: code) + 1)
    // Markdown removes one blank at each end, unless the code is only blanks.
    let isBlank = code.allSatisfy { $0 == 0x20 }
    let touches = code.first == UInt8(ascii: "`") || code.last == UInt8(ascii: "`")
    let isPadded = touches || (code.first == 0x20 && code.last == 0x20 && !isBlank)
    let pad: [UInt8] = isPadded ? [0x20] : []
    result += fence + pad
    for byte in code {
      if place == .cell, byte == UInt8(ascii: "|") { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    result += pad + fence
  }

  private mutating func writeFormula(_ formula: ArraySlice<UInt8>) {
    for byte in formula {
      switch (place, byte) {
      case (.cell, UInt8(ascii: "|")): result += "\\|".utf8
      case (.heading, UInt8(ascii: "\n")), (.cell, UInt8(ascii: "\n")): result.append(0x20)
      default: result.append(byte)
      }
    }
  }

  static func longestRun(_ sign: Unicode.Scalar, in bytes: some Sequence<UInt8>) -> Int {
    var (longest, run) = (0, 0)
    for byte in bytes {
      run = byte == UInt8(ascii: sign) ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  private mutating func write(at offset: Int) {
    let byte = bytes[offset]
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : nil
    switch byte {
    case UInt8(ascii: "\n") where isAtLineStart(offset): result += "&#10;".utf8
    case UInt8(ascii: "\n"):
      if place != .lines {
        result += (breaks.contains(offset) ? "<br>" : " ").utf8
      } else {
        result += (breaks.contains(offset) ? "\\\n" : "\n").utf8
      }
    case 0x20 where next == nil || next == UInt8(ascii: "\n") || isAtLineStart(offset):
      result += "&#32;".utf8
    case 0x09 where isAtLineStart(offset): result += "&#9;".utf8
    // Without the comment, an email address would become a link.
    case UInt8(ascii: "@"): result += "<!-- -->@".utf8
    case UInt8(ascii: "$") where dollars.contains(offset): result.append(byte)
    case _ where isSign(byte, offset): result += [UInt8(ascii: "\\"), byte]
    default: result.append(byte)
    }
  }

  private func isSign(_ byte: UInt8, _ offset: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "_"): !isInWord(offset)
    // Before a link, a `!` would turn the link into an image.
    case UInt8(ascii: "!"): openings[offset + 1] != nil
    case _ where byte.isOne(of: "\\`*[]<&|~$"): true
    case UInt8(ascii: "#"): place != .lines || isAtLineStart(offset)
    case _ where byte.isOne(of: "+-=>:") && isAtLineStart(offset): true
    case UInt8(ascii: ":"): offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "/")
    case UInt8(ascii: "."): isNumber(before: offset) || isWeb(before: offset)
    case UInt8(ascii: ")"): isNumber(before: offset)
    default: false
    }
  }

  private func isInWord(_ offset: Int) -> Bool {
    offset > 0 && offset + 1 < bytes.count && bytes[offset - 1].isWord && bytes[offset + 1].isWord
      && openings[offset] == nil && closings[offset] == nil && openings[offset + 1] == nil
      && closings[offset + 1] == nil
  }

  private func isAtLineStart(_ offset: Int) -> Bool {
    offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n")
  }

  /// Whether a line begins with digits that end at an offset, like the number of a list item.
  private func isNumber(before offset: Int) -> Bool {
    var start = offset
    while start > 0, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[start - 1], offset - start < 10
    {
      start -= 1
    }
    return start < offset && isAtLineStart(start)
  }

  private func isWeb(before offset: Int) -> Bool {
    offset >= 3 && bytes[(offset - 3)..<offset].allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
  }
}

extension UInt8 {
  fileprivate var isWord: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}

extension InlineSpan {
  fileprivate var isLink: Bool { if case .link = kind { true } else { false } }
  fileprivate var isImageFile: Bool { if case .imageFile = kind { true } else { false } }
}
