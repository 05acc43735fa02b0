import Testing

@testable import Hablare

struct TextCutterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var limit: Int
    var pieces: [String]
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "nothing", text: "", limit: 5, pieces: []),
    Row(name: "what fits", text: "One two.", limit: 8, pieces: ["One two."]),
    Row(
      name: "sentences", text: "One. Two. Three.", limit: 11, pieces: ["One. Two. ", "Three."]),
    Row(
      name: "a sentence before clauses", text: "Yes! One, two, three, four.", limit: 20,
      pieces: ["Yes! ", "One, two, three, ", "four."]),
    Row(
      name: "words where no clause ends", text: "one two three four", limit: 9,
      pieces: ["one two ", "three ", "four"]),
    Row(
      name: "a mark at the very end of the room", text: "One two. Three.", limit: 8,
      pieces: ["One two.", " Three."]),
    Row(
      name: "a number is no sentence", text: "It is 2.5 or 3", limit: 9,
      pieces: ["It is 2.5", " or 3"]),
    Row(
      name: "titles and initials", text: "I met Mr. J. Smith now", limit: 16,
      pieces: ["I met Mr. J. ", "Smith now"]),
    Row(
      name: "a title ends no sentence", text: "Go. See Dr. Who.", limit: 14,
      pieces: ["Go. ", "See Dr. Who."]),
    Row(
      name: "small letters go on", text: "So. \"What?\" he asked. Yes", limit: 14,
      pieces: ["So. ", "\"What?\" ", "he asked. Yes"]),
    Row(
      name: "quotes close with the sentence", text: "\"Go!\" He went away", limit: 12,
      pieces: ["\"Go!\" ", "He went away"]),
    Row(
      name: "lines and paragraphs", text: "one\n\ntwo three\nfour", limit: 14,
      pieces: ["one\n\n", "two three\nfour"]),
    Row(
      name: "a word too long", text: "ab abcdefghij", limit: 4,
      pieces: ["ab ", "abcd", "efgh", "ij"]),
    Row(
      name: "Chinese and Japanese", text: "你好。「再见！」他说，好。", limit: 8,
      pieces: ["你好。「再见！」", "他说，好。"]),
    Row(
      name: "no cut before a closing quote", text: "你好。你「见！」他", limit: 7, pieces: ["你好。", "你「见！」他"]),
    Row(name: "Hindi", text: "एक। दो।", limit: 5, pieces: ["एक। ", "दो।"]),
    Row(name: "Arabic", text: "نعم؟ لا، نعم", limit: 8, pieces: ["نعم؟ ", "لا، نعم"]),
    Row(
      name: "graphemes stay whole", text: "👨‍👩‍👧👨‍👩‍👧", limit: 8, pieces: ["👨‍👩‍👧", "👨‍👩‍👧"]),
    Row(name: "a grapheme longer than the room", text: "👨‍👩‍👧a", limit: 2, pieces: ["👨‍👩‍👧", "a"]),
    Row(name: "scalars are counted, not bytes", text: "ñé ñé", limit: 5, pieces: ["ñé ñé"]),
    Row(
      name: "combining marks count", text: "e\u{301}e\u{301}", limit: 3,
      pieces: ["e\u{301}", "e\u{301}"]),
    Row(name: "dashes", text: "one two—three four", limit: 13, pieces: ["one two—", "three four"]),
  ]

  @Test(arguments: rows) func `text is cut at the best position within the limit`(row: Row) {
    #expect(TextCutter.pieces(of: row.text, limit: row.limit) == row.pieces)
  }

  @Test(arguments: [1, 2, 3, 7, 20, 100, 1000])
  func `joined pieces are the text, and each is within the limit`(limit: Int) {
    let alphabet: [String] = [
      "a", "word", "Long", ". ", "! ", ", ", " ", "\n", "\r\n", "。", "、", "é", "e\u{301}", "—",
      "\"",
      "(", ")", "  ", "Mr. ", "3.5", "猫",
    ]
    var random = UInt64(limit)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<60 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += alphabet[Int(random >> 33) % alphabet.count]
      }
      let pieces = TextCutter.pieces(of: text, limit: limit)
      #expect(pieces.joined() == text)
      for piece in pieces {
        #expect(!piece.isEmpty)
        #expect(piece.unicodeScalars.count <= limit || piece.count == 1)
      }
    }
  }
}
