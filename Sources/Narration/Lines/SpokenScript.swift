import Guion

/// The spans of each line and each element of a document.
struct SpokenScript: Sendable {
  /// A line: its stored text, and its spans.
  struct Line: Sendable {
    var words: String
    var spans: [SpokenSpan]
  }

  /// The lines, by id.
  private(set) var lines: [SpeakableLine.ID: Line] = [:]
  /// The spans of each element's own text, by the element's index in the document.
  private var elements: [Int: [SpokenSpan]] = [:]

  /// Reads a document and stores its spans.
  init(_ source: LineSource) {
    var walk = LineWalk(source)
    while let unit = walk.next() {
      for (line, item) in zip(unit.lines, unit.items) {
        lines[line.id] = Line(words: line.speakableText, spans: item.spans)
      }
      // Items at the end of a chapter, such as footnotes, are spoken far from their element. So these items do not
      // belong to the element's own text.
      for item in unit.items.dropLast(unit.closingCount) { add(item, unit.elements, source) }
    }
  }

  private mutating func add(_ item: SpokenItem, _ unit: Range<Int>, _ source: LineSource) {
    let read = source.elements[unit]
    for span in item.spans {
      let index = SpokenOrigin.index(of: span, of: item, in: read) ?? unit.lowerBound
      // Announcements such as "Quote." are not part of an element's own text. The announcement of a speaker is the only
      // spoken text of a cue.
      guard item.kind != .announcement || read[index].elementType == .character else { continue }
      elements[source.model(of: index).orderIndex, default: []].append(span)
    }
  }

  /// Returns the spans of an element's own text; empty if the element is not read.
  func spans(ofElement index: Int) -> [SpokenSpan] { elements[index] ?? [] }

  /// Replaces the texts of the lines, but not their spans.
  ///
  /// `others` are the lines of the same document that other rules created.
  mutating func take(wordsOf others: [SpeakableLine]) {
    for line in others { lines[line.id]?.words = line.speakableText }
  }
}
