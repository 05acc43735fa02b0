/// An element of the page that is open.
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
  /// Where its words begin in those that are gathered.
  var start = 0
  /// The number of the note that it is.
  var note: Int?
  var isBlock = false
  var canBeNote = false

  var headingLevel: Int? {
    if case .heading(let level) = kind { level } else { nil }
  }
}

/// The elements of a page that are open, the innermost last.
struct XHTMLFrames {
  private(set) var all: [XHTMLFrame] = []

  var last: XHTMLFrame? { all.last }
  var isInCode: Bool { all.contains { if case .code = $0.kind { true } else { false } } }
  var isInTable: Bool { tableDepth > 0 }
  var isInCell: Bool { all.contains { if case .cell = $0.kind { true } else { false } } }
  /// How many tables are open.
  var tableDepth: Int { all.count { if case .table = $0.kind { true } else { false } } }
  /// How many quotations are open.
  var quoteDepth: Int { all.count { if case .quote = $0.kind { true } else { false } } }
  /// The level of the outermost heading that is open.
  var headingLevel: Int? { all.lazy.compactMap(\.headingLevel).first }
  /// The note that is open.
  var openNote: Int? { all.lazy.compactMap(\.note).first }

  mutating func open(_ frame: XHTMLFrame) { all.append(frame) }

  mutating func close() { _ = all.popLast() }

  /// The words of all open elements begin anew.
  mutating func restart() {
    for index in all.indices { all[index].start = 0 }
  }

  /// The innermost block is a note, if it can be one.
  mutating func markNote(_ note: Int) {
    guard let block = all.lastIndex(where: \.isBlock), all[block].canBeNote else { return }
    all[block].note = note
  }

  /// An item of the innermost list, with the number that the author gave it or the next one.
  mutating func item(numbered own: Int?) -> XHTMLFrame.Kind {
    for index in all.indices.reversed() {
      guard case .list(let ordered, let next) = all[index].kind else { continue }
      let number = own ?? next
      all[index].kind = .list(ordered: ordered, next: number == .max ? number : number + 1)
      return .item(ordered: ordered, number: ordered ? number : nil)
    }
    return .block
  }

  /// The mark of a paragraph or a heading; the first one of an item has the number of the item.
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
