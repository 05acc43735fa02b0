import Basics

/// Pages of a printed script that a scanner moved: all their columns are those of the script, moved by the same number
/// of blanks (R21.10).
struct ShiftedPages {
  /// What the words of a line and the lines around it say about its column.
  enum Kind { case cue, speech, text, other }

  struct Line {
    var column: Int
    var kind: Kind
    /// Whether the line is the first below something that a printer put on the page.
    var isTop: Bool
  }

  private let lines: [Line]
  private let action: Int
  private let speech: Int
  private let cue: Int
  private static let shifts = -15...15

  /// nil if the script has no three columns, or no page is moved.
  init?(_ lines: [Line]) {
    let cues = lines.filter { $0.kind == .cue }.map(\.column)
    let speeches = lines.filter { $0.kind == .speech }.map(\.column)
    guard let cue = Self.column(of: cues), let speech = Self.column(of: speeches),
      cues.count(where: { abs($0 - cue) > 2 }) > 3
    else { return nil }
    let left = lines.filter { $0.kind == .text && $0.column < speech - 3 }.map(\.column)
    guard let action = Self.column(of: left), speech - action > 3, cue - speech > 3
    else { return nil }
    (self.lines, self.action, self.speech, self.cue) = (lines, action, speech, cue)
  }

  /// Returns the column that most lines have, or nearly have.
  private static func column(of columns: [Int]) -> Int? {
    var counts: [Int: Int] = [:]
    for column in columns { counts[column, default: 0] += 1 }
    guard let (usual, _) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      columns.count >= 30, columns.count(where: { abs($0 - usual) < 2 }) * 2 > columns.count
    else { return nil }
    return usual
  }

  /// How far a line is from its column on a page that is moved.
  private func distance(_ line: Line, _ shift: Int) -> Int {
    let column = line.column - shift
    return switch line.kind {
    case .cue: abs(column - cue)
    case .speech: abs(column - speech)
    case .text: min(abs(column - action), abs(column - speech))
    case .other: 0
    }
  }

  /// Returns by how much each line is moved. The best path through the lines changes its shift seldom, and most easily
  /// at the top of a page.
  var found: [Int] {
    let count = Self.shifts.count
    var costs = [Int](repeating: 0, count: count)
    var origins: [Int8] = []
    origins.reserveCapacity(lines.count * count)
    for line in lines {
      let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
      let changed = costs[best] + (line.isTop ? 6 : 15)
      for (index, shift) in Self.shifts.enumerated() {
        let isChange = changed < costs[index]
        origins.append(Int8(isChange ? best : index))
        costs[index] = min(costs[index], changed) + min(3, distance(line, shift))
      }
    }
    var state = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    var found = [Int](repeating: 0, count: lines.count)
    for index in lines.indices.reversed() {
      found[index] = Self.shifts.lowerBound + state
      state = Int(origins[index * count + state])
    }
    var start = 0
    for index in lines.indices where index + 1 == lines.count || found[index + 1] != found[index] {
      let page = start..<index + 1
      if !isSure(page, found[index]) { for line in page { found[line] = 0 } }
      start = index + 1
    }
    return found
  }

  /// Whether all three columns are where a shift puts them, and are not where they are on other pages.
  private func isSure(_ page: Range<Int>, _ shift: Int) -> Bool {
    guard abs(shift) > 2 else { return false }
    let typed = lines[page].filter { $0.kind != .other }
    let near = typed.filter { distance($0, shift) < 2 }
    let (cues, speeches) = (near.count { $0.kind == .cue }, near.count { $0.kind == .speech })
    let actions = near.count { abs($0.column - shift - action) < 2 && $0.kind == .text }
    let usual = typed.filter { $0.kind != .text && distance($0, 0) < 2 }
    return cues > 1 && speeches > 1 && actions > 1 && near.count * 5 >= typed.count * 4
      && usual.count * 5 <= cues + speeches
  }
}

extension ScriptColumns {
  /// Moves the lines of moved pages to the columns of the script.
  mutating func alignPages() {
    var kinds = lines.map { line -> ShiftedPages.Kind in
      let isText = line.name == nil && !line.isHeading && line.words.count > 9
      return isText && !isParenthetical(line) && line.column < 40 ? .text : .other
    }
    // Single letters are stray marks.
    for cue in knownCues where lines[cue].words.count > 1 {
      kinds[cue] = .cue
      if cue + 1 < lines.count, kinds[cue + 1] == .text { kinds[cue + 1] = .speech }
    }
    let pages = ShiftedPages(
      lines.indices.map { .init(column: lines[$0].column, kind: kinds[$0], isTop: lines[$0].isTop) }
    )
    guard let pages else { return }
    for (index, shift) in pages.found.enumerated() where shift != 0 {
      lines[index].column = max(0, lines[index].column - shift)
    }
  }
}
