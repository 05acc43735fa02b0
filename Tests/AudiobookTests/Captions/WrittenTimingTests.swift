import TestSupport
import Testing

@testable import Audiobook

/// Tests of when the author's words are heard.
@Suite struct WrittenTimingTests {
  /// Returns the engine's words.
  ///
  /// Each takes a tenth of a second.
  private func spoken(_ text: String, breathAfter count: Int? = nil) -> TimedPieces {
    var timed = TimedPieces()
    let pieces = CaptionPiece.pieces(of: text)
    let parts = count.map { [Array(pieces.prefix($0)), Array(pieces.dropFirst($0))] } ?? [pieces]
    var start = 0
    for part in parts {
      let times = part.indices.map { $0 * 100 }
      timed.add(part, SpanTiming(start: start, end: start + part.count * 100, pieces: times))
      start += part.count * 100
    }
    return timed
  }

  private func outline(_ timed: TimedPieces?) -> [String]? {
    timed.map { timed in
      timed.pieces.indices.map { "\(timed.starts[$0])-\(timed.ends[$0]) \(timed.pieces[$0].text)" }
    }
  }

  @Test(arguments: [
    (
      "It cost $5 then.", "It cost five dollars then.",
      ["0-100 It", "100-200 cost", "200-400 $5", "400-500 then."]
    ),
    ("Mr. Smith left.", "Mister Smith left.", ["0-100 Mr.", "100-200 Smith", "200-300 left."]),
    (
      "BERNARD (40's M) waits", "Bernard (forties, male) waits",
      ["0-100 BERNARD", "100-200 (40's", "200-300 M)", "300-400 waits"]
    ),
    (
      "INT. BAR - DAY", "Interior. Bar. Day.",
      ["0-100 INT.", "100-175 BAR", "175-200 -", "200-300 DAY"]
    ),
    ("one two", "1: one two", ["0-200 one", "200-300 two"]),
    ("Wait -- what?", "Wait, what?", ["0-66 Wait", "66-100 --", "100-200 what?"]),
  ])
  func wordsHaveTheTimesAtWhichTheyAreSpoken(written: String, words: String, expected: [String]) {
    let timed = WrittenTiming.pieces(of: written, spoken: spoken(words), language: "en-US")
    #expect(outline(timed) == expected)
  }

  @Test func textSpokenInOtherWordsIsNotTimed() {
    let timed = WrittenTiming.pieces(
      of: "all that stands in this place of the book",
      spoken: spoken("Code example, Swift, 40 lines."),
      language: "en-US")
    #expect(outline(timed) == nil)
  }

  @Test func aBreathEndsASentence() {
    let timed = WrittenTiming.pieces(
      of: "to you and me", spoken: spoken("to you and me", breathAfter: 2), language: "en-US")
    #expect(timed?.pieces.map(\.ending) == [.word, .sentence, .word, .word])
  }

  /// Whatever the words are, each word has a time within the line, after the time of the word before it.
  @Test func timesAreInOrder() {
    var random = SeededGenerator(seed: 22)
    var count = 0
    let stock = [
      "$5", "1984", "Mr.", "--", "and", "and", "the", "end.", "(40's", "M)", "24/7", "café", "…",
      "II",
    ]
    for _ in 0..<400 {
      let written = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        stock.randomElement(using: &random) ?? ""
      }
      var words = written.flatMap { Bool.random(using: &random) ? [$0] : ["other", "words"] }
      if Bool.random(using: &random) { words.removeFirst() }
      let sound = spoken((words + ["end."]).joined(separator: " "))
      guard
        let timed = WrittenTiming.pieces(
          of: written.joined(separator: " "), spoken: sound, language: "en-US")
      else { continue }
      count += 1
      #expect(timed.pieces.map(\.text) == written)
      #expect(timed.starts == timed.starts.sorted() && timed.ends == timed.ends.sorted())
      #expect(zip(timed.starts, timed.ends).allSatisfy { $0 <= $1 })
      #expect(timed.ends.last == sound.ends.last)
    }
    #expect(count > 100)
  }
}
