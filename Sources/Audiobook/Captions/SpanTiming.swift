import Hablare
import Narration

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
