import Testing

@testable import Audiobook

@Suite struct SpeechPaceTests {
  struct LengthRow: Sendable, CustomTestStringConvertible {
    var text: String
    var fewest: Int
    var most: Int
    var alphabet: Alphabet?
    var testDescription: String { text }

    init(_ text: String, _ fewest: Int, _ most: Int, in alphabet: Alphabet? = .latin) {
      (self.text, self.fewest, self.most, self.alphabet) = (text, fewest, most, alphabet)
    }
  }

  @Test(arguments: [
    LengthRow("", 0, 0),
    LengthRow("No.", 3, 3),
    LengthRow("Who is there?", 13, 13),
    // A gap between words counts as one letter, however long the gap is.
    LengthRow("Well -- ... yes", 8, 15),
    LengthRow("... – ...", 1, 9),
    // A drawn-out word counts as one letter, but it may also be spelled.
    LengthRow("Nooooo", 3, 26),
    LengthRow("Shhhh", 3, 21),
    LengthRow("balloon", 7, 7),
    // A digit can be a word.
    LengthRow("777", 3, 15),
    LengthRow("3.5", 3, 11),
    LengthRow("½", 1, 5),
    // Single letters may be spelled.
    LengthRow("FBI", 3, 15),
    LengthRow("I am", 4, 8),
    LengthRow("x y", 3, 11),
    LengthRow("McCoy", 5, 5),
    // Symbols that are spoken.
    LengthRow("C#", 2, 10),
    LengthRow("a_b", 3, 15),
    LengthRow("5 %", 2, 11),
    LengthRow("🎉", 1, 5),
    // An accent is part of its letter.
    LengthRow("café", 4, 4),
    LengthRow("cafe\u{301}", 4, 4),
    // Letters of other scripts, and of the book's own script.
    LengthRow("你好", 2, 16),
    LengthRow("สวัสดี", 6, 48),
    LengthRow("мир", 3, 24),
    LengthRow("мир", 3, 3, in: .cyrillic),
    LengthRow("κόσμε", 5, 5, in: .greek),
    LengthRow("word", 4, 32, in: .cyrillic),
    LengthRow("word", 4, 32, in: nil),
  ]) func howLongATextIs(_ row: LengthRow) {
    let length = TextLength(row.text, alphabet: row.alphabet)
    #expect(length.fewest == row.fewest)
    #expect(length.most == row.most)
  }

  @Test(
    arguments: [
      (["Hello", "мир"], .latin), (["мир", "Hi"], .cyrillic), (["κόσμε", "a"], .greek),
      ([], .latin), (["123", "!"], .latin), (["私はガラスを食べられます", "YouTube"], nil),
    ] as [([String], Alphabet?)])
  func theAlphabetOfABookIsThatOfMostOfItsLetters(_ texts: [String], _ expected: Alphabet?) {
    #expect(Alphabet.main(of: texts) == expected)
  }

  struct PaceRow: Sendable, CustomTestStringConvertible {
    var letters: Int
    var seconds: Double
    var tempo = 1.0
    var fault: SpeechPace.Fault?
    var testDescription: String { "\(letters) letters in \(seconds) s at \(tempo)" }
  }

  @Test(arguments: [
    PaceRow(letters: 140, seconds: 10),
    PaceRow(letters: 350, seconds: 10),
    PaceRow(letters: 351, seconds: 10, fault: .tooFast(35.1, bound: 35)),
    PaceRow(letters: 40, seconds: 0.1, fault: .tooFast(400, bound: 35)),
    PaceRow(letters: 3, seconds: 0.09),
    PaceRow(letters: 40, seconds: 10),
    PaceRow(letters: 39, seconds: 10, fault: .tooSlow(3.9, bound: 4)),
    PaceRow(letters: 2, seconds: 1.99),
    PaceRow(letters: 2, seconds: 2, fault: .tooSlow(1, bound: 4)),
    // Speech at the requested tempo is not a fault.
    PaceRow(letters: 700, seconds: 10, tempo: 2),
    PaceRow(letters: 701, seconds: 10, tempo: 2, fault: .tooFast(70.1, bound: 70)),
    PaceRow(letters: 39, seconds: 10, tempo: 2, fault: .tooSlow(3.9, bound: 4)),
    PaceRow(letters: 20, seconds: 10, tempo: 0.5),
    PaceRow(letters: 19, seconds: 10, tempo: 0.5, fault: .tooSlow(1.9, bound: 2)),
    PaceRow(letters: 351, seconds: 10, tempo: 0.5, fault: .tooFast(35.1, bound: 35)),
    // A tempo outside of the range of the voices counts as the nearest tempo in the range.
    PaceRow(letters: 701, seconds: 10, tempo: 1e300, fault: .tooFast(70.1, bound: 70)),
    PaceRow(letters: 19, seconds: 10, tempo: -1e300, fault: .tooSlow(1.9, bound: 2)),
  ]) func tooFastAndTooSlow(_ row: PaceRow) {
    let text = String(String(repeating: "ab", count: row.letters).prefix(row.letters))
    #expect(
      SpeechPace(tempo: row.tempo).fault(TextLength(text), seconds: row.seconds) == row.fault)
  }
}
