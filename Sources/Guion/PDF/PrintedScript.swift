import Basics

/// Reads the lines of a printed screenplay into elements.
struct PrintedScript {
  private(set) var elements: [GuionElement] = []
  private(set) var skipped = SkippedWords()
  /// The numbers of lines that are left out, for the summary.
  private(set) var mores = 0
  private(set) var continuations = 0
  private(set) var revisionMarks = 0
  /// The number of lines that are in no column, and of cues that have no speech.
  private(set) var strayLines = 0
  private(set) var emptyCues = 0

  private let lines: [PrintedLine]
  private let grid: ScriptGrid
  private let boldHeadings: Bool
  private var open: OpenElement?
  private var isSpeaking = false
  /// Whether the page ended with (MORE).
  private var isBroken = false
  private var speaker = ""

  /// The element that the next line can continue.
  private struct OpenElement {
    var type: ElementType
    var words: StyledWords
    var start: SourcePosition
    var last: PrintedLine
    var number: String?
    var isDual = false
    /// The right edge of its column.
    var end: Double
  }

  init(_ lines: [PrintedLine], _ grid: ScriptGrid) {
    (self.lines, self.grid) = (lines, grid)
    boldHeadings = ScriptGrid.hasBoldHeadings(lines)
    var index = 0
    while index < lines.count { index = read(index) }
    close()
  }

  // MARK: Lines

  /// Reads the line at an index; returns the index of the next line.
  private mutating func read(_ index: Int) -> Int {
    var line = lines[index]
    removeRevisionMarks(&line)
    let number = takeSceneNumber(&line)
    guard let piece = whole(line) else {
      if let number { skipped.add(number, .pageFurniture) }
      return index + 1
    }
    if let number, Self.removed.contains(Self.notice(piece.text)) {
      endSpeech()
      start(.comment, piece, line, number)
      return index + 1
    }
    if drop(piece, line, number) { return index + 1 }
    let above = index > 0 ? lines[index - 1] : nil
    let isTight = above.map { grid.isTight(line, below: $0, inSpeech: isSpeaking) } ?? false
    let isHeading = isHeading(piece, number, isTight: isTight)
    if let number, !isHeading { skipped.add(number, .pageFurniture) }
    if isHeading {
      endSpeech()
      start(.sceneHeading, piece, line, number)
      return index + 1
    }
    if !isTight, let next = readDual(index, line) { return next }
    let isTop = above?.page != line.page
    // A speech can have an empty line inside.
    let isNear = above.map { line.middle - $0.middle < 2.6 * grid.dialoguePitch } ?? false
    let isAside = piece.text.hasPrefix("(") && grid.isNear(piece.left, grid.parenthetical)
    let goesOn = isTop || isNear && (grid.isNear(piece.left, grid.dialogue) || isAside)
    classify(piece, line, index, isTight: isTight, goesOn: goesOn, isTop: isTop)
    return index + 1
  }

  /// What stands in place of a scene that was removed.
  private static let removed: Set<String> = [
    "OMITTED", "OMIT", "DELETED", "SCENEOMITTED", "SCENEDELETED",
  ]

  private mutating func classify(
    _ piece: PrintedLine.Piece, _ line: PrintedLine, _ index: Int, isTight: Bool, goesOn: Bool,
    isTop: Bool
  ) {
    if isRestOfHeading(piece, isTight: isTight) {
      append(piece, line)
    } else if isCue(piece, index, isTight: isTight) {
      startCue(piece, line, isTop: isTop)
    } else if isSpeaking,
      (isTight || goesOn) && grid.isSpeech(piece) || isTight && isPartOfSpeech(piece)
    {
      addSpeech(piece, line, index)
    } else if !isTight, isTransition(piece) {
      endSpeech()
      start(.transition, piece, line, nil)
    } else {
      addAction(piece, line, isTight: isTight, isTop: isTop)
    }
  }

  /// Returns all pieces of a line as one.
  private func whole(_ line: PrintedLine) -> PrintedLine.Piece? {
    guard var piece = line.pieces.first else { return nil }
    piece.words = StyledWords.joined(line.pieces.map(\.words), by: " ")
    piece.right = line.right
    return piece.words.isEmpty ? nil : piece
  }

  private mutating func removeRevisionMarks(_ line: inout PrintedLine) {
    line.pieces.removeAll { piece in
      let isMark =
        piece.isRevisionMark && (piece.left > grid.actionEnd || piece.right < grid.action)
      if isMark { revisionMarks += 1 }
      return isMark
    }
  }

  /// Removes the numbers of a scene in the margins, and returns the number.
  private mutating func takeSceneNumber(_ line: inout PrintedLine) -> String? {
    splitNotice(&line)
    guard line.pieces.count > 1 else { return nil }
    var number: String?
    if let first = line.pieces.first, SceneNumber.isNumber(first.text),
      first.right <= grid.action + grid.characterWidth / 2 || line.pieces[1].isHeading
        || Self.removed.contains(Self.notice(line.pieces[1].text))
    {
      number = first.text
      line.pieces.removeFirst()
    }
    if line.pieces.count > 1, let last = line.pieces.last, SceneNumber.isNumber(last.text) {
      let text = line.pieces[0]
      let isPair = number.map { Self.plain($0) == Self.plain(last.text) } ?? false
      let isFar = last.left > grid.actionEnd - 6 * grid.characterWidth
      let isRight = last.left > (grid.action + grid.actionEnd) / 2
      let isInCapitals = grid.isNear(text.left, grid.action) && text.isInCapitals
      if isPair || number == nil && (text.isHeading ? isRight : isFar && isInCapitals) {
        if number == nil { number = last.text } else { skipped.add(last.text, .pageFurniture) }
        line.pieces.removeLast()
      }
    }
    return number.map(Self.plain)
  }

  /// Cuts a notice with the numbers of its scene into pieces: "33-34 OMITTED 33-34".
  private func splitNotice(_ line: inout PrintedLine) {
    guard let piece = line.pieces.first else { return }
    // The number can touch the notice.
    if let cut = piece.runs.first?.offset, SceneNumber.isNumber(piece.part(0..<cut).text) {
      let rest = piece.part(cut..<piece.words.bytes.count)
      if Self.removed.contains(Self.notice(rest.text)) || Self.notice(rest.text) == "CONTINUED" {
        line.pieces.replaceSubrange(0..<1, with: [piece.part(0..<cut), rest])
      }
    }
    guard line.pieces.count == 1 else { return }
    let words = piece.text.split(separator: " ")
    guard let first = words.first, let last = words.last, words.count > 1,
      first == last || words.count == 2,
      SceneNumber.isNumber(String(first)), piece.isContinued,
      Self.notice(piece.text) == "CONTINUED" || Self.removed.contains(Self.notice(piece.text))
    else { return }
    let (start, end) = (first.utf8.count, piece.words.bytes.count)
    let rest = first == last && words.count > 2 ? end - last.utf8.count : end
    line.pieces = [piece.part(0..<start), piece.part(start..<rest)]
    if rest < end { line.pieces.append(piece.part(rest..<end)) }
  }

  private static func plain(_ number: String) -> String {
    number.hasSuffix(".") ? String(number.dropLast()) : number
  }

  /// Leaves out "(MORE)" and "CONTINUED".
  private mutating func drop(
    _ piece: PrintedLine.Piece, _ line: PrintedLine, _ number: String?
  ) -> Bool {
    let text = piece.text
    guard text.utf8.count <= 32 else { return false }
    let letters = Self.notice(text)
    if letters == "MORE", text.hasPrefix("(") {
      mores += 1
      isBroken = isSpeaking
    } else if letters == "CONTINUED", text.hasPrefix("(") || text.contains(":"), piece.isContinued {
      continuations += 1
    } else {
      return false
    }
    skipped.add(text, .pageFurniture)
    if let number { skipped.add(number, .pageFurniture) }
    return true
  }

  /// The letters of a notice in capitals, without the numbers of its scene and of its page: "CONTINUED: (1A)".
  private static func notice(_ text: String) -> String {
    let hasNumber = { (word: Substring) in word.contains { $0.isASCII && $0.isNumber } }
    return text.split(separator: " ").filter { !hasNumber($0) }.joined().uppercased()
      .filter(\.isLetter)
  }

  // MARK: Types of lines

  private func isHeading(
    _ piece: PrintedLine.Piece, _ number: String?, isTight: Bool
  ) -> Bool {
    guard piece.left < (grid.dialogue ?? .infinity) - grid.characterWidth else { return false }
    if piece.isHeading {
      return !isTight || number != nil || open?.type == .sceneHeading || isSpeaking
        || !grid.hasBlankLines
    }
    guard grid.isNear(piece.left, grid.action, within: 1), piece.isInCapitals else { return false }
    return number != nil || boldHeadings && !isTight && piece.isBold && !isTransition(piece)
  }

  /// Whether the line continues a heading that filled the line above.
  private func isRestOfHeading(_ piece: PrintedLine.Piece, isTight: Bool) -> Bool {
    guard isTight, let open, open.type == .sceneHeading, piece.isInCapitals else {
      return false
    }
    return !wouldFit(piece, after: open.last, end: grid.actionEnd)
  }

  private func isCue(_ piece: PrintedLine.Piece, _ index: Int, isTight: Bool) -> Bool {
    guard !piece.text.hasPrefix("("), piece.text.utf8.count <= 80, !piece.isHeading,
      piece.left > grid.action + 2.5 * grid.characterWidth,
      piece.text.contains(where: \.isLetter), !isCaption(piece)
    else { return false }
    let isInColumn = grid.isCue(piece)
    let isName = !isTight && piece.isInCapitals
    guard isInColumn || isName && !piece.text.hasSuffix(",") else { return false }
    guard index + 1 < lines.count else { return false }
    var below = lines[index + 1].mainPiece
    if lines[index + 1].page != lines[index].page {
      return isInColumn && (piece.isInCapitals || grid.isNear(below.left, grid.dialogue))
    }
    if grid.isCue(piece, lines[index], before: lines[index + 1]) { return true }
    let isClose =
      isInColumn
      ? grid.isClose(lines[index + 1], below: lines[index])
      : grid.isTight(lines[index + 1], below: lines[index], inSpeech: true)
    guard isClose else { return false }
    // Directions can be in any column.
    if isName, below.isDirection, index + 2 < lines.count,
      grid.isTight(lines[index + 2], below: lines[index + 1], inSpeech: true)
    {
      below = lines[index + 2].mainPiece
    }
    return !grid.isNamedCue(below)
      && (grid.isSpeech(below) || isName && isInColumn && grid.isCentredSpeech(below))
  }

  /// Whether a line directly below a speech, in another column, is a verse, a direction, or the rest of an indented line.
  private func isPartOfSpeech(_ piece: PrintedLine.Piece) -> Bool {
    guard let open else { return false }
    if grid.isCentredSpeech(piece) { return true }
    if open.type == .character { return piece.isDirection }
    guard open.type == .dialogue, grid.isNear(piece.left, grid.action),
      !wouldFit(piece, after: open.last, end: open.end)
    else { return false }
    return piece.startsSmall || grid.isNear(open.last.left, grid.action)
  }

  /// Whether a line in capitals names a text on the screen or a shot, and no speaker.
  private func isCaption(_ piece: PrintedLine.Piece) -> Bool {
    let name = piece.text.prefix { $0 != "(" }
    return CueWords.kind(
      of: String(name), isRepeated: true, hasExtension: name.count < piece.text.count) != nil
  }

  private func isTransition(_ piece: PrintedLine.Piece) -> Bool {
    guard piece.isInCapitals else { return false }
    let bytes = piece.words.bytes
    let isNamed = bytes.withUnsafeBufferPointer {
      LineForm.endsInTo($0, 0..<$0.count) || LineForm.isNamedTransition($0, 0..<$0.count)
    }
    let column = (grid.hasCentredCues ? nil : grid.cue) ?? grid.dialogue ?? grid.action
    let isAtMargin =
      piece.left > column + 3 * grid.characterWidth
      && piece.right > grid.actionEnd - 4 * grid.characterWidth
    // Some writers put captions at the right margin, such as BACK TO THE BAR.
    let words = piece.text.split { !$0.isLetter }.prefix(3).map(String.init)
    return isNamed
      || isAtMargin && (piece.text.hasSuffix(":") || words.contains(where: Self.cuts.contains))
  }

  private static let cuts: Set<String> = [
    "CUT", "CUTS", "FADE", "FADES", "DISSOLVE", "WIPE", "IRIS", "FONDU", "COUPE", "SCHNITT",
    "BLENDE", "ABBLENDE", "CORTE", "FUNDIDO", "DISOLVENCIA",
  ]

  // MARK: Elements

  private mutating func startCue(
    _ piece: PrintedLine.Piece, _ line: PrintedLine, isTop: Bool
  ) {
    let name = Self.name(of: piece.text)
    let isSame = name == speaker && (isBroken || piece.text.uppercased().contains("(CONT"))
    if isTop, isSpeaking, isSame, open?.type == .dialogue || open?.type == .parenthetical {
      skipped.add(piece.text, .pageFurniture)
    } else {
      if open?.type == .character { emptyCues += 1 }
      start(.character, piece, line, nil)
      speaker = name
    }
    (isSpeaking, isBroken) = (true, false)
  }

  private static func name(of cue: String) -> String {
    cue.prefix { $0 != "(" }.filter { !$0.isWhitespace }.uppercased()
  }

  private mutating func addSpeech(
    _ piece: PrintedLine.Piece, _ line: PrintedLine, _ index: Int
  ) {
    isBroken = false
    if open?.type == .parenthetical, open?.words.ending.hasSuffix(")") == false {
      append(piece, line)
    } else if piece.text.hasPrefix("("), isParenthetical(piece, index) {
      start(.parenthetical, piece, line, nil)
    } else if open?.type == .dialogue {
      append(piece, line)
    } else {
      start(.dialogue, piece, line, nil)
    }
  }

  /// Whether a line that begins with a parenthesis is a parenthetical: it closes at the end of a line.
  private func isParenthetical(_ piece: PrintedLine.Piece, _ index: Int) -> Bool {
    if grid.parenthetical != nil, !grid.isNear(piece.left, grid.parenthetical, within: 1.5),
      !piece.text.hasSuffix(")")
    {
      return false
    }
    // In their own column, they can be longer.
    let isInColumn = grid.isNear(piece.left, grid.parenthetical, within: 1.5)
    for place in index..<min(index + (isInColumn ? 8 : 3), lines.count) {
      let text = place == index ? piece.text : lines[place].mainPiece.text
      if text.hasSuffix(")") { return true }
      if text.contains(")") { return false }
      if place > index + 1, !grid.isNear(lines[place].mainPiece.left, piece.left, within: 1.5) {
        return false
      }
    }
    return false
  }

  private mutating func addAction(
    _ piece: PrintedLine.Piece, _ line: PrintedLine, isTight: Bool, isTop: Bool
  ) {
    if isSpeaking, open?.type == .character { emptyCues += 1 }
    endSpeech()
    if !grid.isNear(piece.left, grid.action, within: 1.5) { strayLines += 1 }
    let isUnended = open.map {
      !$0.words.endsSentence
        && (piece.startsSmall || !wouldFit(piece, after: $0.last, end: $0.end))
    }
    let goesOn = isTight || isTop && isUnended ?? false
    if goesOn, open?.type == .action {
      append(piece, line)
    } else {
      start(.action, piece, line, nil)
    }
  }

  private mutating func endSpeech() { (isSpeaking, isBroken) = (false, false) }

  private mutating func start(
    _ type: ElementType, _ piece: PrintedLine.Piece, _ line: PrintedLine, _ number: String?
  ) {
    close()
    let isSpeech = type == .dialogue || type == .parenthetical
    open = OpenElement(
      type: type, words: piece.words, start: line.place, last: line, number: number,
      end: isSpeech ? grid.dialogueEnd : grid.actionEnd)
  }

  /// Adds a line to the open element.
  /// A break at a place where the next word would have fitted is the writer's own.
  private mutating func append(_ piece: PrintedLine.Piece, _ line: PrintedLine) {
    // A copy of the element would copy its text for each line.
    let isOwn =
      open.map {
        $0.last.page == line.page && [.action, .dialogue].contains($0.type)
          && wouldFit(piece, after: $0.last, end: $0.end)
      } ?? false
    open?.words.join(piece.words, by: isOwn ? "\n" : " ")
    open?.last = line
  }

  private func wouldFit(
    _ piece: PrintedLine.Piece, after line: PrintedLine, end: Double
  ) -> Bool {
    let word = piece.text.prefix { $0 != " " }.count + 1
    return line.right + Double(word) * grid.characterWidth <= end + grid.characterWidth / 2
  }

  private mutating func close() {
    guard let open else { return }
    self.open = nil
    let range = SourceRange(start: open.start, end: open.last.place)
    elements.append(
      .printed(open.type, open.words, at: range, number: open.number, isDual: open.isDual))
  }

  // MARK: Speeches side by side

  /// Reads two speeches that stand side by side; nil if the line does not begin them.
  private mutating func readDual(_ index: Int, _ line: PrintedLine) -> Int? {
    guard let dual = DualSpeeches(lines, at: index, line, grid) else { return nil }
    endSpeech()
    for (half, speech) in dual.speeches.enumerated() {
      var first = speech.line
      first.isBeside = half == 1
      start(.character, speech.cue, first, nil)
      open?.isDual = half == 1
      for line in speech.rows {
        var part = line
        part.isBeside = half == 1
        part.pieces = line.pieces.flatMap {
          $0.half(half, at: dual.division - grid.characterWidth / 2)
        }
        if let piece = whole(part) { addHalf(piece, part) }
      }
    }
    close()
    return dual.end
  }

  private mutating func addHalf(_ piece: PrintedLine.Piece, _ line: PrintedLine) {
    let isInside = open?.type == .parenthetical && open?.words.ending.hasSuffix(")") == false
    if isInside || open?.type == .dialogue && !piece.text.hasPrefix("(") {
      open?.words.join(piece.words, by: " ")
      open?.last = line
    } else {
      start(piece.text.hasPrefix("(") ? .parenthetical : .dialogue, piece, line, nil)
    }
  }
}

extension PrintedLine.Piece {
  fileprivate var isDirection: Bool { text.hasPrefix("(") && text.hasSuffix(")") }

  fileprivate var startsSmall: Bool { text.unicodeScalars.first?.isLower ?? false }

  /// Whether the word CONTINUED is in capitals.
  fileprivate var isContinued: Bool {
    text.unicodeScalars.allSatisfy { !$0.isLower }
  }
}
