import Narration

/// The timing of the author's words in one line.
///
/// A line is read as one unit, such as a paragraph or a speech.
struct LineTiming {
  /// A text in the line.
  private struct Part {
    /// Its characters.
    var text: String
    /// Its start in the text of the line, in Unicode scalars.
    var start: Int
    /// Whether it is a single sentence regardless of its punctuation, such as a heading.
    var isWhole = false
    /// Whether the text only helps to match what is spoken, such as the header of a cell.
    ///
    /// It gets no sentences.
    var isGlue = false
  }

  private var parts: [Part] = []
  /// The texts of all parts, joined.
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

  /// Adds an item that is spoken in this line.
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
  /// With `onlyIfMatching`, returns nil if the spoken text shares too few words with the written text, as for code
  /// that is only announced.
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
  /// Moves the sentence to another time and fits its words into it.
  fileprivate mutating func fit(_ time: Range<Int>) {
    self.time = time
    var last = time.lowerBound
    for index in words.indices {
      last = min(max(last, words[index].start), time.upperBound - 1)
      words[index].start = last
    }
  }
}
