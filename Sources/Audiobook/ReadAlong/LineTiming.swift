import Narration

/// When the author's words of a line sound: a line is what is read as one, such as a paragraph or a speech.
struct LineTiming {
  /// A text that a line has words of.
  private struct Part {
    /// Its words.
    var text: String
    /// Where its words begin among those of the line, in Unicode scalars.
    var start: Int
    /// Whether they are one sentence, whatever marks they have, such as those of a heading.
    var isWhole = false
    /// Whether the words are only there to be compared with what is said, such as the header of a cell.
    var isGlue = false
  }

  private var parts: [Part] = []
  /// The words of all parts.
  private var text = ""
  private var length = 0
  private var spoken = TimedPieces()
  private var hasWordTimes = false
  private var language = ""
  /// Milliseconds.
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

  /// Adds something that is said in this line.
  mutating func add(_ item: SpokenItem, _ timings: ArraySlice<SpanTiming>) {
    for (span, timing) in zip(item.spans, timings) {
      spoken.add(CaptionPiece.pieces(of: span.captionText), timing)
      hasWordTimes = hasWordTimes || !timing.pieces.isEmpty
    }
    if language.isEmpty { language = item.spans.first?.performance.languageCode ?? "" }
    guard let first = timings.first, let last = timings.last else { return }
    time = min(time?.lowerBound ?? first.start, first.start)..<max(time?.upperBound ?? 0, last.end)
  }

  /// The sentences of each part, in the order of the parts.
  ///
  /// `onlyIfAlike`, none if what is said has too little in common with the words, as of code that is announced.
  func sentences(onlyIfAlike: Bool) -> [[PageSentence]]? {
    guard let time else { return nil }
    let written = CaptionPiece.pieces(of: text)
    let known = WrittenTiming.pieces(
      of: text, spoken: spoken, language: language, least: onlyIfAlike ? 2 : 4,
      isStrict: onlyIfAlike)
    if known == nil, onlyIfAlike { return nil }
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
  /// Takes another time, in which its words begin.
  fileprivate mutating func fit(_ time: Range<Int>) {
    self.time = time
    var last = time.lowerBound
    for index in words.indices {
      last = min(max(last, words[index].start), time.upperBound - 1)
      words[index].start = last
    }
  }
}
