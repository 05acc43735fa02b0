/// Writes the blocks of a chapter as XHTML, and collects the units to highlight.
/// Sentences are numbered from 1 in the order of the text, column by column and cell by cell. The ids are `s12` for a
/// sentence, `s12w3` for a word in this sentence, `b7` for a block with an announcement, `fn2` for a footnote, and
/// `title` for the chapter's heading.
struct EPUBPageWriter {
  private(set) var output: XMLText
  private(set) var units: [EPUBUnit] = []
  private var containers: [EPUBContainer] = []
  private var context: EPUBWords.Context
  /// The footnotes that have a mark in the text.
  private let marks: Set<Int>
  private var openNotes: Set<Int> = []
  private var lists: [List] = []
  /// The author's levels of the headings above the current text, without the level of the chapter's heading.
  private var openHeadings: [Int] = []
  private var sentences = 0
  private var blocks = 0
  private var ids: [String: Int] = [:]

  /// An open list.
  private struct List {
    var isOrdered: Bool
    var hasOpenItem = false

    var name: String { isOrdered ? "ol" : "ul" }
  }

  init(_ output: XMLText, overlay: OverlayUnit, blocks: [PageBlock]) {
    self.output = output
    context = EPUBWords.Context(overlay: overlay, notes: Set(blocks.flatMap(\.notes)))
    marks = Set(blocks.flatMap(\.footnoteMarks))
  }

  /// Writes markup outside blocks.
  mutating func write(_ body: (inout XMLText) -> Void) { body(&output) }

  // MARK: Blocks

  /// Writes the heading of the chapter.
  mutating func writeTitle(_ block: PageBlock) {
    blocks += 1
    writeHeading(block, level: 1, id: "title")
  }

  /// Writes blocks, and groups adjacent blocks that belong together.
  /// Adjacent items form a list, and adjacent quoted blocks form a quotation. The paragraphs of a footnote form one
  /// footnote. A cue and its speech form one element.
  mutating func write(_ blocks: some Collection<PageBlock>, isQuoted: Bool = false) {
    var rest = Array(blocks)[...]
    while let first = rest.first {
      if first.isQuoted, !isQuoted {
        output.open("blockquote")
        write(rest.take(while: \.isQuoted), isQuoted: true)
        output.close("blockquote")
        continue
      }
      let isSame = { (block: PageBlock) in block.isQuoted == first.isQuoted }
      switch first.kind {
      case .item: writeItems(rest.take { isSame($0) && $0.item != nil })
      case .footnote(let number):
        writeFootnote(number, rest.take { isSame($0) && $0.kind == first.kind })
      case .character(let speaker):
        rest.removeFirst()
        output.open("div", ["class": "speech voice-\(abs(speaker) % EPUBStyle.voices)"])
        write(first)
        for block in rest.take(while: { isSame($0) && $0.isSpeech }) { write(block) }
        output.close("div")
        output.markup("\n")
      default:
        rest.removeFirst()
        write(first)
        output.markup("\n")
      }
    }
  }

  private mutating func write(_ block: PageBlock) {
    blocks += 1
    switch block.kind {
    case .sceneHeading, .sectionHeading:
      // A heading without text would add an empty line to a reader's list of headings.
      guard block.isTitle else { return writeParagraph(block, "action") }
      writeHeading(block, level: level(of: block), id: announced(block))
    case .dual(let columns):
      output.open("div", ["class": "dual", "id": announced(block)])
      for column in columns {
        output.open("div", ["class": "column"])
        write(column, isQuoted: block.isQuoted)
        output.close("div")
      }
      output.close("div")
    case .table(let header, let rows): writeTable(block, header, rows)
    case .code(let language): writeCode(block, language)
    case .image(let file): writeImage(block, file)
    case .pageBreak: output.empty("hr", ["id": announced(block)])
    default: writeParagraph(block, block.paragraphClass)
    }
  }

  private mutating func writeParagraph(_ block: PageBlock, _ name: String) {
    if block.text == PageText(), block.announcement == nil { return }
    output.open(
      "p", ["class": block.isCentered ? name + " center" : name, "id": announced(block)])
    write(block.text)
    output.close("p")
  }

  // MARK: Headings

  private mutating func writeHeading(_ block: PageBlock, level: Int, id: String?) {
    if id == "title", let time = block.announcement { add("title", time.lowerBound) }
    output.open("h\(level)", ["class": block.headingClass, "id": id])
    if case .sceneHeading(let number?) = block.kind {
      output.element("span", ["class": "number"], words: number)
      output.words(" ")
    }
    write(block.text)
    output.close("h\(level)")
    if id == "title" { output.markup("\n") }
  }

  /// Returns the level of a heading under the chapter's heading.
  /// No level is skipped.
  private mutating func level(of block: PageBlock) -> Int {
    // Scene headings are below all section headings.
    var own = Int.max
    if case .sectionHeading(let level) = block.kind { own = level }
    openHeadings.removeAll { $0 >= own }
    openHeadings.append(own)
    return min(6, openHeadings.count + 1)
  }

  // MARK: Words

  private mutating func write(_ text: PageText, isCode: Bool = false) {
    context.isCode = isCode
    var words = EPUBWords(text, context)
    words.write(to: &output, first: sentences + 1)
    context = words.context
    sentences += text.sentences.count
    for unit in words.units { add(unit.id, unit.start) }
  }

  private mutating func add(_ id: String, _ start: Int) {
    units.append(EPUBUnit(id: id, start: start, containers: containers))
  }

  /// Adds a unit if a block has an announcement, and returns its id; returns nil for other blocks.
  /// Such a block is highlighted as a whole.
  private mutating func announced(_ block: PageBlock) -> String? {
    guard let time = block.announcement else { return nil }
    add("b\(blocks)", time.lowerBound)
    return "b\(blocks)"
  }

  /// Begins a container and returns its id; a listener may skip or leave a container.
  private mutating func begin(_ type: String, _ letter: String) -> String {
    ids[letter, default: 0] += 1
    let id = letter + String(ids[letter, default: 0])
    containers.append(EPUBContainer(type: type, id: id))
    return id
  }

  private mutating func end() { containers.removeLast() }
}

// MARK: - Lists

extension EPUBPageWriter {
  /// Writes items as nested lists, by their depth.
  /// If the depth of the first item is more than 1, lists for all smaller depths are opened first.
  private mutating func writeItems(_ items: [PageBlock]) {
    let outer = lists
    lists = []
    for block in items {
      guard let item = block.item else { continue }
      blocks += 1
      let depth = max(1, item.depth)
      while lists.count > depth { closeList() }
      if lists.count == depth, lists[depth - 1].isOrdered != item.isOrdered, !item.isContinued {
        closeList()
      }
      while lists.count < depth {
        if let last = lists.indices.last, !lists[last].hasOpenItem {
          output.open("li", ["class": "empty"])
          lists[last].hasOpenItem = true
        }
        lists.append(List(isOrdered: item.isOrdered))
        output.open(item.isOrdered ? "ol" : "ul", ["id": begin("list", "l")])
      }
      write(block, item)
    }
    while !lists.isEmpty { closeList() }
    lists = outer
    output.markup("\n")
  }

  private mutating func write(_ block: PageBlock, _ item: PageListItem) {
    let last = lists.count - 1
    if item.isContinued, lists[last].hasOpenItem { return writeParagraph(block, "more") }
    if lists[last].hasOpenItem { output.close("li") }
    lists[last].hasOpenItem = true
    let name = item.isContinued ? "empty" : item.isDone == nil ? nil : "task"
    let number = lists[last].isOrdered ? item.number.map(String.init) : nil
    output.open("li", ["class": name, "value": number, "id": announced(block)])
    if let isDone = item.isDone {
      output.element("span", ["class": "box"], words: isDone ? "☑" : "☐")
      output.words(" ")
    }
    write(block.text)
  }

  private mutating func closeList() {
    guard let list = lists.popLast() else { return }
    if list.hasOpenItem { output.close("li") }
    output.close(list.name)
    end()
  }
}

// MARK: - Tables, code, pictures and footnotes

extension EPUBPageWriter {
  private mutating func writeTable(_ block: PageBlock, _ header: [PageText], _ rows: [[PageText]]) {
    output.open("div", ["class": "table", "id": announced(block)])
    output.open("table", ["id": begin("table", "t")])
    if !header.isEmpty {
      output.open("thead")
      writeRow(header, isHeader: true)
      output.close("thead")
    }
    output.open("tbody")
    for row in rows where !row.isEmpty { writeRow(row, isHeader: false) }
    output.close("tbody")
    output.close("table")
    output.close("div")
    end()
  }

  private mutating func writeRow(_ cells: [PageText], isHeader: Bool) {
    output.open("tr")
    for cell in cells {
      output.open(isHeader ? "th" : "td", ["scope": isHeader ? "col" : nil])
      write(cell)
      output.close(isHeader ? "th" : "td")
    }
    output.close("tr")
  }

  private mutating func writeCode(_ block: PageBlock, _ language: String?) {
    output.open("pre", ["class": "code", "id": announced(block)])
    output.open("code", ["class": language?.asCodeClass])
    write(block.text, isCode: true)
    output.close("code")
    output.close("pre")
  }

  /// Writes a picture, with its description as the caption and as the alternative text.
  /// The caption is hidden from screen readers, so that they read the description only once.
  private mutating func writeImage(_ block: PageBlock, _ file: String) {
    guard EPUBImage.mediaType(file) != nil else { return writeParagraph(block, "action") }
    if let time = block.announcement { add("b\(blocks)", time.lowerBound) }
    output.open("figure", ["id": begin("figure", "g")])
    output.empty(
      "img",
      [
        "src": "../" + EPUBNames.image(file).asAddress, "alt": block.text.text,
        "id": block.announcement.map { _ in "b\(blocks)" },
      ])
    if !block.text.text.isEmpty || !block.text.sentences.isEmpty {
      output.open("figcaption", ["aria-hidden": "true"])
      write(block.text)
      output.close("figcaption")
    }
    output.close("figure")
    end()
  }

  /// Writes the paragraphs of a footnote.
  /// The footnote's number links back to its first mark in the text.
  private mutating func writeFootnote(_ number: Int, _ paragraphs: [PageBlock]) {
    let isFirst = openNotes.insert(number).inserted
    let id = "fn\(number)" + (isFirst ? "" : "-\(blocks + 1)")
    containers.append(EPUBContainer(type: "footnote", id: id))
    output.open(
      "aside",
      ["class": "footnote", "epub:type": "footnote", "role": "doc-footnote", "id": id])
    for (index, block) in paragraphs.enumerated() {
      blocks += 1
      output.open("p", ["id": announced(block)])
      if index == 0 {
        if isFirst, marks.contains(number) {
          output.element(
            "a", ["class": "number", "role": "doc-backlink", "href": "#fnref\(number)"],
            words: String(number))
        } else {
          output.element("span", ["class": "number"], words: String(number))
        }
        output.words(" ")
      }
      write(block.text)
      output.close("p")
    }
    output.close("aside")
    output.markup("\n")
    end()
  }
}

extension PageBlock {
  /// Whether the block is a heading with text.
  var isTitle: Bool {
    switch kind {
    case .sceneHeading, .sectionHeading: !text.text.allSatisfy(\.isWhitespace)
    default: false
    }
  }

  /// Whether the block is part of the speech after a cue.
  var isSpeech: Bool {
    switch kind {
    case .parenthetical, .dialogue, .lyrics: true
    default: false
    }
  }

  /// The block's list item; nil if the block is not an item.
  var item: PageListItem? { if case .item(let item) = kind { item } else { nil } }

  /// The CSS class of a paragraph.
  var paragraphClass: String {
    switch kind {
    case .character: "character"
    case .parenthetical: "parenthetical"
    case .dialogue: "dialogue"
    case .lyrics: "lyrics"
    case .transition: "transition"
    case .credits: "credits"
    default: "action"
    }
  }

  /// The CSS class of a heading.
  var headingClass: String {
    if case .sceneHeading = kind { "scene-heading" } else { "section-heading" }
  }

  /// The numbers of the footnotes that the block contains.
  var notes: [Int] {
    switch kind {
    case .footnote(let number): [number]
    case .dual(let columns): columns.flatMap { $0.flatMap(\.notes) }
    default: []
    }
  }

  /// The numbers of the footnotes that the block's text refers to.
  var footnoteMarks: [Int] {
    texts.flatMap(\.formatting).compactMap { part in
      guard case .footnote(let number) = part.kind, part.range.isEmpty else { return nil }
      return number
    }
  }

  /// The files of the block's pictures that an EPUB can show.
  var imageFiles: [String] {
    var files = texts.flatMap(\.formatting).compactMap { part in
      if case .image(let file) = part.kind { file } else { nil }
    }
    switch kind {
    case .image(let file): files.insert(file, at: 0)
    case .dual(let columns): files += columns.flatMap { $0.flatMap(\.imageFiles) }
    default: break
    }
    return files.filter { EPUBImage.mediaType($0) != nil }
  }

  /// The block's text, and the texts of its cells and columns.
  private var texts: [PageText] {
    switch kind {
    case .table(let header, let rows): [text] + header + rows.flatMap(\.self)
    case .dual(let columns): [text] + columns.flatMap { $0.flatMap(\.texts) }
    default: [text]
    }
  }
}

extension String {
  /// The CSS class for a code language with this name; nil if the name has no usable character.
  var asCodeClass: String? {
    let name = lowercased().filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-#_".contains($0))
    }
    return name.isEmpty ? nil : "language-" + name
  }
}

extension ArraySlice {
  /// Removes the elements at the beginning that satisfy a condition, and returns them.
  mutating func take(while isTaken: (Element) -> Bool) -> [Element] {
    let taken = Array(prefix(while: isTaken))
    removeFirst(taken.count)
    return taken
  }
}
