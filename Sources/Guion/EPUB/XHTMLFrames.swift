/// An open element of the page.
struct XHTMLFrame {
  enum Kind {
    case block, inline
    case heading(level: Int)
    case summary
    case quote
    case list(ordered: Bool, next: Int)
    case item(ordered: Bool, number: Int?)
    case code
    case table, row, cell
    case style(InlineSpan.Kind)
    case link(InlineSpan.Kind?)
  }

  var kind: Kind
  /// The offset of the element's first byte in the collected text.
  var start = 0
  /// The number of the note, if the element is a note.
  var note: Int?
  var isBlock = false
  var canBeNote = false
  var isBackMatter = false
  /// Whether the element holds the text of a web page.
  var isMain = false
  /// Whether this is an inline element with a look of its own.
  var isStyled = false
  /// The name of the element and the language that it names; nil if it names none.
  var language: (element: String, tag: String)?

  var headingLevel: Int? {
    if case .heading(let level) = kind { level } else { nil }
  }
}

/// The open elements of a page, the innermost last.
struct XHTMLFrames {
  private(set) var all: [XHTMLFrame] = []

  var last: XHTMLFrame? { all.last }
  var isInCode: Bool { all.contains { if case .code = $0.kind { true } else { false } } }
  var isInTable: Bool { tableDepth > 0 }
  var isInCell: Bool { all.contains { if case .cell = $0.kind { true } else { false } } }
  /// The number of open tables.
  var tableDepth: Int { all.count { if case .table = $0.kind { true } else { false } } }
  /// The number of open quotations.
  var quoteDepth: Int { all.count { if case .quote = $0.kind { true } else { false } } }
  /// The level of the outermost open heading; nil if no heading is open.
  var headingLevel: Int? { all.lazy.compactMap(\.headingLevel).first }
  /// The number of the open note; nil if no note is open.
  var openNote: Int? { all.lazy.compactMap(\.note).first }

  var isInBackMatter: Bool { all.contains(where: \.isBackMatter) }
  var isInMain: Bool { all.contains(where: \.isMain) }

  mutating func open(_ frame: XHTMLFrame) { all.append(frame) }

  mutating func close() { _ = all.popLast() }

  /// Sets the start offset of all open elements to 0.
  mutating func restart() {
    for index in all.indices { all[index].start = 0 }
  }

  /// Marks the innermost block as a note, if the block can be a note.
  mutating func markNote(_ note: Int) {
    guard let block = all.lastIndex(where: \.isBlock), all[block].canBeNote else { return }
    all[block].note = note
  }

  /// Returns the kind of a new item in the innermost list; `.block` outside a list.
  /// The item has the number that the author gave it, or else the next number.
  mutating func item(numbered own: Int?) -> XHTMLFrame.Kind {
    for index in all.indices.reversed() {
      guard case .list(let ordered, let next) = all[index].kind else { continue }
      let number = own ?? next
      all[index].kind = .list(ordered: ordered, next: number == .max ? number : number + 1)
      return .item(ordered: ordered, number: ordered ? number : nil)
    }
    return .block
  }

  /// Returns the mark of a paragraph or a heading.
  /// Only the first paragraph or heading of an item has the number of the item.
  mutating func takeMark(isHeading: Bool) -> Mark? {
    if let note = openNote { return .footnote(number: note) }
    var lists = 0
    var innermost: Int?
    for index in all.indices {
      switch all[index].kind {
      case .list: lists += 1
      case .quote, .item: innermost = index
      case .summary: return .summary
      default: break
      }
    }
    guard let innermost else { return nil }
    guard case .item(let ordered, let number) = all[innermost].kind else {
      return isHeading ? nil : .quote
    }
    all[innermost].kind = .item(ordered: ordered, number: nil)
    return .list(ordered: ordered, number: number, depth: max(1, lists), task: nil)
  }
}
