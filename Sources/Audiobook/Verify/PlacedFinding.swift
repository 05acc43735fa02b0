/// A finding with its place in the order of the book.
struct PlacedFinding: Sendable {
  /// The chapter's place in the manifest; behind all of them for what belongs to none.
  var chapter = Int.max
  /// The item's place in the chapter; −1 for what is about files.
  var item = -1
  /// The file's place among those that are looked at.
  var file = -1
  var finding: Finding

  /// Whether it comes before another one.
  func precedes(_ other: PlacedFinding) -> Bool {
    (chapter, item, file) < (other.chapter, other.item, other.file)
  }
}

extension Sequence<PlacedFinding> {
  /// The findings in the order of the book; those of one place stay in their order.
  var inOrder: [Finding] {
    enumerated().sorted { left, right in
      if left.element.precedes(right.element) { return true }
      return !right.element.precedes(left.element) && left.offset < right.offset
    }.map(\.element.finding)
  }
}
