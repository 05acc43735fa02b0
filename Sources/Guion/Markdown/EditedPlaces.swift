/// The places of a text after edits.
struct EditedPlaces {
  private let edits: [EditorMarks.Edit]
  /// The growth of the text up to the end of each edit.
  private let growth: [Int]

  init(_ edits: [EditorMarks.Edit]) {
    self.edits = edits
    var sum = 0
    growth = edits.map { edit in
      sum += edit.words.count - edit.range.count
      return sum
    }
  }

  /// Returns the new place of an offset.
  func place(_ offset: Int) -> Int {
    guard let index = last(before: offset) else { return offset }
    let edit = edits[index]
    if offset >= edit.range.upperBound { return offset + growth[index] }
    return edit.range.lowerBound + (index > 0 ? growth[index - 1] : 0)
  }

  func isRemoved(_ offset: Int) -> Bool {
    last(before: offset).map { edits[$0].range.contains(offset) } ?? false
  }

  /// Returns the index of the last edit that begins at or before an offset.
  private func last(before offset: Int) -> Int? {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
