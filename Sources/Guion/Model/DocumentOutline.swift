/// The positions of chapters and scenes in a document (Documentation/speech.md, "Chapters").
public struct DocumentOutline: Sendable, Equatable {
  /// A part of the document's elements, with the heading that starts it.
  public struct Part: Sendable, Equatable {
    /// The elements of the part.
    ///
    /// They include a scene heading that starts the part, but not a section heading.
    public var elements: Range<Int>
    /// The index of the heading; nil for the part before the first heading.
    public var heading: Int?

    package init(elements: Range<Int>, heading: Int?) {
      self.elements = elements
      self.heading = heading
    }
  }

  /// The index of the heading that is the document's title; nil if there is none.
  /// In prose, this is the first heading if no other heading is at its level or above it. A
  /// screenplay's sections are never its title.
  package let titleHeading: Int?
  /// The level of headings that start chapters; nil if there are no chapters.
  /// The level that the user requested, or else the shallowest level that occurs more than once.
  package let chapterLevel: Int?

  /// Finds the title and the chapter level of a document.
  ///
  /// `level`, from 1, is the chapter level that the user requested.
  public init(_ elements: [GuionElement], format: DocumentFormat, level: Int? = nil) {
    var counts: [Int: Int] = [:]
    // In a book, the title page and the colophon can be above the chapters.
    var text: [Int: Int] = [:]
    var first: Int?
    for (index, element) in elements.enumerated() where element.isOwnHeading {
      counts[element.elementType.level, default: 0] += 1
      if !element.isBackMatter { text[element.elementType.level, default: 0] += 1 }
      first = first ?? index
    }
    let shallowest = counts.keys.min() ?? 0
    // A lower-level heading after text is a section of that text.
    let isOnTop =
      shallowest == 1 || first.map { !elements[..<$0].contains(where: \.isSpeakable) } == true
    let isTitled =
      isOnTop && !format.isScreenplay && shallowest != level && counts[shallowest] == 1
      && first.map { elements[$0].elementType.level == shallowest } == true
    titleHeading = isTitled ? first : nil
    // A title starts no chapter, not even if it is the only heading.
    if isTitled { (counts[shallowest], text[shallowest]) = (nil, nil) }
    if let level {
      chapterLevel = counts.keys.contains { $0 <= level } ? level : nil
    } else {
      let several = { (counts: [Int: Int]) in counts.filter { $0.value > 1 }.keys.min() }
      chapterLevel = several(text) ?? several(counts)
    }
  }

  /// Returns the chapters in order; nil if there are none.
  ///
  /// The first part has no heading and can be empty.
  public func chapters(of elements: [GuionElement]) -> [Part]? {
    guard let chapterLevel else { return nil }
    return Self.cut(elements) { index, element in
      element.isOwnHeading && element.elementType.level <= chapterLevel && index != titleHeading
    }
  }

  /// Returns the scenes in order.
  ///
  /// The first part has no heading and can be empty.
  public func scenes(of elements: [GuionElement]) -> [Part] {
    Self.cut(elements) { $1.elementType == .sceneHeading }
  }

  private static func cut(_ elements: [GuionElement], at starts: (Int, GuionElement) -> Bool)
    -> [Part]
  {
    var parts = [Part(elements: 0..<0, heading: nil)]
    for (index, element) in elements.enumerated() where starts(index, element) {
      // A scene heading is read as an element, together with the sections and synopses above it. A section
      // heading is its chapter's title.
      let isSection = element.elementType.isSectionHeading
      let end = isSection ? index : index - preludeCount(before: index, in: elements)
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

  /// Returns the number of elements directly above a scene heading that belong to its scene.
  private static func preludeCount(before index: Int, in elements: [GuionElement]) -> Int {
    elements[..<index].reversed().prefix { element in
      switch element.elementType {
      case .sectionHeading, .synopsis, .comment, .boneyard: true
      default: false
      }
    }.count
  }
}

extension GuionElement {
  /// Whether this is a section heading of the document itself, not of a quotation or a list in it.
  package var isOwnHeading: Bool { elementType.isSectionHeading && isTopLevel }

  /// Whether the element is outside quotations, lists, code and tables.
  package var isTopLevel: Bool { mark == nil && quoteDepth == 0 }
}
