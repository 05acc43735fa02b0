import Testing

@testable import Hablare

/// Tests of finding the end of a clause if espeak has read a character or two too far.
struct ClauseEndTests {
  private static func end(_ text: String, isLast: Bool = false) -> ClauseEnd {
    let scalars = Array(text.unicodeScalars)
    return ClauseEnd(scalars, from: 0, readUntil: scalars.count, isLast: isLast)
  }

  @Test(arguments: [
    ("Hello there, D", 12, ","), ("Hello.", 6, "."), ("Really?\" ", 7, "?"), ("smith; i", 6, ";"),
    ("what?! n", 6, "?"), ("no!! B", 4, "!"), ("dollars... o", 10, "."),
    ("(of course). \"", 12, "."),
    ("« Oui », d", 8, ","), ("sí: s", 3, ":"), ("silence… T", 8, "."), ("是吗？好", 3, "?"),
  ])
  func `punctuation is found before the position up to which espeak has read`(
    text: String, place: Int, mark: Unicode.Scalar
  ) {
    let end = Self.end(text)
    #expect(end.place == place)
    #expect(end.mark == mark)
  }

  @Test(arguments: [("One.Two three", 13), ("a word", 6), ("3.14", 4)])
  func `a full stop inside a word is not an end`(text: String, place: Int) {
    #expect(Self.end(text, isLast: true).place == place)
    #expect(Self.end(text, isLast: true).mark == nil)
  }

  @Test func `a clause that was cut because of its length ends with a whole word`() {
    let text = Array("one two three".unicodeScalars)
    #expect(ClauseEnd(text, from: 0, readUntil: 9, isLast: false).place == 8)
    #expect(ClauseEnd(text, from: 0, readUntil: 7, isLast: false).place == 7)
  }
}

/// Tests of words in the phonemes of a clause.
struct PhonemeAlignmentTests {
  /// Returns the phonemes of each word, as found in a clause.
  private static func parts(_ clause: String, _ alone: [String]) -> [String] {
    let symbols = Array(clause.unicodeScalars)
    let words = alone.enumerated().map {
      PhonemeAlignment.Word(owner: $0.offset, phonemes: Array($0.element.unicodeScalars))
    }
    let owners = PhonemeAlignment.owners(of: symbols, among: words)
    return alone.indices.map { word in
      String(String.UnicodeScalarView(zip(symbols, owners).filter { $0.1 == word }.map(\.0)))
    }
  }

  @Test func `words that sound different in context are found`() {
    #expect(
      Self.parts("ðə kwˈɪk bɹˈaʊn fˈɑːks", ["ðˈiː", "kwˈɪk", "bɹˈaʊn", "fˈɑːks"])
        == ["ðə", "kwˈɪk", "bɹˈaʊn", "fˈɑːks"])
  }

  @Test func `joined words are separated`() {
    #expect(
      Self.parts("ˈaʊt əvðə hˈaʊs", ["ˈaʊt", "ʌv", "ðˈiː", "hˈaʊs"]) == [
        "ˈaʊt", "əv", "ðə", "hˈaʊs",
      ])
  }

  @Test func `a number of several words counts as one word`() {
    #expect(
      Self.parts("twˈɛnti fˈaɪv jˈɑːɹdz", ["twˈɛnti fˈaɪv", "jˈɑːɹdz"])
        == ["twˈɛntifˈaɪv", "jˈɑːɹdz"])
  }

  @Test func `a silent word has no phonemes, and the others keep their positions`() {
    #expect(Self.parts("ɡˈoʊ hˈoʊm", ["ɡˈoʊ", "", "hˈoʊm"]) == ["ɡˈoʊ", "", "hˈoʊm"])
    #expect(Self.parts("", ["ɡˈoʊ"]) == [""])
    #expect(Self.parts("ɡˈoʊ", [""]) == ["ɡˈoʊ"])
  }
}
