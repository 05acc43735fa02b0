/// A walk through a prefix tree that compares words by optimal string alignment.
///
/// Words that begin with the same letters share the rows of the comparison table.
struct SpellingSearch {
  /// The maximum amount of work for one query.
  ///
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
  /// The letters of the prefix.
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
  ///
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
