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

/// Reading scripts with a blank line between all paragraphs, also between a name and its speech.
extension ScriptColumns {
  /// The lines with a repeated name that are alone, and the number of lines with such a name.
  private var cuesAlone: (alone: [Int], all: Int) {
    var counts: [String: Int] = [:]
    let cues = lines.indices.filter { isName(lines[$0]) && !lines[$0].blanks.isEmpty }
    for cue in cues { counts[lines[cue].name ?? "", default: 0] += 1 }
    let known = cues.filter { counts[lines[$0].name ?? "", default: 0] > 2 }
    return (known.filter { $0 + 1 < lines.count && !hasText($0) }, known.count)
  }

  mutating func joinSpeeches() {
    // Few scripts have so many words in capitals above a blank line.
    let apart = lines.indices.dropLast().count {
      lines[$0].name != nil && !lines[$0].blanks.isEmpty && !hasText($0)
    }
    guard apart >= 60 else { return }
    let (alone, all) = cuesAlone
    isDoubleSpaced = alone.count >= 60 && alone.count * 5 >= all * 4
    guard isDoubleSpaced else { return }
    let known = Set(alone.compactMap { lines[$0].name })
    for cue in alone {
      var index = cue + 1
      gaps.formUnion(lines[index].blanks)
      while index + 1 < lines.count {
        let isAside = isParenthetical(lines[index])
        index = paragraph(below: index).upperBound
        guard index < lines.count, lines[index].name == nil, !lines[index].isHeading,
          isAside || isInnerAside(index, known)
        else { break }
        gaps.formUnion(lines[index].blanks)
      }
    }
  }
}

extension PrintedPages {
  /// Returns the number of the page at the end of a header, behind two blanks or more: `37A.`, `45/45A.`, `pg. 49`
  static func pageNumber(_ text: Bytes, _ line: Range<Int>) -> (start: Int, number: Int)? {
    func gap(in line: Range<Int>) -> Int? {
      text[line].lastIndex { $0 == 0x20 || $0 == 0x09 }
    }
    guard let last = gap(in: line), text[last + 1] &- UInt8(ascii: "0") < 10 else { return nil }
    let head = text.trimmed(line.lowerBound..<last)
    let label = gap(in: head).flatMap {
      ["pg.", "p.", "page"].contains(text.string($0 + 1..<head.upperBound).lowercased()) ? $0 : nil
    }
    let gap = label ?? last
    guard gap > line.lowerBound, text[gap] == 0x09 || text[gap - 1] == 0x20 else { return nil }
    let word = text.string(last + 1..<line.upperBound)
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard 1...3 ~= digits.count, word.count <= 9, let number = Int(digits),
      word.dropFirst(digits.count).allSatisfy({
        $0.isNumber || $0.isUppercase || "./-".contains($0)
      })
    else { return nil }
    return (text.trimmed(line.lowerBound..<gap).upperBound, number)
  }

  /// Returns a number that is equal for lines that differ only in their digits and blanks.
  /// nil for a line with a mark of Fountain, and for a parenthetical.
  static func key(_ text: Bytes, _ line: Range<Int>, isNumbered: Bool) -> UInt64? {
    guard !text[line.lowerBound].isOne(of: "#=>@~(!") else { return nil }
    if isNumbered, isDated(text, line) { return 0 }
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var last: UInt8 = 0
    for byte in text[line] {
      var byte = byte
      if byte == 0x09 { byte = 0x20 }
      // A scanned "OF" can be "0F".
      if byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "O") { byte = UInt8(ascii: "0") }
      if byte == last, byte == 0x20 || byte == UInt8(ascii: "0") { continue }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      last = byte
    }
    return hash
  }
}

extension PrintedPages {
  /// Finds heads of pages that a program tore into paragraphs: `HAR VEY`, `(CON T`, `'D)`.
  struct TornHeads {
    private var heads: [(name: String, starts: [Int])] = []
    private var (name, letters, starts, last) = ("", "", [Int](), 0)
    /// The line above, if it is short and in capitals: its letters are read only if another such line is below it.
    private var above: ScriptLine?

    /// `place` is the number of the line among the lines with text.
    mutating func add(_ text: Bytes, _ line: ScriptLine, at place: Int, isBlankAbove: Bool) {
      let isNext = place == last + 1
      last = place
      guard isBlankAbove, line.content.count < 24, !text.hasLowerCase(line.content) else {
        (starts, above) = ([], nil)
        return
      }
      if isNext, let above { begin(text, above) } else if !isNext { starts = [] }
      above = nil
      guard !starts.isEmpty else { return above = line }
      let words = text.string(line.content)
      let signs = words.filter(\.isLetter)
      guard "CONTD".hasPrefix(letters + signs), !words.hasPrefix("(") == (starts.count > 1) else {
        (starts, above) = ([], line)
        return
      }
      letters += signs
      starts.append(line.start)
      guard words.hasSuffix(")") else { return }
      if letters == "CONTD", starts.count > 2 { heads.append((name, starts)) }
      starts = []
    }

    private mutating func begin(_ text: Bytes, _ line: ScriptLine) {
      let words = text.string(line.content)
      guard words.allSatisfy({ $0.isLetter || $0 == " " }) else { return }
      (name, letters, starts) = (words.filter(\.isLetter), "", [line.start])
    }

    /// `named` are the cues with their numbers.
    func found(_ named: [String: Int]) -> [Int] {
      heads.filter { named[$0.name, default: 0] > 2 }.flatMap(\.starts)
    }
  }
}

extension PrintedPages {
  /// Lines that are equal except for their numbers. Most lines come once, so little is kept of these.
  struct EqualLines {
    struct Entry {
      var number: Int
      var start: Int
      /// The number of the page at its end.
      var page: Int?
      /// Its place among the lines with text, if it ends no sentence.
      var place: Int?
      /// 1 if it has text directly below, as a cue has.
      var cues: Int
    }

    private var single: [Entry] = []
    /// The lines that come again.
    private(set) var repeated: [Group] = []
    /// The indices of single lines by their keys, and the complements of the indices of repeated lines.
    private var indices: [UInt64: Int] = [:]

    mutating func add(_ line: Entry, _ key: UInt64) {
      guard let index = indices[key] else {
        indices[key] = single.count
        return single.append(line)
      }
      if index < 0 { return repeated[~index].add(line) }
      indices[key] = ~repeated.count
      repeated.append(Group())
      for line in [single[index], line] { repeated[repeated.count - 1].add(line) }
    }

    mutating func removeCue(_ key: UInt64) {
      guard let index = indices[key] else { return }
      if index < 0 { repeated[~index].cues -= 1 } else { single[index].cues -= 1 }
    }

    func cues(_ key: UInt64) -> Int {
      indices[key].map { $0 < 0 ? repeated[~$0].cues : single[$0].cues } ?? 0
    }
  }

  struct Group {
    private(set) var numbers: [Int] = []
    private(set) var starts: [Int] = []
    private(set) var places: [Int] = []
    fileprivate(set) var cues = 0
    /// How many end with the number of a page that is above the one before, and the first and last of these.
    private var rising = (count: 0, first: 0, last: 0)
    /// How many end with the number after the one of the line before.
    private var steps = 0

    fileprivate mutating func add(_ line: EqualLines.Entry) {
      numbers.append(line.number)
      starts.append(line.start)
      cues += line.cues
      if let place = line.place { places.append(place) }
      guard let page = line.page, page >= rising.last else { return }
      if page == rising.last + 1, rising.count > 0 { steps += 1 }
      rising = (rising.count + 1, rising.count > 0 ? rising.first : page, page)
    }

    /// Whether these are headers of numbered pages, also if other pages have none (`GREEN REV. 1/28/02    12.`).
    /// In a short text, each page has the next number (`SHOOTING SCRIPT    12.`); what counts from 1 are no pages.
    var areNumbered: Bool {
      let distance = (numbers.last ?? 0) - (numbers.first ?? 0)
      return rising.first > 1 && steps > 1 && steps + 1 == numbers.count && distance >= 6 * steps
        || rising.count >= 8 && rising.count * 10 >= numbers.count * 9
          && numbers.count * 20 <= distance
    }
  }
}
