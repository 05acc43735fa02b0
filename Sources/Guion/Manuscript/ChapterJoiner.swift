/// Joins documents into the elements of one book.
///
/// Each document starts a chapter.
struct ChapterJoiner {
  /// The elements of the documents so far.
  private(set) var elements: [GuionElement] = []

  /// Adds a document.
  ///
  /// `listed` is the document's title in the order file, and `fallback` is a title made from its file
  /// name.
  ///
  /// Returns false if the document has nothing to read. Its headings are then left out, because they
  /// would become titles of the next chapter.
  mutating func append(
    _ document: GuionParsedElementCollection, source: Int, listed: String?, fallback: String
  ) -> Bool {
    let first = document.elements.firstIndex(where: \.isSpeakable)
    let words = TitlePageWords(document.titlePage, format: document.format)
    let written = words.line(of: .title, joinedBy: " ")
    let headings = Headings(document)
    let start = first.flatMap { headings.start(at: $0, title: written) }
    if first != nil, start == nil {
      elements.append(.heading(written ?? listed ?? fallback, source: source))
    }
    let shift = headings.shift(isStartOutermost: start?.isOutermost ?? false)
    elements.reserveCapacity(elements.count + document.elements.count)
    for (index, element) in document.elements.enumerated() {
      var element = element
      if let own = element.sourceRange?.source { element.sourceRange?.source = source + own }
      if element.elementType.isSectionHeading {
        if first == nil { continue }
        let level = index == start?.index ? 1 : max(1, element.elementType.level + shift)
        element.elementType = .sectionHeading(level: level)
      }
      elements.append(element)
    }
    return first != nil
  }
}

/// The headings of a document, which determine where its chapter begins.
private struct Headings {
  /// The heading that a chapter starts with.
  struct Start {
    let index: Int
    /// Whether no other heading has a higher rank.
    let isOutermost: Bool
  }

  private let elements: [GuionElement]
  private let isScreenplay: Bool
  /// The level of the outermost headings.
  private let shallowest: Int
  private let count: Int

  init(_ document: GuionParsedElementCollection) {
    elements = document.elements
    isScreenplay = document.format.isScreenplay
    let levels = elements.lazy.filter(\.isOwnHeading).map(\.elementType.level)
    let shallowest = levels.min() ?? 1
    self.shallowest = shallowest
    count = levels.count { $0 == shallowest }
  }

  /// Returns the heading that starts the chapter; nil if the document's first text is not its title.
  ///
  /// If the front matter has a title and the first heading differs from it, this heading starts only a
  /// section. The exception is a single heading of level 1, which readers see as the title. (Documents for
  /// Hugo and Jekyll begin with their first section. Documents for MkDocs and Docusaurus begin with a title.)
  func start(at first: Int, title: String?) -> Start? {
    guard !isScreenplay, elements[first].isOwnHeading else { return nil }
    let level = elements[first].elementType.level
    let start = Start(index: first, isOutermost: level == shallowest)
    guard let title else { return start.isOutermost ? start : nil }
    if title.hasSameLetters(as: elements[first].elementText) { return start }
    return level == 1 && count == 1 ? start : nil
  }

  /// Returns the number to add to each heading level.
  ///
  /// The outermost headings get level 1 if the heading that starts the chapter is one of them;
  /// otherwise level 2.
  func shift(isStartOutermost: Bool) -> Int { (isStartOutermost ? 1 : 2) - shallowest }
}

extension GuionElement {
  /// Creates a heading for a whole document.
  fileprivate static func heading(_ words: String, source: Int) -> GuionElement {
    let start = SourcePosition(line: 1, column: 1)
    return GuionElement(
      elementType: .sectionHeading(level: 1), elementText: words,
      sourceRange: SourceRange(start: start, end: start, source: source))
  }
}
