import Foundation
import Guion
import Hablare
import Narration
import Testing

@testable import Audiobook

/// Tests of word times, and of how long cues are shown.
@Suite struct CaptionTimingTests {
  private func span(_ text: String, phonemes: Bool = false, written: String? = nil) -> SpokenSpan {
    SpokenSpan(
      text: text, hasPhonemes: phonemes, written: written,
      performance: Performance(
        voice: VoiceURI(providerId: "tone", voiceId: "alto"), languageCode: "en-US",
        options: VoiceOptions(), gain: 0, effect: nil))
  }

  private func timing(_ text: String, _ words: [(Int, Int)], phonemes: Bool = false) -> SpanTiming {
    SpanTiming(
      of: span(text, phonemes: phonemes), heard: 1000..<5000,
      words: words.map { WordTiming(location: $0.0, length: 1, sample: $0.1) }, sampleRate: 1000)
  }

  // MARK: Words

  private struct Timed: Sendable {
    var text: String
    /// The position of each word, and its sample.
    var words: [(Int, Int)]
    var starts: [Int]

    init(_ text: String, _ words: [(Int, Int)], _ starts: [Int]) {
      (self.text, self.words, self.starts) = (text, words, starts)
    }
  }

  private static let timed: [Timed] = [
    // Every word has its own time.
    Timed("one two three", [(0, 1000), (4, 2000), (8, 4000)], [0, 1000, 3000]),
    // Punctuation before a word does not matter.
    Timed("“one” (two)", [(1, 1100), (7, 2000)], [100, 1000]),
    // A word without a reported time begins between its neighbours, in proportion to the lengths of the
    // words.
    Timed("aa bb cc dd", [(0, 1000), (9, 4000)], [0, 1000, 2000, 3000]),
    Timed("aa bb", [(0, 1000)], [0, 2000]),
    Timed("aa bb", [(3, 4000)], [0, 3000]),
    // Times are within the span and never go back, whatever an engine reports.
    Timed("aa bb cc", [(0, -5), (3, 99_000), (6, 2000)], [0, 4000, 4000]),
    Timed("aa bb cc", [(6, 3000), (3, 2000), (0, 1500)], [500, 1000, 2000]),
    Timed("aa bb", [(77, 2000), (-3, 1)], []),
    Timed("aa bb", [], []),
    // Two bytes, one scalar.
    Timed("é à ü", [(0, 1000), (2, 2000), (4, 3000)], [0, 1000, 2000]),
  ]

  @Test(arguments: timed)
  private func `pieces have the times of their words`(row: Timed) {
    let timing = timing(row.text, row.words)
    #expect(timing == SpanTiming(start: 1000, end: 5000, pieces: row.starts))
  }

  @Test func `a span with phonemes has no word times`() {
    #expect(timing("a [[b@]] c", [(0, 1000), (2, 2000)], phonemes: true).pieces.isEmpty)
  }

  @Test func `samples are rounded to the nearest millisecond`() {
    #expect(
      [0, 11, 12, 22_050, 33].map { CaptionCue.milliseconds($0, at: 22_050) } == [0, 0, 1, 1000, 1])
  }

  @Test func `a record stores timings`() throws {
    let timings = [SpanTiming(start: 5, end: 9, pieces: [0, 2]), SpanTiming(start: 9, end: 9)]
    let bytes = try JSONEncoder().encode(timings)
    #expect(String(decoding: bytes, as: UTF8.self) == "[[5,9,0,2],[9,9]]")
    #expect(try JSONDecoder().decode([SpanTiming].self, from: bytes) == timings)
    for broken in ["[[5]]", "[[9,5]]", "[[-1,5]]", "[[\"a\",5]]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([SpanTiming].self, from: Data(broken.utf8))
      }
    }
  }

  // MARK: Chapters

  private func item(_ role: String?, _ spans: [SpokenSpan]) -> SpokenItem {
    let voice = VoiceURI(providerId: "tone", voiceId: "alto")
    return SpokenItem(
      kind: .element(.dialogue), role: role.map { Role(name: $0, voice: voice, whisper: nil) },
      line: 1, spans: spans)
  }

  private func cues(
    _ passages: [[SpokenItem]], _ timings: [SpanTiming], length: Int = 60_000
  ) throws -> [String] {
    let read = TableRead(
      passages: passages.map { Passage(pauseBefore: 0, items: $0) }, pauseAfter: 0)
    let cues = try #require(
      ChapterCaptions.cues(of: read, timings: timings, samples: length, sampleRate: 1000))
    return cues.map { cue in
      "\(cue.start)-\(cue.end) \(cue.speaker): \(cue.lines.joined(separator: "/"))"
    }
  }

  @Test func `without word times an item's time is divided by length`() throws {
    let text = String(repeating: "abcd abcd abcd abcd. ", count: 8)
    let found = try cues([[item(nil, [span(text)])]], [SpanTiming(start: 1000, end: 17_000)])
    #expect(
      found == [
        "1000-8920 : abcd abcd abcd abcd. abcd abcd abcd abcd./abcd abcd abcd abcd. abcd abcd abcd abcd.",
        "9000-17000 : abcd abcd abcd abcd. abcd abcd abcd abcd./abcd abcd abcd abcd. abcd abcd abcd abcd.",
      ])
  }

  @Test func `with word times a cue begins with its first word`() throws {
    let text = String(repeating: "abcd abcd abcd abcd. ", count: 8)
    let pieces = (0..<32).map { $0 < 16 ? $0 * 100 : 9000 + $0 * 100 }
    let found = try cues(
      [[item(nil, [span(text)])]], [SpanTiming(start: 1000, end: 17_000, pieces: pieces)])
    #expect(found.map { $0.prefix { $0 != " " } } == ["1000-11520", "11600-17000"])
  }

  @Test func `a cue ends at a pause within a speech`() throws {
    let text = "This is a sentence of more than forty columns, it is, and of two lines as well."
    let found = try cues(
      [[item("ANN", [span(text), span(text)])]],
      [SpanTiming(start: 0, end: 6000), SpanTiming(start: 9000, end: 15_000)])
    #expect(found.map { $0.prefix { $0 != " " } } == ["0-6000", "9000-15000"])
  }

  @Test func `cues of short speeches stay as long as there is silence`() throws {
    let found = try cues(
      [[item(nil, [span("No.")])], [item("ANN", [span("Yes.")])], [item("BEN", [span("Well.")])]],
      [
        SpanTiming(start: 100, end: 300), SpanTiming(start: 700, end: 900),
        SpanTiming(start: 4000, end: 4100),
      ], length: 4500)
    #expect(found == ["100-700 : No.", "700-1533 ANN: Yes.", "4000-4500 BEN: Well."])
  }

  @Test func `a cue is shown as long as reading takes, if there is silence`() throws {
    let found = try cues(
      [[item(nil, [span("Thirty-four characters, read fast.")])]], [SpanTiming(start: 0, end: 500)])
    #expect(found == ["0-2000 : Thirty-four characters, read fast."])
  }

  @Test func `simultaneous speeches overlap, in the order of their starts`() throws {
    let text = "This is a sentence of more than forty columns, it is, and of two lines as well."
    let found = try cues(
      [
        [item(nil, [span("Before.")])],
        [item("ANN", [span(text), span("Again.")]), item("BEN", [span("Short. "), span(text)])],
        [item("BEN", [span("After.")])],
      ],
      [
        SpanTiming(start: 0, end: 900), SpanTiming(start: 2000, end: 6000),
        SpanTiming(start: 6500, end: 7000), SpanTiming(start: 2000, end: 2500),
        SpanTiming(start: 3000, end: 8000), SpanTiming(start: 9000, end: 9500),
      ])
    #expect(
      found.map { $0.prefix { $0 != ":" } } == [
        "0-900 ", "2000-6420 ANN", "2000-2833 BEN", "3000-8000 BEN", "6500-7333 ANN",
        "9000-9833 BEN",
      ])
  }

  @Test func `cues without a duration are not lost`() throws {
    let found = try cues(
      [[item(nil, [span("One.")])], [item(nil, [span("Two.")])], [item(nil, [span("Three.")])]],
      [
        SpanTiming(start: 5, end: 5), SpanTiming(start: 5, end: 5), SpanTiming(start: 5, end: 5),
      ], length: 5)
    #expect(found == ["5-6 : One.", "6-7 : Two.", "7-8 : Three."])
  }

  @Test func `captions show words where engines get phonemes`() throws {
    let spans = [
      span("say [[h@'loU]] now", phonemes: true, written: "say hello now"),
      span("and [[h@'loU]] [[x", phonemes: true), span("not [[this]]"),
    ]
    #expect(spans.map(\.captionText) == ["say hello now", "and  [[x", "not [[this]]"])
  }

  @Test func `timings of another table read give no cues`() {
    let read = TableRead(
      passages: [Passage(pauseBefore: 0, items: [item(nil, [span("a")])])], pauseAfter: 0)
    #expect(ChapterCaptions.cues(of: read, timings: [], samples: 9, sampleRate: 1) == nil)
  }

  // MARK: Books in one file

  @Test(arguments: CaptionFormat.allCases)
  func `cues of joined chapters are moved to where the chapters start`(format: CaptionFormat) {
    let cue = CaptionCue(
      start: 10, end: 1000, speaker: "ANN", lines: ["1", "00:00:01.000 --> 00:00:02.000"])
    let chapters: [(cues: [CaptionCue], start: Int)] = [
      ([cue], 0), ([cue, cue], 999), ([], 1499), ([cue], 3_600_000),
    ]
    let ends = chapters.dropFirst().map(\.start) + [3_700_000]
    var count = 0
    let colors = [CaptionCue.Color(speaker: "ANN", value: "#90bdf5")]
    var text = format.writer.head(colors)
    for (chapter, end) in zip(chapters, ends) {
      text += format.writer.part(
        format.writer.text(of: chapter.cues, colors: chapter.cues.isEmpty ? [] : colors),
        of: CaptionShift(start: chapter.start, end: end), after: &count)
    }
    // The second chapter lasts only half a second.
    let times = [(10, 999), (1009, 1499), (1009, 1499), (3_600_010, 3_601_000)]
    let moved = times.map {
      CaptionCue(start: $0, end: $1, speaker: cue.speaker, lines: cue.lines)
    }
    let whole = format.writer.text(of: moved, colors: colors)
    // In SubRip each chapter names its speakers again.
    #expect(
      text.replacing("ANN: ", with: "").utf8.elementsEqual(
        whole.replacing("ANN: ", with: "").utf8), "\(text)")
  }
}
