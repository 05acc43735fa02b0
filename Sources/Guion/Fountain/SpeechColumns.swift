import Basics

/// What stands in the columns of names and speeches, and is no name or goes on with a speech.
extension ScriptColumns {
  /// Whether a line in the column of names is a cue: below a blank line any name is, inside a paragraph a known name.
  func isCue(_ index: Int, _ isFirst: Bool) -> Bool {
    let line = lines[index]
    guard !isFirst else { return !isPlace(index) }
    guard cueOffset > speechOffset + 3, hasText(index), !isSign(index) else { return false }
    // `(O.S.)` is below the name, in its column.
    let isBelow = lines[index + 1].column == line.column && isParenthetical(lines[index + 1])
    let next = isBelow && hasText(index + 1) ? index + 2 : index + 1
    let (above, below) = (lines[index - 1].column, lines[next].column)
    return hasSpeechColumn && lines[next].isInset && line.column - max(above, below) > 3
      || isKnown(line.name) && below < line.column
        && (!hasSpeechColumn || lines[next].isInset)
  }

  /// Whether a name that comes once is above a line that is wider than any speech.
  func isPlace(_ index: Int) -> Bool {
    let line = lines[index]
    if isSign(index) { return true }
    guard !line.hasExtension, hasText(index), let name = line.name, !name.contains("     "),
      isMerged || inset[name, default: 0] < 2
    else { return false }
    return lines[index + 1].width > speechWidth + 6
      && (!hasSpeechColumn || !lines[index + 1].isInset)
  }

  /// Whether lines in capitals below a name that comes once have its middle, and are not in the column of speeches: all
  /// are of a sign.
  private func isSign(_ index: Int) -> Bool {
    let line = lines[index]
    guard hasSpeechColumn, hasText(index), !line.hasExtension,
      let name = line.name, inset[name, default: 0] < 2, !isKnown(name)
    else { return false }
    let middle = 2 * line.column + line.width
    return !isInSpeechColumn(lines[index + 1])
      && paragraph(below: index).allSatisfy {
        !text.hasLowerCase(lines[$0].words)
          && abs(2 * lines[$0].column + lines[$0].width - middle) < 5
      }
  }

  func isInSpeechColumn(_ line: Line) -> Bool {
    abs(line.column - line.margin - speechOffset) < 3
  }

  /// Whether a paragraph goes on with the speech above: it is in the same column, which is that of speeches.
  func isSameSpeech(_ index: Int) -> Bool {
    let (above, line) = (lines[index - 1], lines[index])
    guard hasSpeechColumn, line.isNear, line.isInset, !line.isHeading, isInSpeechColumn(line),
      above.column == line.column, !isParenthetical(above), !isParenthetical(line)
    else { return false }
    return (index..<paragraph(below: index).upperBound).allSatisfy {
      lines[$0].column == line.column && lines[$0].width <= speechWidth + 2
    }
  }

  // MARK: Signs

  /// Finds what is below `The sign reads:`, up to a name, a heading or a paragraph of action.
  mutating func findShown() {
    for index in lines.indices.dropLast() where isAboveShown(index) {
      for below in (index + 1)..<min(index + 20, lines.count) {
        let line = lines[below]
        guard line.isInset, !line.isHeading, !isParenthetical(line), !isSpeaker(below, index),
          !LineForm.isAnyTransition(text, line.words)
        else { break }
        lines[below].name = nil
        shown.insert(line.start)
      }
    }
  }

  /// Whether a name may be that of somebody who speaks below the sentence of a line.
  private func isSpeaker(_ index: Int, _ sentence: Int) -> Bool {
    let line = lines[index]
    guard let name = line.name else { return false }
    if line.hasExtension || isKnown(name) || flush[name, default: 0] > 1 { return true }
    if hasText(index), isInSpeechColumn(lines[index + 1]), text.hasLowerCase(lines[index + 1].words)
    {
      return true
    }
    let words = self.words(endingAt: sentence).map { $0.uppercased() }
    return name.split(separator: " ").contains {
      $0.count > 2 && !["THE", "AND", "FOR"].contains($0) && words.contains(String($0))
    }
  }

  /// Whether a line ends a sentence that says that words can be read.
  private func isAboveShown(_ index: Int) -> Bool {
    let line = lines[index]
    guard text[line.words.upperBound - 1] == UInt8(ascii: ":"), line.name == nil,
      !lines[index + 1].blanks.isEmpty, lines[index + 1].isNear
    else { return false }
    let words = self.words(endingAt: index).map { $0.lowercased() }
    guard let last = words.last else { return false }
    return ["reads", "read", "reading"].contains(last) || Self.signs.contains(last)
      || ["says", "say", "saying", "proclaims"].contains(last)
        && words.contains(where: Self.signs.contains)
  }

  /// The words of the last sentence of a paragraph that ends with a line.
  private func words(endingAt index: Int) -> [Substring] {
    var first = index
    while first > 0, index - first < 3, lines[first].blanks.isEmpty { first -= 1 }
    let typed = lines[first...index].map { text.string($0.words) }.joined(separator: " ")
    let sentence = typed.split { ".!?".contains($0) }.last ?? ""
    return sentence.split { !$0.isLetter && $0 != "-" && $0 != "'" }
  }

  private static let signs: Set<String> = Set(
    """
    sign signs lettering letters letter card cards note headline headlines caption captions banner banners poster \
    posters billboard plaque label placard placards screen monitor display readout inscription title subtitle legend \
    marquee nameplate tombstone gravestone headstone newspaper telegram message graffiti sticker badge envelope \
    invitation clipping sentiment notice bulletin tag
    """.split(separator: " ").map(String.init))
}

extension ScriptColumns {
  /// Counts whether blank lines are between paragraphs, between all lines, or nowhere; and whether anything in a script
  /// without pages, in which they are between paragraphs, needs its columns.
  struct Spacing {
    private var lines = 0
    private var below = 0
    private var continued = 0
    /// Paragraphs that begin with a line with small letters, and those of them below one blank line.
    private var small = (all: 0, near: 0)
    /// Lines alone that may be names.
    private var alone = 0
    private var hasTornLine = false
    private var blanks = 0
    /// The line above, with the blank lines above it.
    private var above: (line: ScriptLine, blanks: Int)?

    mutating func add(_ line: ScriptLine, _ text: Bytes, isBlankAbove: Bool) {
      if line.kind == .text {
        lines += 1
        if isBlankAbove { below += 1 }
        let first = text.character(at: line.content.lowerBound, before: line.content.upperBound)
        if first.kind == .lower { continued += 1 }
      }
      guard line.kind == .text, line.spans.isEmpty else { return blanks += 1 }
      if let above {
        if blanks == 0 {
          hasTornLine = hasTornLine || Self.isTorn(above.line, line, text)
        } else if above.blanks > 0, Self.mayBeName(text, above.line) {
          alone += 1
        }
      }
      if blanks > 0, text.hasLowerCase(line.content) {
        small = (small.all + 1, small.near + (blanks == 1 ? 1 : 0))
      }
      (above, blanks) = ((line, blanks), 0)
    }

    /// Whether nearly all lines are below a blank line, also those that go on with a sentence.
    var isDouble: Bool { lines > 100 && below * 20 > lines * 19 && continued * 12 > lines }
    var isUniform: Bool { isDouble || lines > 100 && below * 8 < lines }
    /// Whether a heading or a number can be torn, most names are above blank lines, or most paragraphs are below several.
    /// `named` are the cues with text below, with their numbers.
    func isIrregular(_ named: [String: Int]) -> Bool {
      if isUniform || hasTornLine { return true }
      if small.all > 99, small.near * 10 < small.all { return true }
      return alone >= 60
        && alone >= 4
          * named.reduce(0) { $0 + ($1.value > 2 && CueWords.isPlain($1.key) ? $1.value : 0) }
    }

    private static func isTorn(_ above: ScriptLine, _ line: ScriptLine, _ text: Bytes) -> Bool {
      let words = line.content
      return PrintedPages.PageNumbers.endsSentence(text, line.start, words)
        || words.count < 40 && !text.hasLowerCase(words) && HeadingForm.isLine(text, above)
    }

    /// Whether a line can be the name of a speaker by its letters.
    private static func mayBeName(_ text: Bytes, _ line: ScriptLine) -> Bool {
      let words = line.content
      guard words.count < 80, !CueForm.hasWord(text, words),
        !LineForm.endsInTo(text, words), !HeadingForm.isLine(text, line)
      else { return false }
      let bracket = words.first { text[$0] == UInt8(ascii: "(") || text[$0] == UInt8(ascii: "[") }
      return !text.hasLowerCase(words.lowerBound..<(bracket ?? words.upperBound))
        || CueForm.isSmallName(text, words)
    }
  }
}
