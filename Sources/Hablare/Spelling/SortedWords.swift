/// A prefix tree of many words, stored in sorted arrays.
///
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
  ///
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
  ///
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
