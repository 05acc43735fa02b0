/// Where the chapters and scenes of a document begin (Documentation/speech.md, "Chapters").
public struct DocumentOutline: Sendable, Equatable {
  /// A part of elements, and the heading that starts it.
  public struct Part: Sendable, Equatable {
    /// The elements of the part: behind a section heading, with a scene heading.
    public var elements: Range<Int>
    /// The index of the heading; nil for what stands before the first.
    public var heading: Int?

    /// Makes a part.
    public init(elements: Range<Int>, heading: Int?) {
      self.elements = elements
      self.heading = heading
    }
  }

  /// The index of the one heading that is the document's title; nil where there is none.
  ///
  /// In a document of prose, the first heading where none other is as high; a screenplay's sections
  /// are never its title.
  public let titleHeading: Int?
  /// The level of headings that start chapters: the one asked for, else the shallowest that occurs
  /// more than once; nil where there are no chapters.
  public let chapterLevel: Int?

  /// Surveys a document; `level`, from 1, is the chapters' level that the user asked for.
  public init(_ elements: [GuionElement], format: DocumentFormat, level: Int? = nil) {
    var counts: [Int: Int] = [:]
    var first: Int?
    for (index, element) in elements.enumerated() where element.isOwnHeading {
      counts[element.elementType.level, default: 0] += 1
      first = first ?? index
    }
    let shallowest = counts.keys.min() ?? 0
    // A heading of a lower level behind words is a section of them.
    let isOnTop =
      shallowest == 1 || first.map { !elements[..<$0].contains(where: \.isSpeakable) } == true
    let isTitled =
      isOnTop && !format.isScreenplay && shallowest != level && counts[shallowest] == 1
      && first.map { elements[$0].elementType.level == shallowest } == true
    titleHeading = isTitled ? first : nil
    // A title starts no chapter, not even the only one.
    if isTitled { counts[shallowest] = nil }
    if let level {
      chapterLevel = counts.keys.contains { $0 <= level } ? level : nil
    } else {
      chapterLevel = counts.filter { $0.value > 1 }.keys.min()
    }
  }

  /// The chapters in order, the first part without a heading even where it is empty; nil where there
  /// are none.
  public func chapters(of elements: [GuionElement]) -> [Part]? {
    guard let chapterLevel else { return nil }
    return Self.cut(elements) { index, element in
      element.isOwnHeading && element.elementType.level <= chapterLevel && index != titleHeading
    }
  }

  /// The scenes in order, the first part without a heading even where it is empty.
  public func scenes(of elements: [GuionElement]) -> [Part] {
    Self.cut(elements) { $1.elementType == .sceneHeading }
  }

  private static func cut(_ elements: [GuionElement], at starts: (Int, GuionElement) -> Bool)
    -> [Part]
  {
    var parts = [Part(elements: 0..<0, heading: nil)]
    for (index, element) in elements.enumerated() where starts(index, element) {
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
  private static func heralds(before index: Int, in elements: [GuionElement]) -> Int {
    elements[..<index].reversed().prefix { element in
      switch element.elementType {
      case .sectionHeading, .synopsis, .comment, .boneyard: true
      default: false
      }
    }.count
  }
}

extension GuionElement {
  /// Whether this is a section heading of the document itself: one within a quotation or a list is a
  /// part of that.
  var isOwnHeading: Bool { elementType.isSectionHeading && standsAlone }

  /// Whether it stands in no quotation, list, code or table.
  package var standsAlone: Bool { mark == nil && quoteDepth == 0 }
}
