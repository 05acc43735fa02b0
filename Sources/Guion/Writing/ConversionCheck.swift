import Basics

/// Finds what a conversion has changed: what was written is read again, and compared with what was to be written.
struct ConversionCheck {
  private let target: DocumentFormat
  private(set) var losses: [Diagnostic] = []
  /// For each loss, the number of the document that it is in.
  private(set) var sources: [Int] = []

  /// Compares the elements of a document with those that are read from what was written.
  init(
    _ source: ConversionSource, _ written: WrittenText, _ reading: DocumentReading,
    target: DocumentFormat
  ) {
    self.target = target
    compare(source.titlePage, reading.titlePage, isMarked: source.isMarked)
    let wasMarked = source.isMarked
    var own = 0
    var found = 0
    while own < source.elements.count {
      // Elements that begin on one line are compared with those that are read from this line to the next.
      let line = written.starts[own]
      var end = own
      while end < source.elements.count, written.starts[end] <= line { end += 1 }
      let next = end < source.elements.count ? written.starts[end] : Int.max
      var last = found
      while last < reading.elements.count,
        (reading.elements[last].sourceRange?.start.line ?? 0) < next
      {
        last += 1
      }
      compare(
        source.elements[own..<end], wasMarked: wasMarked, reading.elements[found..<last],
        isMarked: target == .fountain)
      (own, found) = (end, last)
    }
  }

  private mutating func compare(
    _ own: ArraySlice<GuionElement>, wasMarked: Bool, _ found: ArraySlice<GuionElement>,
    isMarked: Bool
  ) {
    var next = found.startIndex
    for (index, element) in own.enumerated() {
      let isMissing =
        next == found.endIndex
        || found.endIndex - next < own.count - index
          && found[next].elementType != element.elementType
      if isMissing {
        add(.lostElement, "has no place for this \(element.elementType.name)", element)
        continue
      }
      let before = ComparedElement(element, isMarked: wasMarked)
      let after = ComparedElement(found[next], isMarked: isMarked)
      if before != after { compare(before, after, element) }
      next += 1
    }
    if next < found.endIndex, let element = own.last {
      let count = Quantity.count(found.endIndex - next, "further element")
      add(.changedElement, "makes \(count) of this \(element.elementType.name)", element)
    }
  }

  private mutating func compare(
    _ before: ComparedElement, _ after: ComparedElement, _ element: GuionElement
  ) {
    let name = element.elementType.name
    if before.type != after.type {
      return add(.changedElement, "makes this \(name) a \(after.type.name)", element)
    }
    if (before.isCentered, before.isDual) != (after.isCentered, after.isDual) {
      add(.changedElement, "cannot say how this \(name) is placed", element)
    }
    if before.number != after.number {
      add(.changedWords, "cannot have the scene number \"\(before.number)\"", element)
    }
    if before.text != after.text || before.suffix != after.suffix {
      add(.changedWords, "changes the words of this \(name)", element)
    } else if before.spans != after.spans {
      let lost = before.spans.first { !after.spans.contains($0) }?.kind.name
      add(.lostSpan, "cannot show \(lost ?? "how these words look") here", element)
    }
    if before.mark != after.mark || before.quoteDepth != after.quoteDepth {
      add(.lostMark, "cannot say where this \(name) stands", element)
    }
  }

  private mutating func compare(
    _ own: [TitlePageEntry], _ found: [TitlePageEntry], isMarked: Bool
  ) {
    for entry in own where !entry.values.isEmpty {
      let values = entry.values.map { isMarked ? FountainEmphasis.plainText($0) : $0 }
      let others = found.filter { $0.key.titlePageName == entry.key.titlePageName }
        .flatMap(\.values)
        .map { target == .fountain ? FountainEmphasis.plainText($0) : $0 }
      // Several entries may have one key.
      if !values.allSatisfy(others.contains) {
        losses.append(
          Diagnostic(
            code: Kind.lostTitle.rawValue, severity: .note,
            message:
              "\(target.displayName) cannot hold \"\(entry.key)\" of the title page as it is",
            position: entry.position))
        sources.append(0)
      }
    }
  }

  /// The codes of what is reported.
  private enum Kind: String {
    case lostElement = "lost-element"
    case changedElement = "changed-element"
    case changedWords = "changed-words"
    case lostSpan = "lost-span"
    case lostMark = "lost-mark"
    case lostTitle = "lost-title"
  }

  private mutating func add(_ kind: Kind, _ words: String, _ element: GuionElement) {
    losses.append(
      Diagnostic(
        code: kind.rawValue, severity: .note, message: "\(target.displayName) \(words)",
        position: element.sourceRange?.start))
    sources.append(element.sourceRange?.source ?? 0)
  }
}

extension String {
  /// A key of a title page under the one name that its spellings have.
  fileprivate var titlePageName: String {
    switch lowercased() {
    case "authors": "author"
    case "date": "draft date"
    case "contact info": "contact"
    case let name: name
    }
  }
}

extension ElementType {
  fileprivate var name: String { description.lowercased() }
}

extension InlineSpan.Kind {
  fileprivate var name: String {
    switch self {
    case .code: "words in code"
    case .strikethrough: "struck words"
    case .image, .imageFile: "an image"
    case .badge, .link, .contentsLink: "a link"
    case .lineBreak: "a line break"
    case .math: "a formula"
    case .emphasis: "italics"
    case .strong: "bold words"
    case .underline: "underlined words"
    case .raised: "raised words"
    case .footnote: "the mark of a footnote"
    }
  }
}
