import Basics

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
  /// Whether the block has a large first letter, as its class says.
  var isDropCap = false
  /// Whether the class of an inline element says that it is the mark of a note.
  var isNoteMark = false
  /// The words for an element whose content is hidden from screen readers, and whether it has such content.
  var label: String?
  var hasHidden = false
  /// The name of the element and the language that it names; nil if it names none.
  var language: (element: String, tag: String)?

  var headingLevel: Int? {
    if case .heading(let level) = kind { level } else { nil }
  }

  var isRaised: Bool { if case .style(.raised) = kind { true } else { false } }

  /// Takes what the attributes of an element say.
  mutating func take(_ tag: XMLTag, isBlock: Bool, _ edition: ReadingEdition) {
    guard edition == .second else { return }
    let names = tag["class"]?.lowercased().split(separator: " ") ?? []
    if isBlock {
      isDropCap = names.contains { $0.contains("drop") && $0.contains("cap") }
    } else {
      isNoteMark = names.contains {
        ["footnote-ref", "footnoteref", "noteref", "note-ref", "fnref", "fn-ref"].contains($0)
      }
      if tag.name == "span" { label = tag["aria-label"] }
    }
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

  /// Whether the innermost block has a large first letter.
  var isInDropCap: Bool { all.last(where: \.isBlock)?.isDropCap == true }

  var isInBackMatter: Bool { all.contains(where: \.isBackMatter) }
  var isInMain: Bool { all.contains(where: \.isMain) }

  mutating func open(_ frame: XHTMLFrame) { all.append(frame) }

  mutating func close() { _ = all.popLast() }

  /// Notes that the open inline elements have hidden words.
  mutating func markHidden() {
    for index in all.indices.reversed() {
      if all[index].isBlock { return }
      all[index].hasHidden = true
    }
  }

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

/// The comments of a page that are elements: sounds, and marks for the reader.
struct XHTMLComments {
  /// Whether a comment, with its signs, is an element; nil if comments are not read.
  var areKept: ((String) -> Bool)?
  /// The part of a paragraph that the text belongs to, if a sound divides the paragraph.
  var part: ParagraphPart?
  /// The comments that follow the next element. Without a place, they have its place.
  private var waiting: [(comment: String, place: SourceRange?)] = []

  /// Returns a comment with its signs, if it is an element.
  func kept(_ text: Bytes) -> String? {
    guard let areKept else { return nil }
    let comment = "<!--" + text.string(0..<text.count) + "-->"
    return areKept(comment) ? comment : nil
  }

  mutating func wait(_ comment: String, at place: SourceRange?) {
    waiting.append((comment, place))
  }

  /// Divides the paragraph at the last comment, and returns the part behind it. A mark, unlike a sound, ends the paragraph.
  mutating func divide(hasWords: Bool) -> ParagraphPart? {
    guard let last = waiting.last, ReadingMark(last.comment) == nil else { return nil }
    if hasWords { part = part ?? .first }
    return part == nil ? nil : .within
  }

  mutating func take(after place: SourceRange) -> [GuionElement] {
    defer { waiting = [] }
    return waiting.map {
      GuionElement(
        elementType: .comment, elementText: $0.comment, sourceRange: $0.place ?? place)
    }
  }
}

/// The positions of a page's text in its source.
struct XHTMLPlaces {
  private let source: Bytes
  private let lines: LineTable
  /// The index of the page, which becomes the `source` of its ranges.
  private let number: Int
  /// The offset after the tag that precedes the text.
  private(set) var tagEnd = 0
  /// The range of the most recent text.
  private var range: Range<Int>?
  /// Whether the end of the most recent text is still unknown.
  private var hasOpenEnd = false

  init(_ source: Bytes, number: Int) {
    (self.source, self.number) = (source, number)
    lines = LineTable(source)
  }

  /// Returns the range of one character at an offset.
  func position(_ offset: Int) -> SourceRange {
    let place = lines.position(of: max(0, min(offset, source.count)))
    return SourceRange(start: place, end: place, source: number)
  }

  // MARK: Tags

  /// Moves `tagEnd` to the end of a start tag.
  /// The end of the tag is at most two bytes after `offset`.
  mutating func passStartTag(at offset: Int) {
    var end = max(0, min(offset, source.count))
    while end < source.count, end < offset + 2 {
      end += 1
      if source[end - 1] == UInt8(ascii: ">") { break }
    }
    tagEnd = end
  }

  /// Moves `tagEnd` to the end of an end tag.
  mutating func passEndTag(at offset: Int) { tagEnd = min(offset, source.count) }

  // MARK: Words

  /// Starts a range for the text after the last tag, or extends the open range.
  mutating func addText() {
    begin(at: tagEnd - 1)
    hasOpenEnd = true
  }

  /// Starts a range after the white space that follows `offset`, unless a range is open.
  mutating func begin(at offset: Int) {
    guard range == nil else { return }
    var start = max(0, min(offset + 1, source.count))
    while start < source.count {
      let length = source.whiteSpace(at: start, before: source.count)
      if length == 0 { break }
      start += length
    }
    start = min(start, max(0, source.count - 1))
    range = start..<start
  }

  /// Ends the range before the tag that ends at `offset`.
  mutating func endWords(at offset: Int) {
    guard hasOpenEnd, let start = range?.lowerBound else { return }
    hasOpenEnd = false
    var end = min(offset, source.count)
    while end > start, source[end - 1] != UInt8(ascii: "<") { end -= 1 }
    end = max(start, end - 1)
    range = start..<max(start, source.trimmed(start..<end).upperBound)
  }

  /// Discards the range.
  mutating func drop() { range = nil }

  /// Returns the range of the most recent text and discards the range.
  /// If there is no text, returns the position after the last tag.
  mutating func take() -> SourceRange {
    defer { (range, hasOpenEnd) = (nil, false) }
    guard let range else { return position(tagEnd) }
    let start = lines.position(of: range.lowerBound)
    let end = range.isEmpty ? start : lines.position(of: range.upperBound - 1)
    return SourceRange(start: start, end: end, source: number)
  }
}

/// A table of a page, built row by row.
struct XHTMLTable {
  /// A row and the offset of its tag.
  struct Row {
    var cells: [TableCell] = []
    var offset: Int
  }

  /// Whether the rows are in `thead`.
  var isInHead = false
  private var hasHeaderCell = false
  private var hasDataCell = false
  private var row: Row?
  private(set) var header: Row?
  private var hasRows = false
  /// Whether a row below the header has words.
  private var hasWords = false
  /// The numbers of further rows that cells of earlier rows fill, keyed by their columns.
  private var filled: [Int: Int] = [:]
  /// The numbers of rows and columns of the open cell.
  private var size = (rows: 1, columns: 1)
  /// No cell counts for more columns.
  private static let mostColumns = 50

  mutating func beginRow(at offset: Int) {
    row = Row(offset: offset)
    (hasHeaderCell, hasDataCell) = (false, false)
  }

  /// Enters a cell. A cell outside a row begins a row.
  mutating func enterCell(at offset: Int, isHeader: Bool, rows: Int = 1, columns: Int = 1) {
    if row == nil { beginRow(at: offset) }
    if isHeader { hasHeaderCell = true } else { hasDataCell = true }
    size = (max(1, rows), min(max(1, columns), Self.mostColumns))
  }

  /// Adds a cell behind the columns that cells of earlier rows fill.
  mutating func add(_ cell: TableCell) {
    guard row != nil else { return }
    skipFilled()
    for column in 0..<size.columns {
      if size.rows > 1 { filled[row?.cells.count ?? 0] = size.rows - 1 }
      row?.cells.append(column == 0 ? cell : TableCell(header: "", text: ""))
    }
    size = (1, 1)
  }

  private mutating func skipFilled() {
    while let column = row?.cells.count, let rows = filled[column] {
      filled[column] = rows > 1 ? rows - 1 : nil
      row?.cells.append(TableCell(header: "", text: ""))
    }
  }

  /// Ends a row and returns it with the column headers in its cells.
  /// nil for the header row and for a row without cells.
  mutating func endRow() -> Row? {
    guard row?.cells.isEmpty == false else { return nil }
    skipFilled()
    guard var row else { return nil }
    self.row = nil
    let isHeader = isInHead || hasHeaderCell && !hasDataCell
    if isHeader, header == nil, !hasRows {
      header = row
      return nil
    }
    hasRows = true
    hasWords = hasWords || row.cells.contains { !$0.text.isEmpty || !$0.inlines.isEmpty }
    guard let header else { return row }
    for index in row.cells.indices where index < header.cells.count {
      row.cells[index].header = header.cells[index].text
      row.cells[index].headerInlines = header.cells[index].inlines
    }
    return row
  }

  /// Ends the table.
  /// Returns the header row if the table has no other row, or, with `ofForm`, none with words; otherwise nil.
  mutating func end(ofForm: Bool) -> Row? {
    defer { self = Self() }
    return (ofForm ? hasWords : hasRows) ? nil : header
  }
}
