/// Many names among which near spellings are found without comparing each pair of names.
///
/// The answers are those of `Spelling`. Only where thousands of long names are alike, the search may
/// stop before it has found a far name, so that a question takes a limited time.
package struct SpellingIndex: Sendable {
  /// Names with the same number of letters.
  private struct Group: Sendable {
    /// The names in small letters.
    var words: SortedWords<Unicode.Scalar>
    /// By number of a word: the number of the name.
    var numbers: [Int]
  }

  private let names: [String]
  /// By number of letters: the names that are short enough to be compared.
  private let groups: [Int: Group]

  /// Prepares names; of names that differ in case alone only the first is found.
  package init(_ names: some Sequence<String>) {
    self.names = Array(names)
    var seen: Set<[Unicode.Scalar]> = []
    var words: [Int: [(letters: [Unicode.Scalar], number: Int)]] = [:]
    for (number, name) in self.names.enumerated() {
      guard let letters = Spelling.letters(of: name), seen.insert(letters).inserted else {
        continue
      }
      words[letters.count, default: []].append((letters, number))
    }
    groups = words.mapValues { words in
      Group(words: SortedWords(words.map(\.letters)), numbers: words.map(\.number))
    }
  }

  /// The name nearest to a word with at most `bound` wrong letters, the first of several, or nil.
  ///
  /// Without `bound` as many letters may be wrong as for `Spelling.nearest`.
  package func nearest(to word: String, within bound: Int? = nil) -> String? {
    search(for: word, within: bound).number.map { names[$0] }
  }

  /// The numbers of the names with at most `bound` wrong letters, in rising order.
  package func numbers(near word: String, within bound: Int) -> [Int] {
    guard let wanted = Spelling.letters(of: word) else { return [] }
    var search = SpellingSearch(for: wanted)
    return numbers(within: bound, &search).sorted()
  }

  /// The number of the nearest name, and how much work it was to find it.
  func search(for word: String, within bound: Int?) -> (number: Int?, work: Int) {
    guard let wanted = Spelling.letters(of: word) else { return (nil, 0) }
    var search = SpellingSearch(for: wanted)
    // Most near names have one wrong letter, and a narrow search takes the least time.
    for distance in 0...max(0, bound ?? Spelling.usualBound(wanted)) {
      if let first = numbers(within: distance, &search).min() { return (first, search.work) }
    }
    return (nil, search.work)
  }

  private func numbers(within bound: Int, _ search: inout SpellingSearch) -> [Int] {
    let count = search.wanted.count
    var numbers: [Int] = []
    for length in max(0, count - bound)...count + bound {
      guard let group = groups[length] else { continue }
      numbers += search.words(of: length, in: group.words, within: bound).map { group.numbers[$0] }
    }
    return numbers
  }
}
