import Testing

@testable import Phonemes

@Suite("Phonemes of a text")
struct PhonemeTextTests {
  /// A text of two sentences, whose words are single letters so that lengths are easy to see.
  private static let text = PhonemeText(
    leading: "“",
    tokens: [
      .init(range: 1..<2, phonemes: "a", following: " "),
      .init(range: 3..<4, phonemes: "b", following: ", "),
      .init(range: 6..<7, phonemes: "c", following: ". "),
      .init(range: 9..<10, phonemes: "d", following: " "),
      .init(range: 11..<12, phonemes: "e", following: "; "),
      .init(range: 14..<15, phonemes: "f", following: "!"),
    ], unread: ["zork"], sentenceEnds: [2, 5])

  @Test(arguments: [
    (400, true, ["“a b, c.", "d e; f!"]), (400, false, ["“a b, c. d e; f!"]),
    (16, false, ["“a b, c. d e; f!"]), (15, false, ["“a b, c.", "d e; f!"]),
    (8, true, ["“a b, c.", "d e; f!"]), (7, true, ["“a b,", "c.", "d e; f!"]),
    (6, true, ["“a b,", "c.", "d e;", "f!"]), (3, true, ["“a", "b,", "c.", "d", "e;", "f!"]),
    (1, true, ["“a", "b,", "c.", "d", "e;", "f!"]),
  ])
  func piecesEndWhereSpeechPauses(limit: Int, everySentence: Bool, pieces: [String]) {
    let cut = Self.text.pieces(limit: limit, everySentence: everySentence)
    #expect(cut.map(\.phonemes) == pieces)
    #expect(cut.flatMap { $0.tokens.map(\.range) } == Self.text.tokens.map(\.range))
    #expect(cut.flatMap(\.unread) == ["zork"])
    #expect(cut.last?.sentenceEnds.last == (cut.last?.tokens.count ?? 0) - 1)
  }

  @Test func aWordAboveTheLimitIsCut() {
    let text = PhonemeText(
      tokens: [.init(range: 0..<9, phonemes: "abcdefghi", following: ".")], sentenceEnds: [0])
    let pieces = text.pieces(limit: 4)
    #expect(pieces.map(\.phonemes) == ["abcd", "efgh", "i."])
    #expect(pieces.map(\.sentenceEnds) == [[], [], [0]])
  }

  @Test func emptyTextHasNoPieces() {
    #expect(PhonemeText().pieces() == [])
    #expect(PhonemeText(leading: "…").pieces().map(\.phonemes) == ["…"])
  }

  @Test func numbersHaveTheirWords() throws {
    let json = "{\"a\": 43, \"b\": 44, \",\": 3, \" \": 16, \"ˈ\": 156}"
    let vocabulary = try PhonemeVocabulary(json: Array(json.utf8))
    let text = PhonemeText(tokens: [
      .init(range: 0..<1, phonemes: "ˈaʘ", following: ", "),
      .init(range: 3..<4, phonemes: "b", following: "!"),
    ])
    let ids = text.ids(vocabulary)
    #expect(ids.ids == [0, 156, 43, 3, 16, 44, 0])
    #expect(ids.owners == [nil, 0, 0, nil, nil, 1, nil])
  }

  @Test(arguments: ["", "[]", "{\"ab\": 1}", "{\"a\": 0}", "{\"a\": \"b\"}", "{\"a\": 1.5}"])
  func aVocabularyHasSymbolsWithNumbers(json: String) {
    #expect(throws: PhonemeVocabularyError.self) { try PhonemeVocabulary(json: Array(json.utf8)) }
  }
}
