import Guion

/// The spans of each line and each element of a document.
struct SpokenScript: Sendable {
  /// A line: its text in the store, and its spans.
  struct Line: Sendable {
    var words: String
    var spans: [SpokenSpan]
  }

  /// The lines, by id.
  private(set) var lines: [SpeakableLine.ID: Line] = [:]
  /// The spans of each element's own text, by the element's index in the document.
  private var elements: [Int: [SpokenSpan]] = [:]

  /// Reads a document once.
  init(_ source: LineSource) {
    var walk = LineWalk(source)
    while let unit = walk.next() {
      for (line, item) in zip(unit.lines, unit.items) {
        lines[line.id] = Line(words: line.speakableText, spans: item.spans)
      }
      // Items at the end of a chapter, such as footnotes, are spoken far from their element, so they are left out.
      for item in unit.items.dropLast(unit.closingCount) { add(item, unit.elements, source) }
    }
  }

  private mutating func add(_ item: SpokenItem, _ unit: Range<Int>, _ source: LineSource) {
    let read = source.elements[unit]
    for span in item.spans {
      let index = SpokenOrigin.index(of: span, of: item, in: read) ?? unit.lowerBound
      // Announcements such as "Quote." belong to no element. For a cue, the announcement is all that is spoken.
      guard item.kind != .announcement || read[index].elementType == .character else { continue }
      elements[source.model(of: index).orderIndex, default: []].append(span)
    }
  }

  /// Returns the spans of an element's own text; empty if it is not read.
  func spans(ofElement index: Int) -> [SpokenSpan] { elements[index] ?? [] }

  /// Replaces the texts of the lines with those of `others`, which other rules read from the same document.
  ///
  /// The spans stay.
  mutating func take(wordsOf others: [SpeakableLine]) {
    for line in others { lines[line.id]?.words = line.speakableText }
  }
}
