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

/// The timing of the author's words in one line, such as a paragraph or a speech.
/// A line can have several texts: for example, the cells of a table row.
struct LineTiming {
  private struct Part {
    var text: String
    /// The start of the part in the text of the line, in Unicode scalars.
    var start: Int
    /// Whether the part is a single sentence regardless of its punctuation, such as a heading.
    var isWhole = false
    /// Whether the part only helps to match the spoken text, such as the header of a cell.
    /// Such a part gets no sentences.
    var isGlue = false
  }

  private var parts: [Part] = []
  /// The texts of all parts, joined with line ends.
  private var text = ""
  private var length = 0
  private var spoken = TimedPieces()
  private var hasWordTimes = false
  private var language = ""
  /// The time of the line in milliseconds.
  private var time: Range<Int>?

  /// Adds a text that is read in this line.
  mutating func add(_ words: String, isWhole: Bool = false, isGlue: Bool = false) {
    if !text.isEmpty {
      text += "\n"
      length += 1
    }
    parts.append(Part(text: words, start: length, isWhole: isWhole, isGlue: isGlue))
    text += words
    length += words.unicodeScalars.count
  }

  mutating func add(_ item: SpokenItem, _ timings: ArraySlice<SpanTiming>) {
    for (span, timing) in zip(item.spans, timings) {
      spoken.add(CaptionPiece.pieces(of: span.captionText), timing)
      hasWordTimes = hasWordTimes || !timing.pieces.isEmpty
    }
    if language.isEmpty { language = item.spans.first?.performance.languageCode ?? "" }
    guard let first = timings.first, let last = timings.last else { return }
    time = min(time?.lowerBound ?? first.start, first.start)..<max(time?.upperBound ?? 0, last.end)
  }

  /// Returns the sentences of each part, in the order of the parts.
  /// If `onlyIfMatching` is true, returns nil if the spoken and the written text have too few words in common. For
  /// example, some code is only announced. Always returns nil if no span has been added.
  func sentences(onlyIfMatching: Bool) -> [[PageSentence]]? {
    guard let time else { return nil }
    let written = CaptionPiece.pieces(of: text)
    let known = WrittenTiming.pieces(
      of: text, spoken: spoken, language: language, least: onlyIfMatching ? 2 : 4,
      isStrict: onlyIfMatching)
    if known == nil, onlyIfMatching { return nil }
    var timed = known ?? TimedPieces()
    if known == nil {
      timed.add(written[...], during: spoken.pieces.indices, of: spoken)
    }
    guard timed.pieces.count == written.count else { return nil }
    var place = 0
    var sentences = parts.map { part -> [PageSentence] in
      let end = part.start + part.text.unicodeScalars.count
      var own: [SentenceCutter.TimedPiece] = []
      while place < written.count, written[place].range.lowerBound < end {
        var piece = written[place]
        if part.isWhole { piece.ending = .word }
        piece.range = piece.range.lowerBound - part.start..<piece.range.upperBound - part.start
        own.append(.init(piece: piece, start: timed.starts[place], end: timed.ends[place]))
        place += 1
      }
      return part.isGlue ? [] : SentenceCutter.sentences(of: own, hasWordTimes: hasWordTimes)
    }
    let ordered = SentenceCutter.order(sentences.flatMap { $0.map(\.time) }, within: time)
    var next = ordered.makeIterator()
    for part in sentences.indices {
      for index in sentences[part].indices {
        if let time = next.next() { sentences[part][index].fit(time) }
      }
    }
    return sentences
  }
}

extension PageSentence {
  /// Changes the time of the sentence, and moves the starts of its words into that time.
  fileprivate mutating func fit(_ time: Range<Int>) {
    self.time = time
    var last = time.lowerBound
    for index in words.indices {
      last = min(max(last, words[index].start), time.upperBound - 1)
      words[index].start = last
    }
  }
}

/// Splits the text of a line into sentences with their times.
enum SentenceCutter {
  /// A piece of the author's text with its time.
  struct TimedPiece {
    var piece: CaptionPiece
    /// The start in milliseconds.
    var start: Int
    /// The end in milliseconds.
    var end: Int
  }

  /// Returns the sentences that consist of these pieces.
  /// `hasWordTimes` is true if the voice reported word times. A piece without letters or digits belongs to an adjacent
  /// sentence.
  static func sentences(of pieces: [TimedPiece], hasWordTimes: Bool) -> [PageSentence] {
    var sentences: [PageSentence] = []
    var open: [TimedPiece] = []
    var hasWords = false
    for timed in pieces {
      open.append(timed)
      hasWords = hasWords || timed.piece.hasWord
      guard timed.piece.ending == .sentence, hasWords else { continue }
      sentences.append(sentence(of: open, hasWordTimes))
      (open, hasWords) = ([], false)
    }
    guard let last = open.last else { return sentences }
    if hasWords || sentences.isEmpty {
      sentences.append(sentence(of: open, hasWordTimes))
    } else if let end = sentences.indices.last {
      sentences[end].range = sentences[end].range.lowerBound..<last.piece.range.upperBound
      sentences[end].time =
        sentences[end].time.lowerBound..<max(sentences[end].time.upperBound, last.end)
    }
    return sentences
  }

  private static func sentence(of pieces: [TimedPiece], _ hasWordTimes: Bool) -> PageSentence {
    let (first, last) = (pieces[0], pieces[pieces.count - 1])
    return PageSentence(
      range: first.piece.range.lowerBound..<last.piece.range.upperBound,
      time: first.start..<max(first.start, last.end),
      words: hasWordTimes
        ? pieces.filter(\.piece.hasWord).map { PageWord(range: $0.piece.range, start: $0.start) }
        : [])
  }

  /// Fits the times of consecutive sentences into a range, in milliseconds.
  /// In the result, each sentence begins at or after the end of the previous sentence, and no sentence is empty. If the
  /// range has less than a millisecond for each sentence, the result is longer than the range.
  static func order(_ times: [Range<Int>], within line: Range<Int>) -> [Range<Int>] {
    var result = times
    var floor = line.lowerBound
    for (index, time) in times.enumerated() {
      let start = max(floor, time.lowerBound)
      result[index] = start..<max(start + 1, time.upperBound)
      floor = result[index].upperBound
    }
    var ceiling = max(line.upperBound, line.lowerBound + times.count)
    for index in times.indices.reversed() {
      let end = min(ceiling, result[index].upperBound)
      result[index] = min(result[index].lowerBound, end - 1)..<end
      ceiling = result[index].lowerBound
    }
    return result
  }
}

extension CaptionPiece {
  /// Whether the piece has a letter or a digit.
  var hasWord: Bool {
    text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }
}
