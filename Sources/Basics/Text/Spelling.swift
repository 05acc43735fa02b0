/// Finds the known name that a misspelt name probably means.
/// `SpellingIndex` is faster if there are many names.
package enum Spelling {
  /// The maximum number of letters in a name.
  /// Longer texts are not compared.
  static let longest = 256

  /// Returns at most `limit` candidates that are similar to `word`, best first.
  /// Case is ignored. Equally good candidates keep their order. `bound` is the number of letters
  /// that may be wrong: by default a third of the letters, but at least two. Names of more than 256
  /// letters never match.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>, limit: Int = 3,
    within bound: Int? = nil
  ) -> [String] {
    guard let wanted = letters(of: word) else { return [] }
    let bound = bound ?? defaultBound(wanted)
    let scored = candidates.enumerated().compactMap { index, candidate in
      guard let letters = letters(of: candidate), abs(letters.count - wanted.count) <= bound
      else { return nil as Scored? }
      let distance = distance(wanted, letters)
      return distance <= bound ? (distance, index, candidate) : nil
    }
    return scored.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }

  private typealias Scored = (Int, Int, String)

  /// Returns a suggestion for an unknown word.
  /// If no known word is similar, returns `otherwise`, by default a list of the known words.
  /// In a word of up to three letters only one letter may be wrong: "act" is not a slip for "auto".
  package static func hint(
    for word: String, among known: [String], otherwise: String? = nil
  ) -> String {
    let bound = word.count > 3 ? nil : 1
    return nearest(to: word, among: known, limit: 1, within: bound).first.map {
      "did you mean \($0)?"
    }
      ?? otherwise ?? "expected one of \(known.joined(separator: ", "))"
  }

  /// Returns how many letters of a word may be wrong by default.
  static func defaultBound(_ wanted: [Unicode.Scalar]) -> Int { max(2, wanted.count / 3) }

  /// Returns the letters of a name, in the form in which they are compared; nil if the name is too
  /// long.
  static func letters(of name: String) -> [Unicode.Scalar]? {
    // A longer name has too many letters: a letter has at most four bytes, and lowercasing a letter
    // yields at least one letter.
    guard name.utf8.count <= 4 * longest else { return nil }
    let letters = Array(name.lowercased().unicodeScalars)
    return letters.count <= longest ? letters : nil
  }

  /// Returns the distance of two words: the number of insertions, deletions, substitutions and
  /// swaps of neighbouring letters (optimal string alignment).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var older = [Int]()
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var best = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      (older, previous) = (previous, row)
    }
    return previous[b.count]
  }
}

/// An index of many names that finds similar spellings without comparing every pair of names.
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
  /// If several names are equally near, returns the first.
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

/// A walk through a prefix tree that compares words by optimal string alignment.
/// Words that begin with the same letters share the rows of the comparison table.
struct SpellingSearch {
  /// The maximum amount of work for one query.
  /// The names of every known cast need less.
  static let maximumWork = 20_000
  /// If a branch has at most this many words, comparing each word is faster than looking up
  /// letters.
  private static let fewWords = 4

  /// The amount of work so far: the number of computed table cells and looked-up letters.
  private(set) var work = 0
  /// The word to search for, in lower case.
  let wanted: [Unicode.Scalar]

  private typealias Branch = SortedWords<Unicode.Scalar>.Branch

  private var words = SortedWords<Unicode.Scalar>([[Unicode.Scalar]]())
  /// The number of letters of each word.
  private var length = 0
  private var bound = 0
  private var found: [Int] = []
  /// One row for each prefix length, with one cell for each number of letters of `wanted`.
  private var rows: [[Int]] = []
  private var prefix: [Unicode.Scalar] = []

  init(for wanted: [Unicode.Scalar]) { self.wanted = wanted }

  /// Returns the numbers of the words that have `length` letters, at most `bound` of them wrong, in
  /// no particular order.
  mutating func words(
    of length: Int, in words: SortedWords<Unicode.Scalar>, within bound: Int
  ) -> [Int] {
    guard let root = words.root else { return [] }
    (self.words, self.length, self.bound) = (words, length, bound)
    (found, prefix) = ([], [])
    // Cells that are never computed, because they exceed the bound, contain `bound + 1`.
    rows = [(0...wanted.count).map { min($0, bound + 1) }]
    visit(root, least: 0)
    return found
  }

  private mutating func visit(_ branch: Branch, least: Int) {
    guard branch.depth < length else {
      if rows[length][wanted.count] <= bound { found += words.ends(of: branch) }
      return
    }
    if least < bound || branch.words.count <= Self.fewWords {
      for (letter, child) in words.children(of: branch) where work < Self.maximumWork {
        visit(child, by: letter)
      }
    } else {
      // No further letter may be wrong, so only letters of `wanted` can follow.
      let near = band(at: branch.depth + 1)
      let letters = Set(wanted[max(0, near.lowerBound - 2)..<near.upperBound])
      work += letters.count
      for letter in letters where work < Self.maximumWork {
        if let child = words.child(of: branch, by: letter) { visit(child, by: letter) }
      }
    }
  }

  private mutating func visit(_ branch: Branch, by letter: Unicode.Scalar) {
    guard let least = fillRow(at: branch.depth, by: letter) else { return }
    prefix.append(letter)
    visit(branch, least: least)
    prefix.removeLast()
  }

  /// Returns the range of the cells in a row that can be within the bound.
  private func band(at depth: Int) -> ClosedRange<Int> {
    max(0, depth - bound)...min(wanted.count, depth + bound)
  }

  /// Computes the row of the table for the prefix and one more letter.
  /// Returns the smallest cell of the row; nil if no word with this prefix is within the bound.
  private mutating func fillRow(at depth: Int, by letter: Unicode.Scalar) -> Int? {
    if rows.count == depth { rows.append(Array(repeating: bound + 1, count: wanted.count + 1)) }
    var (least, isNear) = (bound + 1, false)
    let band = band(at: depth)
    work += band.count
    for j in band {
      let cell = j == 0 ? depth : min(cell(at: depth, j, by: letter), bound + 1)
      rows[depth][j] = cell
      least = min(least, cell)
      // If the remaining letters differ in number, the surplus letters are also wrong.
      let rest = abs((wanted.count - j) - (length - depth))
      isNear = isNear || cell + rest <= bound
    }
    return isNear ? least : nil
  }

  private func cell(at depth: Int, _ j: Int, by letter: Unicode.Scalar) -> Int {
    let isSame = wanted[j - 1] == letter
    let best = min(
      rows[depth - 1][j] + 1, rows[depth][j - 1] + 1, rows[depth - 1][j - 1] + (isSame ? 0 : 1))
    guard j > 1, depth > 1, wanted[j - 2] == letter, wanted[j - 1] == prefix[depth - 2] else {
      return best
    }
    return min(best, rows[depth - 2][j - 2] + 1)
  }
}

/// A prefix tree of many words, stored in sorted arrays.
/// Words are looked up letter by letter.
package struct SortedWords<Letter: Comparable & Sendable>: Sendable {
  /// All words with the same first `depth` letters.
  package struct Branch: Sendable {
    /// The range of the words in sorted order.
    var words: Range<Int>
    /// The number of first letters that the words share.
    package var depth: Int
  }

  private var letters: [Letter] = []
  /// The start of each word in `letters`, in the caller's order, followed by the end of the last word.
  private var starts: [Int] = [0]
  /// The numbers of the words, sorted by the words' letters; equal words keep the caller's order.
  private var sorted: [Int] = []

  /// Sorts words.
  /// The number of a word is its position in `words`, counted from 0.
  package init(_ words: some Sequence<some Sequence<Letter>>) {
    for word in words {
      letters.append(contentsOf: word)
      starts.append(letters.count)
    }
    let (letters, starts) = (letters, starts)
    sorted = (0..<starts.count - 1).sorted { left, right in
      let (a, b) = (starts[left]..<starts[left + 1], starts[right]..<starts[right + 1])
      for offset in 0..<min(a.count, b.count) {
        let (x, y) = (letters[a.lowerBound + offset], letters[b.lowerBound + offset])
        if x != y { return x < y }
      }
      return a.count == b.count ? left < right : a.count < b.count
    }
  }

  /// All words; nil if there are no words.
  package var root: Branch? { sorted.isEmpty ? nil : Branch(words: 0..<sorted.count, depth: 0) }

  /// Returns the numbers of the words that have only the shared letters of the branch, in ascending
  /// order.
  package func ends(of branch: Branch) -> ArraySlice<Int> {
    sorted[branch.words.lowerBound..<firstLonger(branch)]
  }

  /// Returns the words of a branch whose next letter is `letter`; nil if there are no such words.
  package func child(of branch: Branch, by letter: Letter) -> Branch? {
    let longer = firstLonger(branch)..<branch.words.upperBound
    let start = partition(longer) { self.letter(of: $0, at: branch.depth) < letter }
    guard start < longer.upperBound, self.letter(of: start, at: branch.depth) == letter else {
      return nil
    }
    return child(from: start, of: branch)
  }

  /// Returns the branches that share one more letter than `branch`, sorted by this letter.
  package func children(of branch: Branch) -> some Sequence<(letter: Letter, branch: Branch)> {
    sequence(state: firstLonger(branch)) { start -> (letter: Letter, branch: Branch)? in
      guard start < branch.words.upperBound else { return nil }
      let child = child(from: start, of: branch)
      defer { start = child.words.upperBound }
      return (letter(of: start, at: branch.depth), child)
    }
  }

  // MARK: Positions

  private func child(from start: Int, of branch: Branch) -> Branch {
    guard start + 1 < branch.words.upperBound else {
      return Branch(words: start..<start + 1, depth: branch.depth + 1)
    }
    let letter = letter(of: start, at: branch.depth)
    let end = partition(start..<branch.words.upperBound) {
      self.letter(of: $0, at: branch.depth) == letter
    }
    return Branch(words: start..<end, depth: branch.depth + 1)
  }

  private func firstLonger(_ branch: Branch) -> Int {
    partition(branch.words) { length(of: $0) == branch.depth }
  }

  private func length(of place: Int) -> Int {
    let number = sorted[place]
    return starts[number + 1] - starts[number]
  }

  private func letter(of place: Int, at depth: Int) -> Letter {
    letters[starts[sorted[place]] + depth]
  }

  /// Returns the first position in a range for which `holds` is false, or the end of the range.
  /// Most branches are small, so the search starts with small steps and doubles them.
  private func partition(_ range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, step) = (range.lowerBound, 1)
    var high = low
    while high < range.upperBound, holds(high) {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
