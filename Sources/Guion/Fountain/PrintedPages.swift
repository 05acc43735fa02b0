import Basics

/// The lines that a printer put on the pages of a script, and that were pasted with it (R21): running headers,
/// `3 CONTINUED: 3`, the numbers of scenes in the margin. The rules of speech know `(CONTINUED)` and its kin.
struct PrintedPages {
  /// The offsets at which such lines begin.
  private(set) var lines: Set<Int> = []
  /// The offsets of lines that are above a text three times or more, as a speaker is.
  private(set) var speakers: Set<Int> = []
  private(set) var torn: TornLines?
  private(set) var columns = ScriptColumns()
  /// The offsets of cues with a small letter: `McCROSKY`, `VAN der BERG`.
  private(set) var names: Set<Int> = []
  private var openings: Set<String> = []
  /// The speakers of lines such as `JASMINE: The law is wrong.`, by the offsets of the lines.
  private(set) var labels: [Int: Label] = [:]
  /// The ends of headings on the next line, by the offsets of the headings.
  private(set) var headingEnds: [Int: Range<Int>] = [:]
  /// The numbers of shots, which come before their words, by the offsets of the lines (R4.10): `71. LONG SHOT`.
  private(set) var shotNumbers: [Int: Range<Int>] = [:]
  /// Whether stars in the right margin mark the changes of a revision.
  private var hasStars = false
  /// The offsets of the title above `Written by`.
  private var titles: Set<Int> = []
  /// Whether lines of only blanks are blank lines, because the margin of a page was pasted with its lines (R21.8).
  private(set) var hasMargin = false
  /// Whether the script may be pasted, so that the rules of Fountain alone do not say what its lines are.
  private var isPasted = false
  /// The offsets of cues and action directly below a speech, in a pasted script.
  private var tightLines: Set<Int> = []

  /// A speaker on one line with the speech.
  struct Label {
    private(set) var cue: CueForm
    private(set) var aside: Range<Int>?
    /// Where the speech begins.
    private(set) var speech: Int

    init(cue: CueForm) {
      (self.cue, speech) = (cue, (cue.extension ?? cue.name).upperBound + 1)
    }

    /// Reads a line without a colon: `McCROSKY (v.o.) I read you.`
    init?(inline text: Bytes, _ line: Range<Int>) {
      guard let open = text.first(UInt8(ascii: "("), in: line.prefix(30)), open > line.lowerBound,
        let close = text.first(UInt8(ascii: ")"), in: (open..<line.upperBound).prefix(40)),
        close + 3 < line.upperBound
      else { return nil }
      let name = text.trimmed(line.lowerBound..<open)
      let words = text.trimmed(close + 1..<line.upperBound)
      guard CueForm(text, name) != nil || CueForm.isSmallName(text, name), text.hasLowerCase(words),
        text.character(at: open + 1, before: close).kind == .lower,
        text.character(at: words.lowerBound, before: words.upperBound).kind == .upper
      else { return nil }
      let note = text.string(open + 1..<close).filter(\.isLetter)
      let isExtension = ["vo", "os", "oc", "contd"].contains(note)
      let range = isExtension ? name.lowerBound..<close + 1 : name
      guard let cue = CueForm(forced: text, range) else { return nil }
      (self.cue, aside, speech) = (cue, isExtension ? nil : open + 1..<close, close + 1)
    }
  }

  /// The shortest and longest page in lines: blank lines can be gone, or below each line.
  private static let page = 35...130

  init() {}

  init(in text: Bytes, _ cursor: LineCursor, isPlain: Bool = false) {
    var (cursor, groups, count) = (cursor, EqualLines(), 0)
    let top = cursor
    var (isBlankAbove, afterHeading) = (true, 0)
    var marginNumber: Int?
    var marginNumbers: [Int] = []
    var names: [(start: Int, isForced: Bool)] = []
    var margin = Margin()
    var pageNumbers = PageNumbers()
    var (stars, smallNames, insetCues): ([Int], [Int: UInt64], Int) = ([], [:], 0)
    var (loose, pageEnds, shots) = ([Int: String](), [Int](), ShotNumbers())
    var cueCount = 0
    var (spacing, footer, above) = (ScriptColumns.Spacing(), Footer(), 0)
    var (continued, bare, tornHeads) = ([Int](), [Int](), TornHeads())
    var (colons, inline, named) = ([Int: CueForm](), [Int: Label](), [String: Int]())
    // The lines with text, whether the line above has only the number of a page, and the line above in a group.
    var (texts, isNumberAbove, groupAbove) = ([Int](), false, UInt64?.none)
    while var line = cursor.next() {
      count = line.number
      let (isBelowNumber, keyAbove) = (isNumberAbove, groupAbove)
      (isNumberAbove, groupAbove) = (false, nil)
      if line.kind == .text { texts.append(line.start) }
      afterHeading -= 1
      defer { isBlankAbove = line.kind != .text }
      margin.add(line)
      spacing.add(line, text, isBlankAbove: isBlankAbove)
      defer { above = line.start }
      guard line.kind == .text else { continue }
      if footer.mayAdd(text[line.content.lowerBound]) {
        footer.add(line, text, above: isBlankAbove ? nil : above)
      }
      let isSentence = LineSigns(text, line.content) == .lowerCase
      if !isSentence, Self.isPageEnd(text, line.content) { pageEnds.append(line.start) }
      if !isSentence, isBlankAbove { shots.add(text, line) }
      guard line.spans.isEmpty, line.content.count <= 120 else { continue }
      if !isSentence, let rest = Self.starless(text, line) {
        stars.append(rest.isEmpty ? line.start : -1)
        if rest.isEmpty { continue }
        line.content = rest
      }
      let words = line.content
      if HeadingForm.isBareContinued(text, words)
        || texts.count < 4 && Self.isAttribute(text, words)
      {
        bare.append(line.start)
        continue
      }
      tornHeads.add(text, line, at: texts.count, isBlankAbove: isBlankAbove)
      if texts.count < 15 { titles.formUnion(Self.titles(in: texts, above: words, text)) }
      if !isSentence, let label = LineForm.label(text, words) { colons[line.start] = label }
      if HeadingForm.hasPrefix(text, words.lowerBound..<line.whole.upperBound, .second) {
        if let number = marginNumber { marginNumbers.append(number) }
        (marginNumber, afterHeading) = (nil, 3)
        margin.addHeading()
        continue
      }
      let isBlankBelow = !cursor.hasTextNext
      if !isSentence { pageNumbers.add(text, line, isBlankAbove: isBlankAbove) }
      if HeadingForm.isTwin(text, words) { lines.insert(line.start) }
      if isBlankAbove, !isSentence, let label = Label(inline: text, words) {
        inline[line.start] = label
      }
      if isBlankAbove, !isBlankBelow, CueForm.isSmallName(text, words),
        let cue = CueForm(forced: text, words)
      {
        let isKnown = cue.hasKnownExtension(text)
        if isKnown { self.names.insert(line.start) }
        // "McCROSKY (Whispering)"
        if isKnown || cue.extension == nil {
          named[text.string(cue.name), default: 0] += 1
        } else {
          loose[line.start] = text.string(cue.name)
        }
      }
      let strict = isBlankAbove && !isSentence ? CueForm(text, words) : nil
      if isBlankAbove, !isBlankBelow, !isSentence,
        strict?.extension == nil || text[words.upperBound - 1] == UInt8(ascii: "]"),
        let cue = CueForm(loose: text, words)
      {
        loose[line.start] = text.string(cue.name)
        if text.hasLowerCase(words) { self.names.insert(line.start) }
      }
      if words.count < 40, let cue = strict {
        if !isBlankBelow {
          margin.addHeading()
          cueCount += 1
          named[text.string(cue.name), default: 0] += 1
        }
        if words.lowerBound - line.start > 3 || text[line.start] == 0x09 { insetCues += 1 }
      }
      switch isSentence ? nil : HeadingForm.continued(text, words) {
      case .page: lines.insert(line.start)
      case .head:
        continued.append(line.start)
        // The speaker directly below is not part of the line.
        if !isBlankBelow { lines.insert(line.start) }
      case .name where isBlankBelow && !Self.isAboveCall(text, cursor, line):
        names.append((line.start, text[words.lowerBound] == UInt8(ascii: "!")))
      default: break
      }
      if isBlankAbove || afterHeading == 2, isBlankBelow, !isSentence,
        HeadingForm.isLoneNumber(text, words)
      {
        if afterHeading > 0 { marginNumbers.append(line.start) } else { marginNumber = line.start }
      } else {
        marginNumber = nil
      }
      let page = isSentence ? nil : Self.pageNumber(text, words)
      isNumberAbove = page != nil || PageNumbers.isNumber(text, words)
      if page != nil, let keyAbove { groups.removeCue(keyAbove) }
      // "28  INT. KITCHEN - NIGHT  28" above "29  INT. KITCHEN - NIGHT  29"
      guard isBlankAbove || page != nil || isBelowNumber,
        page == nil || !HeadingForm.hasNumberedPrefix(text, words),
        let key = Self.key(
          text, words.lowerBound..<(page?.start ?? words.upperBound), isNumbered: page != nil)
      else { continue }
      let isEnded = page == nil && text[words.upperBound - 1].isOne(of: ".!?")
      let isAboveText = !isBlankBelow && !isBelowNumber
      groups.add(
        EqualLines.Entry(
          number: line.number, start: line.start, page: page?.number,
          place: isEnded ? nil : texts.count - 1, cues: isAboveText ? 1 : 0), key)
      if isAboveText { groupAbove = key }
      if !isBlankBelow, CueForm.isSmallName(text, words) { smallNames[line.start] = key }
    }
    if colons.count >= 2 * cueCount, Self.areSpeakers(text, colons) {
      labels = colons.mapValues { Label(cue: $0) }
    }
    for (start, label) in inline where named[text.string(label.cue.name), default: 0] > 2 {
      labels[start] = label
    }
    hasStars = stars.count > 7
    if hasStars { lines.formUnion(stars.filter { $0 >= 0 }) }
    shotNumbers = shots.found
    // One such line can be a sentence with a date.
    if pageEnds.count > 2 { lines.formUnion(pageEnds) }
    if pageNumbers.count > 7 { lines.formUnion(pageNumbers.starts) }
    for (start, key) in smallNames where groups.cues(key) > 1 { self.names.insert(start) }
    // One such line can be a year or a countdown.
    if marginNumbers.count > 2 { lines.formUnion(marginNumbers) }
    for group in groups.repeated where group.cues > 2 { speakers.formUnion(group.starts) }
    for (start, name) in loose where named[name] != nil { self.names.insert(start) }
    openings = CueWords.openings(among: named, cueCount: cueCount)
    // In a double-spaced script, names are above blank lines as headers are.
    let headers = groups.repeated.filter {
      $0.areNumbered || !spacing.isDouble && Self.isOnEachPage($0, lineCount: count)
    }
    lines.formUnion(headers.flatMap(\.starts))
    lines.formUnion(
      groups.repeated.filter { isBesidePageEnds($0, texts) }.flatMap(\.starts))
    let areNames = headers.isEmpty || spacing.isDouble
    lines.formUnion(names.filter { !areNames || $0.isForced }.map(\.start))
    hasMargin = margin.isPasted
    if lines.count > 7 || pageNumbers.count > 7, !spacing.isUniform {
      torn = TornLines(in: text, top, furniture: lines, speakers: speakers)
    }
    lines.formUnion(bare + tornHeads.found(named))
    lines.formUnion(footer.lines + (spacing.isUniform ? continued : []))
    isPasted =
      isPlain || hasMargin || hasStars || !lines.isEmpty || insetCues >= 30
      || spacing.isIrregular(named)
    if isPasted {
      columns = ScriptColumns(
        in: text, top, self, hasColumns: insetCues >= 30, spacing: spacing)
    }
    hasMargin = hasMargin || columns.isColumned || columns.isDoubleSpaced
    self.names.formUnion(columns.names)
    speakers.formUnion(columns.cues)
    headingEnds = (torn?.headingEnds ?? [:]).merging(columns.headingEnds) { end, _ in end }
    if isPlain {
      let tight = TightCues(in: text, top, self)
      tightLines = tight.cues.union(tight.actions)
      labels.merge(tight.labels) { label, _ in label }
    }
  }

  /// Returns what a cue is instead of the name of a speaker; nil if it may be one (R6.9).
  func falseCue(
    _ text: Bytes, _ cue: CueForm, _ line: ScriptLine, above next: ScriptLine?
  ) -> CueWords.Kind? {
    guard text[line.content.lowerBound] != UInt8(ascii: "@") else { return nil }
    if titles.contains(line.start) { return .label }
    if shotNumbers[line.start] != nil { return .shot }
    if columns.places.contains(line.start) || torn?.places.contains(line.start) == true {
      return .shot
    }
    let name = text.string(cue.name)
    if openings.contains(name) || LineForm.isTitle(text, line.content) {
      return .label
    }
    // "ACT TWO" above "INT. BAR - DAY"
    if cue.extension == nil, !speakers.contains(line.start), let next, next.kind == .text,
      HeadingForm.isPlaceAndTime(text, next)
    {
      return .shot
    }
    return CueWords.kind(
      of: name, isRepeated: speakers.contains(line.start), hasExtension: cue.extension != nil)
  }

  /// Returns the text of a heading with its end on another line.
  func whole(_ heading: String, _ line: Range<Int>, _ text: Bytes) -> String {
    let end = text.string(HeadingForm.marginNumber(text, line)?.words ?? line)
    // "LATE AFTER-" and "NOON" are one word.
    let isBroken = heading.hasSuffix("-") && heading.dropLast().last?.isLetter == true
    return isBroken ? heading.dropLast() + end : "\(heading) \(end)"
  }

  /// Whether a line ends a speech or a paragraph, without a blank line above.
  func isBreak(_ line: ScriptLine) -> Bool {
    guard isPasted else { return false }
    return columns.breaks.contains(line.start) || torn?.actions.contains(line.start) == true
      || tightLines.contains(line.start)
  }

  /// Whether labels name the speakers of a conversation: three names or more come again, and some speeches ask or exclaim.
  static func areSpeakers(_ text: Bytes, _ labels: [Int: CueForm]) -> Bool {
    guard labels.count >= 30 else { return false }
    var names: [String: Int] = [:]
    var calls = 0
    for label in labels.values {
      names[text.string(label.name), default: 0] += 1
      let end = text.first(0x0A, in: label.name.upperBound..<text.count) ?? text.count
      if text[label.name.upperBound..<end].contains(where: { $0.isOne(of: "?!") }) {
        calls += 1
      }
    }
    let known = names.values.filter { $0 > 2 }
    // Two names may also be the levels of a log.
    return known.count > 1 && known.reduce(0, +) * 3 >= labels.count * 2
      && calls * (known.count > 2 ? 10 : 5) >= labels.count
  }

  /// Returns the words of a line whose end is a star in the right margin, without the star.
  private static func starless(_ text: Bytes, _ line: ScriptLine) -> Range<Int>? {
    let star = UInt8(ascii: "*")
    var end = line.content.upperBound
    while end > line.content.lowerBound, text[end - 1] == star { end -= 1 }
    guard line.content.upperBound - end == 1 else { return nil }
    let rest = text.trimmed(line.content.lowerBound..<end)
    let gap = end - (rest.isEmpty ? line.start : rest.upperBound)
    return gap > 2 || gap == 1 && text[end - 1] == 0x09 ? rest : nil
  }

  /// Returns the next line of the text without the blank lines that tore a line.
  func next(_ cursor: inout LineCursor) -> ScriptLine? {
    guard isPasted else { return cursor.next() }
    let text = cursor.text
    while var line = cursor.next() {
      if hasMargin, line.kind == .wide { line.kind = .empty }
      if columns.pauses.contains(line.start) { line.kind = .wide }
      if hasStars, line.kind == .text, let rest = Self.starless(text, line), !rest.isEmpty {
        line.content = rest
      }
      if torn?.gaps.contains(line.start) != true, !columns.gaps.contains(line.start) {
        return line
      }
    }
    return nil
  }

  /// Counts the lines of only blanks, and the headings and speakers directly below them. In a speech that goes on (R7.3),
  /// neither can be there.
  private struct Margin {
    private var wide = 0
    private var starts = 0
    private var isWideAbove = false
    private var isAboveLine = false

    mutating func add(_ line: ScriptLine) {
      isAboveLine = isWideAbove && line.kind == .text
      isWideAbove = line.kind == .wide
      if isWideAbove { wide += 1 }
    }

    mutating func addHeading() { if isAboveLine { starts += 1 } }

    var isPasted: Bool { starts >= 8 && starts * 10 >= wide }
  }

  /// Finds what IMSDb puts below a script: the title, `Writers :`, `Genres :`, `User Comments`.
  private struct Footer {
    private var starts: [Int] = []
    private var isGenres = false

    func mayAdd(_ first: UInt8) -> Bool { first == UInt8(ascii: "W") || !starts.isEmpty }

    mutating func add(_ line: ScriptLine, _ text: Bytes, above: Int?) {
      let words = text[line.content]
      if words.starts(with: "Writers :".utf8) {
        starts = [line.start] + (above.map { [$0] } ?? [])
        isGenres = false
      } else if !starts.isEmpty {
        starts.append(line.start)
        isGenres = isGenres || words.starts(with: "Genres :".utf8)
      }
    }

    var lines: [Int] { isGenres && starts.count < 12 ? starts : [] }
  }

  /// Whether a speech is below a name and one blank line: a parenthetical, or a call further left, as `RUN, KID!`
  private static func isAboveCall(_ text: Bytes, _ cursor: LineCursor, _ name: ScriptLine) -> Bool {
    var cursor = cursor
    guard cursor.next() != nil, let line = cursor.next(), line.kind == .text, line.spans.isEmpty
    else { return false }
    let words = text.string(line.content)
    if words.hasPrefix("("), words.hasSuffix(")") { return !words.hasPrefix("(CONT") }
    return line.content.count < 50 && !text.hasLowerCase(line.content)
      && words.contains { "!?".contains($0) }
      && line.content.lowerBound - line.start + 8 < name.content.lowerBound - name.start
  }

  /// Whether most of the lines are beside other lines that a printer put on pages.
  private func isBesidePageEnds(_ group: Group, _ texts: [Int]) -> Bool {
    guard group.starts.count >= 8, group.cues * 2 < group.starts.count else { return false }
    let beside = group.places.count { place in
      lines.contains(texts[max(0, place - 1)])
        || lines.contains(texts[min(texts.count - 1, place + 1)])
    }
    return beside * 4 >= group.starts.count * 3
  }

  /// Counts the numbers of pages: numbers that rise by one for each page.
  struct PageNumbers {
    private(set) var count = 0
    /// The offsets of the numbers.
    private(set) var starts: [Int] = []
    private var last = (number: 0, line: -100)

    mutating func add(_ text: Bytes, _ line: ScriptLine, isBlankAbove: Bool) {
      guard line.number - last.line >= 20 else { return }
      if count > 3, let number = Self.speckled(text, line.content), number == last.number + 1 {
        (count, last) = (count + 1, (number, line.number))
        starts.append(line.start)
      }
      guard Self.isNumber(text, line.content) else { return }
      let signs = text.string(line.content).filter { !".,• ".contains($0) }
      let digits = signs.prefix(while: \.isNumber)
      guard let number = Int(digits) else { return }
      let isNext = count > 3 && 1...2 ~= number - last.number
      if !isBlankAbove, !isNext, Self.endsSentence(text, line.start, line.content) { return }
      if digits.count < signs.count {
        // "13A", on a page that was added.
        if count > 3, abs(number - last.number) < 3 { starts.append(line.start) }
        return
      }
      let pages = number - last.number
      if 1...5 ~= pages || pages > 0 && count > 3 && 20...150 ~= (line.number - last.line) / pages {
        (count, last) = (count + 1, (number, line.number))
      } else if count < 4 {
        (count, last) = (1, (number, line.number))
        starts = []
      } else {
        return
      }
      starts.append(line.start)
    }
  }

  /// Whether lines are as far from each other as the tops of pages, in most of the script.
  private static func isOnEachPage(_ group: Group, lineCount: Int) -> Bool {
    guard group.numbers.count >= 8, group.cues * 2 < group.numbers.count else { return false }
    let gaps = zip(group.numbers.dropFirst(), group.numbers).map { $0 - $1 }
    let middle = gaps.sorted()[gaps.count / 2]
    guard page.contains(middle) else { return false }
    let usual = gaps.count { $0 * 8 >= middle * 5 && $0 * 5 <= middle * 8 }
    return usual * 4 >= gaps.count * 3 && middle * group.numbers.count * 2 >= lineCount
  }
}
