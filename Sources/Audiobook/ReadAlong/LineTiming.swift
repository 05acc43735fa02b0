import Narration

/// The timing of the author's words in one line, such as a paragraph or a speech.
///
/// A line can have several texts: for example, the cells of a table row.
struct LineTiming {
  /// A text in the line.
  private struct Part {
    /// The text of the part.
    var text: String
    /// The start of the part in the text of the line, in Unicode scalars.
    var start: Int
    /// Whether the part is a single sentence regardless of its punctuation, such as a heading.
    var isWhole = false
    /// Whether the part only helps to match the spoken text, such as the header of a cell.
    ///
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

  /// Adds a spoken item of this line, with the times of its spans.
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
  ///
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
