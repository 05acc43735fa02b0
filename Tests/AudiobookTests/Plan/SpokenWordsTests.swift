import Testing

@testable import Audiobook

@Suite struct SpokenWordsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var words: Int
    var testDescription: String { text }

    init(_ text: String, _ words: Int) { (self.text, self.words) = (text, words) }
  }

  @Test(arguments: [
    Row("", 0), Row(" -- … ", 0), Row("No.", 1), Row("Who is there?", 3),
    Row("I don't know.", 3), Row("I don\u{2019}t know.", 3), Row("a half-way house", 3),
    Row("It costs 3.50 or 1,000.", 5), Row("e.g. this", 2), Row("Well...yes", 2),
    Row("yes - no", 2), Row("'tis said 'so'", 3), Row("C3PO", 1), Row("cafe\u{301} au lait", 3),
    Row("Straße, oui, да", 3),
    // In scripts without spaces between words, letters count.
    Row("你好。", 2), Row("東京タワー", 5), Row("สวัสดี", 4), Row("iPhone を買う", 4),
    // Korean has spaces.
    Row("안녕 하세요", 2),
  ]) func `words are counted as a reader counts them`(_ row: Row) {
    #expect(SpokenWords.count(in: row.text) == row.words)
  }

  struct AmountRow: Sendable, CustomTestStringConvertible {
    var text: String
    var units: Double
    var testDescription: String { text }

    init(_ text: String, _ units: Double) { (self.text, self.units) = (text, units) }
  }

  @Test(arguments: [
    AmountRow("", 2), AmountRow("No", 4), AmountRow("No.", 5),
    // 11.5 is the middle between the minimum length of this text, 8 letters, and the maximum length, 15
    // letters.
    AmountRow("Well -- ... yes", 2 + 11.5 + 9),
    AmountRow("777", 2 + 9), AmountRow("FBI", 2 + 9),
    // Pauses within the text count. Pauses at its end do not.
    AmountRow("One. Two", 2 + 7.5 + 9), AmountRow("One, two", 2 + 7.5 + 5),
    AmountRow("\"One.\" Two", 2 + 9 + 9), AmountRow("3.5 mm", 2 + 10),
    AmountRow("One – two", 2 + 8 + 5),
    // A letter of another script represents several sounds. No space is needed after its punctuation marks.
    AmountRow("你好", 2 + 10), AmountRow("你。好", 2 + 10 + 3 + 9), AmountRow("мир", 5),
    AmountRow("안녕", 2 + 6), AmountRow("سلام", 2 + 8), AmountRow("का", 2 + 3),
    AmountRow("мы, ok", 2 + 5.5 + 5),
  ]) func `the length of speech depends on more than letters`(_ row: AmountRow) {
    #expect(SpeechAmount(row.text).units == row.units)
  }
}
