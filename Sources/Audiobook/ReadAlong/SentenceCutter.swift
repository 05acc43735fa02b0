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
  ///
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
  ///
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
