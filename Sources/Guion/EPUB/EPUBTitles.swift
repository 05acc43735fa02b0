/// The titles that the table of contents gives to positions on a page.
///
/// A heading at such a position is the title, in the author's own form. Without a heading, the title
/// becomes one.
struct EPUBTitles {
  /// A title whose position has been reached.
  private struct Pending {
    var entry: EPUBNavigation.Entry
    var range: SourceRange?
    /// The heading that has the same text.
    var heading: GuionElement?
  }

  private var waiting: [String: [EPUBNavigation.Entry]] = [:]
  private var pending: [Pending] = []
  /// The level of the last title; 0 if there was none.
  private(set) var level: Int

  /// The beginning of the page.
  private let start: SourceRange

  init(_ entries: [EPUBNavigation.Entry], level: Int, start: SourceRange) {
    self.start = start
    pending = entries.filter { $0.target.fragment == nil }.map { Pending(entry: $0) }
    for entry in entries {
      if let id = entry.target.fragment { waiting[id, default: []].append(entry) }
    }
    self.level = level
  }

  /// Handles the start of the element with an `id`.
  mutating func reach(_ id: String, at range: SourceRange) {
    guard let entries = waiting.removeValue(forKey: id) else { return }
    pending += entries.map { Pending(entry: $0, range: range) }
  }

  /// Returns the headings of the pending titles that come before an element, and then the element.
  ///
  /// A heading of the page is moved below its title.
  mutating func place(_ element: GuionElement) -> [GuionElement] {
    guard element.isOwnHeading else { return settle(at: element.sourceRange) + [element] }
    if let index = pending.firstIndex(where: { $0.entry.title.shares(element.elementText) }) {
      pending[index].range = pending[index].heading?.sourceRange ?? element.sourceRange
      // If the title is split over several headings, each has only a part of it.
      let isWhole = element.elementText.normalized.contains(pending[index].entry.title.normalized)
      if isWhole { pending[index].heading = element }
      return []
    }
    let before = settle(at: element.sourceRange)
    var heading = element
    heading.elementType = .sectionHeading(level: max(element.elementType.level, level + 1))
    return before + [heading]
  }

  /// Returns the pending titles at the end of the page, which has no text left for them.
  mutating func end() -> [GuionElement] { settle(at: nil) }

  private mutating func settle(at range: SourceRange?) -> [GuionElement] {
    guard !pending.isEmpty else { return [] }
    let headings = pending.map { title in
      var heading =
        title.heading
        ?? GuionElement(
          elementType: .sectionHeading(level: 1), elementText: title.entry.title,
          sourceRange: title.range ?? range ?? start)
      heading.elementType = .sectionHeading(level: title.entry.depth)
      return heading
    }
    level = pending[pending.count - 1].entry.depth
    pending = []
    return headings
  }
}

extension String {
  /// Whether one of two titles contains the other.
  fileprivate func shares(_ other: String) -> Bool {
    let (one, two) = (normalized, other.normalized)
    guard !one.isEmpty, !two.isEmpty else { return false }
    return one.contains(two) || two.contains(one)
  }

  fileprivate var normalized: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
