import Basics

/// The columns of a script that somebody pasted with its layout (R21.10): names of speakers are far to the right of the
/// action, and often of their speeches. The columns say what a line is where blank lines do not.
struct ScriptColumns {
  /// The offsets of blank lines that are not there.
  var gaps: Set<Int> = []
  /// The offsets of lines that begin something new without a blank line above.
  private(set) var breaks: Set<Int> = []
  /// The offsets of blank lines inside a speech.
  var pauses: Set<Int> = []
  /// The offsets of lines that somebody reads on a sign, a card or a screen.
  var shown: Set<Int> = []
  /// The offsets of lines in capitals that are no cues.
  private(set) var places: Set<Int> = []
  /// The offsets of cues with a small letter.
  private(set) var names: Set<Int> = []
  /// Whether the names of speakers have a column of their own.
  private(set) var isColumned = false
  /// Whether names that come again are alone above a blank line, as in a paste with a blank line between all paragraphs.
  var isDoubleSpaced = false
  /// The offsets of the cues of a script whose blank lines say nothing.
  private(set) var cues: Set<Int> = []
  /// The second lines of headings, by the offsets of the headings.
  private(set) var headingEnds: [Int: Range<Int>] = [:]
  /// The parts of lines that a program tore, by their offsets.
  var parts: [Int: TornPart] = [:]
  /// Whether a text whose blank lines say nothing has the speakers and headings of a script.
  private(set) var isScript = false

  private(set) var text = Bytes(start: nil, count: 0)
  var lines: [Line] = []
  /// How often names are in the column of names, and how often elsewhere.
  private(set) var inset: [String: Int] = [:]
  private(set) var flush: [String: Int] = [:]
  /// The names in the column of names, and those that come again elsewhere.
  private(set) var speakers: Set<String> = []
  /// How far names and speeches are to the right of the action.
  private(set) var cueOffset = 0
  private(set) var speechOffset = 0
  /// The width that nearly no line of a speech exceeds.
  private(set) var speechWidth = 0
  /// Whether blank lines say nothing, because nearly no line is below one, or all are (R21.14).
  private(set) var isUnspaced = false
  /// Whether action is directly below speeches, in their column (R21.15).
  private(set) var isMerged = false
  private var isSeldomMerged = false
  /// Whether names in the column of the action are shots of people.
  private var namesAreShots = false
  private var wrap = Wrap()

  init() {}

  init(
    in text: Bytes, _ cursor: LineCursor, _ pages: PrintedPages, hasColumns: Bool,
    spacing: Spacing
  ) {
    self.text = text
    collect(cursor, pages)
    if spacing.isUniform, !lines.isEmpty { closeLines(spacing) }
    if hasColumns { alignPages() }
    if isUnspaced, hasColumns { alignParts() }
    joinHeadings()
    if hasColumns || isUnspaced { measure() }
    wrap = Wrap(brokenLines, of: lines.map(\.words.count), speechWidth)
    isScript = isScript && (isColumned || lines.count { $0.isHeading } > 2)
    joinNumbers()
    joinCapitals()
    if isColumned {
      findShown()
      classify()
    } else if isUnspaced {
      classifyPlain()
    } else {
      joinSpeeches()
    }
    lines = []
  }

  /// The widths of lines whose sentence goes on on the next line.
  private var brokenLines: [Int] {
    guard isUnspaced || isMerged else { return [] }
    return lines.indices.dropLast().filter {
      lines[$0].name == nil && !lines[$0].isHeading && hasText($0)
        && Wrap.isContinued(lines[$0 + 1].words, text)
    }.map { lines[$0].words.count }
  }

  /// Takes the blank lines between all lines away.
  private mutating func closeLines(_ spacing: Spacing) {
    if spacing.isDouble {
      let usual = Self.middle(lines.map(\.blanks.count), 50)
      for index in lines.indices where lines[index].isNear && lines[index].blanks.count <= usual {
        gaps.formUnion(lines[index].blanks)
        lines[index].blanks = []
      }
    }
    isUnspaced = lines.count { !$0.blanks.isEmpty } * 8 < lines.count
    let known = knownCues
    let cues = known.count
    // Names below blank lines show that blank lines say something: these are long speeches.
    if known.count(where: { !lines[$0].blanks.isEmpty }) * 4 > cues { isUnspaced = false }
    guard cues >= 30 else { return (gaps, isUnspaced) = ([], false) }
    isScript = cues * 15 >= lines.count
  }

  /// Finds headings of two lines: the second ends with a time of day, or the first is too long for it.
  private mutating func joinHeadings() {
    for index in lines.indices.dropLast() where lines[index].isHeading && hasText(index) {
      let (line, below) = (lines[index], lines[index + 1])
      let (words, end) = (text.string(line.words), text.string(below.words))
      guard isUnspaced || index + 2 == lines.count || !lines[index + 2].blanks.isEmpty,
        !below.isHeading || HeadingForm.haveOneNumber(text, line.words, below.words),
        !text.hasLowerCase(below.words), below.words.count < 40,
        !"(.".contains(end.first ?? "("), !CueWords.endsInTime(words), CueWords.endsInTime(end)
      else { continue }
      headingEnds[line.start] = below.words
    }
  }

  private mutating func collect(_ cursor: LineCursor, _ pages: PrintedPages) {
    var cursor = cursor
    var (blanks, isTop) = ([Int](), true)
    while let line = pages.next(&cursor) {
      guard line.kind == .text, line.spans.isEmpty else {
        blanks.append(line.spans.isEmpty ? line.start : -1)
        continue
      }
      if pages.lines.contains(line.start) {
        isTop = true
        continue
      }
      let column = text[line.start..<line.content.lowerBound].reduce(0) {
        $1 == 0x09 ? ($0 / 8 + 1) * 8 : $0 + 1
      }
      var new = Line(
        start: line.start, words: line.content, column: column, blanks: blanks,
        isHeading: HeadingForm.isLine(text, line), isTop: isTop)
      if !new.isHeading, line.content.count < 80, !LineForm.isNamedTransition(text, line.content) {
        let isSmall = CueForm.isSmallName(text, line.content)
        let cue =
          isSmall
          ? CueForm(forced: text, line.content)
          : LineForm.cue(text, line, .second, isName: pages.names.contains(line.start))
        new.name = cue.map { text.string($0.name) }
        new.hasExtension = cue?.extension != nil
      }
      new.width = line.content.count {
        text[$0] & 0xC0 != 0x80 && (text[$0] != 0x20 || text[$0 - 1] != 0x20)
      }
      lines.append(new)
      (blanks, isTop) = ([], false)
    }
  }

  /// Whether a line can be a cue by its words.
  func isName(_ line: Line) -> Bool {
    guard let name = line.name, line.words.count < 45, !name.contains("     "),
      name.first?.isNumber == false
    else { return false }
    return CueWords.kind(of: name, isRepeated: true, hasExtension: line.hasExtension) == nil
  }

  /// The lines with a name that comes again below a blank line, or anywhere if blank lines say nothing.
  var knownCues: [Int] {
    var counts: [String: Int] = [:]
    for line in lines where isName(line) && (isUnspaced || !line.blanks.isEmpty) {
      counts[line.name ?? "", default: 0] += 1
    }
    return lines.indices.dropLast().filter {
      isName(lines[$0]) && counts[lines[$0].name ?? "", default: 0] > 2
    }
  }

  private mutating func measure() {
    let cues = knownCues
    let speeches = cues.compactMap { cue in
      let first = isParenthetical(lines[cue + 1]) ? cue + 2 : cue + 1
      return first < lines.count && lines[first].isNear ? first : nil
    }
    guard speeches.count >= 30 else { return }
    speechWidth = Self.middle(speeches.map { lines[$0].words.count }, 97)
    findMargins()
    let isInset = cues.filter { lines[$0].isInset }
    guard isInset.count * 10 >= cues.count * 7 else { return }
    isColumned = true
    cueOffset = Self.middle(isInset.map { lines[$0].column - lines[$0].margin }, 50)
    speechOffset = Self.middle(speeches.map { lines[$0].column - lines[$0].margin }, 50)
    if !hasSpeechColumn, !isUnspaced { findMergedAction(speeches) }
    for line in lines {
      guard let name = line.name, isName(line), isUnspaced || !line.blanks.isEmpty else { continue }
      if isInCueColumn(line) { inset[name, default: 0] += 1 } else { flush[name, default: 0] += 1 }
    }
    speakers = Set(inset.keys).union(flush.filter { $0.value > 2 }.keys)
    findShots()
  }

  /// Finds whether most names in the column of the action are shots: what is below them is wider than any speech, or
  /// goes on in small letters.
  private mutating func findShots() {
    guard hasSpeechColumn else { return }
    let names = lines.indices.filter {
      lines[$0].name != nil && (isUnspaced || !lines[$0].blanks.isEmpty) && !lines[$0].isInset
        && isName(lines[$0]) && hasText($0) && !lines[$0 + 1].isInset
    }
    let shots = names.count { name in
      Wrap.isContinued(lines[name + 1].words, text)
        || paragraph(below: name).contains { lines[$0].width > speechWidth + 6 }
    }
    namesAreShots = names.count > 9 && shots * 2 > names.count
  }

  /// Finds whether action is directly below many speeches. It then is also below some names.
  private mutating func findMergedAction(_ speeches: [Int]) {
    let usual = Self.middle(speeches.map { lines[$0].words.count }, 90)
    let widest = speechWidth > usual + 10 ? usual + 2 : speechWidth
    let merged = speeches.count { speech in
      paragraph(below: speech).contains { lines[$0].words.count > widest + 8 }
    }
    isMerged = merged * (merged > 30 ? 30 : 5) > speeches.count
    isSeldomMerged = merged * 5 <= speeches.count
    if isMerged { speechWidth = widest }
  }

  private mutating func findMargins() {
    let texts = lines.indices.filter { lines[$0].name == nil && !lines[$0].isHeading }
    // Some speeches are wider than nearly all others.
    let wide = [6, 0].lazy.map { [self] more in
      texts.filter { lines[$0].width > max(speechWidth, 40) + more }
    }
    let margins = Self.margins(
      lines.map { ($0.column, $0.words.count) }, wide: wide.first { $0.count >= 100 } ?? [])
    for index in lines.indices { lines[index].margin = margins[index] }
  }

  var hasSpeechColumn: Bool { speechOffset > 2 }

  func isInCueColumn(_ line: Line) -> Bool {
    let offset = line.column - line.margin
    return offset >= max(4, cueOffset - 5) && offset <= cueOffset + 16
  }

  func isKnown(_ name: String?) -> Bool {
    guard let name else { return false }
    return inset[name, default: 0] > 1
      || name.split(separator: " ").allSatisfy {
        ["AND", "&"].contains($0) || inset[String($0), default: 0] > 0
      }
  }

  func isParenthetical(_ line: Line) -> Bool {
    guard text[line.words.lowerBound] == UInt8(ascii: "(") else { return false }
    let words = text.string(line.words).uppercased()
    return !words.hasPrefix("(CONTINUED") && !words.hasPrefix("(MORE)")
  }

  // MARK: Lines

  private mutating func classify() {
    var isSpeaking = false
    for index in lines.indices {
      let line = lines[index]
      let isFirst = line.blanks.contains { !gaps.contains($0) } || index == 0
      if line.isHeading, !isFirst, isLeft(line) {
        breaks.insert(line.start)
        isSpeaking = false
      } else if isName(line), isInCueColumn(line), isCue(index, isFirst) {
        takeCue(line, isFirst)
        joinSpeech(below: index)
        isSpeaking = true
      } else if isFirst || isUnspaced, isTypedName(index) {
        takeCue(line, isFirst)
        isSpeaking = true
      } else if line.name != nil, isFirst, !line.isInset || isPlace(index) {
        isSpeaking = !line.isInset && (isCueInMargin(index) || isAboveAside(index))
        if isSpeaking, !hasText(index) { gaps.formUnion(lines[index + 1].blanks) }
        if !isSpeaking { places.insert(line.start) }
      } else if isUnspaced, !line.isInset, let name = line.name, hasText(index), isName(line),
        !namesAreShots || line.hasExtension || lines[index + 1].isInset,
        isKnown(name) || flush[name, default: 0] > 2 && isSpeech(below: index),
        name.last != "!", !Wrap.isContinued(lines[index + 1].words, text), isPlainCue(index, [name])
      {
        takeCue(line, false)
        isSpeaking = true
      } else if isSpeaking, isParenthetical(line), line.isInset, isFirst, line.isNear,
        hasText(index)
      {
        gaps.formUnion(line.blanks)
      } else if isSpeaking, isFirst, isSameSpeech(index) {
        pauses.formUnion(line.blanks)
      } else if isFirst {
        isSpeaking = false
      } else if isSpeaking, LineForm.isAnyTransition(text, line.words),
        line.column > lines[index - 1].column + 7
      {
        breaks.formUnion([line.start] + (hasText(index) ? [lines[index + 1].start] : []))
        isSpeaking = false
      } else if isSpeaking,
        hasSpeechColumn
          ? isAction(index) : (isUnspaced || isMerged) && isParagraph(index, true),
        !lines[index - 1].isHeading
      {
        breaks.insert(line.start)
        isSpeaking = false
        if line.name != nil { places.insert(line.start) }
      }
      if line.isHeading, hasSpeechColumn, hasText(index), isLeft(lines[index + 1]) {
        breaks.insert(lines[index + 1].start)
        if lines[index + 1].name != nil { places.insert(lines[index + 1].start) }
      }
    }
  }

  private mutating func takeCue(_ line: Line, _ isFirst: Bool) {
    if !isFirst { breaks.insert(line.start) }
    if text.hasLowerCase(line.words) { names.insert(line.start) }
    // "ANN." is no sentence if ANN speaks.
    let hasStop = line.name?.last == "." && isKnown(line.name.map { String($0.dropLast()) })
    if isUnspaced || hasStop { cues.insert(line.start) }
  }

  /// Whether text is directly below a line.
  func hasText(_ index: Int) -> Bool {
    index + 1 < lines.count && lines[index + 1].blanks.isEmpty
  }

  /// Joins a name that is alone with its speech below a blank line.
  private mutating func joinSpeech(below index: Int) {
    guard index + 1 < lines.count, !hasText(index) else { return }
    let (line, below) = (lines[index], lines[index + 1])
    guard below.isNear, !below.isHeading, !isContinued(below),
      !isName(below) || !isKnown(below.name)
    else { return }
    let isSpeech =
      hasSpeechColumn
      ? below.isInset && below.column < line.column
      : isKnown(line.name)
        && (isParenthetical(below) || below.isInset
          || (isMerged || inset[line.name ?? "", default: 0] > 4) && isSpeech(below: index))
    if isSpeech { gaps.formUnion(below.blanks) }
  }

  private func isContinued(_ line: Line) -> Bool {
    text[line.words.lowerBound] == UInt8(ascii: "(") && !isParenthetical(line)
  }

  /// Whether a line in capitals in the column of the action is a cue that lost its column.
  private func isCueInMargin(_ index: Int) -> Bool {
    let line = lines[index]
    guard hasText(index), isName(line), let name = line.name else { return false }
    let below = lines[index + 1]
    if text.character(at: below.words.lowerBound, before: below.words.upperBound).kind == .lower {
      return CueForm(text, line.words)?.hasKnownExtension(text) == true
    }
    // A shot of a person.
    if namesAreShots, !line.hasExtension, !below.isInset, !isParenthetical(below) { return false }
    if hasSpeechColumn, !below.isInset, below.width > speechWidth + 6 { return false }
    let words = name.split(separator: " ")
    if hasSpeechColumn, below.isInset, below.column > line.column { return words.count < 5 }
    if line.hasExtension { return words.count < 6 }
    if isKnown(name) {
      return !hasSpeechColumn || flush[name, default: 0] <= 2 * max(1, inset[name, default: 0])
    }
    let longest = flush[name, default: 0] > 4 ? (flush[name, default: 0] > 9 ? 6 : 4) : 3
    guard !hasSpeechColumn, words.count <= longest, name.first?.isLetter == true,
      CueWords.kind(of: name) == nil, name.last.map({ ",:;!?".contains($0) }) == false
    else { return false }
    if isMerged, flush[name, default: 0] > 2 { return isSpeech(below: index) }
    return paragraph(below: index).allSatisfy { lines[$0].words.count <= speechWidth + 2 }
  }

  // MARK: No spacing

  /// Finds the cues of a script without blank lines and columns, and where their speeches end.
  private mutating func classifyPlain() {
    let known = Set(knownCues.compactMap { lines[$0].name })
    var isSpeaking = false
    for index in lines.indices {
      let line = lines[index]
      let isFirst = line.blanks.contains { !gaps.contains($0) } || index == 0
      if line.isHeading || LineForm.isAnyTransition(text, line.words) {
        breaks.formUnion([line.start] + (hasText(index) ? [lines[index + 1].start] : []))
        isSpeaking = false
      } else if hasText(index), isName(line), isPlainCue(index, known) {
        takeCue(line, isFirst)
        isSpeaking = true
      } else if isFirst || isParagraph(index, isSpeaking) {
        breaks.insert(line.start)
        isSpeaking = false
      }
      if line.name != nil, !cues.contains(line.start), isFirst || breaks.contains(line.start) {
        places.insert(line.start)
      }
    }
  }

  /// Whether a line without columns is a cue. A name that comes once needs a sign of speech below it.
  private func isPlainCue(_ index: Int, _ known: Set<String>) -> Bool {
    let (line, below) = (lines[index], lines[index + 1])
    guard let name = line.name, !below.isHeading else { return false }
    let isOpen =
      index == 0 || lines[index - 1].isHeading || wrap.canEnd(lines[index - 1].words, text)
    if known.contains(name) {
      let isNext = below.name.map(known.contains) == true
      return !isNext && (isOpen || !Wrap.isContinued(below.words, text))
    }
    guard isOpen, text.hasLowerCase(below.words), CueWords.kind(of: name) == nil,
      name.allSatisfy({ $0.isLetter || $0.isNumber || " .'’#-&".contains($0) }),
      name.split(separator: " ").count < 5
    else { return false }
    return line.hasExtension || isParenthetical(below)
      || wrap.isWrapped && index + 2 < lines.count && below.words.count <= speechWidth
        && below.words.count > speechWidth / 2 && Wrap.isContinued(lines[index + 2].words, text)
  }

  /// Whether a paragraph begins with a line, although no blank line says so.
  private func isParagraph(_ index: Int, _ isSpeaking: Bool) -> Bool {
    let (above, line) = (lines[index - 1], lines[index])
    let isClosed = text[above.words.upperBound - 1] == UInt8(ascii: ")")
    let isName = isMerged && above.name != nil && !above.blanks.isEmpty
    if cues.contains(above.start) || isName || isSpeaking && (isClosed || isParenthetical(line)) {
      return false
    }
    if wrap.isEnd(above.words, line.words, text, isSpeech: isSpeaking) {
      return !isMerged || !isSeldomMerged || !isSpeaking || !isSpoken(index)
    }
    guard isSpeaking, wrap.isWrapped, wrap.canEnd(above.words, text),
      !Wrap.isContinued(line.words, text)
    else { return false }
    return line.words.count > speechWidth + 2 && above.words.count <= speechWidth
      || (isMerged || isUnspaced && isColumned) && isTold(index)
  }
}
