import Basics

/// Finds the differences that a conversion caused, by reading the written document again and comparing it
/// with the source.
struct ConversionCheck {
  private let target: DocumentFormat
  private(set) var losses: [Diagnostic] = []
  /// For each loss, the index of its document.
  private(set) var sources: [Int] = []

  /// Compares the elements of a document with the elements read from the written document.
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
      // Several source elements can be written on the same line. They are compared with the elements that
      // are read from this line and from the lines up to the next source element.
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
        add(.lostElement, "cannot represent this \(element.elementType.name)", element)
        continue
      }
      let before = ComparedElement(element, isMarked: wasMarked)
      let after = ComparedElement(found[next], isMarked: isMarked)
      if before != after { compare(before, after, element) }
      next += 1
    }
    if next < found.endIndex, let element = own.last {
      let count = found.endIndex - next + 1
      add(
        .changedElement, "splits this \(element.elementType.name) into \(count) elements", element)
    }
  }

  private mutating func compare(
    _ before: ComparedElement, _ after: ComparedElement, _ element: GuionElement
  ) {
    let name = element.elementType.name
    if before.type != after.type {
      return add(
        .changedElement, "stores this \(name) as another element: \(after.type.name)", element)
    }
    if (before.isCentered, before.isDual) != (after.isCentered, after.isDual) {
      add(
        .changedElement, "cannot represent whether this \(name) is centred or simultaneous", element
      )
    }
    if before.number != after.number {
      add(.changedWords, "cannot represent the scene number \"\(before.number)\"", element)
    }
    if before.text != after.text || before.suffix != after.suffix {
      add(.changedWords, "changes the text of this \(name)", element)
    } else if before.spans != after.spans {
      let lost = before.spans.first { !after.spans.contains($0) }?.kind.name
      add(.lostSpan, "cannot represent \(lost ?? "this formatting") here", element)
    }
    if before.mark != after.mark || before.quoteDepth != after.quoteDepth {
      add(.lostMark, "cannot represent the layout of this \(name)", element)
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
      // Several entries can have the same key.
      if !values.allSatisfy(others.contains) {
        losses.append(
          Diagnostic(
            code: Kind.lostTitle.rawValue, severity: .note,
            message:
              "\(target.displayName) loses or changes \"\(entry.key)\" of the title page",
            position: entry.position))
        sources.append(0)
      }
    }
  }

  /// The codes of the notes.
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
  /// The name that all spellings of a title page key share.
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
    case .code: "inline code"
    case .strikethrough: "struck-through text"
    case .image, .imageFile: "an image"
    case .badge, .link, .contentsLink: "a link"
    case .lineBreak: "a line break"
    case .math: "a formula"
    case .emphasis: "italics"
    case .strong: "bold text"
    case .underline: "underlined text"
    case .raised: "raised text"
    case .footnote: "a footnote mark"
    }
  }
}
