import Guion

/// Cuts a document into chapters (Documentation/speech.md, "Chapters").
struct ChapterSplitter {
  /// A stretch of elements, and the heading that starts it.
  struct Part: Equatable {
    /// The heading's index, and the elements behind it or with it.
    var elements: Range<Int>
    /// The section or scene heading that names the part; nil for what stands before the first.
    var heading: Int?
  }

  let mode: SplitMode
  /// The section level asked for with `--chapter-level`, from 1.
  let level: Int?

  /// The parts in order, the first without a heading even where it is empty; nil where the document
  /// has none of the chapters that were asked for.
  func parts(of elements: [GuionElement]) -> [Part]? {
    switch mode {
    case .document: return cut(elements) { _ in false }
    case .scene: return cut(elements) { $0.elementType == .sceneHeading }
    case .chapter:
      guard let level = chapterLevel(of: elements) else { return nil }
      return cut(elements) { (1...level).contains($0.elementType.level) }
    case .auto:
      if let level = chapterLevel(of: elements) {
        return cut(elements) { (1...level).contains($0.elementType.level) }
      }
      return cut(elements) { $0.elementType == .sceneHeading }
    }
  }

  /// The level asked for, else the shallowest that occurs more than once.
  func chapterLevel(of elements: [GuionElement]) -> Int? {
    var counts: [Int: Int] = [:]
    for element in elements where element.elementType.isSectionHeading {
      counts[element.elementType.level, default: 0] += 1
    }
    if let level { return counts.keys.contains { $0 <= level } ? level : nil }
    return counts.filter { $0.value > 1 }.keys.min()
  }

  private func cut(_ elements: [GuionElement], at starts: (GuionElement) -> Bool) -> [Part] {
    var parts = [Part(elements: 0..<0, heading: nil)]
    for (index, element) in elements.enumerated() where starts(element) {
      // A scene heading is read as an element, with the sections and synopses that stand above it; a
      // section heading is its chapter's title.
      let isSection = element.elementType.isSectionHeading
      let end = isSection ? index : index - heralds(before: index, in: elements)
      let first = isSection ? index + 1 : end
      let last = parts.count - 1
      parts[last].elements =
        parts[last].elements.lowerBound..<max(end, parts[last].elements.lowerBound)
      parts.append(Part(elements: first..<first, heading: index))
    }
    let last = parts.count - 1
    parts[last].elements = parts[last].elements.lowerBound..<elements.count
    return parts
  }

  /// How many elements right above a scene heading belong to it.
  private func heralds(before index: Int, in elements: [GuionElement]) -> Int {
    elements[..<index].reversed().prefix { element in
      switch element.elementType {
      case .sectionHeading, .synopsis, .comment, .boneyard: true
      default: false
      }
    }.count
  }
}
