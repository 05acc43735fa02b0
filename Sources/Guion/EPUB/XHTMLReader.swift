import Basics

/// Makes elements of a page (Documentation/formats.md, "EPUB").
final class XHTMLReader: XMLReceiver {
  /// An element of the page that is open.
  private struct Frame {
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

  private(set) var body: [GuionElement] = []
  /// The elements of notes, by their numbers.
  private(set) var notes: [Int: [GuionElement]] = [:]
  private let book: EPUBContents
  private let path: String
  private let source: Bytes
  private let places: LineTable
  private let number: Int
  private var frames: [Frame] = []
  private var skipped = 0
  private var words = XHTMLWords()
  private var table = XHTMLTable()
  private var titles: EPUBTitles
  /// Where the tag before the text ended, and whether the words that began last still have no end.
  private var tagEnd = 0
  private var range: Range<Int>?
  private var hasOpenEnd = false
  private var language: String?

  init(_ source: Bytes, path: String, number: Int, book: EPUBContents, level: Int) {
    (self.source, self.path, self.number, self.book) = (source, path, number, book)
    places = LineTable(source)
    let start = SourcePosition(line: 1, column: 1)
    titles = EPUBTitles(
      book.titles[path] ?? [], level: level,
      start: SourceRange(start: start, end: start, source: number))
  }

  /// The level of the title that the text stands under; 0 for none.
  var level: Int { titles.level }

  var isDone: Bool { false }

  // MARK: Tags

  func start(_ own: XMLTag) {
    endWords(at: own.offset)
    defer { tagEnd = behind(own.offset) }
    if skipped > 0 {
      skipped += 1
      return
    }
    let tag = XHTMLTag(own)
    if tag.isUnread {
      // A place in it, such as that of a page's number, may still be one that a title names.
      if tag.id != nil { reach(tag) }
      skipped = 1
      return
    }
    if tag.isBlock { endBlock() }
    if tag.id != nil { reach(tag) }
    var frame = Frame(kind: .inline, start: words.bytes.count)
    (frame.isBlock, frame.canBeNote) = (tag.isBlock, tag.canBeNote)
    if isReference(own, tag) {
      skipped = 1
      return
    }
    frame.kind = kind(of: tag, own)
    if let id = tag.id, let note = book.notes.numbers[EPUBLink(path: path, fragment: id)],
      openNote == nil
    {
      if frame.isBlock {
        frame.note = note
      } else if let block = frames.lastIndex(where: \.isBlock), frames[block].canBeNote {
        frames[block].note = note
      }
    }
    frames.append(frame)
    if isInCode, let name = own["class"].flatMap(Self.codeLanguage) { language = name }
    enter(tag, own)
  }

  private func kind(of tag: XHTMLTag, _ own: XMLTag) -> Frame.Kind {
    if let level = tag.headingLevel { return .heading(level: level) }
    if let style = tag.style { return isInCode ? .inline : .style(style) }
    switch tag.name {
    case "blockquote": return .quote
    case "ul", "menu": return .list(ordered: false, next: 1)
    case "ol": return .list(ordered: true, next: own["start"].flatMap { Int($0) } ?? 1)
    case "li": return item(own)
    case "pre": return .code
    case "summary": return .summary
    case "table" where !isInTable: return .table
    case "tr" where isInTable: return .row
    case "td", "th": return isInTable && !isInCell ? .cell : .block
    case "a": return .link(link(own))
    default: return tag.isBlock ? .block : .inline
    }
  }

  private func item(_ own: XMLTag) -> Frame.Kind {
    for index in frames.indices.reversed() {
      guard case .list(let ordered, let next) = frames[index].kind else { continue }
      let number = own["value"].flatMap { Int($0) } ?? next
      frames[index].kind = .list(ordered: ordered, next: number == .max ? number : number + 1)
      return .item(ordered: ordered, number: ordered ? number : nil)
    }
    return .block
  }

  /// Where a link leads, in the words of Markdown.
  private func link(_ own: XMLTag) -> InlineSpan.Kind? {
    guard let href = own["href"], !href.isEmpty else { return nil }
    if let target = EPUBLink(href, from: path), book.pages.contains(target.path) {
      return .contentsLink
    }
    return .link(target: href)
  }

  /// Takes a link to a note, or one from a note back, instead of its words.
  private func isReference(_ own: XMLTag, _ tag: XHTMLTag) -> Bool {
    guard tag.name == "a", let href = own["href"], let target = EPUBLink(href, from: path),
      target.fragment != nil
    else { return false }
    if book.notes.references.contains(target), openNote != nil { return true }
    guard let note = book.notes.numbers[target], openNote == nil else { return false }
    words.appendMark(.footnote(number: note, text: MarkedText("")))
    begin(at: own.offset)
    return true
  }

  private func enter(_ tag: XHTMLTag, _ own: XMLTag) {
    switch tag.name {
    case "br": words.breakLine()
    case "hr":
      endBlock()
      add(.pageBreak, MarkedText(""), nil, at: position(own.offset))
    case "img", "image": addImage(own)
    case "math":
      if let text = own["alttext"], !text.isEmpty {
        begin(at: own.offset)
        words.append(text.utf8)
        _ = frames.popLast()
        skipped = 1
      }
    case "table" where frames.count { if case .table = $0.kind { true } else { false } } == 1:
      table = XHTMLTable()
    case "thead" where isInTable: table.isInHead = true
    case "tbody" where isInTable: table.isInHead = false
    case "tr" where isInTable: table.beginRow(at: own.offset)
    case "th" where isInCell: table.hasHeaderCell = true
    case "td" where isInCell: table.hasDataCell = true
    default: break
    }
  }

  private func addImage(_ own: XMLTag) {
    guard let alt = own["alt"]?.inOneLine, own["role"] != "presentation" else { return }
    begin(at: own.offset)
    let start = words.bytes.count
    words.append(alt.utf8)
    words.mark(.image, from: start)
    if let path = own["src"] {
      let file = EPUBLink(path, from: self.path)?.path ?? path
      words.mark(.imageFile(path: file), from: start)
    }
  }

  func text(_ text: Bytes) {
    guard skipped == 0 else { return }
    if isInCode {
      if range == nil { begin(at: tagEnd - 1) }
      hasOpenEnd = true
      words.appendExactly(text)
      return
    }
    if !text.trimmed(0..<text.count).isEmpty {
      begin(at: tagEnd - 1)
      hasOpenEnd = true
    }
    words.append(text)
  }

  func end(at offset: Int) {
    endWords(at: offset)
    defer { tagEnd = min(offset, source.count) }
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard let frame = frames.last else { return }
    switch frame.kind {
    case .style(let kind): words.mark(kind, from: frame.start)
    case .link(let kind): endLink(kind, from: frame.start)
    case .cell: endCell()
    case .row: if let row = table.endRow() { add(row: row) }
    case .table:
      if let row = table.end() { add(row: row) }
    case .code: endCode()
    default: if frame.isBlock { endBlock() }
    }
    _ = frames.popLast()
  }

  /// Ends the page.
  func finish() {
    endBlock()
    add(titles.end())
  }

  // MARK: Where the parser is

  private var isInCode: Bool {
    frames.contains { if case .code = $0.kind { true } else { false } }
  }

  private var isInTable: Bool {
    frames.contains { if case .table = $0.kind { true } else { false } }
  }

  private var isInCell: Bool {
    frames.contains { if case .cell = $0.kind { true } else { false } }
  }

  /// The note that is open.
  private var openNote: Int? { frames.lazy.compactMap(\.note).first }

  /// The parser is at a place that a title of the table of contents may name.
  private func reach(_ tag: XHTMLTag) {
    guard let id = tag.id, openNote == nil else { return }
    titles.reach(id, at: position(max(0, tagEnd)))
  }
}

// MARK: - Blocks

extension XHTMLReader {
  /// Ends the paragraph, unless it goes on in a cell or in code.
  private func endBlock() {
    if isInCode { return }
    if isInCell {
      words.appendBlank()
      return
    }
    // What began outside the paragraph goes on behind it.
    for index in frames.indices {
      if case .style(let kind) = frames[index].kind { words.mark(kind, from: frames[index].start) }
      if case .link(.some(let kind)) = frames[index].kind {
        words.mark(kind, from: frames[index].start)
      }
      frames[index].start = 0
    }
    guard !words.isEmpty else {
      range = nil
      return
    }
    var text = words.take()
    if let note = openNote, notes[note] == nil {
      text = text.withoutLabel(book.notes.labels[note - 1])
    }
    let place = takeRange()
    guard !text.text.isEmpty || !text.inlines.isEmpty else { return }
    let level = frames.lazy.compactMap(\.headingLevel).first
    let type: ElementType = level.map { .sectionHeading(level: $0) } ?? .action
    add(type, text, takeMark(isHeading: level != nil), at: place)
  }

  /// The mark of a paragraph or a heading; the first one of an item has the number of the item.
  private func takeMark(isHeading: Bool) -> Mark? {
    if let note = openNote { return .footnote(number: note) }
    var lists = 0
    var innermost: Int?
    for index in frames.indices {
      switch frames[index].kind {
      case .list: lists += 1
      case .quote, .item: innermost = index
      case .summary: return .summary
      default: break
      }
    }
    guard let innermost else { return nil }
    guard case .item(let ordered, let number) = frames[innermost].kind else {
      return isHeading ? nil : .quote
    }
    frames[innermost].kind = .item(ordered: ordered, number: nil)
    return .list(ordered: ordered, number: number, depth: max(1, lists), task: nil)
  }

  private func endCode() {
    var lines = words.bytes[...]
    if lines.first == UInt8(ascii: "\r") { lines = lines.dropFirst() }
    if lines.first == UInt8(ascii: "\n") { lines = lines.dropFirst() }
    while let last = lines.last, last == UInt8(ascii: "\n") || last == 0x20 { lines.removeLast() }
    let text = MarkedText(String(decoding: lines, as: UTF8.self))
    _ = words.take()
    for index in frames.indices { frames[index].start = 0 }
    let place = takeRange()
    let language = language
    self.language = nil
    guard !lines.isEmpty else { return }
    let mark = openNote.map { Mark.footnote(number: $0) } ?? .code(language: language)
    add(.action, text, mark, at: place)
  }

  /// The language that the classes of code name: `language-swift`, or what stands behind `sourceCode`.
  private static func codeLanguage(in classes: String) -> String? {
    let names = classes.split(whereSeparator: \.isWhitespace)
    for prefix in ["language-", "lang-"] {
      if let name = names.first(where: { $0.hasPrefix(prefix) }) {
        return String(name.dropFirst(prefix.count))
      }
    }
    guard let index = names.firstIndex(of: "sourceCode"), index + 1 < names.count else {
      return nil
    }
    return String(names[index + 1])
  }

  private func endLink(_ kind: InlineSpan.Kind?, from start: Int) {
    guard let kind else { return }
    // A cell or code in the link may have taken its words.
    let range = min(start, words.bytes.count)..<words.bytes.count
    let shown = words.spans.reduce(0) {
      $0 + ($1.kind == .image && $1.range.lowerBound >= start ? $1.range.count : 0)
    }
    let isBadge = !range.isEmpty && shown == range.count && kind != .contentsLink
    if isBadge { words.mark(.badge, from: start) }
    words.mark(kind, from: start)
  }

  private func endCell() {
    let text = words.take()
    for index in frames.indices { frames[index].start = 0 }
    _ = takeRange()
    table.add(TableCell(header: "", text: text.text, inlines: text.inlines))
  }

  private func add(row: XHTMLTable.Row) {
    let words = row.cells.lazy.map(\.text).filter { !$0.isEmpty }.joined(separator: ", ")
    guard !words.isEmpty || row.cells.contains(where: { !$0.inlines.isEmpty }) else { return }
    let mark = openNote.map { Mark.footnote(number: $0) } ?? .row(cells: row.cells)
    add(.action, MarkedText(words), mark, at: position(row.offset))
  }

  private func add(_ type: ElementType, _ text: MarkedText, _ mark: Mark?, at range: SourceRange) {
    let quotes = frames.count { if case .quote = $0.kind { true } else { false } }
    let element = GuionElement(
      elementType: type, elementText: text.text, mark: mark, inlines: text.inlines,
      quoteDepth: quotes, sourceRange: range)
    if let note = openNote {
      notes[note, default: []].append(element)
    } else {
      add(titles.place(element))
    }
  }

  private func add(_ elements: [GuionElement]) { body += elements }
}

// MARK: - Places

extension XHTMLReader {
  private func position(_ offset: Int) -> SourceRange {
    let place = places.position(of: max(0, min(offset, source.count)))
    return SourceRange(start: place, end: place, source: number)
  }

  /// The offset behind a start tag, whose end is at `offset`.
  private func behind(_ offset: Int) -> Int {
    var end = max(0, min(offset, source.count))
    while end < source.count, end < offset + 2 {
      end += 1
      if source[end - 1] == UInt8(ascii: ">") { break }
    }
    return end
  }

  /// Words begin behind the white space that stands behind `offset`.
  private func begin(at offset: Int) {
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

  /// The tag that ends at or behind `offset` ends the words before it.
  private func endWords(at offset: Int) {
    guard hasOpenEnd, let start = range?.lowerBound else { return }
    hasOpenEnd = false
    var end = min(offset, source.count)
    while end > start, source[end - 1] != UInt8(ascii: "<") { end -= 1 }
    end = max(start, end - 1)
    range = start..<max(start, source.trimmed(start..<end).upperBound)
  }

  private func takeRange() -> SourceRange {
    defer { (range, hasOpenEnd) = (nil, false) }
    guard let range else { return position(tagEnd) }
    let start = places.position(of: range.lowerBound)
    let end = range.isEmpty ? start : places.position(of: range.upperBound - 1)
    return SourceRange(start: start, end: end, source: number)
  }
}

extension MarkedText {
  /// The words of a note without its own number or sign before them.
  fileprivate func withoutLabel(_ label: String) -> MarkedText {
    let signs: (Character) -> Bool = { " .:)]\u{A0}\t".contains($0) }
    var rest = text[...]
    let opened = rest.drop { "[(".contains($0) }
    if !label.isEmpty, opened.hasPrefix(label) {
      let behind = opened.dropFirst(label.count)
      if behind.first.map(signs) ?? true { rest = behind }
    }
    rest = rest.drop(while: signs)
    let count = text.utf8.count - rest.utf8.count
    guard count > 0, !rest.isEmpty else { return self }
    let spans = inlines.compactMap { span -> InlineSpan? in
      let own = max(0, span.range.lowerBound - count)..<max(0, span.range.upperBound - count)
      return own.isEmpty && !span.range.isEmpty ? nil : InlineSpan(span.kind, own)
    }
    return MarkedText(String(rest), inlines: spans)
  }
}
