import Hablare

/// Finds which of many pronunciations occur in texts as whole words.
/// A word with a capital is found as written, or in all capitals. For a word without a capital, case does not matter.
struct PronunciationSearch {
  /// The indices of the pronunciations found so far.
  private(set) var found: Set<Int> = []

  /// The words to find exactly as written.
  /// Words with a capital are also listed in all capitals.
  private var typed: Words
  /// The words without a capital.
  /// The search for these words uses the lower-case form of a text.
  private var small: Words

  init(_ entries: [Pronunciation]) {
    var (typed, small) = ([String: [Int]](), [String: [Int]]())
    for (number, entry) in entries.enumerated() {
      typed[entry.text, default: []].append(number)
      if entry.text.contains(where: \.isUppercase) {
        typed[entry.text.uppercased(), default: []].append(number)
      } else {
        small[entry.text.lowercased(), default: []].append(number)
      }
    }
    (self.typed, self.small) = (Words(typed), Words(small))
  }

  mutating func read(_ text: String) {
    found.formUnion(typed.newEntries(in: text))
    found.formUnion(small.newEntries(in: text.lowercased()))
  }

  private struct Words {
    private let sorted: SortedWords<Character>
    /// The indices of the pronunciations of each word; empty once the word is found.
    private var entries: [[Int]]

    init(_ words: [String: [Int]]) {
      sorted = SortedWords(words.keys.map(Array.init))
      entries = Array(words.values)
    }

    /// Returns the indices of the pronunciations that occur in a text and did not occur in an earlier text.
    mutating func newEntries(in text: String) -> [Int] {
      guard sorted.root != nil else { return [] }
      var found: [Int] = []
      for (range, numbers) in WordOccurrences(of: sorted, in: text) {
        let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
        guard after.map(WordOccurrences.isPartOfWord) != true else { continue }
        for word in numbers {
          found += entries[word]
          entries[word] = []
        }
      }
      return found
    }
  }
}
