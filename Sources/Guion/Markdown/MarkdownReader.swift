import Basics

/// Converts a document's trees to elements in one walk, and frees each block after reading it.
struct MarkdownReader {
  private(set) var elements: [GuionElement] = []
  /// The words of blocks and cells that are in no element.
  private var leftOut = SkippedWords()
  /// The words that are in no element.
  var skipped: SkippedWords {
    var all = leftOut
    all.add(inline.skipped)
    return all
  }
  /// The first block with a mark of another program for pauses or voices.
  private var otherMark: SourcePosition?
  private var containers = MarkdownContainers()
  private var inline: InlineText
  private var places: MarkdownPlaces
  private let edition: ReadingEdition
  private let soundWords: SoundCue.Words
  private let language: String
  /// Whether the code of chunks is hidden if their options do not say so.
  private var hidesChunks: Bool
  /// The first sound in a footnote, where it cannot be heard.
  private(set) var unheard: SourcePosition?
  /// The number of the last item of an ordered list.
  private var lastNumber = 0
  /// Whether the block above is a list, so that a list below it is no text with a number.
  private var followsList = false
  /// The number at the start of the next paragraph, and its place, if the number is text.
  private var number: (text: [UInt8], start: SourcePosition)?
  private var footnotes: [Footnote] = []

  /// Reads a text whose front matter was read already.
  static func reader(
    of text: Bytes, below front: FrontMatter, traits: MarkdownTraits, _ sizes: MarkdownSizes
  ) -> MarkdownReader {
    if text.count - front.end > sizes.whole,
      let survey = MarkdownSurvey.make(of: text, below: front, traits: traits, sizes)
    {
      return reader(of: text, survey, below: front, traits: traits, sizes)
    }
    let body = front.end..<text.count
    var tree = MarkdownTree(text, body, traits: traits)
    let places = MarkdownPlaces(text, in: body, skippedLines: front.lineCount)
    var reader = Self(places, front, leafCount: tree.leafCount, traits)
    let texts = FootnoteTexts.all(in: tree, traits.edition)
    reader.footnotes = texts.enumerated().map { Footnote(number: $0 + 1, text: $1) }
    var unused = reader.leftOut
    UnusedFootnotes.read(in: text, body, used: tree.footnotes, traits: traits) {
      unused.add(Self.words(of: $0, $1, below: front, traits), as: .unusedFootnote)
    }
    reader.leftOut = unused
    reader.read(&tree)
    return reader
  }

  /// The note about marks of other programs, if the text has any.
  var noteOnMarks: Diagnostic? {
    otherMark.map { Diagnostic.otherMarks(at: $0, inline.otherMarks) }
  }

  /// Returns the words of a definition that no reference names.
  private static func words(
    of definition: MarkdownNode, _ places: MarkdownPlaces, below front: FrontMatter,
    _ traits: MarkdownTraits
  ) -> SkippedWords {
    var reader = Self(places, front, leafCount: 0, traits)
    reader.elements = []
    reader.read(definition)
    var words = reader.skipped
    // The HTML block above a summary has the same words.
    for element in reader.elements where element.mark != .summary {
      words.add(element.elementText, .unusedFootnote)
    }
    return words
  }

  private init(
    _ places: MarkdownPlaces, _ front: FrontMatter, leafCount: Int, _ traits: MarkdownTraits
  ) {
    (self.places, edition, soundWords) = (places, traits.edition, traits.soundWords)
    (inline, language, hidesChunks) = (InlineText(traits), traits.language, traits.hidesChunks)
    // Growing the array in steps would double its memory while much of the tree is still in memory.
    elements.reserveCapacity(leafCount + 1)
    if let element = front.element { elements.append(element) }
  }

  private mutating func read(_ tree: inout MarkdownTree) {
    var next = tree.first
    while let block = next {
      read(block)
      // An empty heading ends the parts of a long document.
      if block.kind != .heading || block.first != nil { followsList = block.kind == .list }
      next = block.next
      tree.free(block)
    }
  }

  private mutating func read(_ block: MarkdownNode) {
    block.visit({ enter($0) }, leave: { leave($0) })
  }

  /// Enters a node.
  /// Returns whether to visit the nodes inside it.
  private mutating func enter(_ node: MarkdownNode) -> Bool {
    switch node.kind {
    case .quote:
      number = edition == .second ? places.comparison(of: node) : nil
      if number == nil { containers.enterQuote() } else { containers.enterText() }
    case .list: enterList(node)
    case .item:
      containers.enterItem(task: places.task(of: node))
      if containers.isAtText { number = places.number(of: node) }
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

  /// Enters a list. An ordered list of one item can be text that begins with a day or a year.
  private mutating func enterList(_ node: MarkdownNode) {
    guard node.isOrdered else { return containers.enterList(first: nil) }
    let first = node.firstNumber
    let isText = !followsList && node.isNumberedText(after: lastNumber)
    if edition == .second, isText || language == "de" && node.isGermanOrdinal {
      containers.enterText()
    } else {
      lastNumber = first + node.childCount - 1
      containers.enterList(first: first)
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
  /// Reads a long text, with the tree of only one part in memory at a time.
  private static func reader(
    of text: Bytes, _ survey: consuming MarkdownSurvey, below front: FrontMatter,
    traits: MarkdownTraits,
    _ sizes: MarkdownSizes
  ) -> MarkdownReader {
    let nowhere = MarkdownPlaces(text, in: front.end..<front.end, skippedLines: 0)
    var reader = Self(nowhere, front, leafCount: survey.leafCount, traits)
    var numbers = FootnoteNumbers(FootnoteTexts.all(in: survey.tree, traits.edition))
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
    guard !definitions.isEmpty else { return reader }
    reader.places = MarkdownPlaces(
      text, in: front.end..<text.count, skippedLines: front.lineCount, lead: MarkdownSurveyor.lead)
    reader.footnotes = numbers.all
    for index in numbers.order { reader.read(definitions[index]) }
    for index in definitions.indices where numbers.all[index].number == 0 {
      let words = words(of: definitions[index], reader.places, below: front, traits)
      reader.leftOut.add(words, as: .unusedFootnote)
    }
    return reader
  }
}

// MARK: - Blocks

extension MarkdownReader {
  private mutating func readWords(of node: MarkdownNode) {
    inline.read(node, footnotes: footnotes)
    guard !inline.isEmpty else { return }
    if otherMark == nil, inline.otherMarks != (0, 0) { otherMark = places.range(of: node).start }
    let isHeading = node.kind == .heading
    let content = node.first.flatMap { $0.kind == .text ? $0.literal : nil }
    var range = places.range(of: node, content: content)
    if let number {
      self.number = nil
      inline.insertFirst(number.text + [0x20])
      range = SourceRange(start: number.start, end: range.end)
    }
    if edition == .second, !isHeading { takeNotice(&range) }
    guard !inline.isEmpty, !WikiCategories.fill(inline, edition, &leftOut) else { return }
    if containers.isAtItem, !isHeading { takeBox(&range) }
    let type: ElementType = isHeading ? .sectionHeading(level: node.headingLevel) : .action
    if isHeading || containers.footnote != nil {
      let sounds = inline.takeSounds()
      if !inline.isEmpty {
        add(type, inline.text, containers.takeMark(isHeading: isHeading), inline.spans, at: range)
      }
      return add(sounds, at: range)
    }
    // A sound does not end the paragraph.
    var place: ParagraphPart?
    while let (part, mark) = inline.takePart() {
      let isSound = ReadingMark(mark) == nil
      if !part.text.isEmpty {
        add(type, part.text, containers.takeMark(isHeading: false), part.inlines, at: range)
        if isSound { place = place ?? .first }
        elements[elements.count - 1].paragraphPart = place
        place = isSound ? .within : nil
      } else if !isSound {
        place = nil
      }
      add(.comment, mark, nil, at: range)
    }
    guard !inline.isEmpty else { return }
    add(type, inline.text, containers.takeMark(isHeading: false), inline.spans, at: range)
    elements[elements.count - 1].paragraphPart = place
  }

  /// Adds the sounds of a block that cannot be divided. A footnote is not read where it stands, so it has no sounds.
  private mutating func add(_ sounds: [String], at range: SourceRange) {
    for sound in sounds {
      if containers.footnote == nil {
        add(.comment, sound, nil, at: range)
      } else {
        unheard = unheard ?? range.start
        leftOut.add(sound, .inlineHTML)
        leftOut.endWord()
      }
    }
  }

  /// Reads the first line of a callout, an alert or an admonition: its kind and its title.
  private mutating func takeNotice(_ range: inout SourceRange) {
    if inline.beginsWithNotice {
      let (line, hasFormula) = inline.removeFirstLine()
      return addNotice(String(decoding: line, as: UTF8.self), hasFormula, at: range)
    }
    let isQuoted = containers.quoteDepth > 0
    if isQuoted, let words = inline.takeLabel(language) {
      return addNotice(words, false, at: range)
    }
    guard let notice = Notice(inline.bytes, isQuoted: isQuoted, language) else { return }
    let (line, hasFormula) = inline.removeFirstLine()
    leftOut.add(String(decoding: line, as: UTF8.self), .markup)
    leftOut.remove(notice.words, .markup)
    addNotice(notice.words, hasFormula, at: range)
  }

  private mutating func addNotice(_ words: String, _ hasFormula: Bool, at range: SourceRange) {
    let bytes = Array(words.utf8)
    let signs = hasFormula ? bytes.indices.filter { bytes[$0] == DollarSign.byte } : []
    let spans = signs.isEmpty ? [] : Formulas.add(to: [], in: bytes, signs: signs, edition)
    add(.action, words, containers.takeMark(isHeading: false), spans, at: range)
  }

  /// Reads the box of a task.
  /// cmark misses the box in a list inside a quotation.
  private mutating func takeBox(_ range: inout SourceRange) {
    guard let box = TaskBox(inline.bytes, edition), places.hasBracket(at: range.start),
      // If a span starts inside the box, the brackets are the text of a link, not a box.
      !inline.spans.contains(where: { $0.range.lowerBound < 4 && !$0.range.isEmpty })
    else { return }
    if let isDone = box.isDone { containers.makeTask(isDone: isDone) }
    leftOut.add(box.sign, .markup)
    inline.removeFirst(4)
    var start = range.start
    start.column += 4
    range = SourceRange(start: start, end: range.end)
  }

  private mutating func readCode(_ node: MarkdownNode) {
    var (text, lineCount) = Self.lines(node.literal)
    // The options of a directive left empty lines.
    if edition == .second { text = String(text.drop { $0 == "\n" }) }
    let range = places.range(of: node, lineCount: lineCount)
    let chunk = edition == .second ? Chunk(places.info(node), text, hidesCode: hidesChunks) : nil
    if let chunk {
      hidesChunks = chunk.hidesNext ?? hidesChunks
      leftOut.add(chunk.options, .markup)
      if chunk.isHidden { leftOut.add(chunk.code, .markup) }
      text = chunk.isHidden ? "" : chunk.code
    }
    if !text.isEmpty {
      add(.action, text, markOfAction(.code(language: CodeLanguage.name(in: node.info))), at: range)
    }
    for caption in chunk?.captions ?? [] {
      leftOut.remove(caption, .markup)
      readCaption(caption, at: range)
    }
  }

  /// Reads the caption of a figure or a table, which is Markdown.
  private mutating func readCaption(_ caption: String, at range: SourceRange) {
    Array(caption.utf8).withUnsafeBufferPointer { text in
      let traits = MarkdownTraits(hasTables: false, hasFootnotes: false)
      let tree = MarkdownTree(text, 0..<text.count, traits: traits)
      if let node = tree.first { inline.read(node, footnotes: []) }
    }
    guard !inline.isEmpty else { return }
    add(.action, inline.text, containers.takeMark(isHeading: false), inline.spans, at: range)
  }

  private mutating func readHTML(_ node: MarkdownNode) {
    let (text, lineCount) = Self.lines(node.literal)
    let range = places.range(of: node, lineCount: max(1, lineCount))
    inline.readBlock(ofHTML: text)
    guard edition == .second else { return add(comment: text, at: range) }
    if let page = HTMLBlock(node.literal, soundWords: soundWords) {
      leftOut.add(page.skipped)
      for element in page.elements {
        let placed = page.placed(element, at: range.start, in: &containers)
        if element.elementType == .comment, containers.footnote != nil {
          add([element.elementText], at: placed.sourceRange ?? range)
        } else {
          elements.append(placed)
        }
      }
      return
    }
    addComments(of: text, at: range)
  }

  /// Adds HTML that has no words, and its summaries.
  private mutating func add(comment html: some StringProtocol, at range: SourceRange) {
    guard !html.allSatisfy(\.isWhitespace) else { return }
    let text = String(html)
    add(.comment, text, nil, at: range)
    for summary in HTMLSummary.all(in: text) {
      add(.action, summary, markOfAction(.summary), at: range)
    }
  }

  /// Adds a block of HTML that has no words. Each sound and each mark in it is an element of its own.
  private mutating func addComments(of text: String, at range: SourceRange) {
    var (rest, other, place) = (text[...], text.startIndex, range.start)
    while let start = rest.firstRange(of: "<!--")?.lowerBound,
      let end = text[start...].firstRange(of: "-->")?.upperBound
    {
      let comment = String(text[start..<end])
      rest = text[end...]
      guard comment.asksReader(soundWords) else { continue }
      add(comment: text[other..<start], at: range)
      place.line += text[other..<start].utf8.count { $0 == 0x0A }
      let own = SourceRange(start: place, end: place, source: range.source)
      if ReadingMark(comment) == nil {
        add([comment], at: own)
      } else {
        add(comment: comment, at: own)
      }
      place.line += comment.utf8.count { $0 == 0x0A }
      other = end
    }
    add(comment: text[other...], at: range)
  }

  /// Returns a text without its last line break, and its number of lines.
  private static func lines(_ literal: Bytes) -> (text: String, count: Int) {
    let count = literal.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let endsLine = literal.last == UInt8(ascii: "\n")
    return (literal.string(0..<literal.count - (endsLine ? 1 : 0)), count)
  }

  private mutating func readTable(_ table: MarkdownNode) {
    guard let header = table.first else { return }
    let (headers, sounds) = cells(of: header)
    // In a form, all cells below the headers are empty.
    guard header.next != nil, edition == .first || header.hasRowWithWords else {
      let range = places.range(ofRow: header, in: table, isHeader: true)
      add(row: headers, range)
      return add(sounds, at: range)
    }
    for cell in headers { leftOut.add(cell.text, .tableHeader) }
    add(sounds, at: places.range(ofRow: header, in: table, isHeader: true))
    var next = header.next
    while let row = next {
      let (own, sounds) = cells(of: row)
      // A line of text directly below a table has no bars and belongs to no column.
      let isText = edition == .second && places.isText(row: row, in: table)
      let cells =
        isText
        ? Array(own.prefix(1))
        : zip(own, headers).map { cell, header in
          TableCell(
            header: header.text, headerInlines: header.inlines, text: cell.text,
            inlines: cell.inlines)
        }
      let range = places.range(ofRow: row, in: table, isHeader: false)
      add(row: cells, range)
      add(sounds, at: range)
      leftOut.add(places.surplus(ofRow: row, in: table, columns: headers.count), .surplusCell)
      leftOut.endWord()
      next = row.next
    }
  }

  private mutating func cells(of row: MarkdownNode) -> (cells: [TableCell], sounds: [String]) {
    var (cells, sounds): ([TableCell], [String]) = ([], [])
    var next = row.first
    while let cell = next {
      inline.read(cell, footnotes: footnotes)
      sounds += inline.takeSounds()
      cells.append(TableCell(header: "", text: inline.text, inlines: inline.spans))
      next = cell.next
    }
    return (cells, sounds)
  }

  private mutating func add(row cells: [TableCell], _ range: SourceRange) {
    let words = cells.lazy.map(\.text).filter { !$0.isEmpty }.joined(separator: ", ")
    guard !words.isEmpty || cells.contains(where: { !$0.inlines.isEmpty }) else { return }
    add(.action, words, markOfAction(.row(cells: cells)), at: range)
  }
}
