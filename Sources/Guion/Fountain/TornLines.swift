import Basics

/// The lines of a printed script that a program tore when it made text of its pages: the last word of a line stands
/// below a blank line, as a speaker does, and action stands directly below a speech (R21.4).
struct TornLines {
  /// The offsets of blank lines that are not there.
  private(set) var gaps: Set<Int> = []
  /// The offsets of lines of action that follow a speech without a blank line.
  private(set) var actions: Set<Int> = []
  /// The offsets of lines in capitals that name a place above its description: `KITCHEN`.
  private(set) var places: Set<Int> = []
  /// The ends of headings, by the offsets of the headings: `NIGHT`, below `INT. EMBASSY -`.
  private(set) var headingEnds: [Int: Range<Int>] = [:]

  private struct Line {
    var start: Int
    var words: Range<Int>
    var isHeading: Bool
    var hasSmallLetters: Bool
    /// The offsets of the blank lines above.
    var blanks: [Int]
    var isSpeaker: Bool
    /// Whether the line is a cue that says how a person speaks: `MARY (V.O.)`.
    var hasExtension = false
    var isAlone = true
    /// What the line is, as far as it is known.
    var kind = Kind.text

    /// Whether at most two lines are above the line that are blank and can be removed.
    var isNear: Bool { !blanks.contains(-1) && blanks.count < 3 }
  }

  private enum Kind {
    case text, cue, speech, parenthetical
  }

  private let text: Bytes
  private var lines: [Line] = []

  /// `furniture` are the offsets of lines of printed pages, `speakers` those of lines that are above several texts.
  init(in text: Bytes, _ cursor: LineCursor, furniture: Set<Int>, speakers: Set<Int>) {
    self.text = text
    collect(cursor, furniture, speakers)
    joinEnds()
    joinCues()
    findActions()
    findDescriptions()
  }

  private mutating func collect(_ cursor: LineCursor, _ furniture: Set<Int>, _ speakers: Set<Int>) {
    var cursor = cursor
    var blanks: [Int] = []
    while let line = cursor.next() {
      guard line.kind == .text, line.spans.isEmpty else {
        if line.kind == .text || !line.spans.isEmpty {
          blanks = [-1]
        } else {
          blanks.append(line.start)
        }
        continue
      }
      if furniture.contains(line.start) { continue }
      if !lines.isEmpty { lines[lines.count - 1].isAlone = !blanks.isEmpty }
      let withBlanks = line.content.lowerBound..<line.whole.upperBound
      let isHeading =
        HeadingForm.hasPrefix(text, withBlanks, .second)
        || HeadingForm.marginNumber(text, line.content) != nil
      let isSpeaker =
        speakers.contains(line.start) && !isTime(line.content)
        && CueWords.kind(of: text.string(line.content), isRepeated: true) == nil
      var new = Line(
        start: line.start, words: line.content, isHeading: isHeading,
        hasSmallLetters: text.hasLowerCase(line.content), blanks: blanks, isSpeaker: isSpeaker)
      if !isHeading, line.content.count < 60, text[line.content.upperBound - 1] == 0x29 {
        new.hasExtension = CueForm(text, line.content)?.hasKnownExtension(text) == true
      }
      lines.append(new)
      blanks = []
    }
  }

  // MARK: Ends of lines

  /// Joins the last words of lines, and parentheses that end below a blank line.
  private mutating func joinEnds() {
    for index in lines.indices.dropFirst() {
      let (above, line) = (lines[index - 1], lines[index])
      guard line.isNear, !line.isHeading, line.words.count < 60 else { continue }
      if above.isHeading {
        if isTime(line.words), endsInDash(above.words), !line.blanks.isEmpty || line.isAlone {
          headingEnds[above.start] = line.words
        }
      } else if line.blanks.isEmpty {
        continue
      } else if hasOpenParenthesis(above.words) {
        if closesParenthesis(line.words) { gaps.formUnion(line.blanks) }
      } else if isEnd(index) {
        gaps.formUnion(line.blanks)
        joinRest(below: index)
      }
    }
  }

  /// Joins what follows a torn word in a speech: a parenthetical.
  private mutating func joinRest(below index: Int) {
    guard index + 1 < lines.count else { return }
    let below = lines[index + 1]
    guard text[below.words.lowerBound] == UInt8(ascii: "("), below.isNear, !isContinued(below.words)
    else { return }
    gaps.formUnion(below.blanks)
  }

  /// Whether a line is the end of the line above, which has no end of its own.
  private func isEnd(_ index: Int) -> Bool {
    let (above, line) = (lines[index - 1], lines[index])
    guard !line.hasSmallLetters, above.hasSmallLetters || isJoined(above), !above.isSpeaker,
      text[line.words.lowerBound] != UInt8(ascii: "("), isWord(line.words)
    else { return false }
    let isNamed = line.isSpeaker && (!lines[index].isAlone || isParenthetical(index + 1))
    guard !isNamed, !line.hasExtension, !isReply(index),
      text.string(line.words).split(separator: " ").count < 6
    else { return false }
    return !endsSentence(above.words)
  }

  /// Whether a line is a name with a speech below, and the line above breaks off with a dash.
  private func isReply(_ index: Int) -> Bool {
    let line = lines[index]
    guard !line.isAlone, index + 1 < lines.count, endsInDash(lines[index - 1].words) else {
      return false
    }
    let below = lines[index + 1].words
    let first = text.character(at: below.lowerBound, before: below.upperBound)
    return first.kind != .lower && isStranger(line.words)
  }

  /// Whether a line is a joined end itself.
  private func isJoined(_ line: Line) -> Bool { line.blanks.contains(where: gaps.contains) }

  // MARK: Cues

  /// Joins a known speaker and the parenthetical or call below a blank line, and a cue with an extension and its speech.
  private mutating func joinCues() {
    for index in lines.indices.dropLast() {
      let (line, below) = (lines[index], lines[index + 1])
      if isTornCall(below: index) {
        gaps.formUnion(below.blanks)
        continue
      }
      guard line.isSpeaker || line.hasExtension, !isJoined(line), !below.blanks.isEmpty,
        below.isNear, !isContinued(below.words),
        isParenthetical(index + 1)
          || !below.isHeading && !below.isSpeaker && !below.hasExtension
            && (line.hasExtension || line.isAlone && isCall(below))
      else { continue }
      gaps.formUnion(below.blanks)
    }
  }

  /// Whether a parenthetical is above a blank line and a call: `(alarmed)` above `WHAT --`.
  private func isTornCall(below index: Int) -> Bool {
    let (line, below) = (lines[index], lines[index + 1])
    guard text[line.words.upperBound - 1] == UInt8(ascii: ")"), !line.hasExtension,
      !isContinued(line.words),
      isParenthetical(index) || isJoined(line) && isParenthetical(index - 1),
      !below.blanks.isEmpty, below.isNear, !below.isSpeaker, !below.hasExtension,
      !below.isHeading, !below.hasSmallLetters, below.words.count < 40
    else { return false }
    return isCall(below) || text[below.words].starts(with: "--".utf8)
  }

  /// Whether a line in capitals is a whole speech: `NO -`, `HELLO!`
  private func isCall(_ line: Line) -> Bool {
    !line.hasSmallLetters && line.words.count < 40 && isWord(line.words)
      && text[line.words.upperBound - 1].isOne(of: "-!?")
      && !LineForm.isAnyTransition(text, line.words)
  }

  private func isParenthetical(_ index: Int) -> Bool {
    lines.indices.contains(index) && text[lines[index].words.lowerBound] == UInt8(ascii: "(")
      && !isContinued(lines[index].words)
  }

  private func isContinued(_ words: Range<Int>) -> Bool {
    text.string(words).uppercased().hasPrefix("(CONT")
  }

  // MARK: Action below speech

  /// Finds lines that are wider than any speech of the script, below the end of a sentence in a speech.
  private mutating func findActions() {
    var isSpeaking = false
    for index in lines.indices {
      let line = lines[index]
      let isJoined = line.blanks.allSatisfy(gaps.contains)
      if !isJoined { isSpeaking = false }
      if line.isSpeaker, !isJoined || index == 0, !line.hasSmallLetters {
        (lines[index].kind, isSpeaking) = (.cue, true)
      } else if isSpeaking {
        let isAside = text[line.words.lowerBound] == UInt8(ascii: "(")
        lines[index].kind = isAside ? .parenthetical : .speech
      }
    }
    let first = lines.indices.dropFirst().filter {
      lines[$0].kind == .speech && lines[$0 - 1].kind == .cue
    }
    let rest = lines.filter { $0.kind == .text && !$0.isHeading && $0.hasSmallLetters }
    guard first.count > 30, rest.count > 60 else { return }
    let speech = Self.width(first.map { lines[$0].words.count }, 97)
    guard Self.width(rest.map(\.words.count), 90) > speech + 12 else { return }
    for index in lines.indices.dropLast() where isPlace(index, above: speech + 12) {
      places.insert(lines[index].start)
    }
    markStrangers(width: speech + 2)
    var isWide = false
    for index in lines.indices.dropFirst() {
      let (above, line) = (lines[index - 1], lines[index])
      if above.kind == .cue { isWide = line.words.count > speech + 2 }
      guard line.kind == .speech, above.kind == .speech, !isWide, line.words.count > speech + 2,
        line.hasSmallLetters, endsSentence(above.words), !isJoined(line)
      else { continue }
      actions.insert(line.start)
      isWide = true
    }
  }

  /// Marks the cues that come once or twice, and their speeches.
  private mutating func markStrangers(width: Int) {
    for index in lines.indices.dropLast() {
      let (line, below) = (lines[index], lines[index + 1])
      guard line.kind == .text, !line.blanks.isEmpty, !isJoined(line), !line.isHeading,
        !line.hasSmallLetters, !line.isAlone, below.hasSmallLetters, below.words.count <= width,
        isStranger(line.words)
      else { continue }
      lines[index].kind = .cue
      var end = index + 1
      while end < lines.count, lines[end].blanks.allSatisfy(gaps.contains) {
        let isAside = text[lines[end].words.lowerBound] == UInt8(ascii: "(")
        lines[end].kind = isAside ? .parenthetical : .speech
        end += 1
      }
    }
  }

  /// Whether a line can be the name of a speaker who comes once.
  private func isStranger(_ words: Range<Int>) -> Bool {
    let name = text.string(words)
    return name.count > 2 && CueWords.kind(of: name) == nil
      && name.allSatisfy { $0.isLetter || $0.isNumber || " .'’#&".contains($0) }
  }

  /// Whether a line in capitals is above a line that is wider than any speech, and names no known speaker and no two.
  private func isPlace(_ index: Int, above width: Int) -> Bool {
    let (line, below) = (lines[index], lines[index + 1])
    return line.kind == .text && !line.isHeading && !line.hasSmallLetters && !line.isSpeaker
      && !line.hasExtension && !line.isAlone && !line.blanks.isEmpty && !isJoined(line)
      && below.hasSmallLetters && below.words.count > width
      && !text.string(line.words).contains("     ")
  }

  /// The width that so many of a hundred lines do not exceed.
  private static func width(_ widths: [Int], _ part: Int) -> Int {
    widths.sorted()[(widths.count - 1) * part / 100]
  }
}

// MARK: - Forms of lines

extension TornLines {
  private func isTime(_ words: Range<Int>) -> Bool {
    words.count < 20 && CueWords.isTime(text.string(words))
  }

  private func endsInDash(_ words: Range<Int>) -> Bool {
    var end = words.upperBound
    // The number in the margin: `INT. EMBASSY - 60`
    while end > words.lowerBound, text[end - 1] == 0x20 || text[end - 1] &- 0x30 < 10 { end -= 1 }
    return end > words.lowerBound && text[end - 1] == UInt8(ascii: "-")
  }

  private func hasOpenParenthesis(_ words: Range<Int>) -> Bool {
    guard let open = words.last(where: { text[$0] == UInt8(ascii: "(") }) else { return false }
    return text.first(UInt8(ascii: ")"), in: open..<words.upperBound) == nil
  }

  private func closesParenthesis(_ words: Range<Int>) -> Bool {
    guard let close = text.first(UInt8(ascii: ")"), in: words) else { return false }
    return text.first(UInt8(ascii: "("), in: words.lowerBound..<close) == nil
  }

  private func isWord(_ words: Range<Int>) -> Bool {
    words.contains { text[$0] &- UInt8(ascii: "A") < 26 }
      && !words.contains { text[$0] == UInt8(ascii: ":") || text[$0] == UInt8(ascii: "#") }
  }

  /// Whether a line can be the last of a paragraph: a mark ends it, or a closing parenthesis.
  private func endsSentence(_ words: Range<Int>) -> Bool {
    var end = words.upperBound
    while end > words.lowerBound, text[end - 1].isOne(of: "\"')*_") || text[end - 1] > 0x7F {
      end -= 1
    }
    guard end > words.lowerBound else { return true }
    if end < words.upperBound, text[end] == UInt8(ascii: ")") { return true }
    let last = text[end - 1]
    return last.isOne(of: ".!?:;")
      || last == UInt8(ascii: "-") && end - 2 >= words.lowerBound && text[end - 2] == last
      || end < words.upperBound
        && text.string(end..<words.upperBound).contains { "…—–".contains($0) }
  }
}

// MARK: - Descriptions

extension TornLines {
  /// Finds lines that describe people, in a script whose speakers are subjects in its speeches: `LARRY continues to
  /// write.` They are action below the end of a sentence in a speech, and make a place of a line in capitals above
  /// them.
  private mutating func findDescriptions() {
    let speakers = Set(lines.filter(\.isSpeaker).map { name(of: $0.words) })
    let words = lines.map { DescribedLine(text.string($0.words), speakers) }
    let starts = lines.indices.dropFirst().filter {
      lines[$0].kind == .speech && lines[$0 - 1].kind != .cue && endsSentence(lines[$0 - 1].words)
    }
    guard starts.count(where: { words[$0].isAboutSpeaker }) >= 10 else { return }
    let isOnlyTold = toldLines(words)
    for index in starts where words[index].isDescription && isOnlyTold[index] {
      actions.insert(lines[index].start)
    }
    guard lines.count(where: \.isHeading) < 5 else { return }
    for index in lines.indices.dropLast() {
      let line = lines[index]
      guard line.kind == .text, !line.hasSmallLetters, !line.isSpeaker, !line.blanks.isEmpty,
        lines[index + 1].blanks.isEmpty, !isParenthetical(index + 1), isOnlyTold[index + 1]
      else { continue }
      let isLong = goesOn(behind: index + 1) && !endsSentence(lines[index + 1].words)
      let isTold =
        words[index + 1].isScene || words[index + 1].namesSpeakerInCapitals
        || isLong && words[index + 2].namesSpeakerInCapitals
      if isTold || DescribedLine.isPlace(name(of: line.words)) { places.insert(line.start) }
    }
  }

  private func name(of words: Range<Int>) -> String {
    String(text.string(words).prefix { $0 != "(" }).trimmed
  }

  /// Whether the next line is in the same paragraph.
  private func goesOn(behind index: Int) -> Bool {
    index + 1 < lines.count && lines[index + 1].blanks.allSatisfy(gaps.contains)
  }

  /// Returns for each line whether nobody speaks in it and the lines of its paragraph below.
  private func toldLines(_ words: [DescribedLine]) -> [Bool] {
    var told = words.map { !$0.isPersonal }
    for index in told.indices.reversed() where goesOn(behind: index) {
      told[index] = told[index] && told[index + 1]
    }
    return told
  }
}

/// A part of a line in the first column. A program that reads web pages tears lines at words that are underlined or
/// bold: `under the`, `R`, ` stand?`
struct TornPart {
  /// Whether the part goes on in the line above.
  var goesOn = false
  var hasBlank = false
  /// The indentation of the paragraph.
  var indentation: Range<Int>
}

extension ScriptColumns {
  /// Moves parts of lines to the columns of their paragraphs.
  mutating func alignParts() {
    let torn = lines.indices.dropFirst().filter { isPart(lines[$0]) }
    guard torn.count > 4, torn.count * 10 < lines.count,
      Self.middle(lines.map(\.column), 12) > 4
    else { return }
    let speeches = lines.indices.dropFirst().filter {
      lines[$0 - 1].name != nil && lines[$0].name == nil && lines[$0].column > 2
        && !isParenthetical(lines[$0])
    }
    guard speeches.count > 20 else { return }
    let column = Self.middle(speeches.map { lines[$0].column }, 50)
    let speech = speeches.first { lines[$0].column == column } ?? 0
    var wasTorn = -1
    for index in torn {
      let above = lines[index - 1]
      let isBelowCue = above.name != nil || isParenthetical(above) && endsInBracket(above)
      let model = isBelowCue ? lines[speech] : above
      let indentation =
        parts[model.start]?.indentation ?? model.start..<model.words.lowerBound
      var part = TornPart(indentation: indentation)
      if !isBelowCue, !above.isHeading {
        part.hasBlank = lines[index].column > 0 || text[above.words.upperBound] == 0x20
        let first = text[lines[index].words.lowerBound]
        let isSmall = Wrap.isContinued(lines[index].words, text)
        part.goesOn =
          part.hasBlank || first.isOne(of: ".,;:!?)") || isSmall && wasTorn == index - 1
      }
      parts[lines[index].start] = part
      lines[index].column = model.column
      if isBelowCue || part.goesOn { lines[index].name = nil }
      wasTorn = index
    }
  }

  private func isPart(_ line: Line) -> Bool {
    let first = text.character(at: line.words.lowerBound, before: line.words.upperBound)
    return line.column < 3 && !line.isHeading && first.kind != .digit
  }

  private func endsInBracket(_ line: Line) -> Bool {
    text[line.words.upperBound - 1] == UInt8(ascii: ")")
  }
}

extension PrintedPages {
  /// Whether a line in the form of a cue goes on with a speech in capitals that a program tore into paragraphs: the speech
  /// has no end, and the line names no known speaker, is longer than most names, and has no small letters below it.
  func isShout(
    _ text: Bytes, _ line: ScriptLine, _ cue: CueForm, below element: GuionElement?
  ) -> Bool {
    guard cue.extension == nil, !cue.isDual, !speakers.contains(line.start),
      text[line.content.lowerBound] != UInt8(ascii: "@"),
      let element, element.elementType == .dialogue,
      let end = element.elementText.utf8.last, end &- UInt8(ascii: "A") < 26 || end > 0x7F,
      let above = element.elementText.split(separator: "\n").last, above.count > 20,
      above.last?.isLetter == true, !above.contains(where: \.isLowercase)
    else { return false }
    let next = text.first(0x0A, in: line.content.upperBound..<text.count) ?? text.count
    let below = (min(next + 1, text.count)..<text.count).prefix(200)
    let words = below.lowerBound..<(text.first(0x0A, in: below) ?? below.upperBound)
    return text.string(line.content).split(separator: " ").count > 2 && !text.hasLowerCase(words)
  }
}
