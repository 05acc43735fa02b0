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
      var lost: [String] = []
      for span in before.spans where !after.spans.contains(span) && !lost.contains(span.kind.name) {
        lost.append(span.kind.name)
      }
      let names = lost.isEmpty ? "this formatting" : lost.joined(separator: ", ")
      add(.lostSpan, "cannot represent \(names) here", element)
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

extension String {
  /// The text with empty lines in place of lines that only have blanks.
  fileprivate var withoutBlankLines: String {
    writtenLines.map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }.joined(separator: "\n")
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
    case .language: "the language of a passage"
    case .raised: "raised text"
    case .footnote: "a footnote mark"
    }
  }
}

/// The properties by which elements in different formats are compared.
struct ComparedElement: Equatable {
  var type: ElementType
  var text: String
  var spans: [ComparedSpan]
  var mark: ComparedMark
  var suffix: String
  var number: String
  var isCentered: Bool
  var isDual: Bool
  var quoteDepth: Int

  /// Creates the comparable form of an element, as it is shown.
  /// `isMarked` says whether the text of the element contains Fountain's marks.
  init(_ element: GuionElement, isMarked: Bool) {
    let isTyped = element.elementType == .comment || element.elementType == .boneyard
    let words = MarkedText(element.elementText, inlines: element.inlines)
    let shown =
      isMarked && !isTyped ? FountainEmphasis.shown(words.text, words.inlines) : words
    type = element.elementType
    // In a note, blanks stand for an empty line.
    text = isTyped ? shown.text.withoutBlankLines : shown.text
    spans = ComparedSpan.all(of: shown.inlines, in: shown.text)
    mark = ComparedMark(element.mark)
    let suffix = element.extension ?? ""
    self.suffix = isMarked ? FountainEmphasis.plainText(suffix) : suffix
    number = element.sceneNumber ?? ""
    (isCentered, isDual) = (element.isCentered, element.isDualDialogue)
    quoteDepth = element.quoteDepth
  }

  /// A mark, with the cells of a row in comparable form.
  enum ComparedMark: Equatable {
    case plain(Mark?)
    case row([Cell])

    struct Cell: Equatable {
      var header: String
      var headerSpans: [ComparedSpan]
      var text: String
      var spans: [ComparedSpan]
    }

    init(_ mark: Mark?) {
      guard case .row(let cells)? = mark else {
        self = .plain(mark)
        return
      }
      self = .row(
        cells.map { cell in
          Cell(
            header: cell.header,
            headerSpans: ComparedSpan.all(of: cell.headerInlines, in: cell.header), text: cell.text,
            spans: ComparedSpan.all(of: cell.inlines, in: cell.text))
        })
    }
  }
}

/// A span without the details that formats express differently.
struct ComparedSpan: Equatable {
  var kind: InlineSpan.Kind
  var range: Range<Int>

  /// Returns the comparable spans of a text, sorted by position.
  /// Adjacent spans of the same style are merged.
  static func all(of spans: [InlineSpan], in text: String) -> [Self] {
    let contents = Set(spans.filter { $0.kind == .contentsLink }.map(\.range))
    var words = StyledWords()
    words.append(text.utf8)
    var found: [Self] = []
    for span in spans {
      switch span.kind {
      case .emphasis, .strong, .underline, .strikethrough, .raised:
        words.mark(span.range, as: span.kind)
      // A link within the document also has a `contentsLink` span, which is enough for the comparison.
      case .link where contents.contains(span.range): continue
      // The text of a note is compared as a separate element.
      case .footnote(let number, _):
        found.append(Self(kind: .footnote(number: number, text: MarkedText("")), range: span.range))
      default: found.append(Self(kind: span.kind, range: span.range))
      }
    }
    found += words.visibleFormatting
    return found.sorted { one, other in
      if one.range.lowerBound != other.range.lowerBound {
        return one.range.lowerBound < other.range.lowerBound
      }
      if one.range.upperBound != other.range.upperBound {
        return one.range.upperBound > other.range.upperBound
      }
      return one.kind.identifier < other.kind.identifier
    }
  }
}

extension StyledWords {
  /// The styled ranges of each line.
  /// Blanks at the ends of a range are left out, because their style is invisible.
  fileprivate var visibleFormatting: [ComparedSpan] {
    var start = 0
    var found: [ComparedSpan] = []
    for line in lines {
      line.bytes.withUnsafeBufferPointer { bytes in
        for span in line.spans {
          let range = bytes.trimmed(span.range)
          guard !range.isEmpty else { continue }
          let place = range.lowerBound + start..<range.upperBound + start
          found.append(ComparedSpan(kind: span.kind, range: place))
        }
      }
      start += line.bytes.count + 1
    }
    return found
  }
}
