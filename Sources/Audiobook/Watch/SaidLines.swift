import Narration

/// The lines of a book by what is said and how, so that two states of a book can be compared.
///
/// A line is one number: a book has thousands, and they are kept as long as the book is watched.
public struct SaidLines: Sendable {
  /// A line of a book, by its chapter and its place among the chapter's items, both from 0.
  public struct Place: Sendable, Hashable {
    /// The place of the chapter in the plan.
    public var chapter: Int
    /// The place of the item in the chapter.
    public var item: Int

    /// Makes a place.
    public init(chapter: Int, item: Int) { (self.chapter, self.item) = (chapter, item) }
  }

  /// The lines of each chapter.
  private let chapters: [[Int]]

  /// Takes the lines of a plan.
  public init(of plan: BookPlan) {
    chapters = plan.chapters.map { chapter in
      chapter.read.passages.flatMap(\.items).map { Self.digest(of: $0, plan) }
    }
  }

  /// The lines that are said otherwise than in a former state of the book, in order.
  ///
  /// A line that has only moved is the same. Of lines that are said alike as many are the same as there
  /// were.
  public func changes(since former: SaidLines) -> [Place] {
    var known: [Int: Int] = [:]
    for line in former.chapters.joined() { known[line, default: 0] += 1 }
    var changes: [Place] = []
    for (chapter, lines) in chapters.enumerated() {
      for (item, line) in lines.enumerated() {
        if let count = known[line], count > 0 {
          known[line] = count - 1
        } else {
          changes.append(Place(chapter: chapter, item: item))
        }
      }
    }
    return changes
  }

  /// A number that is the same for the same words in the same manner, in one run of the program.
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
