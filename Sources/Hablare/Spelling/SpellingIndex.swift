/// An index of many names that finds similar spellings without comparing every pair of names.
///
/// The results are the same as those of `Spelling`. However, the work of a query is limited. If
/// thousands of long names are similar, the search may stop before it finds a distant name.
package struct SpellingIndex: Sendable {
  /// Names with the same number of letters.
  private struct Group: Sendable {
    /// The names in lower case.
    var words: SortedWords<Unicode.Scalar>
    /// The index of each word's name in `names`, in the order in which the words were added.
    var numbers: [Int]
  }

  private let names: [String]
  /// The names that are short enough to be compared, keyed by their number of letters.
  private let groups: [Int: Group]

  /// Indexes names.
  ///
  /// If names differ only in case, the index contains only the first of them.
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

  /// Returns the nearest name with at most `bound` wrong letters; nil if there is no such name.
  ///
  /// If several names are equally near, returns the first.
  ///
  /// The default bound is that of `Spelling.nearest`.
  package func nearest(to word: String, within bound: Int? = nil) -> String? {
    search(for: word, within: bound).number.map { names[$0] }
  }

  /// Returns the numbers of the names with at most `bound` wrong letters, in ascending order.
  package func numbers(near word: String, within bound: Int) -> [Int] {
    guard let wanted = Spelling.letters(of: word) else { return [] }
    var search = SpellingSearch(for: wanted)
    return numbers(within: bound, &search).sorted()
  }

  /// Returns the number of the nearest name, and the amount of work that the search needed.
  func search(for word: String, within bound: Int?) -> (number: Int?, work: Int) {
    guard let wanted = Spelling.letters(of: word) else { return (nil, 0) }
    var search = SpellingSearch(for: wanted)
    // The search tries small bounds first: a small bound is fastest, and one letter is the usual
    // mistake.
    for distance in 0...max(0, bound ?? Spelling.defaultBound(wanted)) {
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
