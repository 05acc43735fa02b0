import Hablare

/// Finds which of many pronunciations stand in texts as whole words; with a capital in the word, case counts,
/// but for a word in capitals throughout.
struct PronunciationSearch {
  /// The numbers of the pronunciations that were found.
  private(set) var found: Set<Int> = []

  /// Words as they are typed.
  private var typed: Words
  /// Words for which case does not count.
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

  /// Reads one text.
  mutating func read(_ text: String) {
    found.formUnion(typed.newEntries(in: text))
    found.formUnion(small.newEntries(in: text.lowercased()))
  }

  private struct Words {
    private let sorted: SortedWords<Character>
    /// By number of a word: the numbers of its pronunciations, until the word is found.
    private var entries: [[Int]]

    init(_ words: [String: [Int]]) {
      sorted = SortedWords(words.keys.map(Array.init))
      entries = Array(words.values)
    }

    /// The pronunciations whose word stands in a text and in no earlier one.
    mutating func newEntries(in text: String) -> [Int] {
      guard sorted.root != nil else { return [] }
      var found: [Int] = []
      for (range, numbers) in WordOccurrences(of: sorted, in: text) {
        let behind = range.upperBound < text.endIndex ? text[range.upperBound] : nil
        guard behind.map(WordOccurrences.isPartOfWord) != true else { continue }
        for word in numbers {
          found += entries[word]
          entries[word] = []
        }
      }
      return found
    }
  }
}
