import Narration

/// The spoken lines of a book, for comparing two states of the book.
///
/// A line is stored as one number, because the thousands of lines of a book stay in memory while the book is watched.
package struct SpokenLines: Sendable {
  /// The position of a line: the chapter, and the item in the chapter, both from 0.
  package struct Position: Sendable, Hashable {
    /// The index of the chapter in the plan.
    package var chapter: Int
    /// The index of the item in the chapter.
    package var item: Int

    /// Creates a position.
    package init(chapter: Int, item: Int) { (self.chapter, self.item) = (chapter, item) }
  }

  /// The number of each line, by chapter.
  private let chapters: [[Int]]

  /// Collects the lines of a plan.
  package init(of plan: BookPlan) {
    chapters = plan.chapters.map { chapter in
      chapter.read.passages.flatMap(\.items).map { Self.digest(of: $0, plan) }
    }
  }

  /// Returns, in order, the positions of the lines that are new or that sound different than in a former state of the
  /// book.
  ///
  /// A line that has only moved has not changed. If a line occurs more often than before, only the additional
  /// occurrences are returned.
  package func changes(since former: SpokenLines) -> [Position] {
    var known: [Int: Int] = [:]
    for line in former.chapters.joined() { known[line, default: 0] += 1 }
    var changes: [Position] = []
    for (chapter, lines) in chapters.enumerated() {
      for (item, line) in lines.enumerated() {
        if let count = known[line], count > 0 {
          known[line] = count - 1
        } else {
          changes.append(Position(chapter: chapter, item: item))
        }
      }
    }
    return changes
  }

  /// Returns a number for the words, voice and manner of an item.
  /// The number is valid only within one run of the program.
  private static func digest(of item: SpokenItem, _ plan: BookPlan) -> Int {
    var hasher = Hasher()
    for span in item.spans {
      hasher.combine(span.text)
      hasher.combine(span.hasPhonemes)
      hasher.combine(span.performance.key)
      hasher.combine(span.performance.pan)
      hasher.combine(plan.engineVersions[span.performance.voice])
    }
    return hasher.finalize()
  }
}
