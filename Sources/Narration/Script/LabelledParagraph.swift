import Guion

/// A paragraph that begins with a speaker's label, as the speeches that it holds; further labels begin
/// further lines.
struct LabelledParagraph {
  /// Cues, directions and what is said.
  private(set) var speeches: [GuionElement] = []
  /// Whether the last label has nothing behind it.
  private(set) var endsWithLabel = false

  private let element: GuionElement
  private let text: [UInt8]

  /// Reads a paragraph; nil where it does not begin with the label of one of the names, folded.
  init?(_ element: GuionElement, names: Set<String>) {
    self.element = element
    // Cheap, and true of nearly every paragraph: no colon where a label could end.
    guard Self.mayHaveLabel(element.elementText) else { return nil }
    text = Array(element.elementText.utf8)
    // What stands in code's own type, or is struck out, is said by no one.
    let shown = SortedRanges(
      element.inlines.filter { $0.kind == .code || $0.kind == .strikethrough }.map(\.range))
    guard !shown.contains(0), let first = Label(in: text[...], names: names) else { return nil }
    var starts = [(line: 0, start: 0, label: first)]
    var line = 0
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      if !shown.contains(offset + 1), let label = Label(in: text[(offset + 1)...], names: names) {
        starts.append((line, offset + 1, label))
      }
    }
    var inlines = element.inlines[...]
    for (index, entry) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].start - 1 : text.count
      let own = inlines.prefix { $0.range.lowerBound <= end }
      inlines = inlines.dropFirst(own.count)
      add(entry.label, upTo: max(end, entry.label.end), line: entry.line, own)
    }
  }

  private static func mayHaveLabel(_ text: String) -> Bool {
    text.utf8.prefix(Label.longest + 3).contains { $0 == UInt8(ascii: ":") || $0 == 0xEF }
  }

  private mutating func add(
    _ label: Label, upTo end: Int, line: Int, _ inlines: ArraySlice<InlineSpan>
  ) {
    let place = place(ofLine: line)
    speeches.append(
      GuionElement(
        elementType: .character, elementText: label.name, extension: label.direction,
        sourceRange: place))
    var start = label.end
    if let direction = Self.direction(in: text[start..<end]) {
      let words = String(decoding: text[(start + 1)..<(direction - 1)], as: UTF8.self)
      speeches.append(
        GuionElement(elementType: .parenthetical, elementText: words, sourceRange: place))
      start = text[direction..<end].firstIndex { $0 != 0x20 && $0 != 0x0A } ?? end
    }
    endsWithLabel = start == end
    guard !endsWithLabel else { return }
    let own = inlines.compactMap { span -> InlineSpan? in
      let range = span.range.clamped(to: start..<end)
      guard span.range.isEmpty ? span.range.lowerBound >= start : !range.isEmpty else { return nil }
      return InlineSpan(span.kind, range.lowerBound - start..<range.upperBound - start)
    }
    speeches.append(
      GuionElement(
        elementType: .dialogue, elementText: String(decoding: text[start..<end], as: UTF8.self),
        inlines: own, sourceRange: place))
  }

  private func place(ofLine line: Int) -> SourceRange? {
    guard line > 0, let range = element.sourceRange else { return element.sourceRange }
    // A break within a line of the source makes more lines than there are.
    let start = SourcePosition(line: min(range.start.line + line, range.end.line), column: 1)
    return SourceRange(start: max(start, range.start), end: range.end, source: range.source)
  }

  /// The end of a direction that opens a speech, "(laughing)": a few words without a sentence's capital
  /// letter or end.
  ///
  /// Anything else in brackets is said.
  private static func direction(in text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "("),
      let close = text.prefix(60).firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let words = String(decoding: text[(text.startIndex + 1)..<close], as: UTF8.self)
    let isShort = words.split(separator: " ").count <= 5
    guard isShort, words.first?.isLowercase == true, words.allSatisfy({ !".!?:".contains($0) })
    else { return nil }
    return close + 1
  }
}

/// A name with its colon at the start of a line.
private struct Label {
  var name: String
  var direction: String?
  /// The offset behind the colon and the blanks after it.
  var end: Int

  /// The longest name a label may have, in bytes: beyond it is a sentence with a colon.
  static let longest = 80

  init?(in text: ArraySlice<UInt8>, names: Set<String>) {
    guard let colon = Self.colon(in: text) else { return nil }
    let words = String(decoding: text[text.startIndex..<colon.lowerBound], as: UTF8.self)
    name = CharacterNormalizer.name(of: words)
    guard names.contains(CharacterNormalizer.folded(name)) else { return nil }
    direction = words.firstIndex(of: "(").map { String(words[$0...]) }
    var next = colon.upperBound
    while next < text.endIndex, let length = Self.blank(text[next...]) { next += length }
    end = next
  }

  /// The colon of a label, with a blank or the line's end behind it; a wide one needs none.
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

  /// The length of a blank here: of a line, or of one that does not break (U+00A0, U+202F).
  private static func blank(_ text: ArraySlice<UInt8>) -> Int? {
    switch text.first {
    case 0x20, 0x09, 0x0A: 1
    case 0xC2 where text.starts(with: "\u{A0}".utf8): 2
    case 0xE2 where text.starts(with: "\u{202F}".utf8): 3
    default: nil
    }
  }
}
