import Testing

@testable import Phonemes

/// Tests that need no voice's lexicon: positions, questions about unknown words, given phonemes.
@Suite("Reading")
struct EnglishReaderTests {
  private func words(_ text: PhonemeText, in source: String) -> [String] {
    let symbols = Array(source.unicodeScalars)
    return text.tokens.map { symbols[$0.range].string }
  }

  @Test(arguments: [
    ("Hello, “red” world!", ["Hello", "“red”", "world"], "həlˈO, ɹˈɛd wˈɜɹld!"),
    ("  The   apple …  ", ["The", "apple"], "ði ˈæpᵊl …"),
    ("St. Apple", ["St.", "Apple"], "sˈAnt ˈæpᵊl"),
    ("hello\n\nworld", ["hello", "world"], "həlˈO wˈɜɹld"),
    ("Hello. World?", ["Hello", "World"], "həlˈO. wˈɜɹld?"),
    ("red=red", ["red", "=", "red"], "ɹˈɛd ˈikwᵊlz ɹˈɛd"),
    ("ＨＥＬＬＯ 🙂 world", ["ＨＥＬＬＯ", "world"], "həlˈO  wˈɜɹld"),
    ("red-apple", ["red-apple"], "ɹˌɛdˈæpᵊl"), ("A.B.C.", ["A.B.C."], "ˌAbˌisˈi"),
    ("apples", ["apples"], "ˈæpᵊlz"), ("zebra's", ["zebra's"], "zˈibɹəz"),
    ("", [], ""), ("…", [], "…"), ("\u{FFFF}red", ["red"], "ɹˈɛd"),
  ])
  func wordsHaveTheirPositions(source: String, places: [String], phonemes: String) throws {
    let draft = try SmallVoice().reader.draft([.text(source)])
    #expect(draft.questions == [])
    let text = draft.reading
    #expect(words(text, in: source) == places)
    #expect(text.phonemes == phonemes)
    #expect(text.tokens.allSatisfy { !$0.phonemes.isEmpty })
  }

  @Test(arguments: [
    ("Hello, Zork!", ["Zork"]), ("zork zork Zork", ["zork", "Zork"]), ("In 1973.", ["1973"]),
    ("the 8th 1990s 7:30 1,250.75", ["8th", "1990s", "7:30", "1,250.75"]),
    ("Zork's red-zork", ["Zork's", "zork"]),
    ("Chapter IV", ["4"]), ("“Red zork”", ["zork"]), ("Ünal", ["Ünal"]),
    ("the zork2 apple", ["zork", "2"]),
  ])
  func unknownWordsAreQuestions(source: String, questions: [String]) throws {
    let draft = try SmallVoice().reader.draft([.text(source)])
    #expect(draft.questions.sorted() == questions.sorted())
    #expect(draft.reading.unread == draft.questions)
  }

  @Test func answersAreInsertedAtTheirWords() async throws {
    var calls: [[String]] = []
    let source = "Hello Zork, 1973 zebras and Zork."
    let text = try await SmallVoice().reader.read(source) { questions in
      calls.append(questions)
      return ["Zork": "zˈɔːɹk", "1973": "nˈa^ɪntiːn sˈɛvənti"]
    }
    #expect(calls.map { $0.sorted() } == [["1973", "Zork"]])
    #expect(text.phonemes == "həlˈO zˈɔɹk, nˈIntin sˈɛvənti zˈibɹəz ænd zˈɔɹk.")
    #expect(words(text, in: source) == ["Hello", "Zork", "1973", "zebras", "and", "Zork"])
    #expect(text.unread == [])
  }

  @Test func knownTextNeedsNoQuestions() async throws {
    let text = try await SmallVoice().reader.read("The red apple.") { _ in
      Issue.record("a question was asked")
      return [:]
    }
    #expect(text.phonemes == "ðə ɹˈɛd ˈæpᵊl.")
    #expect(text.sentenceEnds == [2])
  }

  @Test func unansweredWordsAreSilentAndListed() async throws {
    let text = try await SmallVoice().reader.read("red zork apple") { _ in [:] }
    #expect(text.phonemes.split(separator: " ") == ["ɹˈɛd", "ˈæpᵊl"])
    #expect(text.unread == ["zork"])
  }

  @Test func theArticleDependsOnTheAnswer() async throws {
    let reader = try SmallVoice().reader
    let vowel = try await reader.read("the ork") { _ in ["ork": "ˈɔːɹk"] }
    let consonant = try await reader.read("the zork") { _ in ["zork": "zˈɔːɹk"] }
    #expect(vowel.phonemes == "ði ˈɔɹk")
    #expect(consonant.phonemes == "ðə zˈɔɹk")
  }

  @Test func givenPhonemesAreSpokenUnchanged() throws {
    let reader = try SmallVoice().reader
    let parts: [PhonemePart] = [
      .text("Hello, "), .ipa("ˈæʃtən", written: "Ash Ton"), .text("'s world and "),
      .ipa("ʒɑ̃", written: "Jean"), .text("."),
    ]
    let text = try reader.draft(parts).reading
    #expect(text.phonemes == "həlˈO, ˈæʃtənz wˈɜɹld ænd ʒɑn.")
    let source = "Hello, Ash Ton's world and Jean."
    #expect(words(text, in: source) == ["Hello", "Ash Ton's", "world", "and", "Jean"])
    #expect(throws: IPAError(symbol: "4", offset: 1)) {
      try reader.draft([.text("a "), .ipa("a4", written: "x")])
    }
  }

  /// Long and odd texts are read quickly, with positions within the text.
  @Test(arguments: [
    String(repeating: "a.b-c'd/", count: 600), String(repeating: "zork-", count: 600),
    String(repeating: "\"(“—", count: 1_000), String(repeating: "aB", count: 1_000),
    String(repeating: "1,", count: 1_000), String(repeating: "IV ", count: 600),
    String(repeating: "\u{301}\u{200D}🙂", count: 600), String(repeating: "'", count: 2_000),
  ])
  func oddTextsAreRead(source: String) throws {
    let text = try SmallVoice().reader.draft([.text(source)]).reading
    let count = source.unicodeScalars.count
    #expect(text.tokens.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= count })
    for (first, second) in zip(text.tokens, text.tokens.dropFirst()) {
      #expect(first.range.lowerBound <= second.range.lowerBound)
    }
  }
}
