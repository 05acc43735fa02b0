import Testing

@testable import Narration

/// Tests of Documentation/speech.md, "Dialogue in prose": which words are quotations.
@Suite struct QuotationFinderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// The paragraphs with `[` and `]` around the words that are said; `]…` if no mark closes the piece, and `+[` if it
    /// goes on with the paragraph before.
    var expected: String
    var language = "en"
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "curly", text: "“No,” said Tom. “Not ‘today’.”",
      expected: "“[No,]” said Tom. “[Not ‘today’.]”"),
    Row(
      name: "straight", text: "\"No,\" said Tom--\"not today.\"",
      expected: "\"[No,]\" said Tom--\"[not today.]\""),
    Row(
      name: "single, with apostrophes and elisions",
      text: "'Don't,' said Tom. ''Tis the boys' dog.'\n\n'Em's mine,' she said.",
      expected: "'[Don't,]' said Tom. '['Tis the boys' dog.]'\n\n'[Em's mine,]' she said."),
    Row(
      name: "single curly", text: "‘It’s the girls’ turn,’ he said.",
      expected: "‘[It’s the girls’ turn,]’ he said."),
    Row(
      name: "low", text: "„Nein“, sagte sie. „Nie.“", expected: "„[Nein]“, sagte sie. „[Nie.]“",
      language: "de"),
    Row(
      name: "inward", text: "»Nein!« sagte sie. »Nie.«", expected: "»[Nein!]« sagte sie. »[Nie.]«",
      language: "de"),
    Row(
      name: "French marks", text: "« Non, dit-il. » Elle sourit. « Si ! »",
      expected: "« [Non, dit-il.] » Elle sourit. « [Si !] »", language: "fr"),
    Row(
      name: "French dashes", text: "— Non, dit-elle, jamais.\n\n— Pourquoi ? demanda Jean.",
      expected: "— [Non,] dit-elle, [jamais.]\n\n— [Pourquoi ?] demanda Jean.", language: "fr"),
    Row(
      name: "Spanish dashes", text: "—No —dijo ella—. Nunca.",
      expected: "—[No] —dijo ella—. [Nunca.]", language: "es"),
    Row(
      name: "Russian dashes", text: "— Нет, — сказал он. — Никогда.",
      expected: "— [Нет,] — сказал он. — [Никогда.]", language: "ru"),
    Row(
      name: "continued", text: "“One.\n\n“Two.” He went.\n\n“Three.”",
      expected: "“[One.]…\n\n“+[Two.]” He went.\n\n“[Three.]”"),
    Row(
      name: "never closed", text: "“No, said Tom.\n\nHe went.",
      expected: "“[No, said Tom.]…\n\nHe went."),
    Row(
      name: "none", text: "It's 5' 10\" and the boys' dog.",
      expected: "It's 5' 10\" and the boys' dog."),
    Row(
      name: "two styles of one level", text: "“No,” he said.\n\n\"Yes,\" she said.",
      expected: "“[No,]” he said.\n\n\"[Yes,]\" she said."),
  ]

  @Test(arguments: rows)
  func `the words between marks are quotations`(row: Row) {
    let texts = row.text.split(separator: "\n\n").map(String.init)
    let pieces = QuotationFinder(texts, language: row.language).pieces(of: texts)
    let shown = zip(texts, pieces).map { Self.shown($0, $1) }
    #expect(shown.joined(separator: "\n\n") == row.expected)
  }

  private static func shown(_ text: String, _ pieces: [QuotationFinder.Piece]) -> String {
    var bytes = Array(text.utf8)
    for piece in pieces.reversed() {
      bytes.insert(contentsOf: (piece.isClosed ? "]" : "]…").utf8, at: piece.words.upperBound)
      bytes.insert(contentsOf: (piece.isContinued ? "+[" : "[").utf8, at: piece.words.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `marks at random give pieces in order within the paragraph`() {
    let marks = [
      "\"", "'", "“", "”", "‘", "’", "„", "«", "»", "—", " ", "a", "tis", ".", ",", "\n", "é", "--",
    ]
    var state: UInt64 = 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<400 {
      let texts = (0..<4).map { _ in
        (0..<next(40)).map { _ in marks[next(marks.count)] }.joined()
      }
      for language in ["en", "fr", "es", "de", "ru"] {
        let found = QuotationFinder(texts, language: language).pieces(of: texts)
        for (text, pieces) in zip(texts, found) {
          var end = 0
          for piece in pieces {
            #expect(piece.outer.lowerBound >= end && piece.outer.upperBound <= text.utf8.count)
            #expect(piece.outer.lowerBound <= piece.words.lowerBound)
            #expect(piece.words.upperBound <= piece.outer.upperBound)
            #expect(text.utf8.prefix(piece.words.lowerBound).count == piece.words.lowerBound)
            end = piece.outer.upperBound
          }
        }
      }
    }
  }

  @Test func `many marks take linear time`() {
    let text = String(repeating: "“'a \"", count: 50_000)
    #expect(QuotationFinder([text], language: "en").pieces(of: [text])[0].count <= 100_000)
  }
}
