import Guion
import Narration

/// The timing and the speakers of a chapter's elements, collected from its table read.
struct PageLines {
  /// The place of a text: an element, or a cell of an element that is a table row.
  struct Place: Hashable {
    var element: Int
    var cell: Int?
  }

  /// The elements of the chapter.
  /// The headings that form the chapter's title come first.
  let elements: [GuionElement]
  private(set) var sentences: [Place: [PageSentence]] = [:]
  /// The times of announcements, by element.
  private(set) var announcements: [Int: Range<Int>] = [:]
  /// The speakers of cues, by element.
  private(set) var speakers: [Int: String] = [:]
  /// The title and the authors, as spoken.
  private(set) var credits: (words: String, sentences: [PageSentence])?
  /// The timings of items without elements, in order: footnotes, and text that the program added.
  private(set) var notes: [LineTiming] = []

  private let texts: PageTexts
  private let headings: Int
  private let speaksStruckThroughText: Bool
  private var open: Line?

  /// Elements that are read as one unit, with the items that have been spoken so far.
  private struct Line {
    var timing = LineTiming()
    var places: [Place] = []
    var elements: [Int]
    /// Whether the narrator may speak an announcement, such as "Code example", instead of the text.
    var mayBeAnnounced = false
    var time: Range<Int>
  }

  /// Collects the timing and the speakers from the table read of a chapter.
  /// `timings` has one entry for each span of the table read.
  init(_ source: ChapterSource, _ read: TableRead, _ timings: [SpanTiming], _ texts: PageTexts) {
    (self.texts, headings) = (texts, source.headings.count)
    elements = source.headings + source.elements
    speaksStruckThroughText = source.speaksStruckThroughText
    var next = 0
    for item in read.passages.lazy.flatMap(\.items) {
      let own = timings[next..<next + item.spans.count]
      next += own.count
      guard let first = own.first, let last = own.last else { continue }
      add(item, own, first.start..<max(first.start, last.end))
    }
    finish()
  }

  // MARK: Lines

  private mutating func add(
    _ item: SpokenItem, _ timings: ArraySlice<SpanTiming>, _ time: Range<Int>
  ) {
    if item.kind == .credits { return addCredits(item, timings) }
    let unit = item.elements.lowerBound + headings..<item.elements.upperBound + headings
    let origins = unit.isEmpty ? title(item) : item.origins(in: elements[unit])
    guard let first = origins.first else {
      // An item without elements is a footnote, or text added by the program.
      if item.kind != .announcement {
        var note = LineTiming()
        note.add(item, timings)
        notes.append(note)
      }
      return
    }
    if item.kind == .announcement {
      if elements[first].elementType == .character { announcements[first] = time }
      return
    }
    if let name = item.role?.name, let cue = cue(of: first, in: unit) { speakers[cue] = name }
    if let line = open, origins.allSatisfy(line.elements.contains) {
      open?.timing.add(item, timings)
      open?.time = line.time.lowerBound..<max(line.time.upperBound, time.upperBound)
    } else {
      finish()
      begin(with: origins, item, timings, time)
    }
  }

  private mutating func begin(
    with origins: [Int], _ item: SpokenItem, _ timings: ArraySlice<SpanTiming>, _ time: Range<Int>
  ) {
    var line = Line(elements: origins, time: time)
    for index in origins where sentences[Place(element: index)] == nil {
      for part in parts(of: elements[index]) {
        line.timing.add(part.words, isWhole: elements[index].isHeading, isGlue: part.isGlue)
        line.places.append(Place(element: index, cell: part.cell))
      }
      line.mayBeAnnounced = line.mayBeAnnounced || elements[index].mayBeAnnounced
    }
    line.timing.add(item, timings)
    open = line
  }

  private mutating func finish() {
    guard let line = open else { return }
    open = nil
    if let known = line.timing.sentences(onlyIfMatching: line.mayBeAnnounced) {
      for (place, own) in zip(line.places, known) where !own.isEmpty {
        sentences[place] = speaksStruckThroughText ? own : withoutStruckThroughWords(own, at: place)
      }
    } else if let first = line.elements.first, !line.time.isEmpty {
      announcements[first] = line.time
    }
  }

  /// Returns the sentences without the words of struck-through text, which is shown but not spoken.
  private func withoutStruckThroughWords(_ sentences: [PageSentence], at place: Place)
    -> [PageSentence]
  {
    let struck = text(at: place).formatting.filter { $0.kind == .strikethrough }.map(\.range)
    guard !struck.isEmpty else { return sentences }
    return sentences.map { sentence in
      var sentence = sentence
      sentence.words.removeAll { word in struck.contains { $0.overlaps(word.range) } }
      return sentence
    }
  }

  private func text(at place: Place) -> PageText {
    let element = elements[place.element]
    guard let index = place.cell, case .row(let cells) = element.mark else {
      return texts.text(of: element)
    }
    return texts.text(cells[index].text, cells[index].inlines, of: element)
  }

  private mutating func addCredits(_ item: SpokenItem, _ timings: ArraySlice<SpanTiming>) {
    let words = item.shownText
    var timing = LineTiming()
    timing.add(words)
    timing.add(item, timings)
    credits = (words, timing.sentences(onlyIfMatching: false)?.first ?? [])
  }

  /// Returns a list with the index of the heading that a title item speaks; empty if there is no such heading.
  private func title(_ item: SpokenItem) -> [Int] {
    let own = elements[..<headings].indices
    return own.filter { index in
      sentences[Place(element: index)] == nil && item.kind == .element(elements[index].elementType)
        && elements[index].sourceRange.map { $0.start.line == Int(item.line) } ?? true
    }.prefix(1).map(\.self)
  }

  /// Returns the index of the cue for an element of a speech; nil if there is none.
  private func cue(of element: Int, in unit: Range<Int>) -> Int? {
    elements[unit].indices.last { $0 <= element && elements[$0].elementType == .character }
  }

  // MARK: Texts

  /// A text that is read for an element.
  private struct Part {
    var words: String
    var cell: Int?
    var isGlue = false
  }

  private func parts(of element: GuionElement) -> [Part] {
    guard case .row(let cells) = element.mark else {
      return [Part(words: texts.text(of: element).text)]
    }
    return cells.enumerated().flatMap { index, cell -> [Part] in
      let words = texts.text(cell.text, cell.inlines, of: element).text
      let header = texts.text(cell.header, cell.headerInlines, of: element).text
      let own = Part(words: words, cell: index)
      return header.isEmpty ? [own] : [Part(words: header, cell: index, isGlue: true), own]
    }
  }
}

extension GuionElement {
  /// Whether the element is the heading of a scene or a section.
  fileprivate var isHeading: Bool {
    elementType == .sceneHeading || elementType.isSectionHeading
  }

  /// Whether the narrator may announce the element instead of reading its text.
  fileprivate var mayBeAnnounced: Bool {
    switch mark {
    case .code, .row: true
    default: inlines.contains { $0.kind == .math }
    }
  }
}
