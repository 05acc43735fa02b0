/// The positions of blocks in the file.
/// cmark 0.29 counts the lines of some blocks wrongly (HTML that ends on its own line, fences that a
/// quotation ends, underlined headings, headers of tables). It also counts the end columns wrongly on
/// lines with NUL. Therefore the end of each block is found in the text.
struct MarkdownPlaces {
  private let lines: Lines
  /// The number to add to cmark's line number to get the line number in the file.
  private let skipped: Int

  /// Creates the positions for a part of a text.
  /// `skippedLines` is the number of lines of the file before the part. `lead` is the number of other lines
  /// that cmark has read before the part.
  init(_ text: Bytes, in part: Range<Int>, skippedLines: Int, lead: Int = 0) {
    let text = Bytes(rebasing: text[..<part.upperBound])
    lines = Lines(table: LineTable(text, from: part.lowerBound), lead: lead)
    skipped = skippedLines - lead
  }

  /// Returns the position of a block.
  /// `content` is the first text in the block. `lineCount` is the number of lines of the block's code or
  /// HTML.
  func range(of block: MarkdownNode, content: Bytes? = nil, lineCount: Int = 1) -> SourceRange {
    let start = start(of: block, content: content)
    let last = max(start.line, lastLine(of: block, from: start.line, lineCount))
    return range(from: start, to: last)
  }

  /// Returns the number of an item as the author wrote it, such as "14.", and its position.
  func number(of item: MarkdownNode) -> (text: [UInt8], start: SourcePosition) {
    let line = lines.line(item.startLine)
    var start = min(line.lowerBound + max(0, item.startColumn - 1), line.upperBound)
    while start < line.upperBound, isMargin(lines.text[start]) { start += 1 }
    var end = start
    while end < line.upperBound, lines.text[end] &- UInt8(ascii: "0") < 10 { end += 1 }
    if end < line.upperBound { end += 1 }
    let place = SourcePosition(
      line: item.startLine + skipped, column: start - line.lowerBound + 1)
    return (Array(lines.text[start..<end]), place)
  }

  /// Returns the ">" of an item such as "- > 5 %", which cmark reads as a quotation, and its position.
  func comparison(of quote: MarkdownNode) -> (text: [UInt8], start: SourcePosition)? {
    guard quote.parent?.kind == .item, quote.previous == nil, quote.isOneLine else { return nil }
    let line = lines.line(quote.startLine)
    let start = line.lowerBound + max(0, quote.startColumn - 1)
    guard start < line.upperBound, lines.text[start] == UInt8(ascii: ">"),
      let first = lines.text[(start + 1)..<line.upperBound].first(where: { $0 != 0x20 }),
      first &- UInt8(ascii: "0") < 10
    else { return nil }
    let column = start - line.lowerBound + 1
    return ([UInt8(ascii: ">")], SourcePosition(line: quote.startLine + skipped, column: column))
  }

  /// Returns the info string of a block of code as typed, from its brace. cmark removes backslashes from it.
  func info(_ block: MarkdownNode) -> Bytes {
    let line = lines.text.trimmed(lines.line(block.startLine))
    guard block.info.first == UInt8(ascii: "{"),
      let open = lines.text.first(UInt8(ascii: "{"), in: line)
    else { return block.info }
    return Bytes(rebasing: lines.text[open..<line.upperBound])
  }

  /// Returns the position of a table row, which is one line.
  func range(ofRow row: MarkdownNode, in table: MarkdownNode, isHeader: Bool) -> SourceRange {
    let line = isHeader ? headerLine(of: table) : row.startLine
    return range(from: (line, rowStart(line, in: table)), to: line)
  }

  /// Whether a row has no bar, and the header begins with one.
  func isText(row: MarkdownNode, in table: MarkdownNode) -> Bool {
    let bar = UInt8(ascii: "|")
    let start = rowStart(headerLine(of: table), in: table)
    guard start < lines.text.count, lines.text[start] == bar else { return false }
    let line = rowStart(row.startLine, in: table)..<lines.line(row.startLine).upperBound
    return lines.text.first(bar, in: line) == nil
  }

  /// Returns the cells of a row that are beyond the columns of its table. cmark leaves them out.
  func surplus(ofRow row: MarkdownNode, in table: MarkdownNode, columns: Int) -> Bytes {
    var offset = rowStart(row.startLine, in: table)
    let end = lines.line(row.startLine).upperBound
    let bar = UInt8(ascii: "|")
    if offset < end, lines.text[offset] == bar { offset += 1 }
    var (cells, isEscaped) = (0, false)
    while offset < end, cells < columns {
      if lines.text[offset] == bar, !isEscaped { cells += 1 }
      isEscaped = lines.text[offset] == UInt8(ascii: "\\") && !isEscaped
      offset += 1
    }
    return Bytes(rebasing: lines.text[min(offset, end)..<end])
  }

  /// Returns the offset at which a row of a table begins.
  private func rowStart(_ line: Int, in table: MarkdownNode) -> Int {
    let whole = lines.line(line)
    // The row starts at the table's column, because quotations and lists before the table are not part
    // of the row.
    var start = min(whole.lowerBound + max(0, table.startColumn - 1), whole.upperBound)
    while start > whole.lowerBound, !isMargin(lines.text[start - 1]) { start -= 1 }
    while start < whole.upperBound, isBlank(lines.text[start]) { start += 1 }
    return start
  }

  private typealias Place = (line: Int, offset: Int)

  private func start(of block: MarkdownNode, content: Bytes?) -> Place {
    if block.startLine == 0, let table = block.next { return start(of: table, content: nil) }
    let line = lines.line(block.startLine)
    let offset = min(line.lowerBound + max(0, block.startColumn - 1), line.upperBound)
    if let content, offset < line.upperBound, lines.text[offset] == UInt8(ascii: "["),
      content.first != UInt8(ascii: "["),
      let moved = firstLine(with: content, from: block.startLine, to: block.endLine)
    {
      return moved
    }
    return (block.startLine, offset)
  }

  /// Returns the first line of a paragraph after its link definitions, which cmark removes.
  private func firstLine(with content: Bytes, from first: Int, to last: Int) -> Place? {
    guard first < last else { return nil }
    for number in first + 1...last {
      let line = lines.line(number)
      let start = contentStart(of: line)
      let rest = lines.text[start..<line.upperBound]
      if rest.starts(with: content.prefix(rest.count)), !rest.isEmpty { return (number, start) }
    }
    return nil
  }

  private func lastLine(of block: MarkdownNode, from first: Int, _ lineCount: Int) -> Int {
    switch block.kind {
    case .rule: first
    case .html: first + lineCount - 1
    case .code where block.isFenced: lastFencedLine(of: block, from: first, lineCount)
    case .heading where block.endLine > first: underline(of: block, from: first)
    case .paragraph where block.startLine == 0: block.next.map { headerLine(of: $0) - 1 } ?? first
    default: block.endLine
    }
  }

  /// Returns the line of the closing fence, or the last line of code if there is no closing fence.
  private func lastFencedLine(of block: MarkdownNode, from first: Int, _ lineCount: Int) -> Int {
    let fence = first + lineCount + 1
    guard fence <= block.endLine, !isBlock(at: fence, after: block) else {
      return first + lineCount
    }
    let line = lines.line(fence)
    let start = contentStart(of: line)
    guard start < line.upperBound else { return fence - 1 }
    let isFence = lines.text[start] == UInt8(ascii: "`") || lines.text[start] == UInt8(ascii: "~")
    return isFence ? fence : fence - 1
  }

  /// Whether another block begins on a line and so ends `block`.
  private func isBlock(at line: Int, after block: MarkdownNode) -> Bool {
    var node = block
    while node.next?.startLine != line {
      guard let parent = node.parent else { return false }
      node = parent
    }
    return true
  }

  /// Returns the line with the underline of a heading: the last line that cmark reports, or the line
  /// before it.
  private func underline(of block: MarkdownNode, from first: Int) -> Int {
    let earlier = block.endLine - 1
    guard earlier > first else { return block.endLine }
    let line = lines.line(earlier)
    let signs = lines.text[contentStart(of: line)..<line.upperBound].filter { !isBlank($0) }
    let isUnderline =
      signs.allSatisfy { $0 == UInt8(ascii: "=") } || signs.allSatisfy { $0 == UInt8(ascii: "-") }
    return isUnderline && !signs.isEmpty ? earlier : block.endLine
  }

  /// Returns the header line, which is two lines above the first row.
  /// The line with the delimiters is between the header line and the first row.
  private func headerLine(of table: MarkdownNode) -> Int {
    guard let row = table.first?.next else { return max(table.startLine, table.endLine - 1) }
    return row.startLine - 2
  }
}

// MARK: - Bytes of lines

extension MarkdownPlaces {
  /// Returns the range up to the last byte that is not blank.
  /// If the last line is blank, the range ends on an earlier line.
  private func range(from start: Place, to last: Int) -> SourceRange {
    var (number, line) = (last, lines.line(last))
    var end = line.upperBound
    while true {
      let floor = number == start.line ? start.offset : line.lowerBound
      while end > floor, isBlank(lines.text[end - 1]) { end -= 1 }
      let isVoid = number > start.line && contentStart(of: line.lowerBound..<end) == end
      guard isVoid else { break }
      number -= 1
      line = lines.line(number)
      end = line.upperBound
    }
    let first = lines.line(start.line).lowerBound
    return SourceRange(
      start: SourcePosition(line: start.line + skipped, column: start.offset - first + 1),
      end: SourcePosition(line: number + skipped, column: max(1, end - line.lowerBound)))
  }

  /// Returns the offset of a line's content, after blanks and quotation signs.
  private func contentStart(of line: Range<Int>) -> Int {
    var offset = line.lowerBound
    while offset < line.upperBound, isMargin(lines.text[offset]) { offset += 1 }
    return offset
  }

  private func isMargin(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: ">") }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension MarkdownPlaces {
  /// The lines, indexed by cmark's numbers.
  private struct Lines {
    let table: LineTable
    let lead: Int

    var text: Bytes { table.text }

    func line(_ number: Int) -> Range<Int> { table.line(number - lead) }
  }
}

// MARK: - Tasks

extension MarkdownPlaces {
  /// Whether the task of an item is done; nil if the item is not a task.
  /// The box is read here, because cmark treats a task as done if its line contains `[x]` anywhere.
  func task(of item: MarkdownNode) -> Bool? {
    guard item.isTask else { return nil }
    let line = lines.line(item.startLine)
    let start = min(line.lowerBound + max(0, item.startColumn - 1), line.upperBound)
    guard let bracket = lines.text.first(UInt8(ascii: "["), in: start..<line.upperBound),
      bracket + 1 < line.upperBound
    else { return false }
    return lines.text[bracket + 1] | 0x20 == UInt8(ascii: "x")
  }

  /// Whether the file has a bracket at a position, not an escaped bracket or an entity.
  func hasBracket(at place: SourcePosition) -> Bool {
    let line = lines.line(place.line - skipped)
    let offset = line.lowerBound + place.column - 1
    return offset < line.upperBound && lines.text[offset] == UInt8(ascii: "[")
  }
}

/// The places of a text after edits.
struct EditedPlaces {
  private let edits: [EditorMarks.Edit]
  /// The growth of the text up to the end of each edit.
  private let growth: [Int]

  init(_ edits: [EditorMarks.Edit]) {
    self.edits = edits
    var sum = 0
    growth = edits.map { edit in
      sum += edit.words.count - edit.range.count
      return sum
    }
  }

  func place(_ offset: Int) -> Int {
    guard let index = last(before: offset) else { return offset }
    let edit = edits[index]
    if offset >= edit.range.upperBound { return offset + growth[index] }
    return edit.range.lowerBound + (index > 0 ? growth[index - 1] : 0)
  }

  func isRemoved(_ offset: Int) -> Bool {
    last(before: offset).map { edits[$0].range.contains(offset) } ?? false
  }

  /// Returns the index of the last edit that begins at or before an offset.
  private func last(before offset: Int) -> Int? {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

// MARK: - Removed columns

extension SourcePosition {
  /// Returns the place in the file, of whose columns some were removed at the starts of lines.
  fileprivate func moved(by columns: [Int: Int]) -> Self {
    Self(line: line, column: column + (columns[line] ?? 0))
  }
}

extension GuionElement {
  /// Returns the element with the columns of the file, of which some were removed at the starts of lines.
  func moved(by columns: [Int: Int]) -> Self {
    guard let range = sourceRange else { return self }
    var element = self
    element.sourceRange = SourceRange(
      start: range.start.moved(by: columns), end: range.end.moved(by: columns))
    return element
  }
}

extension Diagnostic {
  /// Returns the finding with the columns of the file, of which some were removed at the starts of lines.
  func moved(by columns: [Int: Int]) -> Self {
    var moved = self
    moved.position = position?.moved(by: columns)
    return moved
  }
}
