import Basics
import Hablare
import Narration
import TextNormalization

/// The start and end of a span in its chapter, and the starts of its words if the engine reported them.
/// Captions need nothing else from the audio. The chapter's record stores the timings of all spans.
struct SpanTiming: Sendable, Equatable {
  /// The start, in milliseconds from the chapter's start.
  var start: Int
  /// The end, in milliseconds from the chapter's start.
  var end: Int
  /// The start of each piece of the text, in milliseconds after `start`; empty if unknown.
  var pieces: [Int] = []
}

extension SpanTiming {
  /// Creates a timing from the audible range and the word timings of a span, in samples from the chapter's
  /// start.
  init(of span: SpokenSpan, heard: Range<Int>, words: [WordTiming], sampleRate: Int) {
    func time(_ sample: Int) -> Int { CaptionCue.milliseconds(sample, at: sampleRate) }
    start = time(heard.lowerBound)
    end = time(heard.upperBound)
    // Word timings refer to positions in the text with phonemes, but captions do not show phonemes.
    guard !words.isEmpty, !span.hasPhonemes else { return }
    let known = Self.starts(of: CaptionPiece.pieces(of: span.text), words: words)
    guard known.contains(where: { $0 != nil }) else { return }
    let inside = known.map { sample in
      sample.map { min(max(time($0), start), end) - start }
    }
    pieces = Self.filled(inside, CaptionPiece.pieces(of: span.text), length: end - start)
  }

  /// Returns the sample at which each piece starts; nil for a piece without a timing.
  private static func starts(of pieces: [CaptionPiece], words: [WordTiming]) -> [Int?] {
    let words = words.sorted { $0.location < $1.location }
    var next = 0
    return pieces.map { piece in
      while next < words.count, words[next].location < piece.range.lowerBound { next += 1 }
      return next < words.count && words[next].location < piece.range.upperBound
        ? words[next].sample : nil
    }
  }

  /// Returns the start of each piece, in milliseconds after the start of the span.
  /// Unknown times are filled in between known times, in proportion to the widths of the pieces. The times
  /// never decrease.
  private static func filled(_ known: [Int?], _ pieces: [CaptionPiece], length: Int) -> [Int] {
    let ends = CaptionShare.columns(of: pieces)
    var result: [Int] = []
    var (lastColumn, last) = (0, 0)
    for (index, time) in known.enumerated() {
      if let time {
        last = max(last, time)
        lastColumn = ends[index]
        result.append(last)
      } else {
        let place = known[index...].firstIndex { $0 != nil }
        let time = max(last, place.flatMap { known[$0] } ?? length)
        let column = place.map { ends[$0] } ?? ends[pieces.count]
        result.append(
          CaptionShare.part(
            from: last, to: time, ends[index] - lastColumn, of: column - lastColumn))
      }
    }
    return result
  }
}

extension SpanTiming: Codable {
  /// Reads `[start, end, piece, piece…]`.
  /// This form is short, because a record has a timing for each span.
  init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    guard numbers.count >= 2, numbers[0] >= 0, numbers[1] >= numbers[0] else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not the timing of a span"))
    }
    (start, end, pieces) = (numbers[0], numbers[1], Array(numbers[2...]))
  }

  /// Writes the form that `init(from:)` reads.
  func encode(to encoder: any Encoder) throws { try ([start, end] + pieces).encode(to: encoder) }
}

/// Distributes time over the pieces of a text, in proportion to their columns.
enum CaptionShare {
  /// Returns, for each piece, the total width of all pieces before it, in columns.
  /// The last value is the total width of all pieces.
  static func columns(of pieces: [CaptionPiece]) -> [Int] {
    pieces.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.width) }
  }

  /// Returns the time that is the fraction `part` / `whole` of the way from `start` to `end`.
  static func part(from start: Int, to end: Int, _ part: Int, of whole: Int) -> Int {
    whole > 0 ? start + (end - start) * part / whole : start
  }
}

/// Finds the times of the author's words from the times of the spoken words.
/// The normalizer spells out the author's text, and reports the source of each word. The spelled-out words
/// are compared with the spoken words. Words without a match share the time between the matching words around
/// them.
struct WrittenTiming {
  private let written: [CaptionPiece]
  private let spoken: TimedPieces

  /// Returns the pieces of a written text with the times of its spoken form, or nil if too few words match.
  /// At least one of every `least` words must match. If `isStrict` is false, a text in which at most one word has no
  /// match is accepted too.
  static func pieces(
    of text: String, spoken: TimedPieces, language: String, least: Int = 4, isStrict: Bool = false
  ) -> TimedPieces? {
    let written = CaptionPiece.pieces(of: text)
    guard !written.isEmpty, !spoken.pieces.isEmpty else { return nil }
    let timing = WrittenTiming(written: written, spoken: spoken)
    let anchors = timing.anchors(in: text, language: language)
    let known = anchors.count { $0 != nil }
    let isOne = !isStrict && written.count - known < 2
    return known * least >= written.count || isOne ? timing.timed(by: anchors) : nil
  }

  // MARK: Anchors

  /// Returns the spoken pieces that match each written piece; nil for a piece without a match.
  private func anchors(in text: String, language: String) -> [Range<Int>?] {
    // Most lines are spoken as written, so each written piece matches the spoken piece at the same position.
    let (own, said) = (written.map(\.folded), spoken.pieces.map(\.folded))
    if own == said { return own.indices.map { own[$0].isEmpty ? nil : $0..<$0 + 1 } }
    let first = anchors(TextNormalizer(language: language, edition: .first).normalized(text), said)
    // The words do not tell which rule set read them, and most lines sound the same in both.
    guard first.contains(nil) else { return first }
    let second = anchors(TextNormalizer(language: language).normalized(text), said)
    return second.count { $0 != nil } > first.count { $0 != nil } ? second : first
  }

  private func anchors(_ normalized: NormalizedText, _ said: [String]) -> [Range<Int>?] {
    let sources = normalized.sources
    let words = CaptionPiece.pieces(of: normalized.text)
    let matches = WordMatching.matches(of: words.map(\.folded), in: said)
    var anchors = [Range<Int>?](repeating: nil, count: written.count)
    var place = 0
    for (word, match) in zip(words, matches) {
      let source = sources[word.range].first { !$0.isEmpty }?.lowerBound ?? 0
      while place + 1 < written.count, written[place].range.upperBound <= source { place += 1 }
      guard let match else { continue }
      anchors[place] = (anchors[place]?.lowerBound ?? match)..<match + 1
    }
    return anchors
  }

  // MARK: Times

  private func timed(by anchors: [Range<Int>?]) -> TimedPieces {
    var result = TimedPieces()
    var cuts = cuts(at: anchors)
    let end = Cut(written: written.count, spoken: spoken.pieces.count)
    // A cut at the end of the spoken text would leave no time for the written words after it.
    while cuts.count > 1, let last = cuts.last, last.spoken >= end.spoken { cuts.removeLast() }
    for (cut, next) in zip(cuts, cuts.dropFirst() + [end]) {
      result.add(
        written[cut.written..<next.written], during: cut.spoken..<next.spoken, of: spoken)
    }
    return result
  }

  /// A position in both texts, as an index of a piece in each.
  private struct Cut {
    var written: Int
    var spoken: Int
  }

  /// Returns the positions at which matching words begin, and the positions at which differing words begin.
  /// The first position is the beginning of both texts.
  private func cuts(at anchors: [Range<Int>?]) -> [Cut] {
    var cuts = [Cut(written: 0, spoken: 0)]
    func add(_ cut: Cut) {
      guard let last = cuts.last, cut.written > last.written, cut.spoken > last.spoken else {
        return
      }
      cuts.append(cut)
    }
    for (index, anchor) in anchors.enumerated() {
      guard let anchor else { continue }
      add(Cut(written: index, spoken: anchor.lowerBound))
      guard index + 1 < anchors.count, anchors[index + 1] == nil else { continue }
      let next = anchors[(index + 1)...].lazy.compactMap(\.self).first?.lowerBound
      if next ?? spoken.pieces.count > anchor.upperBound {
        add(Cut(written: index + 1, spoken: anchor.upperBound))
      }
    }
    return cuts
  }

  /// Finds the words that two versions of a text have in common.
  enum WordMatching {
    /// The maximum number of words that are skipped in a list to find the next match.
    private static let reach = 24

    /// Returns the index of each word in the other list, or nil for a word without a match; the indices
    /// increase.
    static func matches(of words: [String], in others: [String]) -> [Int?] {
      var matches = [Int?](repeating: nil, count: words.count)
      var (left, right) = (0, 0)
      while left < words.count, right < others.count {
        if words[left] == others[right] {
          if !words[left].isEmpty { matches[left] = right }
          (left, right) = (left + 1, right + 1)
        } else if let (skipped, passed) = meeting(words[left...], others[right...]) {
          (left, right) = (left + skipped, right + passed)
        } else {
          (left, right) = (left + 1, right + 1)
        }
      }
      return matches
    }

    /// Returns how many words to skip in each list so that the lists agree again; nil if `reach` words are not
    /// enough.
    private static func meeting(
      _ words: ArraySlice<String>, _ others: ArraySlice<String>
    ) -> (Int, Int)? {
      for distance in 1...2 * reach {
        for skipped in max(0, distance - reach)...min(distance, reach) {
          let passed = distance - skipped
          guard skipped < words.count, passed < others.count else { continue }
          let (left, right) = (words.startIndex + skipped, others.startIndex + passed)
          guard !words[left].isEmpty, words[left] == others[right] else { continue }
          let isLast = left + 1 == words.endIndex || right + 1 == others.endIndex
          if isLast || words[left + 1] == others[right + 1] { return (skipped, passed) }
        }
      }
      return nil
    }
  }
}

extension CaptionPiece {
  /// The letters and digits of the piece in lower case, for comparison.
  fileprivate var folded: String {
    String(
      text.lowercased().unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
  }
}

/// The pieces of a text, with the start and end of each piece in milliseconds.
struct TimedPieces {
  private(set) var pieces: [CaptionPiece] = []
  private(set) var starts: [Int] = []
  private(set) var ends: [Int] = []
  /// The indices of the pieces at the ends of spans, where the speaker draws breath.
  private(set) var breaths: Set<Int> = []

  /// Adds the pieces of a span.
  /// If the times of the pieces are unknown, the pieces share the span's time in proportion to their widths.
  mutating func add(_ new: [CaptionPiece], _ timing: SpanTiming) {
    guard !new.isEmpty else { return }
    let columns = CaptionShare.columns(of: new)
    let begins = new.indices.map { index in
      timing.pieces.count == new.count
        ? min(timing.start + timing.pieces[index], timing.end)
        : CaptionShare.part(
          from: timing.start, to: timing.end, columns[index], of: columns[new.count])
    }
    if !pieces.isEmpty {
      pieces[pieces.count - 1].ending = .sentence
      breaths.insert(pieces.count - 1)
    }
    let isFirst = pieces.isEmpty
    pieces += new
    if !isFirst { pieces[pieces.count - new.count].hasBlank = true }
    starts += begins
    ends += begins.dropFirst() + [timing.end]
  }

  /// Adds pieces that are spoken during a range of pieces of another text.
  /// The new pieces share the time of the range in proportion to their widths.
  mutating func add(
    _ new: ArraySlice<CaptionPiece>, during range: Range<Int>, of other: TimedPieces
  ) {
    guard let first = range.first, let last = range.last else { return }
    let new = Array(new)
    let columns = CaptionShare.columns(of: new)
    let begins = new.indices.map { index in
      CaptionShare.part(
        from: other.starts[first], to: other.ends[last], columns[index], of: columns[new.count])
    }
    pieces += new
    starts += begins
    ends += begins.dropFirst() + [other.ends[last]]
    if range.contains(where: other.breaths.contains), let index = pieces.indices.last {
      pieces[index].ending = .sentence
      breaths.insert(index)
    }
  }
}
