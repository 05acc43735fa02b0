import Basics

/// A line of a printed page: pieces of text with their left and right edges, in points.
struct PrintedLine {
  struct Piece {
    var words: StyledWords
    var left: Double
    var right: Double
    /// Where the runs of the piece begin: the offset in its text, and the left edge.
    var runs: [(offset: Int, left: Double)] = []

    var text: String { words.text }
    var isBold: Bool {
      words.spans.contains { $0.kind == .strong && $0.range == 0..<words.bytes.count }
    }
  }

  /// The number of the page, from 1. In a Word document, all paragraphs are on one page.
  var page: Int
  /// The number of the line on the page, from 1; in a Word document, the number of the paragraph.
  var row: Int
  /// The height of the line's middle above which nothing is printed, from the top of the page.
  var middle: Double
  /// The pieces, from left to right.
  var pieces: [Piece]
  /// The runs of the line, if it was read in the order of the contents.
  var runs: [PDFRun] = []
  /// Whether this is the right half of a line with two speeches.
  var isBeside = false
  /// Whether this page or one before has so many lines that places have other numbers.
  var isLong = false

  var left: Double { pieces.first?.left ?? 0 }
  var right: Double { pieces.last?.right ?? 0 }
  var text: String { pieces.map(\.text).joined(separator: " ") }
  var place: SourcePosition {
    SourcePosition(page: page, line: row, isBeside: isBeside, isLong: isLong)
  }
}

extension PrintedLine.Piece {
  /// Returns the part of the text with these offsets.
  func part(_ range: Range<Int>) -> Self {
    let width = (right - left) / Double(max(1, words.bytes.count))
    let start = runs.last { $0.offset == range.lowerBound }?.left
    return Self(
      words: words.slice(range).trimmed,
      left: start ?? left + width * Double(range.lowerBound),
      right: left + width * Double(range.upperBound))
  }

  /// The number of a scene before the mark of a revision: "17 *".
  fileprivate var numberBeforeMark: Self? {
    let text = words.text
    guard text.hasSuffix("*") else { return nil }
    let end = text.prefix { $0 != "*" }.utf8.count
    let number = part(0..<end)
    return SceneNumber.isNumber(number.text)
      && text.utf8.dropFirst(end).allSatisfy { $0.isOne(of: "* ") }
      ? number : nil
  }

  /// A heading and the numbers of its scene as pieces of their own: "12 INT. BAR - DAY 12".
  fileprivate var withoutNumbers: [Self] {
    let found = words.bytes.withUnsafeBufferPointer { HeadingForm.marginNumber($0, 0..<$0.count) }
    guard let found else { return withoutTouchingNumber }
    return [part(found.number), part(found.words)] + (found.repeated.map { [part($0)] } ?? [])
  }
}

extension PrintedLine.Piece {
  /// A heading and its number, if the number touches it or has small letters: "5.EXT. LAKE", "8bis. EXT. LAKE".
  private var withoutTouchingNumber: [Self] {
    for (offset, byte) in words.bytes.prefix(9).enumerated() where byte == UInt8(ascii: ".") {
      var heading = part(offset + 1..<words.bytes.count)
      guard heading.isHeading, SceneNumber.isNumber(part(0..<offset).text) else { continue }
      var number = part(0..<offset)
      (number.right, heading.left) = (left, left)
      return [number, heading]
    }
    return [self]
  }
}

extension PDFRun {
  /// Removes the first letters if the text before ends in the same letters at the same place, and returns them.
  /// Some programs draw a text in runs that overlap.
  fileprivate mutating func removeRepeated(after last: PrintedLine.Piece) -> String? {
    guard last.right > left + 1, last.left <= left + 1 else { return nil }
    let own = words.text
    let width = (right - left) / Double(max(1, own.count))
    let count = (last.right - left) / max(1, width)
    guard width > 1, count < 40, abs(count - count.rounded()) < 0.35, count >= 0.65 else {
      return nil
    }
    let tail = last.text.suffix(Int(count.rounded())).prefix(own.count)
    guard !tail.isEmpty, tail == own.prefix(tail.count) else { return nil }
    words = words.slice(tail.utf8.count..<words.bytes.count)
    left += width * Double(tail.count)
    return String(tail)
  }
}

/// The lines of all pages, without what a printer adds to each page.
struct PrintedLines {
  var lines: [PrintedLine] = []
  /// The commonest width of a character.
  private(set) var characterWidth: Double
  /// Whether nearly all characters have this width, as on a typewriter.
  private(set) var isTypewritten: Bool
  private(set) var skipped = SkippedWords()
  /// The number of lines that are left out because they are at the top or the bottom of pages.
  private(set) var furniture = 0
  /// The number of marks of revisions in the right margin.
  private(set) var revisionMarks = 0

  /// Reads pages row by row, or in the order in which the program wrote them.
  init(_ pages: [PDFPage], inContentOrder: Bool = false) {
    (characterWidth, isTypewritten) = Self.characterWidth(of: pages)
    var heights: [Int: Double] = [:]
    var isLong = false
    for page in pages {
      heights[page.number] = page.height
      var own = inContentOrder ? contents(of: page) : lines(of: page)
      isLong = isLong || PlaceUnit.isLong(lines: own.count)
      if isLong { for index in own.indices { own[index].isLong = true } }
      let kept = withoutRest(own)
      lines += kept
    }
    if !inContentOrder { removeRevisionMarks() }
    let outer = lines.map { line -> PageEdge? in
      let height = heights[line.page] ?? 792
      if line.middle > height * 0.87 { return .bottom }
      return line.middle < height * 0.13 ? .top : nil
    }
    let grid = inContentOrder ? nil : ScriptGrid(lines, characterWidth: characterWidth)
    removeFurniture(outer, grid, pages: pages.count)
  }

  private static func characterWidth(of pages: [PDFPage]) -> (Double, Bool) {
    var counts: [Int: Int] = [:]
    for page in pages {
      for run in page.runs {
        let count = run.words.bytes.count { $0 & 0xC0 != 0x80 }
        guard count >= 8 else { continue }
        let width = (run.right - run.left) / Double(count)
        counts[Int((min(width, 1000) * 10).rounded()), default: 0] += count
      }
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 72
    let all = counts.values.reduce(0, +)
    let near = (-1...1).reduce(0) { $0 + counts[best + $1, default: 0] }
    return (max(1, Double(best) / 10), near * 10 >= all * 9)
  }

  private mutating func lines(of page: PDFPage) -> [PrintedLine] {
    let runs = page.runs.sorted { ($0.middle, $0.left) < ($1.middle, $1.left) }
    var rows: [[PDFRun]] = []
    for run in runs {
      if let first = rows.last?.first,
        run.middle - first.middle < 0.35 * max(first.height, 1)
      {
        rows[rows.count - 1].append(run)
      } else {
        rows.append([run])
      }
    }
    return rows.enumerated().map { index, row in
      PrintedLine(
        page: page.number, row: index + 1, middle: row[0].middle,
        pieces: pieces(of: row.sorted { $0.left < $1.left }))
    }
  }

  /// Returns the lines in the order of the contents: runs at one height, without a gap between columns.
  private mutating func contents(of page: PDFPage) -> [PrintedLine] {
    var rows: [[PDFRun]] = []
    for run in page.runs {
      if let first = rows.last?.first, let last = rows.last?.last,
        abs(run.middle - first.middle) < 0.5 * max(first.height, run.height),
        run.left > last.right - 2 * characterWidth, run.left < last.right + 2.9 * characterWidth,
        max(run.size, first.size) < 1.6 * min(run.size, first.size) || run.size < first.size
      {
        rows[rows.count - 1].append(run)
      } else {
        rows.append([run])
      }
    }
    return rows.enumerated().map { index, row in
      var line = PrintedLine(
        page: page.number, row: index + 1, middle: row[0].middle,
        pieces: pieces(of: row))
      line.runs = row
      return line
    }
  }

  /// Joins the runs of a row that are less than three characters apart.
  private mutating func pieces(of row: [PDFRun]) -> [PrintedLine.Piece] {
    var pieces: [PrintedLine.Piece] = []
    for run in row {
      var run = run
      if let repeated = pieces.last.flatMap({ run.removeRepeated(after: $0) }) {
        skipped.add(repeated, .repeatedRun)
        if run.words.isEmpty { continue }
      }
      let gap = run.left - (pieces.last?.right ?? 0)
      if pieces.isEmpty || gap >= 2.9 * characterWidth {
        pieces.append(.init(words: run.words, left: run.left, right: run.right))
        continue
      }
      let last = pieces.count - 1
      if gap > 0.3 * characterWidth { pieces[last].words.append(" ".utf8) }
      pieces[last].runs.append((pieces[last].words.bytes.count, run.left))
      pieces[last].words.append(run.words)
      pieces[last].right = max(pieces[last].right, run.right)
    }
    return pieces.flatMap { $0.withoutNumbers }
  }

  // MARK: Marks of programs

  /// Removes what Chromium shows of the page before at the top of a page: the letters of its last line that go below the line.
  private mutating func withoutRest(_ own: [PrintedLine]) -> [PrintedLine] {
    guard let above = lines.last, let first = own.first, above.page + 1 == first.page else {
      return own
    }
    let isDeep = { (letter: Character) in "gjpqy".contains(letter) }
    let letters = first.text.filter { $0 != " " }
    guard !letters.isEmpty, letters.allSatisfy({ isDeep($0) || ",;()QJ".contains($0) }),
      letters.contains(where: isDeep), letters.filter(isDeep) == above.text.filter(isDeep)
    else { return own }
    skipped.add(first.text, .repeatedRun)
    return Array(own.dropFirst())
  }

  /// Removes stars that stand below each other at the ends of lines, even within the width of the longest line.
  private mutating func removeRevisionMarks() {
    let column = { [characterWidth] (piece: PrintedLine.Piece) in
      Int((piece.left / characterWidth).rounded())
    }
    var counts: [Int: Int] = [:]
    for line in lines where line.pieces.count > 1 {
      if let last = line.pieces.last, last.isRevisionMark { counts[column(last), default: 0] += 1 }
    }
    for index in lines.indices {
      guard let last = lines[index].pieces.last else { continue }
      let count = (-1...1).reduce(0) { $0 + counts[column(last) + $1, default: 0] }
      if last.isRevisionMark, count > 3 {
        lines[index].pieces.removeLast()
        revisionMarks += 1
      } else if lines[index].pieces.count > 1, let number = last.numberBeforeMark {
        lines[index].pieces[lines[index].pieces.count - 1] = number
        revisionMarks += 1
      }
    }
    lines.removeAll { $0.pieces.isEmpty }
  }

  // MARK: Furniture of pages

  private enum PageEdge { case top, bottom }

  /// Whether a line at the edge of a page is the text of a screenplay: a heading, or a cue with its speech.
  private func isScript(_ index: Int, _ grid: ScriptGrid) -> Bool {
    let piece = lines[index].mainPiece
    if piece.isHeading { return true }
    if index > 0, grid.isCue(lines[index - 1].mainPiece, lines[index - 1], before: lines[index]) {
      return true
    }
    guard index + 1 < lines.count else { return false }
    return grid.isCue(piece, lines[index], before: lines[index + 1])
  }

  /// Whether a line is directly above or below text that is not repeated. Headers are apart from the text.
  private func touchesText(
    _ index: Int, isTop: Bool, _ isCandidate: [Bool], _ grid: ScriptGrid
  ) -> Bool {
    let page = lines[index].page
    var next = index
    repeat {
      next += isTop ? 1 : -1
    } while lines.indices.contains(next)
      && lines[next].page == page && isCandidate[next]
    guard lines.indices.contains(next), lines[next].page == page else { return false }
    let last = lines[next + (isTop ? -1 : 1)]
    return isTop
      ? grid.isTight(lines[next], below: last, inSpeech: false)
      : grid.isTight(last, below: lines[next], inSpeech: false)
  }

  /// Removes page numbers and lines that are repeated on many pages.
  /// A line is furniture only if most lines at its height are: a frequent cue can also be the first line of many pages.
  private mutating func removeFurniture(_ outer: [PageEdge?], _ grid: ScriptGrid?, pages: Int) {
    let keys = zip(lines, outer).map { $1 != nil ? $0.pieces.map { Self.key($0.text) } : [] }
    var counts: [String: Int] = [:]
    var last: [String: Int] = [:]
    for (line, keys) in zip(lines, keys) {
      for key in keys where last.updateValue(line.page, forKey: key) != line.page {
        counts[key, default: 0] += 1
      }
    }
    let least = min(12, max(2, pages / 5))
    let isCandidate = keys.map { keys in
      !keys.isEmpty && keys.allSatisfy { $0 == "#" || counts[$0, default: 0] >= least }
    }
    let isText = lines.indices.map { index in
      guard let grid, isCandidate[index] else { return false }
      return isScript(index, grid)
        || keys[index].contains { $0 != "#" && counts[$0, default: 0] * 2 < pages }
          && touchesText(index, isTop: outer[index] == .top, isCandidate, grid)
    }
    var heights: [Int: (all: Int, candidates: Int)] = [:]
    let height = { (line: PrintedLine) in Int(line.middle / 2) }
    for (index, line) in lines.enumerated() where outer[index] != nil {
      heights[height(line), default: (0, 0)].all += 1
      if isCandidate[index] { heights[height(line), default: (0, 0)].candidates += 1 }
    }
    var kept: [PrintedLine] = []
    for (index, line) in lines.enumerated() {
      let near = (-1...1).compactMap { heights[height(line) + $0] }
      let all = near.reduce(0) { $0 + $1.all }
      let candidates = near.reduce(0) { $0 + $1.candidates }
      let isRepeated = isCandidate[index] && !isText[index] && candidates * 10 >= all * 6
      if isRepeated || outer[index] != nil && line.text.hasPrefix("Script created with Final Draft")
      {
        skipped.add(line.text, .pageFurniture)
        furniture += 1
      } else {
        kept.append(line)
      }
    }
    lines = kept
  }

  /// Returns a text with "#" for numbers; "#" for the number of a page.
  private static func key(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isDigit {
        if result.last != "#" { result.append("#") }
      } else if scalar.isLetter || !scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if scalar == " ", result.last != " " {
        result.append(" ")
      }
    }
    let words = result.split(separator: " ").map(String.init)
    if isRevisedNumber(text) { return "#" }
    let numbers = [["#"], ["Page", "#"], ["PAGE", "#"], ["page", "#"], ["#", "of", "#"]]
    return numbers.contains(words) || words == ["Page", "#", "of", "#"]
      ? "#" : words.joined(separator: " ")
  }

  /// Whether a text is the number of a page that was added to a script: `9A.`, `39aA.`, `44A-45.`
  private static func isRevisedNumber(_ text: String) -> Bool {
    let parts = text.filter { $0 != "." && $0 != " " }
      .split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        let letters = part.drop { $0.isASCII && $0.isNumber }
        return 1...3 ~= part.count - letters.count && letters.count <= 2
          && letters.allSatisfy(\.isLetter)
      }
  }
}
