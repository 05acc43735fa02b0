import Basics

/// The outlines of vaults whose first line has no bullet. All lines below it are indented, so CommonMark takes them for
/// code, or for words of the paragraph above.
/// Their indentation is taken off before the document is parsed, line for line, so that the lines keep their numbers.
/// A bullet without words moves to the line below it, because CommonMark takes it for the line under a heading.
struct IndentedOutlines {
  private(set) var text: [UInt8] = []
  /// The numbers of columns that were removed at the starts of lines, keyed by the numbers of the lines.
  private(set) var removedColumns: [Int: Int] = [:]

  private let source: Bytes
  private var kept = 0

  /// Returns nil if the source has no such outline.
  init?(in source: Bytes) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard Self.mayBeIn(source, from: start) else { return nil }
    self.source = source
    let front = FrontMatter(in: source, from: start, .second)
    var (lines, number) = (TableLines(source, from: front.end), front.lineCount)
    var fence: BlockComments.Fence?
    // An item, a footnote or a notice holds the indented lines below it. A quotation, a table and HTML do so up to a
    // blank line.
    var (isInItem, isInRows, isBelowBlank) = (false, false, true)
    var above = 0..<0
    while !lines.isAtEnd {
      var next = lines
      let line = next.next()
      if line.lowerBound < kept {
        (lines, number, above, isBelowBlank) = (next, number + 1, line, false)
        continue
      }
      let words = source.trimmed(line)
      if fence == nil, !isInItem, !isInRows, !words.isEmpty, Self.depth(source, line) > 3 {
        let block = Block(source, &lines)
        if block.isOutline { takeOff(block, below: number) }
        number += block.lines.count
        isBelowBlank = true
        continue
      }
      if fence == nil, isInItem, words.count == 1, !isBelowBlank, isEmptyItem(line, below: above) {
        moveBullet(words.lowerBound, of: line, to: next, below: number)
        (lines, number, isBelowBlank) = (next, number + 1, true)
        continue
      }
      (lines, number, above) = (next, number + 1, line)
      if let found = BlockComments.fence(source, line) {
        if fence == nil { fence = found } else if BlockComments.ends(fence, found) { fence = nil }
      } else if fence?.byte == DollarSign.byte, words.isEmpty {
        fence = nil
      }
      guard fence == nil, let first = source[words].first else {
        (isBelowBlank, isInRows) = (words.isEmpty, false)
        continue
      }
      let isNew = isBelowBlank || Self.endsParagraph(source, words)
      if Self.holdsLines(source, words) {
        isInItem = true
      } else if isNew, words.lowerBound < line.lowerBound + 2 {
        isInItem = false
      }
      isInRows = isInRows || first.isOne(of: "><|")
      isBelowBlank = false
    }
    guard kept > 0 else { return nil }
    text += source[kept...]
  }

  /// Whether a line is a bullet alone that is deeper than the line above it.
  private func isEmptyItem(_ line: Range<Int>, below above: Range<Int>) -> Bool {
    source[source.trimmed(line).lowerBound] == UInt8(ascii: "-")
      && Self.depth(source, line) > max(1, Self.depth(source, above))
  }

  /// Moves a bullet to the first words of its item, if they are on the next line.
  private mutating func moveBullet(
    _ bullet: Int, of line: Range<Int>, to rest: TableLines, below number: Int
  ) {
    text += source[kept..<bullet] + [0x20]
    kept = bullet + 1
    var rest = rest
    guard !rest.isAtEnd else { return }
    let next = rest.next()
    let words = source.trimmed(next)
    let gap = Self.depth(source, next) - Self.depth(source, line)
    guard !words.isEmpty, gap > 1 else { return }
    let blanks = [UInt8](repeating: 0x20, count: gap > 5 ? 1 : gap - 1)
    let start = source[line.lowerBound...bullet] + blanks
    text += source[kept..<next.lowerBound] + start
    kept = words.lowerBound
    removedColumns[number + 2] = words.lowerBound - next.lowerBound - start.count
    if source[words].starts(with: "$$".utf8) { keepTogether(words, rest, below: number + 2) }
  }

  /// Puts an empty group before the signs in the lines of a formula that would begin a block: "=", "-".
  private mutating func keepTogether(_ first: Range<Int>, _ rest: TableLines, below number: Int) {
    var (words, rest, number) = (first, rest, number)
    var start = first.lowerBound + 2
    while source.first((0x24, 0x24), in: start..<words.upperBound) == nil, !rest.isAtEnd {
      words = source.trimmed(rest.next())
      (start, number) = (words.lowerBound, number + 1)
      guard let sign = source[words].first else { break }
      guard sign.isOne(of: "=-+>#|*") else { continue }
      text += source[kept..<start] + Array("{}".utf8)
      kept = start
      removedColumns[number] = -2
    }
    text += source[kept..<words.lowerBound]
    kept = words.lowerBound
  }

  private mutating func takeOff(_ block: Block, below number: Int) {
    for (index, line) in block.lines.enumerated() {
      var (offset, column) = (line.lowerBound, 0)
      while column < block.depth, offset < line.upperBound,
        source[offset] == 0x20 || source[offset] == 0x09
      {
        column = source[offset] == 0x09 ? (column / 4 + 1) * 4 : column + 1
        offset += 1
      }
      guard offset > line.lowerBound else { continue }
      text += source[kept..<line.lowerBound]
      kept = offset
      removedColumns[number + index + 1] = offset - line.lowerBound
    }
  }

  /// Whether an indented line of the source can begin an item.
  private static func mayBeIn(_ source: Bytes, from start: Int) -> Bool {
    let hasTabs = [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains {
      source.first((0x09, $0), in: start..<source.count) != nil
    }
    if hasTabs { return true }
    return source.first(of: "\n    -", in: start..<source.count) != nil
      || source.first(of: "\n    *", in: start..<source.count) != nil
      || source.first(of: "\n  -\n", in: start..<source.count) != nil
  }

  /// Returns the number of columns before the words of a line.
  private static func depth(_ source: Bytes, _ line: Range<Int>) -> Int {
    source[line].prefix { $0 == 0x20 || $0 == 0x09 }
      .reduce(0) { $1 == 0x09 ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  /// Whether a line ends the paragraph above it: a heading or a rule.
  private static func endsParagraph(_ source: Bytes, _ words: Range<Int>) -> Bool {
    let first = source[words.lowerBound]
    if first == UInt8(ascii: "#") { return true }
    return first.isOne(of: "-*_=") && words.count > 2
      && source[words].allSatisfy { $0 == first || $0 == 0x20 }
  }

  /// Whether the indented lines below a line are its own: an item, a footnote, a notice, a definition.
  private static func holdsLines(_ source: Bytes, _ words: Range<Int>) -> Bool {
    if ["[^", "!!!", "???", "===", "///"].contains(where: { source[words].starts(with: $0.utf8) }) {
      return true
    }
    let rest = source[words].drop { $0 &- 0x30 < 10 }
    let isNumber = rest.startIndex > words.lowerBound
    guard let mark = rest.first, (isNumber ? ".)" : "-*+:").utf8.contains(mark) else {
      return false
    }
    return rest.dropFirst().first.map { $0 == 0x20 || $0 == 0x09 } ?? true
  }

  /// Lines that are indented by four columns or more, up to the next one that is not.
  private struct Block {
    private(set) var lines: [Range<Int>] = []
    /// The smallest indentation.
    private(set) var depth = Int.max
    private var (items, others, all) = (0, 0, 0)
    private var isTabbed = true
    private var isOfVault = false
    private var marks: Set<UInt8> = []

    init(_ source: Bytes, _ rest: inout TableLines) {
      while !rest.isAtEnd {
        var next = rest
        let line = next.next()
        let words = source.trimmed(line)
        if !words.isEmpty {
          let own = IndentedOutlines.depth(source, line)
          guard own > 3 else { return }
          add(source, line, words, own)
        }
        lines.append(line)
        rest = next
      }
    }

    /// Whether the lines at the smallest indentation are items. A list of YAML is indented by blanks, and a patch has
    /// two kinds of marks.
    var isOutline: Bool {
      all > 2 && items > 0 && items >= others * 9 && (isTabbed || isOfVault)
        && !(marks.contains(UInt8(ascii: "-")) && marks.contains(UInt8(ascii: "+")))
    }

    private mutating func add(_ source: Bytes, _ line: Range<Int>, _ words: Range<Int>, _ own: Int)
    {
      if own < depth { (depth, items, others, isTabbed, marks) = (own, 0, 0, true, []) }
      let mark = source[words.lowerBound]
      let rest = source[words].dropFirst()
      let isMarked =
        mark.isOne(of: "-*+") && rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true
      let isItem = isMarked && rest.contains { $0 >= 0x80 || ($0 | 0x20) &- 0x61 < 26 }
      if isItem { all += 1 }
      isOfVault = isOfVault || IndentedOutlines.hasMarksOfVault(source, words, isItem: isItem)
      guard own == depth else { return }
      if isItem {
        items += 1
        marks.insert(mark)
        isTabbed = isTabbed && source[line.lowerBound] == 0x09
      } else if !isMarked || !rest.isEmpty {
        others += 1
      }
    }
  }

  /// Whether a line has marks that code has not: `[[name]]`, `key:: value`, `- ## Heading`, `#tag`.
  private static func hasMarksOfVault(
    _ source: Bytes, _ words: Range<Int>, isItem: Bool
  ) -> Bool {
    let isLetter = { (byte: UInt8) in byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 }
    if let open = source.first((0x5B, 0x5B), in: words),
      let close = source.first((0x5D, 0x5D), in: open..<words.upperBound)
    {
      let name = source[open + 2..<close]
      if name.first.map(isLetter) == true, !name.contains(where: { $0.isOne(of: "[,\"") }) {
        return true
      }
    }
    if let colons = source.first((0x3A, 0x3A), in: words) {
      let key = source[words.lowerBound..<colons].drop { $0.isOne(of: " \t-*+") }
      let end = colons + 2
      if !key.isEmpty, key.allSatisfy({ isLetter($0) || $0 == 0x2D }),
        end == words.upperBound || source[end] == 0x20
      {
        return true
      }
    }
    guard isItem else { return false }
    let title = source[words].dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    let signs = title.prefix { $0 == UInt8(ascii: "#") }
    if !signs.isEmpty, title.dropFirst(signs.count).first == 0x20 { return true }
    guard let sign = source.first((0x20, UInt8(ascii: "#")), in: words),
      source.first(UInt8(ascii: ":"), in: words) == nil
    else { return false }
    return sign + 2 < words.upperBound && isLetter(source[sign + 2])
  }
}
