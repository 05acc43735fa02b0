import Basics

/// Collects the lines of a paragraph or a speech.
/// Lines that need no change are stored as a range of the source. Bytes are copied only if a line is
/// trimmed, a sigil is dropped, or a tab is expanded.
struct BlockText {
  private var verbatim: Range<Int>?
  private var bytes: [UInt8] = []

  /// Whether no line has been added.
  var isEmpty: Bool { verbatim == nil && bytes.isEmpty }

  /// The number of bytes.
  var count: Int { verbatim?.count ?? bytes.count }

  /// Adds a line: its indentation, then its text.
  mutating func append(
    _ text: Bytes, indentation: Range<Int>, _ words: Range<Int>, _ part: TornPart? = nil
  ) {
    if let part, part.goesOn, !isEmpty { return appendPart(text, hasBlank: part.hasBlank, words) }
    let isWhole = indentation.isEmpty || indentation.upperBound == words.lowerBound
    // The indentation of a torn part is that of another line.
    let start = isWhole && !indentation.isEmpty ? indentation.lowerBound : words.lowerBound
    let line = start..<words.upperBound
    if isWhole, isEmpty {
      verbatim = line
    } else if isWhole, let known = verbatim, known.upperBound + 1 == line.lowerBound,
      text[known.upperBound] == UInt8(ascii: "\n")
    {
      verbatim = known.lowerBound..<line.upperBound
    } else {
      startLine(text)
      bytes.append(contentsOf: text[indentation])
      bytes.append(contentsOf: text[words])
    }
  }

  /// Adds a line of action and replaces each tab with four spaces (R5.2).
  mutating func appendAction(
    _ text: Bytes, indentation: Range<Int>, _ words: Range<Int>, _ part: TornPart?
  ) {
    let tab = UInt8(ascii: "\t")
    let indentation = part?.indentation ?? indentation
    if text.first(tab, in: indentation) == nil, text.first(tab, in: words) == nil {
      return append(text, indentation: indentation, words, part)
    }
    startLine(text)
    for byte in [text[indentation], text[words]].joined() {
      if byte == tab {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 4))
      } else {
        bytes.append(byte)
      }
    }
  }

  /// Goes on in the last line.
  private mutating func appendPart(_ text: Bytes, hasBlank: Bool, _ words: Range<Int>) {
    startLine(text)
    bytes.removeLast()
    if hasBlank { bytes.append(UInt8(ascii: " ")) }
    bytes.append(contentsOf: text[words])
  }

  /// Adds an empty line between the lines of a speech (R7.3).
  mutating func appendEmptyLine(_ text: Bytes) {
    startLine(text)
  }

  /// Returns the collected text and resets this value.
  mutating func take(_ text: Bytes) -> String {
    defer { reset() }
    return verbatim.map(text.string) ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text inside the brackets of a note or boneyard, trimmed and with LF line ends.
  static func inner(_ text: Bytes, _ range: Range<Int>) -> String {
    let range = text.trimmed(range)
    guard text.first(UInt8(ascii: "\r"), in: range) != nil else { return text.string(range) }
    var bytes: [UInt8] = []
    for offset in range {
      if text.endsLine(at: offset) {
        bytes.append(UInt8(ascii: "\n"))
      } else if text[offset] != UInt8(ascii: "\r") {
        bytes.append(text[offset])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func startLine(_ text: Bytes) {
    if let verbatim {
      bytes.append(contentsOf: text[verbatim])
      self.verbatim = nil
      bytes.append(UInt8(ascii: "\n"))
    } else if !bytes.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func reset() {
    verbatim = nil
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
  }
}

/// A paragraph of action or a part of a speech that more lines may extend.
struct OpenBlock {
  enum Kind {
    case action, dialogue, sound

    var type: ElementType {
      switch self {
      case .action: .action
      case .dialogue: .dialogue
      case .sound: .sound
      }
    }
  }

  /// The kind of the open block; nil while no block is open.
  var kind: Kind?
  var text = BlockText()
  var start = SourcePosition(line: 1, column: 1)
  var end = SourcePosition(line: 1, column: 1)
  /// The number of empty lines since the last line of speech.
  /// The empty lines are kept only if speech follows (R7.3).
  var emptyLines = 0
}

extension PrintedPages {
  /// Returns the lines of a title page that a line shows to be no cues: those above `Written by`, and the name above `and`.
  static func titles(in starts: [Int], above line: Range<Int>, _ text: Bytes) -> ArraySlice<Int> {
    guard 2...14 ~= starts.count else { return [] }
    let words = text.string(line)
    if starts.count < 9, TitleWording.isCredit(words) { return starts.dropLast() }
    return TitleWording.isJoint(words) ? starts.dropLast().suffix(1) : []
  }

  /// Whether a line is a rule with the number of a page, or ends with the date of a revision or with a date and the number of
  /// a page: `WEST - Rev. 4/9/99 (Pink)`
  static func isPageEnd(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard let first = line.first else { return false }
    if text[first].isOne(of: "-_=") {
      let rule = text[line].prefix { $0 == text[first] }.count
      return rule > 9 && rule < line.count
        && PageNumbers.isNumber(text, text.trimmed(first + rule..<line.upperBound))
    }
    guard line.count < 100, text.first(UInt8(ascii: "/"), in: line) != nil else { return false }
    let words = text.string(line).split { $0 == " " || $0 == "\t" }
    if let date = words.lastIndex(where: isDate), date + 3 >= words.count {
      // "The Sea 6/9/09 18."
      let number = words[(date + 1)...].joined()
      if 1...5 ~= number.count, number.contains(where: \.isNumber),
        number.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") })
      {
        return true
      }
    }
    guard let place = words.firstIndex(where: { ["Rev.", "Rev", "Revs."].contains($0) }),
      place + 1 < words.count, place + 3 >= words.count, isDate(words[place + 1])
    else { return false }
    return words[(place + 2)...].allSatisfy { $0.hasPrefix("(") && $0.hasSuffix(")") }
  }

  /// Whether a line is the rest of a tag of a web page: `title="style1">`.
  static func isAttribute(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard line.count < 60, text[line.upperBound - 1] == UInt8(ascii: ">"),
      let sign = text.first(UInt8(ascii: "="), in: line), sign > line.lowerBound,
      text[sign + 1] == UInt8(ascii: "\""), text[line.upperBound - 2] == UInt8(ascii: "\""),
      line.upperBound - sign > 3
    else { return false }
    return text[line.lowerBound..<sign].allSatisfy { $0 &- UInt8(ascii: "a") < 26 }
  }

  /// Whether a line has a date of a revision: `9/2/03 MM revs. (green)`.
  static func isDated(_ text: Bytes, _ line: Range<Int>) -> Bool {
    text.string(line).split(separator: " ").contains(where: isDate)
  }

  static func isDate(_ word: Substring) -> Bool {
    let parts = word.filter { $0 != "(" && $0 != ")" }.split(separator: "/")
    return parts.count == 3 && parts.allSatisfy { 1...4 ~= $0.count && $0.allSatisfy(\.isNumber) }
  }
}

extension PrintedPages.PageNumbers {
  /// Whether a line is only a number, perhaps of an added page: `13`, `13A.`
  static func isNumber(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard line.count <= 6, text[line.lowerBound] &- UInt8(ascii: "0") < 10 else { return false }
    let signs = text.string(line).drop(while: \.isNumber).filter { !".,• ".contains($0) }
    return signs.count < 3 && signs.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// Whether a number ends the sentence of the line above, in its column: `He is JOHN - AGE`, `17.`
  static func endsSentence(_ text: Bytes, _ line: Int, _ words: Range<Int>) -> Bool {
    guard line > 0, text[words.upperBound - 1] == UInt8(ascii: "."), isNumber(text, words) else {
      return false
    }
    let start = text[..<(line - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let above = text.trimmed(start..<line - 1)
    return above.count > 40 && above.lowerBound - start == words.lowerBound - line
      && text.hasLowerCase(above) && (text[above.upperBound - 1] | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Returns the number of a page behind what a scanner made of specks: `r• . 68.`
  static func speckled(_ text: Bytes, _ line: Range<Int>) -> Int? {
    guard line.count < 14 else { return nil }
    let words = text.string(line).split(separator: " ")
    guard words.count > 1, let last = words.last, isNumber(text, line.suffix(last.utf8.count)),
      words.dropLast().joined().count(where: { $0.isLetter || $0.isNumber }) < 2,
      words.dropLast().joined().contains(where: { !$0.isLetter && !$0.isNumber })
    else { return nil }
    return Int(last.prefix(while: \.isNumber))
  }
}

extension PrintedPages {
  /// Finds the numbers of shots that have no prefix, in a script that numbers all: `71. LONG SHOT`, `72. He looks up.`
  struct ShotNumbers {
    private var numbers: [Int: Range<Int>] = [:]
    private var capitals = 0
    private var last = 0

    mutating func add(_ text: Bytes, _ line: ScriptLine) {
      let words = line.content
      let digits = text[words].prefix(4).prefix { $0 &- UInt8(ascii: "0") < 10 }
      guard 1...3 ~= digits.count, let number = Int(text.string(words.lowerBound..<digits.endIndex))
      else { return }
      let end = text[digits.endIndex..<words.upperBound].prefix(2).prefix {
        $0 &- UInt8(ascii: "A") < 26
      }.endIndex
      guard end + 2 < words.upperBound, text[end] == UInt8(ascii: "."), text[end + 1] == 0x20
      else { return }
      guard last...last + 5 ~= number || capitals < 5 && number == 1 else { return }
      last = number
      if !text.hasLowerCase(words) { capitals += 1 }
      numbers[line.start] = words.lowerBound..<text.trimmed(end + 1..<words.upperBound).lowerBound
    }

    var found: [Int: Range<Int>] { capitals > 19 ? numbers : [:] }
  }
}

extension ScriptColumns {
  struct Line {
    var start: Int
    var words: Range<Int>
    var column: Int
    /// The offsets of the blank lines above.
    var blanks: [Int]
    var isHeading: Bool
    /// Whether something that a printer put on the page is above the line.
    var isTop: Bool
    /// The name of a speaker, if the line has the form of a cue.
    var name: String?
    var hasExtension = false
    /// The number of letters, without the blanks of justified lines.
    var width = 0
    /// The column of the action around the line.
    var margin = 0

    var isNear: Bool { !blanks.contains(-1) && blanks.count < 3 }
    /// Whether the line is to the right of the action.
    var isInset: Bool { column >= margin + 4 }
  }

  /// Whether a paragraph in parentheses is between two of a speech: the one below does not begin with a person.
  func isInnerAside(_ index: Int, _ known: Set<String>) -> Bool {
    let end = paragraph(below: index).upperBound
    guard end < lines.count, isParenthetical(lines[index]), lines[index].isNear, lines[end].isNear,
      text[lines[end - 1].words.upperBound - 1] == UInt8(ascii: ")"),
      text[lines[index].words.lowerBound + 1] &- UInt8(ascii: "a") < 26,
      lines[end].name == nil, !lines[end].isHeading,
      let first = text.string(lines[end].words).split(whereSeparator: { " ,'".contains($0) }).first
    else { return false }
    return !["HE", "SHE", "THEY"].contains(first.uppercased())
      && !known.contains(first.uppercased())
  }

  func paragraph(below index: Int) -> Range<Int> {
    var end = index + 1
    while end < lines.count, lines[end].blanks.isEmpty { end += 1 }
    return index + 1..<end
  }

  /// Whether a name in the column of the action that comes again is above a parenthetical below a blank line.
  func isAboveAside(_ index: Int) -> Bool {
    let line = lines[index]
    guard let name = line.name, isName(line), index + 1 < lines.count, !hasText(index) else {
      return false
    }
    let below = lines[index + 1]
    return below.isNear && below.isInset && isParenthetical(below)
      && (isKnown(name) || flush[name, default: 0] > 2)
  }

  /// Whether somebody says a line that is no wider than a speech: it and the lines below have "I", "you" or a question,
  /// or it repeats the line above.
  func isSpoken(_ index: Int) -> Bool {
    guard lines[index].words.count <= speechWidth + 2 else { return false }
    let end = lines[(index + 1)...].prefix(6).firstIndex { !$0.blanks.isEmpty }
    let words = lines[index..<(end ?? min(index + 7, lines.count))].map { text.string($0.words) }
    return words[0] == text.string(lines[index - 1].words)
      || words.contains { DescribedLine($0, []).isPersonal }
  }

  /// Whether a line below the end of a sentence in a speech describes people, and nobody speaks in the lines below it.
  func isTold(_ index: Int) -> Bool {
    let line = DescribedLine(text.string(lines[index].words), speakers)
    guard line.isStaged else { return false }
    let next = lines[(index + 1)...].prefix(6).firstIndex { $0.name != nil || $0.isHeading }
    let end = next ?? min(paragraph(below: index).upperBound, index + 7)
    return lines[index..<end].allSatisfy {
      !DescribedLine(text.string($0.words), []).isPersonal
    }
  }

  /// Whether the line below a name is no wider than a speech and has no bracket.
  func isSpeech(below index: Int) -> Bool {
    let words = lines[index + 1].words
    return words.count <= speechWidth + 2 && text[words.lowerBound] != UInt8(ascii: "[")
  }

  /// Whether a line of a speech is action, because it is in the column of the action.
  func isAction(_ index: Int) -> Bool {
    let (above, line) = (lines[index - 1], lines[index])
    guard !(isName(above) && isInCueColumn(above)), line.words.contains(where: { text[$0] > 0x40 })
    else { return false }
    if line.column < line.margin + 3 { return above.isInset }
    return isLeft(line) && line.column + max(7, speechOffset * 3 / 4) <= above.column
      && text[above.words.upperBound - 1] != UInt8(ascii: ")")
  }

  /// Whether a line is in the column of the action, or near it on a page that a scanner moved.
  func isLeft(_ line: Line) -> Bool {
    line.column < line.margin + 3
      || hasSpeechColumn && line.column + 4 <= line.margin + speechOffset
  }

  /// Whether a line in the column of names and above a speech names a known speaker with small letters: `Mary (cont'd)`.
  func isTypedName(_ index: Int) -> Bool {
    let line = lines[index]
    guard hasSpeechColumn, line.name == nil, line.words.count < 30, isInCueColumn(line),
      hasText(index), lines[index + 1].isInset, lines[index + 1].column + 3 < line.column,
      let cue = CueForm(forced: text, line.words)
    else { return false }
    let name = text.string(cue.name)
    return name.first?.isUppercase == true && inset[name.uppercased(), default: 0] > 2
  }

  static func middle(_ values: [Int], _ part: Int) -> Int {
    values.sorted()[(values.count - 1) * part / 100]
  }

  /// Returns the column of the action around each line: that of the nearest wide lines, or else the leftmost within a
  /// page.
  static func margins(_ lines: [(column: Int, count: Int)], wide: [Int]) -> [Int] {
    guard wide.isEmpty else {
      var next = 0
      return lines.indices.map { index in
        while next < wide.count, wide[next] < index { next += 1 }
        let around = wide[max(0, next - 1)..<min(wide.count, next + 1)]
        return around.map { lines[$0].column }.min() ?? 0
      }
    }
    let columns = lines.map { $0.count > 25 ? $0.column : Int.max }
    return lines.indices.map { index in
      let page = columns[max(0, index - 40)..<min(columns.count, index + 40)]
      return page.min().flatMap { $0 == .max ? nil : $0 } ?? 0
    }
  }

  /// How a program broke the lines of paragraphs.
  struct Wrap {
    private(set) var isWrapped = false
    /// Whether each line is a paragraph, and not a verse.
    private(set) var isLong = false
    /// The widths of broken lines, which end because the next word does not fit.
    private(set) var speechWidth = 0
    private(set) var actionWidth = 0

    init() {}

    /// `widths` are those of lines that are broken within a sentence, `all` those of all lines.
    init(_ widths: [Int], of all: [Int], _ widestSpeech: Int) {
      isWrapped = widths.count * 20 > all.count
      isLong = !isWrapped && all.count { $0 > 80 } * 50 > all.count
      let speeches = widths.filter { $0 <= widestSpeech }
      let actions = widths.filter { $0 > widestSpeech + 4 }
      speechWidth = speeches.isEmpty ? 0 : ScriptColumns.middle(speeches, 75)
      actionWidth = actions.isEmpty ? speechWidth : ScriptColumns.middle(actions, 75)
    }

    /// Whether a line goes on with a small letter.
    static func isContinued(_ line: Range<Int>, _ text: Bytes) -> Bool {
      text.character(at: line.lowerBound, before: line.upperBound).kind == .lower
    }

    /// Whether a line can be the last of a paragraph.
    func canEnd(_ line: Range<Int>, _ text: Bytes) -> Bool {
      let last = text.string(line).last { !"\"'”’*_ ".contains($0) } ?? "."
      return ".!?:;)]…-–—".contains(last) || !isWrapped && last != ","
    }

    /// Whether a line is the last of its paragraph, because the first word of the next line would have fitted on it.
    func isEnd(_ line: Range<Int>, _ next: Range<Int>, _ text: Bytes, isSpeech: Bool) -> Bool {
      guard canEnd(line, text), !Self.isContinued(next, text) else { return false }
      let word = text[next].prefix { $0 != 0x20 && $0 != 0x09 }.count
      return isLong || isWrapped && line.count + 1 + word < (isSpeech ? speechWidth : actionWidth)
    }
  }
}

extension RemovedSpan {
  /// The language that a note names for the words after it.
  var language: String? { kind == .note ? PassageNotes.tag(in: text) : nil }

  /// The comment or boneyard element that reports the span.
  var element: GuionElement {
    GuionElement(
      elementType: kind == .note ? .comment : .boneyard, elementText: text, sourceRange: range)
  }
}
