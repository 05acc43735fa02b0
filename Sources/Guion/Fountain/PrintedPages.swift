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
  /// The speakers of lines such as `JASMINE: The law is wrong.`, by the offsets of the lines.
  private(set) var labels: [Int: CueForm] = [:]
  /// Whether stars in the right margin mark the changes of a revision.
  private var hasStars = false
  /// Whether lines of only blanks are blank lines, because the margin of a page was pasted with its lines (R21.8).
  private(set) var hasMargin = false

  /// What is remembered about lines that are equal except for their numbers.
  private struct Group {
    var numbers: [Int] = []
    var starts: [Int] = []
    /// How many have text directly below, as a cue has.
    var cues = 0
    /// How many end with the number of a page that is above the one before, and this number.
    var rising = (count: 0, last: 0)

    mutating func add(_ line: ScriptLine, page: Int?) {
      numbers.append(line.number)
      starts.append(line.start)
      guard let page, page >= rising.last else { return }
      rising = (rising.count + 1, page)
    }

    /// Whether these are headers of numbered pages, also if other pages have none (`GREEN REV. 1/28/02    12.`).
    var areNumbered: Bool {
      rising.count >= 8 && rising.count * 10 >= numbers.count * 9
        && numbers.count * 20 <= (numbers.last ?? 0) - (numbers.first ?? 0)
    }
  }

  /// The shortest and longest page, in lines of the file: a page of a script has 50 to 60 lines, fewer if blank lines are
  /// gone, more if each line has a blank one below.
  private static let page = 35...130

  init(in text: Bytes, _ cursor: LineCursor) {
    var (cursor, groups, count) = (cursor, [UInt64: Group](), 0)
    let top = cursor
    var (isBlankAbove, afterHeading) = (true, 0)
    var marginNumber: Int?
    var marginNumbers: [Int] = []
    var names: [(start: Int, isForced: Bool)] = []
    var margin = Margin()
    var pageNumbers = PageNumbers()
    var (stars, smallNames, insetCues): ([Int], [Int: UInt64], Int) = ([], [:], 0)
    var cueCount = 0
    while var line = cursor.next() {
      count = line.number
      afterHeading -= 1
      defer { isBlankAbove = line.kind != .text }
      margin.add(line)
      guard line.kind == .text, line.spans.isEmpty, line.content.count <= 120 else { continue }
      if let rest = Self.starless(text, line) {
        stars.append(rest.isEmpty ? line.start : -1)
        if rest.isEmpty { continue }
        line.content = rest
      }
      let words = line.content
      if let label = LineForm.label(text, words) { labels[line.start] = label }
      if HeadingForm.hasPrefix(text, words.lowerBound..<line.whole.upperBound, .second) {
        if let number = marginNumber { marginNumbers.append(number) }
        (marginNumber, afterHeading) = (nil, 3)
        margin.addHeading()
        continue
      }
      let isBlankBelow = cursor.peek().map { $0.kind != .text } ?? true
      pageNumbers.add(text, line)
      if Self.isTwin(text, words) { lines.insert(line.start) }
      if isBlankAbove, words.count < 40, CueForm(text, words) != nil {
        if !isBlankBelow {
          margin.addHeading()
          cueCount += 1
        }
        if words.lowerBound - line.start > 3 || text[line.start] == 0x09 { insetCues += 1 }
      }
      switch Self.continued(text, words) {
      case .page: lines.insert(line.start)
      case .name where isBlankBelow:
        names.append((line.start, text[words.lowerBound] == UInt8(ascii: "!")))
      default: break
      }
      if isBlankAbove, isBlankBelow, Self.isSceneNumber(text, words) {
        if afterHeading > 0 { marginNumbers.append(line.start) } else { marginNumber = line.start }
      } else {
        marginNumber = nil
      }
      let page = Self.pageNumber(text, words)
      guard isBlankAbove,
        let key = Self.key(text, words.lowerBound..<(page?.start ?? words.upperBound))
      else { continue }
      groups[key, default: Group()].add(line, page: page?.number)
      if !isBlankBelow { groups[key, default: Group()].cues += 1 }
      if !isBlankBelow, CueForm.isSmallName(text, words) { smallNames[line.start] = key }
    }
    if !Self.areSpeakers(text, labels) || labels.count < 2 * cueCount { labels = [:] }
    hasStars = stars.count > 7
    if hasStars { lines.formUnion(stars.filter { $0 >= 0 }) }
    if pageNumbers.count > 7 { lines.formUnion(pageNumbers.starts) }
    for (start, key) in smallNames where (groups[key]?.cues ?? 0) > 1 { self.names.insert(start) }
    // One such line can be a year or a countdown.
    if marginNumbers.count > 2 { lines.formUnion(marginNumbers) }
    for group in groups.values where group.cues > 2 { speakers.formUnion(group.starts) }
    let headers = groups.values.filter { $0.areNumbered || Self.isOnEachPage($0, lineCount: count) }
    lines.formUnion(headers.flatMap(\.starts))
    lines.formUnion(names.filter { !headers.isEmpty || $0.isForced }.map(\.start))
    hasMargin = margin.isPasted
    if lines.count > 7 || pageNumbers.count > 7 {
      torn = TornLines(in: text, top, furniture: lines, speakers: speakers)
    }
    columns = ScriptColumns(in: text, top, self, hasColumns: insetCues >= 30)
    hasMargin = hasMargin || columns.isColumned || columns.isDoubleSpaced
    self.names.formUnion(columns.names)
  }

  /// Returns what a cue is instead of the name of a speaker; nil if it may be one (R6.9).
  func falseCue(_ text: Bytes, _ cue: CueForm, _ line: ScriptLine) -> CueWords.Kind? {
    guard text[line.content.lowerBound] != UInt8(ascii: "@") else { return nil }
    if columns.places.contains(line.start) || torn?.places.contains(line.start) == true {
      return .shot
    }
    return CueWords.kind(
      of: text.string(cue.name), isRepeated: speakers.contains(line.start),
      hasExtension: cue.extension != nil)
  }

  /// Whether a line ends a speech or a paragraph, without a blank line above.
  func isBreak(_ line: ScriptLine) -> Bool {
    columns.breaks.contains(line.start) || torn?.actions.contains(line.start) == true
  }

  /// Whether labels name the speakers of a conversation: three names or more come again, and some speeches ask or exclaim.
  static func areSpeakers(_ text: Bytes, _ labels: [Int: CueForm]) -> Bool {
    guard labels.count >= 30 else { return false }
    var names: [String: Int] = [:]
    var calls = 0
    for label in labels.values {
      names[text.string(label.name), default: 0] += 1
      let end = text.first(0x0A, in: label.name.upperBound..<text.count) ?? text.count
      if text[label.name.upperBound..<end].contains(where: { "?!".utf8.contains($0) }) {
        calls += 1
      }
    }
    let known = names.values.filter { $0 > 2 }
    return known.count > 2 && known.reduce(0, +) * 3 >= labels.count * 2
      && calls * 10 >= labels.count
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
    let text = cursor.text
    while var line = cursor.next() {
      if hasMargin, line.kind == .wide { line.kind = .empty }
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

  /// Counts the numbers of pages: numbers that rise by a few, at least 20 lines apart.
  private struct PageNumbers {
    private(set) var count = 0
    /// The offsets of the numbers.
    private(set) var starts: [Int] = []
    private var last = (number: 0, line: -100)

    mutating func add(_ text: Bytes, _ line: ScriptLine) {
      guard line.content.count <= 4, text[line.content.lowerBound] &- UInt8(ascii: "0") < 10,
        let number = Int(text.string(line.content).filter { $0 != "." }),
        line.number - last.line >= 20
      else { return }
      if 1...5 ~= number - last.number {
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

  /// Returns the number of the page at the end of a header, behind two blanks or more: `37A.`, `45/45A.`
  private static func pageNumber(_ text: Bytes, _ line: Range<Int>) -> (start: Int, number: Int)? {
    guard let gap = text[line].lastIndex(where: { $0 == 0x20 || $0 == 0x09 }),
      gap > line.lowerBound,
      text[gap] == 0x09 || text[gap - 1] == 0x20
    else { return nil }
    let word = text.string(gap + 1..<line.upperBound)
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
  private static func key(_ text: Bytes, _ line: Range<Int>) -> UInt64? {
    guard !"#=>@~(!".utf8.contains(text[line.lowerBound]) else { return nil }
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var last: UInt8 = 0
    for byte in text[line] {
      var byte = byte
      if byte == 0x09 { byte = 0x20 }
      if byte &- UInt8(ascii: "0") < 10 { byte = UInt8(ascii: "0") }
      if byte == last, byte == 0x20 || byte == UInt8(ascii: "0") { continue }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      last = byte
    }
    return hash
  }

  private enum Continued {
    /// `3 CONTINUED: 3` or `21 OMITTED 21`.
    case page
    /// `THOMAS (CONT'D)`.
    case name
  }

  private static func continued(_ text: Bytes, _ line: Range<Int>) -> Continued? {
    guard line.count < 100, let last = line.last else { return nil }
    let isNumber: (Int) -> Bool = { text[$0] &- UInt8(ascii: "0") < 10 }
    guard text[last] == UInt8(ascii: ")") || isNumber(line.lowerBound) else { return nil }
    let words = text.string(line).uppercased()
    if isNumber(line.lowerBound) {
      // `56A CONTINUED: (2) 56A`
      let parts = words.split(separator: " ")
      let bare = parts.filter { $0 != parts[0] && $0 != parts[0] + "." }.joined().filter(\.isLetter)
      let isPage = ["OMITTED", "OMIT"].contains(bare) || bare == "CONTINUED" && words.contains(":")
      return isPage && !text.hasLowerCase(line) ? .page : nil
    }
    guard let open = words.lastIndex(of: "("), open > words.startIndex,
      words[open...].hasPrefix("(CONT")
    else { return nil }
    return text.hasLowerCase(line.lowerBound..<line.lowerBound + words[..<open].utf8.count)
      ? nil : .name
  }

  /// Whether a line is the number of a scene in both margins, without its heading: `3A             3A`; or `thru` between two.
  private static func isTwin(_ text: Bytes, _ line: Range<Int>) -> Bool {
    let first = text[line.lowerBound]
    guard line.count > 16, first &- UInt8(ascii: "0") < 10 || first | 0x20 == UInt8(ascii: "t")
    else { return false }
    let words = text.string(line).split(whereSeparator: \.isWhitespace)
    return words.count == 2 && words[0] == words[1] && words[0].count < 7
      && (words[0].first?.isNumber == true || words[0].lowercased() == "thru")
  }

  /// Whether a line is the number of a scene: `14A.`, `14A 14A`.
  private static func isSceneNumber(_ text: Bytes, _ line: Range<Int>) -> Bool {
    line.count <= 12
      && text.string(line).split(separator: " ").allSatisfy { word in
        let digits = word.drop(while: \.isNumber)
        return 1...3 ~= word.count - digits.count && digits.count <= 3
          && digits.allSatisfy { $0.isUppercase || $0 == "." }
      }
  }
}

extension Diagnostic {
  static func pageFurniture(
    at position: SourcePosition, _ line: String, _ count: Int
  ) -> Self {
    Self(
      code: "page-furniture", severity: .note,
      message: "\"\(line)\" belongs to a printed page and is left out"
        + (count > 1 ? ", like \(count - 1) more lines" : ""),
      position: position)
  }
}
