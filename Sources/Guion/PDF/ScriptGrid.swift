import Basics

/// The columns of a printed screenplay, found in the document itself: fixed inches would be wrong for every third layout.
struct ScriptGrid {
  var action = 0.0
  var dialogue: Double?
  var cue: Double?
  var parenthetical: Double?
  /// Whether cues are centred, so that `cue` is the place of their middles.
  var hasCentredCues = false
  /// The right edges of action and of dialogue.
  private(set) var actionEnd = 0.0
  private(set) var dialogueEnd = 0.0
  /// The distance of lines, and of lines in dialogue.
  private(set) var pitch = 12.0
  private(set) var dialoguePitch = 12.0
  /// The usual distance of a speech from its cue.
  private var cueDistance = 12.0
  /// Whether there are larger distances between paragraphs.
  private(set) var hasBlankLines = true
  let characterWidth: Double

  /// Lines with the same left edge.
  private struct Column {
    var left: Double
    var lines: [Int] = []
    var capitals = 0
    var parentheses = 0
    /// The number of lines with a line directly below that begins further left.
    var overhangs = 0

    func share(_ count: Int) -> Double { Double(count) / Double(max(1, lines.count)) }
  }

  init(_ lines: [PrintedLine], characterWidth: Double) {
    self.characterWidth = characterWidth
    let main = lines.map { $0.mainPiece }
    pitch = Self.pitch(of: lines, where: { _ in true }) ?? 12
    action = Self.action(main, lines.count, characterWidth)
    let columns = columns(of: lines, main, by: \.left)
    find(columns)
    if cue == nil { findCentredCues(lines, main) }
    let isDialogue = { [self] (index: Int) in isNear(main[index].left, dialogue) }
    dialoguePitch = Self.pitch(of: lines, where: isDialogue) ?? pitch
    // In scripts for several cameras, dialogue has twice the distance of action.
    pitch = min(pitch, Self.pitch(of: lines) { [self] in isNear(main[$0].left, action) } ?? pitch)
    hasBlankLines = findBlankLines(lines)
    cueDistance = findCueDistance(lines, main)
    let isAction = { [self] (index: Int) in
      main[index].left < (dialogue ?? .infinity) - characterWidth
    }
    actionEnd = end(lines, main, where: isAction)
    dialogueEnd = end(lines, main, where: isDialogue)
  }

  /// Whether a left edge is that of a column.
  func isNear(_ left: Double, _ column: Double?, within: Double = 0.5) -> Bool {
    column.map { abs(left - $0) <= within * characterWidth } ?? false
  }

  func isCue(_ piece: PrintedLine.Piece) -> Bool {
    isNear(hasCentredCues ? (piece.left + piece.right) / 2 : piece.left, cue)
  }

  func isSpeech(_ piece: PrintedLine.Piece) -> Bool {
    piece.left > action + 2 * characterWidth && piece.left < (cue ?? .infinity)
      || isInSpeechColumn(piece)
  }

  /// Whether a line is in the middle of the column of speech, as verses are.
  func isCentredSpeech(_ piece: PrintedLine.Piece) -> Bool {
    guard let dialogue, piece.left > dialogue, piece.right < dialogueEnd + characterWidth else {
      return false
    }
    return abs(piece.left + piece.right - dialogue - dialogueEnd) < 4 * characterWidth
  }

  private func isInSpeechColumn(_ piece: PrintedLine.Piece) -> Bool {
    isNear(piece.left, dialogue) || isNear(piece.left, parenthetical)
  }

  /// Whether a line in the column of cues is in capitals.
  func isNamedCue(_ piece: PrintedLine.Piece) -> Bool { isCue(piece) && piece.isInCapitals }

  /// Whether a line is directly below another.
  func isTight(_ line: PrintedLine, below: PrintedLine, inSpeech: Bool) -> Bool {
    guard line.page == below.page else { return false }
    return line.middle - below.middle <= 1.4 * (inSpeech ? max(pitch, dialoguePitch) : pitch)
  }

  /// Whether a line is so close to the line above that it can be its speech.
  func isClose(_ line: PrintedLine, below: PrintedLine) -> Bool {
    isTight(line, below: below, inSpeech: true)
      || line.page == below.page && line.middle - below.middle <= 1.15 * cueDistance
  }

  /// Whether a line is a cue only by its columns: the line below is exactly in a column of speeches, behind at most one
  /// blank line.
  func isCue(_ piece: PrintedLine.Piece, _ line: PrintedLine, before next: PrintedLine) -> Bool {
    let below = next.mainPiece
    return isNamedCue(piece) && line.page == next.page
      && next.middle - line.middle <= 2.2 * pitch && isInSpeechColumn(below) && !isCue(below)
  }

  /// Whether bold is a mark of headings.
  static func hasBoldHeadings(_ lines: [PrintedLine]) -> Bool {
    var (headings, boldHeadings, others, boldOthers) = (0, 0, 0, 0)
    for piece in lines.map(\.mainPiece) {
      if piece.isHeading {
        headings += 1
        if piece.isBold { boldHeadings += 1 }
      } else {
        others += 1
        if piece.isBold { boldOthers += 1 }
      }
    }
    return headings > 1 && boldHeadings * 10 >= headings * 9 && boldOthers * 5 < others
  }

  // MARK: Finding the columns

  private static func action(
    _ main: [PrintedLine.Piece], _ count: Int, _ width: Double
  ) -> Double {
    let headings = main.filter { $0.isHeading }.map(\.left)
    if !headings.isEmpty { return commonest(headings, width) }
    // Without headings, the column is the leftmost one with lines on most pages.
    var counts: [Int: Int] = [:]
    for piece in main { counts[Int((piece.left / width).rounded()), default: 0] += 1 }
    let usual = counts.filter { Double($0.value) >= Double(count) * 0.015 }.keys.min()
    let column = usual.map { Double($0) * width } ?? 0
    return commonest(main.map(\.left).filter { abs($0 - column) <= width }, width)
  }

  private static func commonest(_ edges: [Double], _ width: Double) -> Double {
    var counts: [Double: Int] = [:]
    for edge in edges { counts[(edge * 2).rounded() / 2, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }

  private func columns(
    of lines: [PrintedLine], _ main: [PrintedLine.Piece],
    by edge: (PrintedLine.Piece) -> Double
  ) -> [Column] {
    let order = main.indices.filter {
      main[$0].left > action + 2.5 * characterWidth && !lines[$0].isDivided
    }
    .sorted { edge(main[$0]) < edge(main[$1]) }
    let isAside = Self.asides(main)
    var (columns, last): ([Column], Double?) = ([], nil)
    for index in order {
      let place = edge(main[index])
      if last.map({ place - $0 > 0.35 * characterWidth }) ?? true {
        columns.append(Column(left: place))
      }
      last = place
      let own = columns.count - 1
      columns[own].lines.append(index)
      if main[index].isInCapitals { columns[own].capitals += 1 }
      if isAside[index] { columns[own].parentheses += 1 }
      if index + 1 < lines.count, lines[index + 1].page == lines[index].page,
        lines[index + 1].middle - lines[index].middle <= 2.5 * pitch,
        main[index + 1].left < main[index].left - characterWidth,
        main[index + 1].left > action + 2.5 * characterWidth
      {
        columns[own].overhangs += 1
      }
    }
    for index in columns.indices {
      let edges = columns[index].lines.map { edge(main[$0]) }
      columns[index].left = Self.commonest(edges, characterWidth)
    }
    return columns
  }

  private mutating func find(_ columns: [Column]) {
    let isCueColumn = { (column: Column) in
      column.share(column.capitals) > 0.5 && column.share(column.overhangs) > 0.5
    }
    let isParenthetical = { (column: Column) in column.share(column.parentheses) > 0.5 }
    let dialogue = columns.filter { !isCueColumn($0) && !isParenthetical($0) }
      .filter { $0.share($0.capitals) < 0.5 }.max { $0.lines.count < $1.lines.count }
    self.dialogue = dialogue?.left
    let start = dialogue?.left ?? action
    cue =
      columns.filter { isCueColumn($0) && $0.left > start }
      .max { $0.overhangs < $1.overhangs }?.left
    parenthetical =
      columns.filter { isParenthetical($0) && $0.left < cue ?? .infinity }
      .max { $0.lines.count < $1.lines.count }?.left
  }

  /// Finds cues whose middles are below each other.
  private mutating func findCentredCues(_ lines: [PrintedLine], _ main: [PrintedLine.Piece]) {
    let columns = columns(of: lines, main) { ($0.left + $0.right) / 2 }
    let best = columns.filter { $0.share($0.capitals) > 0.5 && $0.lines.count > 2 }
      .max { $0.overhangs < $1.overhangs }
    guard let best, best.overhangs > 2 else { return }
    (cue, hasCentredCues) = (best.left, true)
  }

  /// Returns the smallest distance that at least every twentieth line has from the line above.
  private static func pitch(
    of lines: [PrintedLine], where isCounted: (Int) -> Bool
  ) -> Double? {
    var (counts, all): ([Double: Int], Int) = ([:], 0)
    for index in lines.indices.dropFirst() where isCounted(index) && isCounted(index - 1) {
      guard lines[index].page == lines[index - 1].page else { continue }
      let distance = lines[index].middle - lines[index - 1].middle
      counts[distance.rounded(), default: 0] += 1
      all += 1
    }
    return counts.filter { $0.key > 4 && $0.value * 20 >= all }.keys.min()
  }

  /// Whether lines begin with a parenthesis or continue one.
  private static func asides(_ main: [PrintedLine.Piece]) -> [Bool] {
    var (open, left) = (0, 0.0)
    return main.map { piece in
      let text = piece.text
      if text.hasPrefix("(") {
        (open, left) = (text.contains(")") ? 0 : 6, piece.left)
        return true
      }
      guard open > 0, abs(piece.left - left) < 12 else {
        open = 0
        return false
      }
      open = text.contains(")") ? 0 : open - 1
      return true
    }
  }

  private func findBlankLines(_ lines: [PrintedLine]) -> Bool {
    let distances = zip(lines.dropFirst(), lines).filter { $0.page == $1.page }
      .map { $0.middle - $1.middle }
    return distances.count { $0 > 1.4 * pitch } * 20 >= distances.count
  }

  private func findCueDistance(_ lines: [PrintedLine], _ main: [PrintedLine.Piece]) -> Double {
    var counts: [Double: Int] = [:]
    for index in main.indices.dropLast() where isNamedCue(main[index]) {
      let distance = lines[index + 1].middle - lines[index].middle
      guard lines[index].page == lines[index + 1].page, distance < 3 * pitch,
        isInSpeechColumn(main[index + 1])
      else { continue }
      counts[distance.rounded(), default: 0] += 1
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best.flatMap { $0.value > 2 ? $0.key : nil } ?? pitch
  }

  /// Returns the right edge of a column: the place that explains most line breaks, because the next word would be beyond it.
  /// A few lines that are longer than the column must not make all other breaks the author's own.
  private func end(
    _ lines: [PrintedLine], _ main: [PrintedLine.Piece], where isInColumn: (Int) -> Bool
  ) -> Double {
    let own = main.indices.filter(isInColumn)
    let edges = own.map { main[$0].right }.sorted(by: >)
    guard !edges.isEmpty else { return 0 }
    var events: [(place: Double, change: Int)] = []
    for index in own where index + 1 < main.count && isInColumn(index + 1) {
      guard isTight(lines[index + 1], below: lines[index], inSpeech: true) else { continue }
      let word = main[index + 1].text.prefix { $0 != " " }.count + 1
      let edge = main[index].right
      events += [(edge, 1), (edge + Double(word) * characterWidth, -1)]
    }
    var (open, most, place) = (0, 0, 0.0)
    for event in events.sorted(by: { $0 < $1 }) {
      open += event.change
      if event.change > 0, open >= most { (most, place) = (open, event.place) }
    }
    let isUsual = events.count >= 16 && most * 20 >= events.count * 6
    return isUsual ? place : edges[edges.count / 20]
  }
}

extension PrintedLine {
  /// The piece with the text: not the number of a scene in the margin.
  var mainPiece: Piece {
    pieces.first { !$0.isInMargin } ?? pieces.first
      ?? Piece(words: StyledWords(), left: 0, right: 0)
  }

  /// Whether the line has two texts side by side.
  var isDivided: Bool {
    pieces.count { !$0.isInMargin } > 1
  }
}

extension PrintedLine.Piece {
  /// Whether the piece is a mark of a revision.
  var isRevisionMark: Bool { text.allSatisfy { $0 == "*" } }

  /// Whether the piece is one of those in the margins: the number of a scene, or the mark of a revision.
  fileprivate var isInMargin: Bool { isRevisionMark || SceneNumber.isNumber(text) }

  /// Whether the text outside parentheses has capitals, and no small letters.
  var isInCapitals: Bool {
    var (depth, hasCapital) = (0, false)
    for scalar in text.unicodeScalars {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      guard depth <= 0 else { continue }
      if scalar.isLower { return false }
      // Letters without case are in every line of a script in Hindi.
      hasCapital = hasCapital || scalar.isUpper
    }
    return hasCapital
  }

  /// Whether the text begins as a scene heading does, in capitals.
  var isHeading: Bool {
    let bytes = words.bytes + [0x20]
    let start = text.prefix(4)
    if start == start.uppercased(),
      bytes.withUnsafeBufferPointer({ HeadingForm.hasPrefix($0, 0..<$0.count, .second) })
    {
      return true
    }
    let first = text.prefix { $0.isLetter }
    guard 2...12 ~= first.utf8.count, first.utf8.count < words.bytes.count else { return false }
    let next = text[first.endIndex]
    let isPlace =
      HeadingForm.placeWords.contains(String(first)) && " ./:".contains(next)
      || Self.placeLetters.contains(String(first)) && "./".contains(next)
    return isPlace && isInCapitals && text.dropFirst(first.count + 1).contains(where: \.isLetter)
  }

  /// The abbreviations of `placeWords`, with a point.
  private static let placeLetters: Set<String> = [
    "WN", "WNĘ", "WNĘTRZ", "PL", "PLEN", "BEL", "KÜL", "SIS", "ULK", "İÇ", "DIŞ", "BIN", "BUI",
  ]
}

/// The number of a scene in the margin: `12A`, `A12.`, `I-1-A`.
enum SceneNumber {
  static func isNumber(_ text: String) -> Bool {
    guard text.utf8.count <= 8, let first = text.unicodeScalars.first else { return false }
    // An added scene can have the number "8bis".
    let isAdded = first.isDigit && added.contains(text.filter(\.isLetter))
    let signs = (isAdded ? text.filter { !$0.isLetter } : text).unicodeScalars
    guard signs.allSatisfy({ $0.isDigit || $0.isUpper || $0 == "." || $0 == "-" }) else {
      return false
    }
    // Without a digit, a word such as BRICK would be a number.
    let isRoman = text.contains("-") && signs.allSatisfy { "IVX-ABC".unicodeScalars.contains($0) }
    return signs.contains { $0.isDigit } || isRoman && text.count > 2
  }

  private static let added: Set<String> = ["bis", "ter", "quater"]
}
