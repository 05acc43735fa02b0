import Basics

/// Text in Fountain's syntax: styles become marks, and a backslash escapes characters that are not marks
/// (R17).
struct FountainWords {
  /// Whether the text has Fountain's marks already.
  let isMarked: Bool

  /// Returns the text of an element with marks for its spans.
  func text(of element: GuionElement) -> String { text(element.elementText, element.inlines) }

  /// Returns a text with marks for its spans.
  func text(_ text: String, _ inlines: [InlineSpan] = []) -> String {
    guard !isMarked else { return text }
    var whole = StyledWords()
    whole.append(text.utf8)
    for span in inlines where Self.signs.contains(where: { $0.kind == span.kind }) {
      whole.mark(span.range, as: span.kind)
    }
    return whole.lines.map(Self.line).joined(separator: "\n")
  }

  private static let signs: [(kind: InlineSpan.Kind, sign: String)] = [
    (.strong, "**"), (.emphasis, "*"), (.underline, "_"),
  ]

  /// Returns a line with only the marks that are read correctly.
  ///
  /// Styles that Fountain would misread in this line are left out.
  private static func line(_ words: StyledWords) -> String {
    let attempts: [[InlineSpan.Kind]] = [
      [.strong, .emphasis, .underline], [.strong, .emphasis], [],
    ]
    for kinds in attempts {
      let marked = marked(words, kinds)
      // A star after a slash would begin a boneyard.
      let isSafe = !marked.contains("/*") && FountainEmphasis.plainText(marked) == words.text
      if kinds.isEmpty || isSafe { return marked }
    }
    return words.text
  }

  private static func marked(_ words: StyledWords, _ kinds: [InlineSpan.Kind]) -> String {
    let bytes = words.bytes
    var signs: [Int: (close: String, open: String)] = [:]
    for span in words.spans.reversed() where kinds.contains(span.kind) {
      guard let sign = Self.signs.first(where: { $0.kind == span.kind })?.sign else { continue }
      let range = bytes.withUnsafeBufferPointer { $0.trimmed(span.range) }
      guard !range.isEmpty else { continue }
      signs[range.lowerBound, default: ("", "")].open.append(sign)
      signs[range.upperBound, default: ("", "")].close.append(sign)
    }
    var result: [UInt8] = []
    for offset in 0...bytes.count {
      if let found = signs[offset] {
        result += found.close.utf8
        result += found.open.utf8
      }
      guard offset < bytes.count else { break }
      if needsBackslash(bytes, offset) { result.append(UInt8(ascii: "\\")) }
      result.append(bytes[offset])
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func needsBackslash(_ bytes: [UInt8], _ offset: Int) -> Bool {
    let previous = offset > 0 ? bytes[offset - 1] : nil
    switch bytes[offset] {
    case UInt8(ascii: "*"): return true
    case UInt8(ascii: "_"):
      let next = offset + 1 < bytes.count ? bytes[offset + 1] : nil
      return previous?.isASCIILetterOrDigit != true || next?.isASCIILetterOrDigit != true
    // Two brackets open a note at any position.
    case UInt8(ascii: "["): return previous == UInt8(ascii: "[") || previous == UInt8(ascii: "\\")
    case let byte: return previous == UInt8(ascii: "\\") && ".!@~><#=^]()".utf8.contains(byte)
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}
