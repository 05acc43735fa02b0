/// Many words that are looked up letter by letter, each beginning once: a prefix tree in sorted arrays.
package struct SortedWords<Letter: Comparable & Sendable>: Sendable {
  /// All words that begin with the same letters.
  package struct Branch: Sendable {
    /// The places of the words in their sorted order.
    var words: Range<Int>
    /// How many letters the words share.
    package var depth: Int
  }

  private var letters: [Letter] = []
  /// Where each word begins in `letters`, in the order of the caller, and the end of the last.
  private var starts: [Int] = [0]
  /// The numbers of the words in the order of their letters; equal words keep the order of the caller.
  private var sorted: [Int] = []

  /// Sorts words, whose numbers count from 0 in their order.
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

  /// All words, or nil if there are none.
  package var root: Branch? { sorted.isEmpty ? nil : Branch(words: 0..<sorted.count, depth: 0) }

  /// The numbers of the words that have no further letter, in rising order.
  package func ends(of branch: Branch) -> ArraySlice<Int> {
    sorted[branch.words.lowerBound..<firstLonger(branch)]
  }

  /// The words of a branch whose next letter is a given one, or nil if there are none.
  package func child(of branch: Branch, by letter: Letter) -> Branch? {
    let longer = firstLonger(branch)..<branch.words.upperBound
    let start = partition(longer) { self.letter(of: $0, at: branch.depth) < letter }
    guard start < longer.upperBound, self.letter(of: start, at: branch.depth) == letter else {
      return nil
    }
    return child(from: start, of: branch)
  }

  /// The branches with one more letter, in the order of that letter.
  package func children(of branch: Branch) -> some Sequence<(letter: Letter, branch: Branch)> {
    sequence(state: firstLonger(branch)) { start -> (letter: Letter, branch: Branch)? in
      guard start < branch.words.upperBound else { return nil }
      let child = child(from: start, of: branch)
      defer { start = child.words.upperBound }
      return (letter(of: start, at: branch.depth), child)
    }
  }

  // MARK: Places

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

  /// The first place for which a condition does not hold that holds for all places before it.
  ///
  /// The steps grow from the start of the range, because most branches are small.
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
