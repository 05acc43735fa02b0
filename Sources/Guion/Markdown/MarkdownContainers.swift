import Basics

/// The containers around a block, outermost first: quotations, lists with their items, a footnote.
struct MarkdownContainers {
  private enum Container {
    case quote
    case list(next: Int?)
    case item(number: Int?, isOrdered: Bool, task: Bool?, isNew: Bool)
    case footnote(number: Int)
    /// A list or an item that is no list, because its number is text.
    case text
  }

  private var stack: [Container] = []
  private var lists = 0
  private var footnotes = 0
  /// The number of open quotations.
  private(set) var quoteDepth = 0

  mutating func enterQuote() {
    stack.append(.quote)
    quoteDepth += 1
  }

  /// Enters a list; `first` is the first number of an ordered list and nil for a bullet list.
  mutating func enterList(first: Int?) {
    stack.append(.list(next: first))
    lists += 1
  }

  /// Enters a list whose numbers are text.
  mutating func enterText() { stack.append(.text) }

  /// Whether the innermost container is an item whose number is text.
  var isAtText: Bool { if case .text? = stack.last { true } else { false } }

  /// Enters the next item of the innermost list; `task` says whether a task is done and is nil if the
  /// item is not a task.
  mutating func enterItem(task: Bool?) {
    if isAtText { return stack.append(.text) }
    guard case .list(let next)? = stack.last else { return }
    stack[stack.count - 1] = .list(next: next.map { $0 + 1 })
    stack.append(.item(number: next, isOrdered: next != nil, task: task, isNew: true))
  }

  /// Enters the next footnote, counted from 1.
  mutating func enterFootnote() {
    footnotes += 1
    stack.append(.footnote(number: footnotes))
  }

  /// Whether the next paragraph is the first of an item that is not known to be a task.
  var isAtItem: Bool {
    if case .item(_, _, task: nil, isNew: true)? = stack.last { true } else { false }
  }

  /// Turns the innermost item into a task.
  mutating func makeTask(isDone: Bool) {
    guard case .item(let number, let isOrdered, _, let isNew)? = stack.last else { return }
    stack[stack.count - 1] = .item(
      number: number, isOrdered: isOrdered, task: isDone, isNew: isNew)
  }

  /// Leaves the innermost container.
  mutating func leave() {
    switch stack.popLast() {
    case .quote: quoteDepth -= 1
    case .list: lists -= 1
    default: break
    }
  }

  /// The number of the current footnote; nil outside footnotes.
  var footnote: Int? {
    // A definition is a top-level block, so it is always the outermost container.
    if case .footnote(let number)? = stack.first { number } else { nil }
  }

  /// Returns the mark of the next paragraph or heading; nil if the paragraph or heading needs no mark.
  /// Only the first paragraph or heading of an item has the item's number and task state.
  mutating func takeMark(isHeading: Bool) -> Mark? {
    if let footnote { return .footnote(number: footnote) }
    let isPlace: (Container) -> Bool = { if case .text = $0 { false } else { true } }
    guard let place = stack.lastIndex(where: isPlace) else { return nil }
    switch stack[place] {
    case .quote: return isHeading ? nil : .quote
    case .item(let number, let isOrdered, let task, _):
      stack[place] = .item(
        number: nil, isOrdered: isOrdered, task: nil, isNew: false)
      return .list(ordered: isOrdered, number: number, depth: lists, task: task)
    default: return nil
    }
  }
}

/// The box of a task at the start of an item: `[ ]`, `[x]`, and the boxes of other looks in Obsidian, such as `[p]`.
struct TaskBox {
  /// Nil for a box that is a mark of its item, not of what is to do.
  let isDone: Bool?
  /// The letter in a box of another look.
  let sign: String

  init?(_ text: [UInt8], _ edition: ReadingEdition) {
    guard text.count > 4, text[0] == UInt8(ascii: "["), text[2...].starts(with: "] ".utf8) else {
      return nil
    }
    switch text[1] {
    case 0x20: (isDone, sign) = (false, "")
    case UInt8(ascii: "x"), UInt8(ascii: "X"): (isDone, sign) = (true, "")
    case let byte where edition == .second && Self.looks.utf8.contains(byte):
      (isDone, sign) = (nil, String(decoding: [byte], as: UTF8.self))
    default: return nil
    }
  }

  /// The signs in boxes that themes and plugins show as pictures.
  private static let looks = "!?<>-/*\"'~+iIpcnlSfkuw"
}

// MARK: - Comments that blocks divide

/// The comments of CriticMarkup and HTML that cmark would divide, because they are over several blocks.
struct DividedComments {
  /// The offset of the first `{>>` that is never closed, and of the first `<!--` in a text.
  private(set) var unclosed: [Int?] = [nil, nil]
  /// The offset of the first `<!--` at the start of a line that is never closed. cmark hides all text below it.
  private(set) var hidden: Int?
  /// The closing marks that the last searches found.
  private var closers = [0, 0]
  /// Where the last comment ends.
  private var end = 0

  static let marks = [("{>>", "<<}"), ("<!--", "-->")]

  static func mayBeIn(_ text: Bytes, from start: Int) -> Bool {
    let pairs = [(UInt8(ascii: "{"), UInt8(ascii: ">")), (UInt8(ascii: "<"), UInt8(ascii: "!"))]
    return pairs.contains { text.first($0, in: start..<text.count) != nil }
  }

  /// Returns the next divided comment that begins on a line.
  mutating func next(in text: Bytes, _ line: Range<Int>, from start: Int) -> Range<Int>? {
    var offset = max(start, end)
    while offset < line.upperBound {
      let byte = text[offset]
      let mark =
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "<")
        ? Self.marks.firstIndex { text[offset...].starts(with: $0.0.utf8) } : nil
      if byte == UInt8(ascii: "`") {
        offset = Self.codeEnd(text, offset)
      } else if let mark, !text.isEscaped(at: offset, from: line.lowerBound),
        let close = close(text, offset, mark, line)
      {
        end = close
        if Self.isDivided(text, offset..<close, line) { return offset..<close }
        offset = close
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// Returns the end of a comment. nil if it is never closed, or if another one begins before.
  private mutating func close(
    _ text: Bytes, _ open: Int, _ mark: Int, _ line: Range<Int>
  ) -> Int? {
    let start = open + 2
    if closers[mark] < start {
      closers[mark] = text.first(of: Self.marks[mark].1, in: start..<text.count) ?? text.count
    }
    let isOpen = closers[mark] == text.count
    guard !isOpen, text.first(of: Self.marks[mark].0, in: start..<closers[mark]) == nil else {
      let isText = mark == 0 || !text.trimmed(line.lowerBound..<open).isEmpty
      if isOpen, isText { unclosed[mark] = unclosed[mark] ?? open }
      if isOpen, !isText { hidden = hidden ?? open }
      return nil
    }
    return closers[mark] + 3
  }

  /// Whether blocks begin or end within a comment.
  private static func isDivided(_ text: Bytes, _ comment: Range<Int>, _ line: Range<Int>) -> Bool {
    guard comment.upperBound > line.upperBound else { return false }
    let before = text.trimmed(line.lowerBound..<comment.lowerBound)
    // cmark reads a comment of HTML at the start of a line to its end.
    if text[comment.lowerBound] == UInt8(ascii: "<"), before.isEmpty { return false }
    if !before.isEmpty, text[before.lowerBound].isOne(of: "#|") { return true }
    let lineEnd: UInt8 = text[comment].contains(0x0A) ? 0x0A : 0x0D
    let parts = text[comment].split(separator: lineEnd, omittingEmptySubsequences: false)
    return parts.dropFirst().contains { part in
      let words = part.drop { $0.isOne(of: " \t\r>") }
      guard let first = words.first else { return true }
      let number = words.drop { $0 &- UInt8(ascii: "0") < 10 }
      return first.isOne(of: "-*+#`~=|")
        || number.count < words.count && (number.first == 0x2E || number.first == 0x29)
    }
  }

  /// Returns the private comments of a line that EditorMarks does not see: in titles of blocks and in formulas, and
  /// over cells of a table.
  static func all(in text: Bytes, _ line: Range<Int>) -> [Range<Int>] {
    let words = text.trimmed(line)
    let isTitle = [":::", "```{", "~~~{"].contains { text[words].starts(with: $0.utf8) }
    let isRow = text[words].first == UInt8(ascii: "|")
    var hasHTML = text.first(UInt8(ascii: "|"), in: words) != nil
    guard isTitle || hasHTML || text[words].contains(DollarSign.byte) else { return [] }
    var (found, offset): ([Range<Int>], Int) = ([], words.lowerBound)
    while offset < words.upperBound {
      if !isTitle, text[offset] == UInt8(ascii: "`") {
        offset = codeEnd(text, offset)
      } else if hasHTML, text[offset..<words.upperBound].starts(with: "<!--".utf8) {
        let close = text.first(of: "-->", in: offset + 4..<words.upperBound)
        if let close, text[offset..<close].contains(UInt8(ascii: "|")) {
          let floor = found.last?.upperBound ?? words.lowerBound
          found.append(start(of: offset..<close + 3, text, from: floor)..<close + 3)
        }
        hasHTML = close != nil
        offset = close.map { $0 + 3 } ?? offset + 4
      } else if let end = privateEnd(text, offset, before: words.upperBound) {
        let comment = offset..<end
        let isFormula =
          text[words.lowerBound..<offset].contains(DollarSign.byte)
          && text[end..<words.upperBound].contains(DollarSign.byte)
        let isOverCells = isRow && text[comment].contains(UInt8(ascii: "|"))
        if isTitle || isOverCells || isFormula {
          let floor = found.last?.upperBound ?? words.lowerBound
          found.append(start(of: comment, text, from: floor)..<end)
        }
        offset = end
      } else {
        offset += 1
      }
    }
    return found
  }

  /// Returns the end of a private comment that begins at an offset and ends before a limit.
  static func privateEnd(_ text: Bytes, _ start: Int, before end: Int) -> Int? {
    guard text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "%") else { return nil }
    let limit = min(end, start + 20_000)
    let rest = text[start..<limit]
    if rest.starts(with: "{>>".utf8) {
      return text.first(of: "<<}", in: start + 3..<limit).map { $0 + 3 }
    }
    guard rest.starts(with: "%%".utf8), !text.isEscaped(at: start, from: 0),
      !BlockComments.isPercentage(text, start),
      let close = text.first(of: "%%", in: start + 2..<limit)
    else { return nil }
    let end = BlockComments.signEnd(text, start, close)
    // `%%i` and `%%j` are variables.
    let isVariable = text[close - 1] <= 0x20 && end < limit && text[end] | 0x20 &- 0x61 < 26
    return isVariable ? nil : end
  }

  /// Returns the start of a comment, with the blanks before it if no word is directly behind it.
  static func start(of comment: Range<Int>, _ text: Bytes, from floor: Int) -> Int {
    let end = comment.upperBound
    var start = comment.lowerBound
    if end == text.count || text[end].isOne(of: " \t\r\n.,;:!?$|") {
      while start > floor, text[start - 1] == 0x20 { start -= 1 }
    }
    return start
  }

  /// Returns the end of the code that begins with backticks, or the end of the backticks if they open none in their
  /// paragraph.
  static func codeEnd(_ text: Bytes, _ start: Int) -> Int {
    let isTick: (UInt8) -> Bool = { $0 == UInt8(ascii: "`") }
    let first = text[start...].prefix(while: isTick)
    let limit = min(text.count, start + 4_000)
    let end = text.first((0x0A, 0x0A), in: start..<limit) ?? limit
    var offset = first.endIndex
    while offset < end {
      let run = text[offset...].prefix(while: isTick)
      if run.count == first.count { return run.endIndex }
      offset = run.isEmpty ? offset + 1 : run.endIndex
    }
    return first.endIndex
  }
}

extension BlockComments {
  /// Whether the `%%` here is a part of a program, as in `%%d`, `%%~dp0` and `"%%"`, and no comment begins with it.
  static func isOfProgram(_ text: Bytes, _ offset: Int) -> Bool {
    let isWord: (Int) -> Bool = {
      text.indices.contains($0) && (text[$0] >= 0x80 || (text[$0] | 0x20) &- 0x61 < 26)
    }
    let next = offset + 2
    guard next < text.count, !isWord(offset - 1) else { return false }
    let before = offset > 0 ? text[offset - 1] : 0x20
    if before.isOne(of: "\"'"), text[next] == before { return true }
    let isName = text[next] == 0x7E ? isWord(next + 1) : !isWord(next + 1)
    guard text[next].isOne(of: "dsifxcnpgmtbrl~"), isName else { return false }
    guard let close = text.first(sign, in: next..<text.count) else { return true }
    if text[close - 1].isOne(of: "\"'"), close + 2 < text.count,
      text[close + 2] == text[close - 1]
    {
      return true
    }
    // Another one of a program has a letter behind it, and no word before it. "%%a%%" is a comment.
    let isClosed = close + 3 < text.count && text[close + 3] == sign.0
    return text[close - 1] <= 0x20 && isWord(close + 2) && !isClosed
  }
}
