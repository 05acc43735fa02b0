import Basics

/// Converts a page to elements (Documentation/formats.md, "EPUB").
final class XHTMLReader: XMLReceiver {
  private(set) var body: [GuionElement] = []
  /// The elements of notes, keyed by note number.
  private(set) var notes: [Int: [GuionElement]] = [:]
  private let book: EPUBContents
  private let path: String
  private var places: XHTMLPlaces
  private var frames = XHTMLFrames()
  private var skipped = 0
  private var skippedRule = SkippedWords.Rule.hidden
  /// The words that are in no element.
  private(set) var skippedWords = SkippedWords()
  private var words = XHTMLWords()
  private var table = XHTMLTable()
  private var titles: EPUBTitles
  private var language: String?
  /// Whether Sphinx wrote the page: its style sheets are in a folder of that name.
  private var isSphinx = false
  /// The length of the letter that a picture at the start of the paragraph shows, and the file of the picture.
  private var initial: (count: Int, file: String?)?
  /// A paragraph that is only the picture of a letter, until the next paragraph shows whether it is that
  /// paragraph's first letter.
  private var lone: GuionElement?
  var comments = XHTMLComments()
  /// The `id` of an element that is not read: the cover on a page with text.
  var unreadID: String?
  /// The element that holds the text of a web page: `main` or `article`; nil for the whole page.
  var main: String?
  private var isOutside: Bool { main != nil && !frames.isInMain }

  init(_ source: Bytes, path: String, number: Int, book: EPUBContents, level: Int) {
    (self.path, self.book) = (path, book)
    places = XHTMLPlaces(source, number: number)
    let start = SourcePosition(line: 1, column: 1)
    titles = EPUBTitles(
      book.titles[path] ?? [], level: level,
      labels: book.notes.labels, edition: book.edition,
      start: SourceRange(start: start, end: start, source: number))
  }

  /// The level of the title above the current text; 0 if there is none.
  var level: Int { titles.level }

  var isDone: Bool { false }

  // MARK: Tags

  func start(_ own: XMLTag) {
    places.endWords(at: own.offset)
    defer { places.passStartTag(at: own.offset) }
    if own.name == "link", own["href"]?.contains("_static/") == true { isSphinx = true }
    if skipped > 0 {
      skipped += 1
      return
    }
    let tag = XHTMLTag(own)
    // Comments of old browsers, and the notes of the speaker in slides of reveal.js
    let isNote = tag.name == "comment" || tag.name == "aside" && own["class"] == "notes"
    let isFurniture =
      book.edition == .second && (isNote || tag.isFurniture(own, isSphinx: isSphinx))
    if tag.isUnread || isFurniture || tag.id != nil && tag.id == unreadID {
      // The id of an unread element, such as a page number, can be the target of a title.
      if tag.id != nil { reach(tag) }
      skip(tag.rule ?? (isFurniture ? .pageFurniture : .cover))
      return
    }
    if tag.isBlock { endBlock() }
    if tag.id != nil { reach(tag) }
    var frame = XHTMLFrame(kind: .inline, start: words.bytes.count)
    (frame.isBlock, frame.canBeNote) = (tag.isBlock, tag.canBeNote)
    frame.isStyled = !tag.isBlock && ((own["class"] ?? own["style"]) != nil || frames.isInDropCap)
    frame.take(own, isBlock: tag.isBlock, book.edition)
    frame.isBackMatter = book.edition == .second && tag.isBackMatter
    if !isOutside, isReference(own, tag) {
      skip(.noteLink)
      return
    }
    frame.isMain = main.map { tag.name == $0 || tag.types.contains($0) } ?? false
    frame.kind = kind(of: tag, own)
    frame.language = language(of: tag, own)
    if let id = tag.id, let note = book.notes.numbers[EPUBLink(path: path, fragment: id)],
      frames.openNote == nil
    {
      if frame.isBlock {
        frame.note = note
      } else {
        frames.markNote(note)
      }
    }
    frames.open(frame)
    if frames.isInCode, let name = own.codeLanguage { language = name }
    enter(tag, own)
  }

  private func skip(_ rule: SkippedWords.Rule) {
    (skipped, skippedRule) = (1, rule)
    if rule == .hidden { frames.markHidden() }
  }

  /// Returns the language that an element names.
  /// The language of a whole page counts only if the pages of the book have several languages. Otherwise the language
  /// of the book is right, because some programs write the same language on all pages.
  private func language(of tag: XHTMLTag, _ own: XMLTag) -> (element: String, tag: String)? {
    guard book.edition == .second, !frames.isInCode, let written = own["lang"] else { return nil }
    if tag.name == "html" || tag.name == "body", !book.hasSeveralLanguages { return nil }
    return (tag.name, PassageTag.tag(written))
  }

  private func kind(of tag: XHTMLTag, _ own: XMLTag) -> XHTMLFrame.Kind {
    if let level = tag.headingLevel { return .heading(level: level) }
    if let style = tag.style { return frames.isInCode ? .inline : .style(style) }
    switch tag.name {
    case "blockquote": return .quote
    case "ul", "menu": return .list(ordered: false, next: 1)
    case "ol": return .list(ordered: true, next: own["start"].flatMap { Int($0) } ?? 1)
    case "li": return frames.item(numbered: own["value"].flatMap { Int($0) })
    case "pre": return .code
    case "summary": return .summary
    case "table" where !frames.isInTable: return .table
    case "tr" where frames.isInTable && !frames.isInCell: return .row
    case "td", "th": return frames.isInTable && !frames.isInCell ? .cell : .block
    case "a": return .link(EPUBLink.kind(of: own, from: path, book.pages))
    default: return tag.isBlock ? .block : .inline
    }
  }

  /// Whether a tag is a link to a note or back from a note, so that the text of the link is skipped.
  /// For a link to a note, adds a footnote mark.
  private func isReference(_ own: XMLTag, _ tag: XHTMLTag) -> Bool {
    guard tag.name == "a", let href = own["href"], let target = EPUBLink(href, from: path),
      target.fragment != nil
    else { return false }
    if book.notes.references.contains(target), frames.openNote != nil { return true }
    guard let note = book.notes.numbers[target], frames.openNote == nil else { return false }
    words.appendMark(.footnote(number: note, text: MarkedText("")))
    places.begin(at: own.offset)
    return true
  }

  private func enter(_ tag: XHTMLTag, _ own: XMLTag) {
    if isOutside { return }
    switch tag.name {
    case "br":
      // "CHAPTER I<br/>The Start"
      let isLabel = book.edition == .second && frames.headingLevel != nil && words.isLabel
      if isLabel { words.breakTitle() } else { words.breakLine() }
    case "hr":
      endBlock()
      add(.pageBreak, MarkedText(""), nil, at: places.position(own.offset))
    case "img", "image": addImage(own)
    case "math":
      if let text = own["alttext"], !text.isEmpty {
        places.begin(at: own.offset)
        words.append(text.utf8)
        frames.close()
        skip(.formula)
      }
    case "table":
      // A table within a cell is read as text of the cell.
      if case .table? = frames.last?.kind { table = XHTMLTable() }
    case "thead" where frames.isInTable: table.isInHead = true
    case "tbody" where frames.isInTable: table.isInHead = false
    case "tr" where frames.isInTable && !frames.isInCell:
      endRow()
      table.beginRow(at: own.offset)
    case "td", "th":
      if case .cell? = frames.last?.kind {
        let isNew = book.edition == .second
        table.enterCell(
          at: own.offset, isHeader: tag.name == "th",
          rows: isNew ? own["rowspan"].flatMap { Int($0) } ?? 1 : 1,
          columns: isNew ? own["colspan"].flatMap { Int($0) } ?? 1 : 1)
      } else {
        words.appendBlank()
      }
    default: break
    }
  }

  private func addImage(_ own: XMLTag) {
    guard let alt = own["alt"]?.inOneLine, own["role"] != "presentation" else { return }
    places.begin(at: own.offset)
    let start = words.bytes.count
    let file = own["src"].map { EPUBLink($0, from: self.path)?.path ?? $0 }
    let isFirst = book.edition == .second && start == 0 && !frames.isInTable
    let letter = isFirst ? DropCapital.letter(in: alt) : nil
    words.append((letter ?? alt).utf8)
    if letter != nil {
      initial = (words.bytes.count, file)
    } else {
      markImage(file, from: start)
    }
  }

  private func markImage(_ file: String?, from start: Int) {
    words.mark(.image, from: start)
    if let file { words.mark(.imageFile(path: file), from: start) }
  }

  /// Ends a paragraph that begins with the picture of a letter.
  /// Returns whether there is nothing else in the paragraph.
  private func endInitial() -> Bool {
    guard let initial else { return false }
    self.initial = nil
    let rest = words.bytes.dropFirst(initial.count)
    guard rest.allSatisfy({ $0 == 0x20 }) else { return false }
    markImage(initial.file, from: 0)
    return true
  }

  func text(_ text: Bytes) {
    guard skipped == 0 else { return skippedWords.add(text, skippedRule) }
    if isOutside { return skippedWords.add(text, .pageFurniture) }
    if frames.isInCode {
      places.addText()
      words.appendExactly(text)
      return
    }
    if !text.trimmed(0..<text.count).isEmpty {
      places.addText()
    }
    words.append(text)
  }

  func comment(_ text: Bytes, at offset: Int) {
    guard skipped == 0, !isOutside, let comment = comments.kept(text) else { return }
    places.endWords(at: offset)
    let isInside = frames.isInCode || frames.isInTable || frames.headingLevel != nil
    comments.wait(comment, at: isInside ? nil : places.position(offset - comment.utf8.count))
    if isInside { return }
    let next = comments.divide(hasWords: !words.isEmpty)
    endBlock()
    addComments()
    comments.part = next
    places.passEndTag(at: offset)
  }

  func end(at offset: Int) {
    places.endWords(at: offset)
    defer { places.passEndTag(at: offset) }
    if skipped > 0 {
      skipped -= 1
      skippedWords.endWord()
      return
    }
    guard let frame = frames.last else { return }
    if book.edition == .second, let mark = words.end(frame) { skippedWords.add(mark, .noteLink) }
    if !frame.isBlock || frames.isInCell { mark(languageOf: frame) }
    switch frame.kind {
    case .style(let kind): words.mark(kind, from: frame.start)
    case .link(let kind): endLink(kind, from: frame.start)
    case .cell: endCell()
    case .row: endRow()
    case .table:
      endRow()
      if let row = table.end(ofForm: book.edition == .second) {
        count(row, isAdded: false)
        add(row: row)
      }
    case .code: endCode()
    // Such a block is a cell of a table within a cell.
    case .block where !frame.isBlock: words.appendBlank()
    default: if frame.isBlock { endBlock() }
    }
    frames.close()
  }

  /// Adds the last paragraph and the last titles of the page.
  func finish() {
    endBlock()
    endLone()
    addComments()
    add(titles.end())
    skippedWords.add(titles.skipped)
  }

  /// Passes the id of an element to the titles, because a title in the table of contents may point to
  /// the element.
  private func reach(_ tag: XHTMLTag) {
    guard let id = tag.id, frames.openNote == nil else { return }
    titles.reach(id, at: places.position(max(0, places.tagEnd)))
  }
}

// MARK: - Blocks

extension XHTMLReader {
  /// Ends the paragraph.
  /// Inside code, does nothing. Inside a table cell, adds a blank instead.
  private func endBlock() {
    if frames.isInCode { return }
    if frames.isInCell {
      words.appendBlank()
      return
    }
    // Each open style or link gets a span in this paragraph and continues in the next one.
    for frame in frames.all {
      if case .style(let kind) = frame.kind { words.mark(kind, from: frame.start) }
      if case .link(.some(let kind)) = frame.kind { words.mark(kind, from: frame.start) }
    }
    for frame in frames.all.reversed() { mark(languageOf: frame) }
    frames.restart()
    defer { comments.part = nil }
    guard !words.isEmpty else {
      places.drop()
      return
    }
    let isLone = endInitial()
    var text = words.take()
    if let note = frames.openNote, notes[note] == nil {
      let whole = text.text
      text = text.withoutLabel(book.notes.labels[note - 1])
      skippedWords.add(whole, .noteLink)
      skippedWords.remove(text.text, .noteLink)
    }
    let place = places.take()
    guard !text.text.isEmpty || !text.inlines.isEmpty else { return }
    let level = frames.headingLevel
    let type: ElementType = level.map { .sectionHeading(level: $0) } ?? .action
    let mark = frames.takeMark(isHeading: level != nil)
    if isLone, mark == nil, level == nil {
      endLone()
      lone = element(type, text, mark, at: place)
    } else {
      add(type, text, mark, at: place)
    }
  }

  /// Adds the picture of a letter that begins no paragraph.
  private func endLone() {
    guard let element = lone else { return }
    lone = nil
    add(titles.place(element))
  }

  private func endCode() {
    var lines = words.bytes[...]
    if lines.first == UInt8(ascii: "\r") { lines = lines.dropFirst() }
    if lines.first == UInt8(ascii: "\n") { lines = lines.dropFirst() }
    while let last = lines.last, last == UInt8(ascii: "\n") || last == 0x20 { lines.removeLast() }
    let text = MarkedText(String(decoding: lines, as: UTF8.self))
    _ = words.take()
    frames.restart()
    let place = places.take()
    let language = language
    self.language = nil
    guard !lines.isEmpty else { return }
    let mark = frames.openNote.map { Mark.footnote(number: $0) } ?? .code(language: language)
    add(.action, text, mark, at: place)
  }

  private func endLink(_ kind: InlineSpan.Kind?, from start: Int) {
    guard let kind else { return }
    // If the link contains a table cell or code, the link's text may already have been taken.
    let range = min(start, words.bytes.count)..<words.bytes.count
    let shown = words.spans.reduce(0) {
      $0 + ($1.kind == .image && $1.range.lowerBound >= start ? $1.range.count : 0)
    }
    let isBadge = !range.isEmpty && shown == range.count && kind != .contentsLink
    if isBadge { words.mark(.badge, from: start) }
    words.mark(kind, from: start)
  }

  private func mark(languageOf frame: XHTMLFrame) {
    guard let (element, tag) = frame.language, !frames.isInCode, frame.start < words.bytes.count,
      !BorrowedWords.areAll(of: words.bytes[frame.start...], in: element)
    else { return }
    words.mark(.language(tag: tag), from: frame.start)
  }

  private func endCell() {
    for frame in frames.all.dropLast().reversed() { mark(languageOf: frame) }
    let text = words.take()
    frames.restart()
    _ = places.take()
    table.add(TableCell(header: "", text: text.text, inlines: text.inlines))
  }

  private func endRow() {
    let hadHeader = table.header != nil
    if let row = table.endRow() { add(row: row) }
    if !hadHeader, let header = table.header { count(header, isAdded: true) }
  }

  private func add(row: XHTMLTable.Row) {
    let words = row.cells.lazy.map(\.text).filter { !$0.isEmpty }.joined(separator: ", ")
    guard !words.isEmpty || row.cells.contains(where: { !$0.inlines.isEmpty }) else { return }
    let mark = frames.openNote.map { Mark.footnote(number: $0) } ?? .row(cells: row.cells)
    add(.action, MarkedText(words), mark, at: places.position(row.offset))
  }

  /// Counts the headers of a table, or takes them back if they become an element.
  private func count(_ header: XHTMLTable.Row, isAdded: Bool) {
    for cell in header.cells {
      if isAdded {
        skippedWords.add(cell.text, .tableHeader)
      } else {
        skippedWords.remove(cell.text, .tableHeader)
      }
    }
  }

  private func add(_ type: ElementType, _ text: MarkedText, _ mark: Mark?, at range: SourceRange) {
    var element = element(type, text, mark, at: range)
    if let letter = lone?.elementText, type == .action, mark == nil, frames.openNote == nil,
      DropCapital.begins(letter, text.text)
    {
      element.elementText = letter + text.text
      element.inlines = text.inlines.map { span in
        let count = letter.utf8.count
        return InlineSpan(
          span.kind, span.range.lowerBound + count..<span.range.upperBound + count)
      }
      lone = nil
    }
    endLone()
    if let note = frames.openNote {
      notes[note, default: []].append(element)
    } else {
      add(titles.place(element))
    }
    addComments()
  }

  private func element(
    _ type: ElementType, _ text: MarkedText, _ mark: Mark?, at range: SourceRange
  ) -> GuionElement {
    var element = GuionElement(
      elementType: type, elementText: text.text, mark: mark, inlines: text.inlines,
      quoteDepth: frames.quoteDepth, sourceRange: range)
    element.paragraphPart = comments.part
    element.isBackMatter = frames.isInBackMatter && frames.openNote == nil
    return element
  }

  private func add(_ elements: [GuionElement]) { body += elements }

  private func addComments() {
    add(comments.take(after: body.last?.sourceRange ?? places.position(0)))
  }
}
