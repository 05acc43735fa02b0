import Basics

/// Lines in capitals that a program put below a blank line, although a sentence goes on in them: `in the OTHER`, a blank
/// line, `WORLD.` (R21.4)
extension ScriptColumns {
  /// Takes those blank lines away. In a script whose paragraphs are below two blank lines or more, one blank line is above
  /// each line in capitals. In other scripts, the first word did not fit on the line above.
  mutating func joinCapitals() {
    let isAlways = separatesCapitals
    guard isColumned || isAlways else { return }
    let (actionWidth, speechWidth) = (brokenWidth(false), brokenWidth(true))
    let known = isColumned ? [] : Set(knownCues.compactMap { lines[$0].name })
    var joined = -1
    for index in lines.indices.dropFirst() where isLoneCapitals(index, known) {
      if isAlways, joinTransition(index) { continue }
      let width = isAlways ? 0 : isInSpeechColumn(lines[index]) ? speechWidth : actionWidth
      guard
        goesOn(into: index, width, isJoined: joined == index - 1, isAlways)
          || isAlways && isCall(index)
      else { continue }
      gaps.formUnion(lines[index].blanks)
      (lines[index].blanks, lines[index].name) = ([], nil)
      joined = index
      joinLetter(index)
    }
  }

  /// Whether nearly all paragraphs are below two blank lines or more, and only some lines in capitals are below one.
  private var separatesCapitals: Bool {
    let below = lines.filter { !$0.blanks.isEmpty }
    let small = below.filter { text.hasLowerCase($0.words) }
    let capitals = below.count - small.count
    return small.count > 99 && small.count(where: { $0.blanks.count < 2 }) * 10 < small.count
      && below.count(where: { $0.blanks.count < 2 }) * 2 < capitals
  }

  /// Whether a line in capitals is below one blank line, and is no heading, name or transition.
  private func isLoneCapitals(_ index: Int, _ known: Set<String>) -> Bool {
    let line = lines[index]
    return line.blanks.count == 1 && line.isNear && !line.isTop && !line.isHeading
      && !line.hasExtension && !text.hasLowerCase(line.words) && !isParenthetical(line)
      && line.words.contains { text[$0] &- UInt8(ascii: "A") < 26 }
      && !(isName(line) && hasText(index)
        && (isColumned && isInCueColumn(line) && !isInSpeechColumn(line) || isKnown(line.name)
          || line.name.map(known.contains) == true))
  }

  /// Joins the last word of a transition with its line: `PULL BACK MATCH`, `DISSOLVE:`. Returns whether the line is one.
  private mutating func joinTransition(_ index: Int) -> Bool {
    let (above, line) = (lines[index - 1], lines[index])
    guard LineForm.isAnyTransition(text, line.words) else { return false }
    guard above.blanks.count > 1, above.isInset, above.column <= line.column, line.width < 12,
      !above.hasExtension, !isKnown(above.name), !text.hasLowerCase(above.words)
    else { return true }
    gaps.formUnion(line.blanks)
    shown.insert(above.start)
    lines[index].blanks = []
    (lines[index - 1].name, lines[index].name) = (nil, nil)
    goOn(index, hasBlank: true)
    return true
  }

  /// Joins numbers with the line above whose sentence they end.
  mutating func joinNumbers() {
    for index in lines.indices.dropFirst()
    where lines[index].blanks.isEmpty
      && PrintedPages.PageNumbers.endsSentence(text, lines[index].start, lines[index].words)
    {
      goOn(index, hasBlank: true)
    }
  }

  /// Makes a line a part of the line above.
  private mutating func goOn(_ index: Int, hasBlank: Bool) {
    let above = lines[index - 1]
    parts[lines[index].start] = TornPart(
      goesOn: true, hasBlank: hasBlank, indentation: above.start..<above.words.lowerBound)
  }

  /// Whether the line above goes on with a line in its column. `width` is that of most lines that are broken, and 0 if
  /// it says nothing.
  private func goesOn(
    into index: Int, _ width: Int, isJoined: Bool, _ isAlways: Bool
  ) -> Bool {
    let (above, line) = (lines[index - 1], lines[index])
    guard above.column == line.column, !above.isHeading,
      !LineForm.isAnyTransition(text, line.words), isJoined || !isCueAbove(index),
      isJoined || text.hasLowerCase(above.words) || isAlways && above.width > 40,
      let last = text.string(above.words).last(where: { !"*_'’".contains($0) }),
      last.isLetter || last.isNumber || last == ","
        || isAlways && last == "-" && !text.string(above.words).hasSuffix("--")
    else { return false }
    if isAlways { return true }
    let word = text.string(line.words).prefix { $0 != " " }
    return width > 0 && above.width + 1 + word.count > width
      && !Self.openings.contains(word.filter(\.isLetter))
      && !CueWords.endsInTime(text.string(line.words))
  }

  /// Words that begin a shot or a label.
  private static let openings: Set<String> = [
    "ANGLE", "CLOSE", "INSERT", "MONTAGE", "REVERSE", "SUPER", "SUPERIMPOSE", "TITLE",
  ]

  private func isCueAbove(_ index: Int) -> Bool {
    isName(lines[index - 1]) && isInCueColumn(lines[index - 1])
  }

  /// Whether a line in the column of speeches is below a name or a parenthetical: `WYBIE?..` below `(PANTING)`.
  private func isCall(_ index: Int) -> Bool {
    let above = lines[index - 1]
    return hasSpeechColumn && isInSpeechColumn(lines[index])
      && (isCueAbove(index) || above.isInset && isParenthetical(above))
  }

  /// Joins a first letter and the rest of its word, which are on two lines: `M`, ` iss Spink is here.`
  private mutating func joinLetter(_ index: Int) {
    let line = lines[index]
    guard line.words.count == 1, hasText(index), lines[index + 1].column == line.column + 1,
      Wrap.isContinued(lines[index + 1].words, text)
    else { return }
    goOn(index + 1, hasBlank: false)
    (lines[index + 1].column, lines[index + 1].name) = (line.column, nil)
  }

  /// The width that a quarter of the lines exceed that go on with a small letter on the next line; 0 if they are few.
  private func brokenWidth(_ isSpeech: Bool) -> Int {
    let broken = lines.indices.dropLast().filter {
      hasText($0) && isInSpeechColumn(lines[$0]) == isSpeech && lines[$0].name == nil
        && lines[$0].column == lines[$0 + 1].column && Wrap.isContinued(lines[$0 + 1].words, text)
    }
    return broken.count < 30 ? 0 : Self.middle(broken.map { lines[$0].width }, 75)
  }
}
