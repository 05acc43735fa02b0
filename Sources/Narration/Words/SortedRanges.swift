/// Sorted ranges with fast search.
struct SortedRanges {
  /// The ranges in ascending order, without overlaps.
  let ranges: [Range<Int>]

  /// Sorts ranges.
  /// Overlapping ranges are merged.
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

  /// Whether any range overlaps a given range.
  func meets(_ range: Range<Int>) -> Bool {
    found(range.lowerBound).map { $0.lowerBound < range.upperBound } == true
  }

  /// Returns the range that begins before `place` and ends after it, or nil if there is no such range.
  func around(_ place: Int) -> Range<Int>? {
    found(place).flatMap { $0.lowerBound < place ? $0 : nil }
  }

  /// Returns the first range that ends after a position, or nil if there is no such range.
  private func found(_ place: Int) -> Range<Int>? {
    let index = ranges.partitioningIndex { $0.upperBound > place }
    return index < ranges.count ? ranges[index] : nil
  }
}

extension Array {
  /// Returns the first index of a wanted element, or the number of elements if no element is wanted.
  /// All wanted elements must be at the end of the array.
  func partitioningIndex(where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
