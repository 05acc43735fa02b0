import Basics

/// The lines that a printer put on the pages of a script, and that were pasted with it (R21): running headers,
/// `3 CONTINUED: 3`, the numbers of scenes in the margin. The rules of speech know `(CONTINUED)` and its kin.
struct PrintedPages {
  /// The offsets at which such lines begin.
  private(set) var lines: Set<Int> = []
  /// The offsets of lines that are above a text three times or more, as a speaker is.
  private(set) var speakers: Set<Int> = []
  private(set) var torn: TornLines?
  /// Whether lines of only blanks are blank lines, because the margin of a page was pasted with its lines (R21.8).
  private(set) var hasMargin = false

  /// What is remembered about lines that are equal except for their numbers.
  private struct Group {
    var numbers: [Int] = []
    var starts: [Int] = []
    /// How many have text directly below, as a cue has.
    var cues = 0
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
    while let line = cursor.next() {
      count = line.number
      afterHeading -= 1
      defer { isBlankAbove = line.kind != .text }
      margin.add(line)
      guard line.kind == .text, line.spans.isEmpty, line.content.count <= 120 else { continue }
      let words = line.content
      if HeadingForm.hasPrefix(text, words.lowerBound..<line.whole.upperBound, .second) {
        if let number = marginNumber { marginNumbers.append(number) }
        (marginNumber, afterHeading) = (nil, 3)
        margin.addHeading()
        continue
      }
      let isBlankBelow = cursor.peek().map { $0.kind != .text } ?? true
      if isBlankAbove {
        pageNumbers.add(text, line)
        if !isBlankBelow, CueForm(text, words) != nil { margin.addHeading() }
      }
      switch Self.continued(text, words) {
      case .page where isBlankAbove: lines.insert(line.start)
      case .name where isBlankBelow:
        names.append((line.start, text[words.lowerBound] == UInt8(ascii: "!")))
      default: break
      }
      if isBlankAbove, isBlankBelow, Self.isSceneNumber(text, words) {
        if afterHeading > 0 { marginNumbers.append(line.start) } else { marginNumber = line.start }
      } else {
        marginNumber = nil
      }
      guard isBlankAbove, let key = Self.key(text, words) else { continue }
      groups[key, default: Group()].numbers.append(line.number)
      groups[key, default: Group()].starts.append(line.start)
      if !isBlankBelow { groups[key, default: Group()].cues += 1 }
    }
    // One such line can be a year or a countdown.
    if marginNumbers.count > 2 { lines.formUnion(marginNumbers) }
    for group in groups.values where group.cues > 2 { speakers.formUnion(group.starts) }
    let headers = groups.values.filter { Self.isOnEachPage($0, lineCount: count) }
    lines.formUnion(headers.flatMap(\.starts))
    lines.formUnion(names.filter { !headers.isEmpty || $0.isForced }.map(\.start))
    hasMargin = margin.isPasted
    if lines.count > 7 || pageNumbers.count > 7 {
      torn = TornLines(in: text, top, furniture: lines, speakers: speakers)
    }
  }

  /// Returns the next line of the text without the blank lines that tore a line.
  func next(_ cursor: inout LineCursor) -> ScriptLine? {
    while var line = cursor.next() {
      if hasMargin, line.kind == .wide { line.kind = .empty }
      if torn?.gaps.contains(line.start) != true { return line }
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

  /// Counts the numbers of pages: numbers below a blank line that rise by a few, at least 20 lines apart.
  private struct PageNumbers {
    private(set) var count = 0
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
      }
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
    guard line.count < 60, let last = line.last else { return nil }
    let isNumber: (Int) -> Bool = { text[$0] &- UInt8(ascii: "0") < 10 }
    guard text[last] == UInt8(ascii: ")") || isNumber(line.lowerBound) else { return nil }
    let words = text.string(line).uppercased()
    if isNumber(line.lowerBound) {
      // `56A CONTINUED: (2) 56A`
      let parts = words.split(separator: " ")
      let bare = parts.filter { $0 != parts[0] && $0 != parts[0] + "." }.joined().filter(\.isLetter)
      let isPage = bare == "OMITTED" || bare == "CONTINUED" && words.contains(":")
      return isPage && !text.hasLowerCase(line) ? .page : nil
    }
    guard let open = words.lastIndex(of: "("), open > words.startIndex,
      words[open...].hasPrefix("(CONT")
    else { return nil }
    return text.hasLowerCase(line.lowerBound..<line.lowerBound + words[..<open].utf8.count)
      ? nil : .name
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
