/// Stretches in which a place is found without looking at all of them.
struct SortedRanges {
  /// The stretches in order, none within another or touching one.
  let ranges: [Range<Int>]

  /// Stretches in any order; those within others are of no account.
  init(_ ranges: [Range<Int>]) {
    var outer: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = outer.last, range.lowerBound < last.upperBound {
        outer[outer.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        outer.append(range)
      }
    }
    self.ranges = outer
  }

  func contains(_ place: Int) -> Bool { found(place)?.contains(place) == true }

  /// Whether a stretch has a part in common with a range.
  func meets(_ range: Range<Int>) -> Bool {
    found(range.lowerBound).map { $0.lowerBound < range.upperBound } == true
  }

  /// The stretch that has a part on either side of a place.
  func around(_ place: Int) -> Range<Int>? {
    found(place).flatMap { $0.lowerBound < place ? $0 : nil }
  }

  /// The first stretch that ends behind a place.
  private func found(_ place: Int) -> Range<Int>? {
    let index = ranges.partitioningIndex { $0.upperBound > place }
    return index < ranges.count ? ranges[index] : nil
  }
}

extension Array {
  /// The first index from which on all elements are wanted, in an array in which the wanted ones come
  /// last.
  func partitioningIndex(where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
