import Guion

/// A paragraph that begins with a speaker label, split into its speeches.
/// Other lines of the paragraph can also begin with a label.
struct LabelledParagraph {
  /// The cues, directions and dialogue.
  private(set) var speeches: [GuionElement] = []
  /// Whether no text follows the last label.
  private(set) var endsWithLabel = false

  private let element: GuionElement
  private let text: [UInt8]

  /// Reads a paragraph; nil if the paragraph does not begin with a label.
  /// `names` are the folded names that can be labels.
  init?(_ element: GuionElement, names: Set<String>) {
    let labels = SpeakerLabel.all(in: element) {
      names.contains(CharacterNormalizer.folded($0))
    }
    guard !labels.isEmpty else { return nil }
    self.element = element
    text = Array(element.elementText.utf8)
    var inlines = element.inlines[...]
    for (index, label) in labels.enumerated() {
      let end = index + 1 < labels.count ? labels[index + 1].start - 1 : text.count
      let own = inlines.prefix { $0.range.lowerBound <= end }
      inlines = inlines.dropFirst(own.count)
      add(label, upTo: max(end, label.end), own)
    }
  }

  private mutating func add(
    _ label: SpeakerLabel, upTo end: Int, _ inlines: ArraySlice<InlineSpan>
  ) {
    let place = place(ofLine: label.line)
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
    // A hard line break can give the paragraph more lines than the source has.
    let start = SourcePosition(line: min(range.start.line + line, range.end.line), column: 1)
    return SourceRange(start: max(start, range.start), end: range.end, source: range.source)
  }

  /// Returns the end of a direction at the start of a speech, such as "(laughing)".
  /// A direction has at most five words, begins with a lower-case letter, and contains no `.`, `!`, `?` or `:`. Other
  /// text in brackets is spoken.
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
