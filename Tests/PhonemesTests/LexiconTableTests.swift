import Basics
import Foundation
import TestSupport
import Testing

@testable import Phonemes

@Suite("Tables of lexicons")
struct LexiconTableTests {
  /// Enough words for many blocks, with long shared beginnings.
  private static let words: [String: JSONValue] = {
    var words = SmallVoice.checked
    for number in 0..<500 {
      let word = "pre" + String(number, radix: 2).map { $0 == "0" ? "o" : "e" }.joined()
      words[word] = .string("pɹi" + String(repeating: "ˈæ", count: number % 7))
    }
    return words
  }()

  private func table(
    _ checked: [String: JSONValue], _ unchecked: [String: JSONValue] = [:],
    in folder: TemporaryFolder
  ) throws -> LexiconTable {
    let bytes = try LexiconMaker.table(checked: checked, unchecked: unchecked)
    try Data(bytes).write(to: URL(filePath: folder.path(of: "lexicon")))
    return try LexiconTable(path: folder.path(of: "lexicon"))
  }

  @Test func exactlyTheListedWordsAreFound() throws {
    let folder = try TemporaryFolder()
    let table = try table(Self.words, SmallVoice.unchecked, in: folder)
    for (word, value) in Self.words {
      guard case .string(let phonemes) = value else { continue }
      let entry = try #require(table.entry(Array(word.utf8)), "\(word)")
      #expect(entry.isChecked)
      #expect(entry.forms == [.init(use: .usual, phonemes: Phones(phonemes))])
      #expect(table.entry(Array(word.utf8) + [0x21]) == nil)
      #expect(table.entry(Array(word.utf8.dropLast()) + [0x7E]) == nil)
    }
    #expect(table.entry(Array("zebra".utf8))?.isChecked == false)
    for word in ["", " ", "aardvark", "zzz", "pre", "prea!"] {
      #expect(table.entry(Array(word.utf8)) == nil, "\(word)")
    }
  }

  @Test func wordsKeepTheirForms() throws {
    let folder = try TemporaryFolder()
    let table = try table(["use": ["DEFAULT": "jˈuz", "NOUN": "jˈus", "None": .null]], in: folder)
    let entry = try #require(table.entry(Array("use".utf8)))
    #expect(entry.form(.noun)?.phonemes == Phones("jˈus"))
    #expect(entry.form(.usual)?.phonemes == Phones("jˈuz"))
    #expect(entry.form(.final) == .init(use: .final, phonemes: nil))
    #expect(entry.form(.verb) == nil)
  }

  @Test func equalLexiconsHaveEqualBytes() throws {
    let first = try LexiconMaker.table(checked: Self.words, unchecked: SmallVoice.unchecked)
    let second = try LexiconMaker.table(
      checked: Dictionary(uniqueKeysWithValues: Self.words.sorted { $0.key < $1.key }),
      unchecked: SmallVoice.unchecked)
    #expect(first == second)
  }

  private static let refused: [(words: [String: JSONValue], message: String)] = [
    (["word": 5], "the word \"word\" has no phonemes"),
    (["word": ["GERUND": "x"]], "the word \"word\" has the unknown part of speech \"GERUND\""),
    (["wörd": "x"], "a lexicon cannot store the word \"wörd\""),
  ]

  @Test(arguments: refused)
  func textThatIsNotALexiconIsRefused(words: [String: JSONValue], message: String) throws {
    let error = #expect(throws: TableMakingError.self) {
      try LexiconMaker.table(checked: words, unchecked: [:])
    }
    #expect(error?.message == message)
  }
}
