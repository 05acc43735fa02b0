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
  /// The page and the line on the page, from 1.
  var place: SourcePosition
  /// The height of the line's middle above which nothing is printed, from the top of the page.
  var middle: Double
  /// The pieces, from left to right.
  var pieces: [Piece]
  /// The runs of the line, if it was read in the order of the contents.
  var runs: [PDFRun] = []

  var left: Double { pieces.first?.left ?? 0 }
  var right: Double { pieces.last?.right ?? 0 }
  var text: String { pieces.map(\.text).joined(separator: " ") }
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

  /// A heading and the numbers of its scene as pieces of their own: "12 INT. BAR - DAY 12".
  fileprivate var withoutNumbers: [Self] {
    let found = words.bytes.withUnsafeBufferPointer { HeadingForm.marginNumber($0, 0..<$0.count) }
    guard let found else { return [self] }
    return [part(found.number), part(found.words)] + (found.repeated.map { [part($0)] } ?? [])
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

  /// Reads pages row by row, or in the order in which the program wrote them.
  init(_ pages: [PDFPage], inContentOrder: Bool = false) {
    (characterWidth, isTypewritten) = Self.characterWidth(of: pages)
    var outer: [Bool] = []
    for page in pages {
      let own = inContentOrder ? contents(of: page) : lines(of: page)
      let edge = page.height * 0.13
      outer += own.map { $0.middle < edge || $0.middle > page.height - edge }
      lines += own
    }
    removeFurniture(outer, pages: pages.count)
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

  private func lines(of page: PDFPage) -> [PrintedLine] {
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
        page: page.number, place: SourcePosition(line: page.number, column: index + 1),
        middle: row[0].middle,
        pieces: pieces(of: row.sorted { $0.left < $1.left }))
    }
  }

  /// Returns the lines in the order of the contents: runs at one height, without a gap between columns.
  private func contents(of page: PDFPage) -> [PrintedLine] {
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
        page: page.number, place: SourcePosition(line: page.number, column: index + 1),
        middle: row[0].middle,
        pieces: pieces(of: row))
      line.runs = row
      return line
    }
  }

  /// Joins the runs of a row that are less than three characters apart.
  private func pieces(of row: [PDFRun]) -> [PrintedLine.Piece] {
    var pieces: [PrintedLine.Piece] = []
    for run in row {
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

  // MARK: Furniture of pages

  /// Removes page numbers and lines that are repeated on many pages.
  /// A line is furniture only if most lines at its height are: a frequent cue can also be the first line of many pages.
  private mutating func removeFurniture(_ outer: [Bool], pages: Int) {
    let keys = zip(lines, outer).map { $1 ? $0.pieces.map { Self.key($0.text) } : [] }
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
    var heights: [Int: (all: Int, candidates: Int)] = [:]
    let height = { (line: PrintedLine) in Int(line.middle / 2) }
    for (index, line) in lines.enumerated() where outer[index] {
      heights[height(line), default: (0, 0)].all += 1
      if isCandidate[index] { heights[height(line), default: (0, 0)].candidates += 1 }
    }
    var kept: [PrintedLine] = []
    for (index, line) in lines.enumerated() {
      let near = (-1...1).compactMap { heights[height(line) + $0] }
      let all = near.reduce(0) { $0 + $1.all }
      let candidates = near.reduce(0) { $0 + $1.candidates }
      if isCandidate[index], candidates * 10 >= all * 6 {
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
    let numbers = [["#"], ["Page", "#"], ["PAGE", "#"], ["page", "#"], ["#", "of", "#"]]
    return numbers.contains(words) || words == ["Page", "#", "of", "#"]
      ? "#" : words.joined(separator: " ")
  }
}
