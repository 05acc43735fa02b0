import Hablare
import Narration

/// When a span sounds in its chapter, and each of its words where the engine has told that: all that captions
/// need of a sound, short enough to keep in the chapter's record.
struct SpanTiming: Sendable, Equatable {
  /// Milliseconds from the chapter's start.
  var start: Int
  /// Milliseconds.
  var end: Int
  /// The start of each piece of its text in milliseconds behind `start`; empty where it is not known.
  var pieces: [Int] = []
}

extension SpanTiming {
  /// Takes a span's place in samples, and the timings of its words in samples from the chapter's start.
  init(of span: SpokenSpan, heard: Range<Int>, words: [WordTiming], sampleRate: Int) {
    func time(_ sample: Int) -> Int { CaptionCue.milliseconds(sample, at: sampleRate) }
    start = time(heard.lowerBound)
    end = time(heard.upperBound)
    // Words are counted in the text with its phonemes, which nobody reads.
    guard !words.isEmpty, !span.hasPhonemes else { return }
    let known = Self.starts(of: CaptionPiece.pieces(of: span.text), words: words)
    guard known.contains(where: { $0 != nil }) else { return }
    let inside = known.map { sample in
      sample.map { min(max(time($0), start), end) - start }
    }
    pieces = Self.filled(inside, CaptionPiece.pieces(of: span.text), length: end - start)
  }

  /// The sample at which each piece starts; nil where no timing is for it.
  private static func starts(of pieces: [CaptionPiece], words: [WordTiming]) -> [Int?] {
    let words = words.sorted { $0.location < $1.location }
    var next = 0
    return pieces.map { piece in
      while next < words.count, words[next].location < piece.range.lowerBound { next += 1 }
      return next < words.count && words[next].location < piece.range.upperBound
        ? words[next].sample : nil
    }
  }

  /// Puts what is not known between what is, in proportion to the widths; times never decrease.
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
  /// Reads `[start, end, piece, piece…]`: a record has one of these for every request.
  init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    guard numbers.count >= 2, numbers[0] >= 0, numbers[1] >= numbers[0] else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no timing of a span"))
    }
    (start, end, pieces) = (numbers[0], numbers[1], Array(numbers[2...]))
  }

  /// Writes what `init(from:)` reads.
  func encode(to encoder: any Encoder) throws { try ([start, end] + pieces).encode(to: encoder) }
}

/// Shares time out over text, in proportion to its columns.
enum CaptionShare {
  /// The columns before each piece, and behind the last.
  static func columns(of pieces: [CaptionPiece]) -> [Int] {
    pieces.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.width) }
  }

  /// The time at a part of the way from one to another.
  static func part(from start: Int, to end: Int, _ part: Int, of whole: Int) -> Int {
    whole > 0 ? start + (end - start) * part / whole : start
  }
}
