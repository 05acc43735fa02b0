/// Converts a document's trees to elements in one walk, and frees each block after reading it.
struct MarkdownReader {
  private(set) var elements: [GuionElement] = []
  private var containers = MarkdownContainers()
  private var inline = InlineText()
  private var places: MarkdownPlaces
  private var footnotes: [Footnote] = []

  /// Returns the elements of a text whose front matter was read already.
  static func elements(
    of text: Bytes, below front: FrontMatter, traits: MarkdownTraits, _ sizes: MarkdownSizes
  ) -> [GuionElement] {
    if text.count - front.end > sizes.whole,
      let survey = MarkdownSurvey.make(of: text, below: front, traits: traits, sizes)
    {
      return elements(of: text, survey, below: front, traits: traits, sizes)
    }
    let body = front.end..<text.count
    var tree = MarkdownTree(text, body, traits: traits)
    let places = MarkdownPlaces(text, in: body, skippedLines: front.lineCount)
    var reader = Self(places, front, leafCount: tree.leafCount)
    let texts = FootnoteTexts.all(in: tree)
    reader.footnotes = texts.enumerated().map { Footnote(number: $0 + 1, text: $1) }
    reader.read(&tree)
    return reader.elements
  }

  private init(_ places: MarkdownPlaces, _ front: FrontMatter, leafCount: Int) {
    self.places = places
    // Growing the array in steps would double its memory while much of the tree is still in memory.
    elements.reserveCapacity(leafCount + 1)
    if let element = front.element { elements.append(element) }
  }

  private mutating func read(_ tree: inout MarkdownTree) {
    var next = tree.first
    while let block = next {
      read(block)
      next = block.next
      tree.free(block)
    }
  }

  private mutating func read(_ block: MarkdownNode) {
    block.visit({ enter($0) }, leave: { leave($0) })
  }

  /// Enters a node.
  ///
  /// Returns whether to visit the nodes inside it.
  private mutating func enter(_ node: MarkdownNode) -> Bool {
    switch node.kind {
    case .quote: containers.enterQuote()
    case .list: containers.enterList(first: node.isOrdered ? node.firstNumber : nil)
    case .item: containers.enterItem(task: places.task(of: node))
    case .footnoteDefinition: containers.enterFootnote()
    case .paragraph, .heading:
      readWords(of: node)
      return false
    case .code:
      readCode(node)
      return false
    case .html:
      readHTML(node)
      return false
    case .rule:
      add(.pageBreak, "", nil, at: places.range(of: node))
      return false
    case .table:
      readTable(node)
      return false
    default: return true
    }
    return true
  }

  private mutating func leave(_ node: MarkdownNode) {
    switch node.kind {
    case .quote, .list, .item, .footnoteDefinition: containers.leave()
    default: break
    }
  }

  private mutating func add(
    _ type: ElementType, _ text: String, _ mark: Mark?, _ inlines: [InlineSpan] = [],
    at range: SourceRange
  ) {
    elements.append(
      GuionElement(
        elementType: type, elementText: text, mark: mark, inlines: inlines,
        quoteDepth: containers.quoteDepth, sourceRange: range))
  }

  /// Returns the mark of the footnote if the block is inside one; otherwise the given mark.
  private func markOfAction(_ mark: @autoclosure () -> Mark) -> Mark {
    containers.footnote.map { .footnote(number: $0) } ?? mark()
  }
}

// MARK: - Parts

extension MarkdownReader {
  /// Returns the elements of a long text, with the tree of only one part in memory at a time.
  private static func elements(
    of text: Bytes, _ survey: consuming MarkdownSurvey, below front: FrontMatter,
    traits: MarkdownTraits,
    _ sizes: MarkdownSizes
  ) -> [GuionElement] {
    let nowhere = MarkdownPlaces(text, in: front.end..<front.end, skippedLines: 0)
    var reader = Self(nowhere, front, leafCount: survey.leafCount)
    var numbers = FootnoteNumbers(FootnoteTexts.all(in: survey.tree))
    let preamble = survey.preamble
    let lead = preamble.count { $0 == UInt8(ascii: "\n") }
    for part in survey.parts.joined(to: max(sizes.part, preamble.count * sizes.minimumRatio)) {
      var tree = MarkdownTree(text, part.range, below: preamble, traits: traits)
      reader.places = MarkdownPlaces(
        text, in: part.range, skippedLines: part.skippedLines, lead: lead)
      reader.footnotes = numbers.footnotes(of: tree)
      tree.removeFootnotes()
      reader.read(&tree)
    }
    let definitions = survey.tree.footnotes
    guard !definitions.isEmpty else { return reader.elements }
    reader.places = MarkdownPlaces(
      text, in: front.end..<text.count, skippedLines: front.lineCount, lead: MarkdownSurveyor.lead)
    reader.footnotes = numbers.all
    for index in numbers.order { reader.read(definitions[index]) }
    return reader.elements
  }
}

// MARK: - Blocks

extension MarkdownReader {
  private mutating func readWords(of node: MarkdownNode) {
    inline.read(node, footnotes: footnotes)
    guard !inline.isEmpty else { return }
    let isHeading = node.kind == .heading
    let content = node.first.flatMap { $0.kind == .text ? $0.literal : nil }
    var range = places.range(of: node, content: content)
    if containers.isAtItem, !isHeading { takeBox(&range) }
    let type: ElementType = isHeading ? .sectionHeading(level: node.headingLevel) : .action
    add(type, inline.text, containers.takeMark(isHeading: isHeading), inline.spans, at: range)
  }

  /// Reads the box of a task.
  ///
  /// cmark misses the box in a list inside a quotation.
  private mutating func takeBox(_ range: inout SourceRange) {
    let boxes = ["[ ] ", "[x] ", "[X] "]
    guard inline.bytes.first == UInt8(ascii: "["), places.hasBracket(at: range.start),
      boxes.contains(where: { inline.bytes.starts(with: $0.utf8) }),
      // If a span starts inside the box, the brackets are the text of a link, not a box.
      !inline.spans.contains(where: { $0.range.lowerBound < 4 && !$0.range.isEmpty })
    else { return }
    containers.makeTask(isDone: inline.bytes[1] != 0x20)
    inline.removeFirst(4)
    var start = range.start
    start.column += 4
    range = SourceRange(start: start, end: range.end)
  }

  private mutating func readCode(_ node: MarkdownNode) {
    let (text, lineCount) = Self.lines(node.literal)
    guard !text.isEmpty else { return }
    let mark = markOfAction(.code(language: CodeLanguage.name(in: node.info)))
    add(.action, text, mark, at: places.range(of: node, lineCount: lineCount))
  }

  private mutating func readHTML(_ node: MarkdownNode) {
    let (text, lineCount) = Self.lines(node.literal)
    let range = places.range(of: node, lineCount: max(1, lineCount))
    add(.comment, text, nil, at: range)
    for summary in HTMLSummary.all(in: text) {
      add(.action, summary, markOfAction(.summary), at: range)
    }
  }

  /// Returns a text without its last line break, and its number of lines.
  private static func lines(_ literal: Bytes) -> (text: String, count: Int) {
    let count = literal.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let endsLine = literal.last == UInt8(ascii: "\n")
    return (literal.string(0..<literal.count - (endsLine ? 1 : 0)), count)
  }

  private mutating func readTable(_ table: MarkdownNode) {
    guard let header = table.first else { return }
    let headers = cells(of: header)
    guard header.next != nil else {
      add(row: headers, places.range(ofRow: header, in: table, isHeader: true))
      return
    }
    var next = header.next
    while let row = next {
      let cells = zip(cells(of: row), headers).map { cell, header in
        TableCell(
          header: header.text, headerInlines: header.inlines, text: cell.text,
          inlines: cell.inlines)
      }
      add(row: cells, places.range(ofRow: row, in: table, isHeader: false))
      next = row.next
    }
  }

  private mutating func cells(of row: MarkdownNode) -> [TableCell] {
    var cells: [TableCell] = []
    var next = row.first
    while let cell = next {
      inline.read(cell, footnotes: footnotes)
      cells.append(TableCell(header: "", text: inline.text, inlines: inline.spans))
      next = cell.next
    }
    return cells
  }

  private mutating func add(row cells: [TableCell], _ range: SourceRange) {
    let words = cells.lazy.map(\.text).filter { !$0.isEmpty }.joined(separator: ", ")
    guard !words.isEmpty || cells.contains(where: { !$0.inlines.isEmpty }) else { return }
    add(.action, words, markOfAction(.row(cells: cells)), at: range)
  }
}
