import TestSupport
import Testing

@testable import Audiobook

/// Tests of sentences and their times.
@Suite struct SentenceCutterTests {
  private func sentences(_ text: String) -> [String] {
    let pieces = CaptionPiece.pieces(of: text).enumerated().map { index, piece in
      SentenceCutter.TimedPiece(piece: piece, start: index * 100, end: index * 100 + 100)
    }
    let scalars = Array(text.unicodeScalars)
    return SentenceCutter.sentences(of: pieces, hasWordTimes: true).map { sentence in
      var words = String.UnicodeScalarView()
      words.append(contentsOf: scalars[sentence.range])
      return String(words)
    }
  }

  @Test(arguments: [
    ("One. Two!", ["One.", "Two!"]),
    ("Mr. Smith left. He ran.", ["Mr. Smith left.", "He ran."]),
    ("“Stop!” she said. “Why?”", ["“Stop!” she said.", "“Why?”"]),
    ("No end", ["No end"]),
    ("The U.S. Army went.", ["The U.S. Army went."]),
    // Text without words belongs to the sentence next to it.
    ("-- One. … Two. --", ["-- One.", "… Two. --"]),
    ("…", ["…"]),
    ("", []),
  ])
  func sentencesAreCutAtTheirEnds(text: String, expected: [String]) {
    #expect(sentences(text) == expected)
  }

  @Test func wordsStartWhenTheyAreHeard() {
    let pieces = CaptionPiece.pieces(of: "A -- bé c.").enumerated().map { index, piece in
      SentenceCutter.TimedPiece(piece: piece, start: index * 100, end: index * 100 + 100)
    }
    let sentence = SentenceCutter.sentences(of: pieces, hasWordTimes: true).first
    #expect(sentence?.time == 0..<400)
    #expect(
      sentence?.words == [
        PageWord(range: 0..<1, start: 0), PageWord(range: 5..<7, start: 200),
        PageWord(range: 8..<10, start: 300),
      ])
    #expect(SentenceCutter.sentences(of: pieces, hasWordTimes: false).first?.words == [])
  }

  /// For any measured times, sentences follow each other within the line, and none has an empty time.
  @Test func timesArePutInOrder() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let count = Int.random(in: 1...12, using: &random)
      let start = Int.random(in: 0...500, using: &random)
      let line = start..<start + Int.random(in: 0...60, using: &random)
      let times = (0..<count).map { _ in
        let first = Int.random(in: 0...600, using: &random)
        return first..<first + Int.random(in: 0...80, using: &random)
      }
      let ordered = SentenceCutter.order(times, within: line)
      #expect(ordered.count == count && ordered.allSatisfy { !$0.isEmpty })
      #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      #expect((ordered.first?.lowerBound ?? 0) >= line.lowerBound)
      #expect((ordered.last?.upperBound ?? 0) <= max(line.upperBound, line.lowerBound + count))
    }
  }
}
