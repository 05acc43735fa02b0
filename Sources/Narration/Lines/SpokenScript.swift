import Guion

/// What is said at each line and at each element of a document.
struct SpokenScript: Sendable {
  /// A line: its words as a store keeps them, and the spans that say them.
  struct Line: Sendable {
    var words: String
    var spans: [SpokenSpan]
  }

  /// By the line's id.
  private(set) var lines: [SpeakableLine.ID: Line] = [:]
  /// By the element's index in the document: the spans of its own words.
  private var elements: [Int: [SpokenSpan]] = [:]

  /// Reads a document once.
  init(_ source: LineSource) {
    var walk = LineWalk(source)
    while let unit = walk.next() {
      for (line, item) in zip(unit.lines, unit.items) {
        lines[line.id] = Line(words: line.speakableText, spans: item.spans)
      }
      // What a chapter closes with, such as footnotes, is heard far from its element.
      for item in unit.items.dropLast(unit.closingCount) { add(item, unit.elements, source) }
    }
  }

  private mutating func add(_ item: SpokenItem, _ unit: Range<Int>, _ source: LineSource) {
    let read = source.elements[unit]
    for span in item.spans {
      let index = SpokenOrigin.index(of: span, of: item, in: read) ?? unit.lowerBound
      // "Quote." and the like stand in no element; of a cue the announcement is all that is said.
      guard item.kind != .announcement || read[index].elementType == .character else { continue }
      elements[source.model(of: index).orderIndex, default: []].append(span)
    }
  }

  /// The spans of an element's own words; empty if it is not read.
  func spans(ofElement index: Int) -> [SpokenSpan] { elements[index] ?? [] }

  /// Takes the words of lines as other rules have them, which read the same document.
  mutating func take(wordsOf others: [SpeakableLine]) {
    for line in others { lines[line.id]?.words = line.speakableText }
  }
}
