import Basics

/// A PDF as a text: paragraphs, headings and notes, in the order of the file's contents.
/// The order of the contents follows columns. An order by places would read across them.
struct PDFProse {
  private(set) var elements: [GuionElement] = []
  private(set) var skipped: SkippedWords
  private var noteTexts: [Int: MarkedText] = [:]
  private let furniture: Int
  private let pages: Int

  init(_ runs: PDFRuns) {
    let printed = PrintedLines(runs.pages, inContentOrder: true)
    (pages, furniture, skipped) = (runs.pages.count, printed.furniture, printed.skipped)
    let text = ProseLines(printed.lines, bodySize: runs.bodySize)
    // A note stands in the middle of a paragraph that continues on the next page.
    let paragraphs = text.paragraphs { $0.note == nil }
    let notes = text.paragraphs { $0.note != nil }
    for note in notes {
      let text = MarkedText(note.words.text, inlines: note.words.spans)
      noteTexts[note.first.note?.number ?? 0] = text
    }
    let headings = ProseHeadings(paragraphs, text, runs.bookmarks)
    for (index, paragraph) in paragraphs.enumerated() { add(paragraph, headings.levels[index]) }
    for note in notes { add(note, nil) }
  }

  private mutating func add(_ paragraph: ProseParagraph, _ level: Int?) {
    var words = paragraph.words
    if words.ending.hasSuffix("\u{AD}") { words = words.slice(0..<words.bytes.count - 2) }
    words.joinSpans()
    let range = SourceRange(start: paragraph.first.place, end: paragraph.last.place)
    for label in paragraph.labels { skipped.add(label, .noteLink) }
    if let note = paragraph.first.note {
      var element = GuionElement(.action, words, at: range)
      element.mark = .footnote(number: note.number)
      elements.append(element)
    } else if let level {
      elements.append(
        GuionElement(
          elementType: .sectionHeading(level: level), elementText: words.onOneLine.text,
          sourceRange: range))
    } else if !words.isEmpty {
      var element = GuionElement(.action, words, at: range)
      element.isCentered = paragraph.first.isLarge
      let references = paragraph.references.map { place, number in
        InlineSpan(
          .footnote(number: number, text: noteTexts[number] ?? MarkedText("")), place..<place)
      }
      element.inlines = (element.inlines + references).sorted(by: InlineSpan.isInOrder)
      elements.append(element)
    }
  }

  var summary: String {
    let titles = elements.count { $0.elementType.isSectionHeading }
    let notes = elements.count { $0.mark != nil }
    let paragraphs = elements.count - titles - notes
    return "\(Quantity.count(pages, "page")), \(Quantity.count(titles, "heading")), "
      + Quantity.count(paragraphs, "paragraph")
      + (notes == 0 ? "" : ", " + Quantity.count(notes, "note"))
      + (furniture == 0 ? "" : ", without \(Quantity.count(furniture, "line")) of page headers")
  }
}

/// A line of a text in its column.
struct ProseLine {
  var words = StyledWords()
  var page: Int
  var place: SourcePosition
  var left: Double
  var right: Double
  var middle: Double
  var height: Double
  var size: Double
  var isBold: Bool
  /// Whether the line is on the right of the line before, at the same height.
  var isBeside = false
  /// Whether the line is larger than the text.
  var isLarge = false
  var column = 0
  /// The distance of the line from the left edge of its column, and the space that it leaves at the right.
  var indent = 0.0
  var space = 0.0
  /// The note that the line begins or continues.
  var note: (number: Int, label: String)?
  /// Whether the line begins a note.
  var beginsNote = false
  /// Marks of notes in the line: their places in the text.
  var references: [(offset: Int, number: Int, label: String)] = []

  var startsSmall: Bool { words.text.unicodeScalars.first?.isLower ?? false }
}

/// A paragraph that is being read.
struct ProseParagraph {
  private(set) var words: StyledWords
  let first: ProseLine
  private(set) var last: ProseLine
  private(set) var lineCount = 1
  /// The places and numbers of notes, and what their marks showed.
  private(set) var references: [(place: Int, number: Int)] = []
  private(set) var labels: [String] = []

  init(_ line: ProseLine) {
    (first, last, words) = (line, line, StyledWords())
    if line.beginsNote, let note = line.note { labels.append(note.label) }
    add(line)
  }

  mutating func append(_ line: ProseLine, _ text: ProseLines) {
    if text.isInitial(last, before: line) {
      // The first letter of a chapter belongs to the word beside it.
    } else if let length = text.hyphen(at: words, before: line) {
      words = words.slice(0..<words.bytes.count - length)
    } else {
      words.append(words.separator(" ", before: line.words).utf8)
    }
    add(line)
    last = line
    lineCount += 1
  }

  private mutating func add(_ line: ProseLine) {
    for mark in line.references {
      references.append((words.bytes.count + mark.offset, mark.number))
      labels.append(mark.label)
    }
    words.append(line.words)
  }
}

/// The lines of a text, with their columns and notes.
struct ProseLines {
  private(set) var lines: [ProseLine] = []
  let bodySize: Double
  /// The commonest distance of lines in the size of the text.
  private(set) var pitch = 14.0
  /// Whether paragraphs begin at the left edge and go on at an indent.
  private var isHanging = false
  /// The left and right edges of the columns of even and odd pages.
  private var columns: [[(left: Double, right: Double)]] = [[], []]
  /// How often each word occurs that does not end at a hyphen at a line's end.
  private var counts: [String: Int] = [:]
  private var noteCount = 0

  init(_ printed: [PrintedLine], bodySize: Double) {
    self.bodySize = bodySize
    lines = printed.map(line)
    findColumns()
    for index in lines.indices { place(index) }
    pitch = commonestPitch()
    isHanging = findHanging()
    findNotes(printed)
    countWords()
  }

  private func line(_ printed: PrintedLine) -> ProseLine {
    let sizes = Dictionary(grouping: printed.runs, by: \.size).mapValues { runs in
      runs.reduce(0) { $0 + $1.words.bytes.count }
    }
    let size = sizes.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? bodySize
    var line = ProseLine(
      page: printed.page, place: printed.place, left: printed.left, right: printed.right,
      middle: printed.middle,
      height: printed.runs.map(\.height).max() ?? 12, size: size,
      isBold: printed.pieces.allSatisfy(\.isBold))
    line.words = StyledWords.joined(printed.pieces.map(\.words), by: " ")
    line.isLarge = size >= bodySize * 1.12
    return line
  }

  // MARK: Columns

  /// Finds the columns: left edges that at least every eighth line of the text has.
  /// The first lines of paragraphs have edges of their own, at most four letters to the right.
  private mutating func findColumns() {
    for side in 0...1 {
      let own = lines.filter { $0.page % 2 == side && abs($0.size - bodySize) < 0.6 }
      var counts: [Int: Int] = [:]
      for line in own { counts[Int((line.left / 2).rounded()), default: 0] += 1 }
      let usual = counts.filter { $0.value * 8 >= own.count }.keys.sorted().map { Double($0) * 2 }
      for edge in usual where edge - (columns[side].last?.left ?? -1000) > 4 * bodySize {
        columns[side].append((edge, 0))
      }
      for index in columns[side].indices {
        let next = index + 1 < columns[side].count ? columns[side][index + 1].left : .infinity
        let edge = columns[side][index].left - 3
        let rights = own.filter { $0.left >= edge && $0.left < next - 3 && $0.right < next + 3 }
          .map(\.right).sorted(by: >)
        columns[side][index].right = rights.isEmpty ? 500 : rights[rights.count / 50]
      }
    }
    for side in 0...1 where columns[side].isEmpty { columns[side] = columns[1 - side] }
  }

  private mutating func place(_ index: Int) {
    let own = columns[lines[index].page % 2]
    guard !own.isEmpty else { return }
    let column = own.lastIndex { $0.left <= lines[index].left + 3 } ?? 0
    lines[index].column = column
    lines[index].indent = lines[index].left - own[column].left
    lines[index].space = own[column].right - lines[index].right
    guard index > 0 else { return }
    let above = lines[index - 1]
    lines[index].isBeside =
      above.page == lines[index].page && above.column == column
      && abs(above.middle - lines[index].middle) < 0.5 * above.height
      && lines[index].left > above.left
  }

  private func commonestPitch() -> Double {
    var counts: [Double: Int] = [:]
    for (above, line) in zip(lines, lines.dropFirst())
    where line.page == above.page && line.size == bodySize && above.size == bodySize {
      let distance = ((line.middle - above.middle) * 2).rounded() / 2
      if distance > bodySize * 0.8, distance < bodySize * 3 { counts[distance, default: 0] += 1 }
    }
    // In a text of short paragraphs, most distances can be those of paragraphs.
    let most = counts.values.max() ?? 0
    return counts.filter { $0.value * 4 >= most }.keys.min() ?? bodySize * 1.2
  }

  // MARK: Paragraphs

  func paragraphs(where isRead: (ProseLine) -> Bool) -> [ProseParagraph] {
    var paragraphs: [ProseParagraph] = []
    for line in lines where isRead(line) {
      let last = paragraphs.count - 1
      if last >= 0, continues(line, paragraphs[last]) {
        paragraphs[last].append(line, self)
      } else {
        paragraphs.append(ProseParagraph(line))
      }
    }
    return paragraphs
  }

  /// Whether a line continues a paragraph.
  func continues(_ line: ProseLine, _ paragraph: ProseParagraph) -> Bool {
    let above = paragraph.last
    if isInitial(above, before: line) { return true }
    let isItem = Self.beginsItem(line)
    if line.beginsNote || isItem && (Self.hasSign(line) || Self.beginsItem(paragraph.first)) {
      return false
    }
    if line.isBeside || line.note != nil { return true }
    if abs(line.size - above.size) > 0.06 * bodySize { return false }
    if line.isLarge {
      return line.page == above.page && line.isBold == above.isBold
        && line.middle - above.middle < 1.7 * line.size && line.middle > above.middle
    }
    let isFull = above.space < 2.5 * bodySize || !wouldFit(line, after: above)
    let ends = paragraph.words.endsSentence
    if line.page != above.page || line.column != above.column
      || line.middle < above.middle
    {
      return line.startsSmall || isFull && !ends
    }
    if line.middle - above.middle > 1.3 * pitch { return false }
    let indents = 0.6 * bodySize...4 * bodySize
    if indents.contains(line.left - above.left) {
      // An indent begins a paragraph, or continues one that hangs.
      return paragraph.lineCount == 1 && isFull && (isHanging || Self.beginsItem(paragraph.first))
    }
    if isHanging, abs(line.indent) < 3, indents.contains(above.indent) { return false }
    return isFull || !ends
  }

  private static func hasSign(_ line: ProseLine) -> Bool {
    line.words.text.first.map { "•◦▪‣●■○□❖➢✓✔".contains($0) } ?? false
  }

  /// Whether a line begins as an item of a list does: with a sign, or with a number such as "12." or "a)".
  private static func beginsItem(_ line: ProseLine) -> Bool {
    if hasSign(line) { return true }
    let label = line.words.text.prefix { $0 != " " }
    guard label.count <= 4, let last = label.last, ".)".contains(last) else { return false }
    let number = label.dropLast().drop { $0 == "(" }
    return !number.isEmpty && (number.allSatisfy(\.isNumber) || number.count == 1)
  }

  /// Whether most indents continue a paragraph, as in plays whose names stand out: the line above is full, and its sentence
  /// goes on.
  private func findHanging() -> Bool {
    var (hanging, all) = (0, 0)
    for (above, line) in zip(lines, lines.dropFirst())
    where line.page == above.page && line.column == above.column && abs(above.indent) < 3 {
      let distance = line.middle - above.middle
      guard 0.6 * bodySize...4 * bodySize ~= line.indent, 0...1.3 * pitch ~= distance else {
        continue
      }
      all += 1
      if !above.words.endsSentence, !wouldFit(line, after: above) { hanging += 1 }
    }
    return all >= 8 && hanging * 10 >= all * 7
  }

  private func wouldFit(_ line: ProseLine, after above: ProseLine) -> Bool {
    let text = line.words.text
    let width = (line.right - line.left) / Double(max(1, text.count))
    return above.space > width * Double(text.prefix { $0 != " " }.count + 1)
  }

  /// Whether a line is only a large first letter, and the next line is beside it.
  func isInitial(_ line: ProseLine, before next: ProseLine) -> Bool {
    let text = line.words.text
    return line.size >= 1.6 * bodySize && 1...2 ~= text.count && text.contains(where: \.isLetter)
      && next.page == line.page && next.left >= line.right - bodySize / 2
      && abs(next.middle - line.middle) < line.height / 2 + next.height / 2
  }

  /// Returns the length of the hyphen at the end of a text, if it only divides a word.
  func hyphen(at words: StyledWords, before line: ProseLine) -> Int? {
    let text = String(decoding: words.bytes.suffix(100), as: UTF8.self)
    if text.hasSuffix("\u{AD}") { return 2 }
    guard text.hasSuffix("-"), line.startsSmall else { return nil }
    let isPart = { (sign: Character) in sign.isLetter || sign == "-" }
    let head = Self.letters(text.dropLast().split { !isPart($0) }.last ?? "")
    let tail = Self.letters(line.words.text.prefix(while: isPart))
    guard !head.isEmpty, text.dropLast().last.map(\.isLetter) == true else { return nil }
    // "half-|and-half", "glass-facto-|ries": the part of the word that is divided.
    let start = String(head.split(separator: "-").last ?? "")
    let end = String(tail.split(separator: "-").first ?? "")
    if counts[start + end] != nil { return 1 }
    if counts[head + "-" + tail] != nil { return nil }
    // Of a word with another hyphen, both parts can be words.
    return head.contains("-") && counts[start] != nil && counts[end] != nil ? nil : 1
  }

  private static func letters(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0.isLetter || $0 == "-" }
  }

  private mutating func countWords() {
    for line in lines {
      var parts = line.words.text.split { $0 == " " || $0 == "—" }
      if parts.last?.hasSuffix("-") == true { parts.removeLast() }
      for part in parts { counts[Self.letters(part), default: 0] += 1 }
    }
  }

  // MARK: Notes

  /// Finds notes: small print in the lower half of a page, whose number or sign is raised in the text of the page.
  private mutating func findNotes(_ printed: [PrintedLine]) {
    var start = 0
    while start < lines.count {
      let page = lines[start].page
      let end = lines[start...].firstIndex { $0.page != page } ?? lines.count
      findNotes(on: start..<end, printed)
      start = end
    }
  }

  private mutating func findNotes(on page: Range<Int>, _ printed: [PrintedLine]) {
    var starts: [String: Int] = [:]
    let bottom = lines[page].map(\.middle).max() ?? 0
    for index in page where lines[index].size <= 0.92 * bodySize && lines[index].middle > bottom / 2
    {
      if let label = Self.label(lines[index].words.text), starts[label] == nil {
        starts[label] = index
      }
    }
    guard !starts.isEmpty else { return }
    var numbers: [String: Int] = [:]
    for index in page where starts.values.min().map({ index < $0 }) ?? false {
      for run in printed[index].runs where run.size < 0.8 * lines[index].size {
        let label = run.words.text.filter { $0 != " " }
        guard starts[label] != nil else { continue }
        if numbers[label] == nil {
          noteCount += 1
          numbers[label] = noteCount
        }
        removeMark(label, at: run, numbers[label] ?? 0, of: index, printed[index])
      }
    }
    var open: (number: Int, label: String)?
    for index in page {
      if let label = Self.label(lines[index].words.text), starts[label] == index,
        let number = numbers[label]
      {
        open = (number, label)
        lines[index].beginsNote = true
        let words = lines[index].words
        let dot = words.bytes.dropFirst(label.utf8.count).prefix(1).count { $0.isOne(of: ".)") }
        lines[index].words = words.slice(label.utf8.count + dot..<words.bytes.count).trimmed
      } else if lines[index].size > 0.92 * bodySize {
        open = nil
      }
      lines[index].note = open
    }
  }

  /// Removes the mark of a note from a line.
  private mutating func removeMark(
    _ label: String, at run: PDFRun, _ number: Int, of index: Int, _ printed: PrintedLine
  ) {
    let removed = lines[index].references.reduce(0) { $0 + $1.label.utf8.count }
    guard let piece = printed.pieces.first,
      let offset = piece.runs.first(where: { $0.left == run.left })?.offset
    else { return }
    let words = lines[index].words
    let place = offset - removed
    guard words.bytes.dropFirst(place).starts(with: label.utf8) else { return }
    var rest = words.slice(0..<place)
    rest.append(words.slice(place + label.utf8.count..<words.bytes.count))
    lines[index].words = rest
    lines[index].references.append((place, number, label))
  }

  /// Returns the number or the sign at the beginning of a note.
  private static func label(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    if 1...3 ~= digits.count { return String(digits) }
    let signs = text.prefix { "*†‡§".contains($0) }
    return signs.isEmpty ? nil : String(signs)
  }
}
