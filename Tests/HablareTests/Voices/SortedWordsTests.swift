import TestSupport
import Testing

@testable import Hablare

struct SortedWordsTests {
  /// Returns the numbers of the words with exactly these letters, found letter by letter.
  private func numbers(of word: String, in words: SortedWords<Character>) -> [Int] {
    var branch = words.root
    for letter in word { branch = branch.flatMap { words.child(of: $0, by: letter) } }
    return branch.map { Array(words.ends(of: $0)) } ?? []
  }

  @Test func `words are found letter by letter`() {
    let words = ["b", "abc", "", "ab", "abd", "ab", "b"]
    let sorted = SortedWords(words.map(Array.init))
    for word in words + ["a", "abcd", "c", "ba"] {
      #expect(numbers(of: word, in: sorted) == words.indices.filter { words[$0] == word })
    }
    #expect(SortedWords<Character>([[Character]]()).root == nil)
  }

  @Test func `branches list every next letter once`() throws {
    var random = SeededGenerator(seed: 3)
    let words = (0..<500).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
    }
    let sorted = SortedWords(words)
    let root = try #require(sorted.root)
    #expect(
      sorted.children(of: root).map(\.letter) == Set(words.compactMap(\.first)).sorted())
    for (letter, branch) in sorted.children(of: root) {
      #expect(
        sorted.children(of: branch).map(\.letter)
          == Set(words.filter { $0.first == letter && $0.count > 1 }.map { $0[1] }).sorted())
      #expect(Array(sorted.ends(of: branch)) == words.indices.filter { words[$0] == [letter] })
    }
  }
}
