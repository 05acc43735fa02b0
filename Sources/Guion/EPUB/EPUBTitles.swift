/// The titles that the table of contents gives to positions on a page.
/// If a heading at such a position contains the title, the words of the heading are used. If not, the
/// title itself becomes a heading.
struct EPUBTitles {
  /// A title whose position has been reached.
  private struct Pending {
    var entry: EPUBNavigation.Entry
    var range: SourceRange?
    /// The heading on the page that contains the title.
    var heading: GuionElement?
  }

  private var waiting: [String: [EPUBNavigation.Entry]] = [:]
  private var pending: [Pending] = []
  /// The level of the most recent title; 0 if there was none.
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

  /// Adds the titles whose target is the element with this `id` to the pending titles.
  mutating func reach(_ id: String, at range: SourceRange) {
    guard let entries = waiting.removeValue(forKey: id) else { return }
    pending += entries.map { Pending(entry: $0, range: range) }
  }

  /// Returns the pending titles as headings, followed by the element.
  /// A heading that matches a pending title is merged with the title and is returned later. Any other
  /// heading of the page gets a level below the level of the title.
  mutating func place(_ element: GuionElement) -> [GuionElement] {
    guard element.isOwnHeading else { return settle(at: element.sourceRange) + [element] }
    if let index = pending.firstIndex(where: { $0.entry.title.shares(element.elementText) }) {
      pending[index].range = pending[index].heading?.sourceRange ?? element.sourceRange
      // If the title is split over several headings, each heading contains only a part of the title.
      let isWhole = element.elementText.normalized.contains(pending[index].entry.title.normalized)
      if isWhole { pending[index].heading = element }
      return []
    }
    let before = settle(at: element.sourceRange)
    var heading = element
    heading.elementType = .sectionHeading(level: max(element.elementType.level, level + 1))
    return before + [heading]
  }

  /// Returns the pending titles as headings, at the end of the page.
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
