import Guion

/// A name with its colon at the start of a line of prose.
struct SpeakerLabel {
  /// The name, without its direction.
  var name: String
  /// The direction in brackets after the name, with the brackets.
  var direction: String?
  /// The number of the line that begins with the label, counted from 0 within the paragraph.
  var line: Int
  /// The offset of the label in the paragraph, in bytes.
  var start: Int
  /// The offset of the text after the colon and its whitespace, in bytes.
  var end: Int
  var isAlone: Bool

  /// The maximum length of a label's name, in bytes.
  /// A longer text before a colon is part of a sentence.
  private static let longest = 80

  /// Returns the labels of a paragraph that have a wanted name.
  /// The result is empty if the paragraph does not begin with such a label.
  static func all(
    in element: GuionElement, where isWanted: (String) -> Bool
  ) -> [SpeakerLabel] {
    // Nearly every paragraph has no colon where a label could end. This cheap check excludes such paragraphs.
    guard mayBegin(element.elementText) else { return [] }
    let text = Array(element.elementText.utf8)
    // Code and struck-through text are not speech.
    let shown = SortedRanges(
      element.inlines.filter { $0.kind == .code || $0.kind == .strikethrough }.map(\.range))
    guard !shown.contains(0), let first = SpeakerLabel(at: 0, line: 0, in: text),
      isWanted(first.name)
    else { return [] }
    var labels = [first]
    var line = 0
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      if !shown.contains(offset + 1),
        let label = SpeakerLabel(at: offset + 1, line: line, in: text), isWanted(label.name)
      {
        labels.append(label)
      }
    }
    return labels
  }

  private static func mayBegin(_ text: String) -> Bool {
    text.utf8.prefix(longest + 3).contains { $0 == UInt8(ascii: ":") || $0 == 0xEF }
  }

  private init?(at start: Int, line: Int, in text: [UInt8]) {
    guard let colon = Self.colon(in: text[start...]) else { return nil }
    let words = String(decoding: text[start..<colon.lowerBound], as: UTF8.self)
    name = CharacterNormalizer.name(of: words)
    direction = words.firstIndex(of: "(").map { String(words[$0...]) }
    var next = colon.upperBound
    while next < text.endIndex, let length = Self.blank(text[next...]) { next += length }
    let lineEnd = text[colon.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    (self.start, self.line, end, isAlone) = (start, line, next, next >= lineEnd)
  }

  /// Returns the range of the colon that ends a label, or nil if no label ends here.
  /// Whitespace or the end of the text must follow `:`. Any text may follow the wide colon `：`.
  private static func colon(in text: ArraySlice<UInt8>) -> Range<Int>? {
    for index in text.indices.prefix(longest + 1) {
      switch text[index] {
      case UInt8(ascii: "\n"): return nil
      case UInt8(ascii: ":"):
        let rest = text[(index + 1)...]
        return rest.isEmpty || blank(rest) != nil ? index..<index + 1 : nil
      case 0xEF where text[index...].starts(with: "：".utf8): return index..<index + 3
      default: break
      }
    }
    return nil
  }

  /// Returns the length in bytes of the whitespace character at the start, or nil if the text does not begin with
  /// whitespace.
  /// Line breaks and no-break spaces (U+00A0, U+202F) are included.
  private static func blank(_ text: ArraySlice<UInt8>) -> Int? {
    switch text.first {
    case 0x20, 0x09, 0x0A: 1
    case 0xC2 where text.starts(with: "\u{A0}".utf8): 2
    case 0xE2 where text.starts(with: "\u{202F}".utf8): 3
    default: nil
    }
  }
}
