import Basics

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
  ///
  /// `isMarked` says whether the text of the element contains Fountain's marks.
  init(_ element: GuionElement, isMarked: Bool) {
    let isTyped = element.elementType == .comment || element.elementType == .boneyard
    let words = MarkedText(element.elementText, inlines: element.inlines)
    let shown =
      isMarked && !isTyped ? FountainEmphasis.shown(words.text, words.inlines) : words
    type = element.elementType
    text = shown.text
    spans = ComparedSpan.all(of: shown.inlines, in: shown.text)
    mark = ComparedMark(element.mark)
    let suffix = element.extension ?? ""
    self.suffix = isMarked ? FountainEmphasis.plainText(suffix) : suffix
    number = element.sceneNumber ?? ""
    (isCentered, isDual) = (element.isCentered, element.isDualDialogue)
    quoteDepth = element.quoteDepth
  }
}

/// A span without the details that formats express differently.
struct ComparedSpan: Equatable {
  var kind: InlineSpan.Kind
  var range: Range<Int>

  /// Returns the comparable spans of a text, sorted by position.
  ///
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
  ///
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
