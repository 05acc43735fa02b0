public import Guion

/// Finds dialogue in prose: a paragraph that begins with `NAME:`, where the cast has the name, is that
/// character's (Documentation/speech.md, "Speaker labels").
public struct SpeakerLabels: Sendable {
  private let names: Set<String>

  /// Listens for the names and aliases of a cast; for none where the cast has labels switched off.
  public init(cast: Cast) {
    names =
      cast.speech.speakerLabels
      ? Set(cast.characters.flatMap { [$0.name] + $0.aliases }.map(CharacterNormalizer.folded)) : []
  }

  /// The elements of a manuscript, with cue and dialogue in place of every labelled paragraph of prose;
  /// a screenplay has cues of its own.
  public func apply(to manuscript: Manuscript) -> [GuionElement] {
    let elements = manuscript.elements
    let isScreenplay = manuscript.documents.map { $0.format == .fountain }
    guard !names.isEmpty, isScreenplay.contains(false) else { return elements }
    var result: [GuionElement] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      guard isScreenplay.indices.contains(element.source), !isScreenplay[element.source],
        element.elementType == .action, element.mark == nil, element.quoteDepth == 0,
        let speeches = speeches(in: element)
      else {
        result.append(element)
        continue
      }
      result += speeches
    }
    return result
  }

  /// The speeches of a paragraph whose first line has a label; further labels start further lines.
  private func speeches(in element: GuionElement) -> [GuionElement]? {
    let text = Array(element.elementText.utf8)
    // What stands in code's own type is shown, not said by anyone.
    func isCode(_ offset: Int) -> Bool {
      element.inlines.contains { $0.kind == .code && $0.range.contains(offset) }
    }
    guard !isCode(0), let first = label(in: text[...]) else { return nil }
    var labels = [(line: 0, start: 0, label: first)]
    var line = 0
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      if !isCode(offset + 1), let found = label(in: text[(offset + 1)...]) {
        labels.append((line, offset + 1, found))
      }
    }
    let ends = labels.dropFirst().map { $0.start - 1 } + [text.count]
    return zip(labels, ends).flatMap { entry, end in
      speech(entry.label, element, text, Range(uncheckedBounds: (entry.label.end, end)), entry.line)
    }
  }

  /// A name with its colon at the start of a line.
  private struct Label {
    var name: String
    var direction: String?
    /// The offset behind the colon and the blanks after it.
    var end: Int
  }

  /// The longest name a label may have, in bytes: beyond it is a sentence with a colon.
  private static let longest = 80

  private func label(in text: ArraySlice<UInt8>) -> Label? {
    guard
      let colon = text.prefix(Self.longest + 1).firstIndex(where: {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\n")
      }),
      text[colon] == UInt8(ascii: ":")
    else { return nil }
    let next = colon + 1
    guard next == text.endIndex || text[next] == 0x20 || text[next] == 0x0A else { return nil }
    let words = String(decoding: text[text.startIndex..<colon], as: UTF8.self)
    let name = CharacterNormalizer.name(of: words)
    guard names.contains(CharacterNormalizer.folded(name)) else { return nil }
    let direction = words.firstIndex(of: "(").map { String(words[$0...]) }
    let end = text[next...].firstIndex { $0 != 0x20 && $0 != 0x0A } ?? text.endIndex
    return Label(name: name, direction: direction, end: end)
  }

  private func speech(
    _ label: Label, _ element: GuionElement, _ text: [UInt8], _ range: Range<Int>, _ line: Int
  ) -> [GuionElement] {
    var place = element.sourceRange
    if let range = place, line > 0 {
      let start = SourcePosition(line: range.start.line + line, column: 1)
      place = SourceRange(start: start, end: max(start, range.end), source: range.source)
    }
    let cue = GuionElement(
      elementType: .character, elementText: label.name, extension: label.direction,
      sourceRange: place)
    var result = [cue]
    var start = min(range.lowerBound, range.upperBound)
    if let direction = direction(in: text[start..<range.upperBound]) {
      let words = String(decoding: text[start..<direction], as: UTF8.self)
      result.append(
        GuionElement(
          elementType: .parenthetical, elementText: String(words.dropFirst().dropLast()),
          sourceRange: place))
      start =
        text[direction..<range.upperBound].firstIndex { $0 != 0x20 && $0 != 0x0A } ?? direction
    }
    let inlines = element.inlines.compactMap { span -> InlineSpan? in
      let part = span.range.clamped(to: start..<range.upperBound)
      guard !part.isEmpty || (start...range.upperBound).contains(span.range.lowerBound) else {
        return nil
      }
      guard !part.isEmpty || span.range.isEmpty else { return nil }
      return InlineSpan(span.kind, part.lowerBound - start..<part.upperBound - start)
    }
    result.append(
      GuionElement(
        elementType: .dialogue,
        elementText: String(decoding: text[start..<range.upperBound], as: UTF8.self),
        inlines: inlines, sourceRange: place))
    return result
  }

  /// The end of a direction that opens a speech, "(laughing)": a few words without a sentence's capital
  /// letter or end.
  ///
  /// Anything else in brackets is said.
  private func direction(in text: ArraySlice<UInt8>) -> Int? {
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
