import Narration

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
