/// Reads operators between two things: <, >, =, ≤, +, ×.
struct Comparisons: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let sign = line.sign(start) else { return nil }
    var end = start + 1
    var text: String?
    switch sign {
    case "<" where isHeart(start, in: line): return Reading(start..<start + 2, "❤️", in: line)
    case "<", ">":
      if isMenu(start, in: line) { return Reading(start..<start + 1, ",", in: line) }
      let isEqual = line.sign(end) == "="
      if isEqual { end += 1 }
      text = comparison(sign, isEqual: isEqual, start, in: line)
    case "≤": text = speech.signs.lessOrEqual
    case "≥": text = speech.signs.greaterOrEqual
    case "≠": text = speech.signs.notEqual
    case "!" where line.sign(end) == "=":
      end += 1
      text = speech.signs.notEqual
    case "≈": text = speech.signs.about
    case "=":
      if line.sign(end) == "=" { end += 1 }
      text = speech.signs.equals
    case "+": text = speech.signs.plus
    case "-", "−", "–": return difference(start, in: line)
    case "×", "⋅": text = speech.signs.times
    case "÷": text = speech.signs.divided
    case "*" where line.isSpace(start - 1):
      text = hasNumber(start, in: line) ? speech.signs.times : nil
    default: return nil
    }
    guard let text, isBetween(start, end, sign, in: line) else { return nil }
    return Reading(start..<end, text, in: line)
  }

  /// Whether the symbol separates menu items, which begin with capitals: "File > Save As".
  private func isMenu(_ start: Int, in line: Line) -> Bool {
    line.sign(start) == ">" && line.isSpace(start - 1) && line.isSpace(start + 1)
      && line.isCapital(start + 2) && line.length(start + 2) > 1
      && line.kind(start - 2) == .word && line.length(start - 2) > 1
  }

  /// Returns the words of a comparison.
  ///
  /// English uses "is greater than" after a number or a name of one letter: "x > 3", but "files > 10 MB".
  private func comparison(
    _ sign: Unicode.Scalar, isEqual: Bool, _ start: Int, in line: Line
  ) -> String {
    let signs = speech.signs
    let text =
      sign == "<"
      ? isEqual ? signs.lessOrEqual : signs.less
      : isEqual ? signs.greaterOrEqual : signs.greater
    guard speech.tongue.isEnglish else { return text }
    let before = line.skippingSpaceBack(start - 1)
    let isName =
      line.kind(before) == .figures || line.length(before) == 1 && line.kind(before) == .word
    return isName ? "is " + text : text
  }

  /// Whether there are operands on both sides.
  ///
  /// A symbol at the edge of a line is decoration, and "<" also opens a tag.
  private func isBetween(
    _ start: Int, _ end: Int, _ sign: Unicode.Scalar, in line: Line
  ) -> Bool {
    let (before, next) = (line.skippingSpaceBack(start - 1), line.skippingSpace(end))
    if line.sign(end) == sign || line.sign(start - 1) == sign { return false }
    if sign == "<" || sign == ">", isBracket(start, end, in: line) { return false }
    guard isThing(next, in: line) || opensNumber(next, in: line) else {
      // "<5 minutes" has only one side.
      return false
    }
    if isThing(before, in: line) || line.sign(before) == ")" || line.sign(before) == "%" {
      return true
    }
    // ">=3.4,<5"
    if line.sign(start - 1) == ",", line.kind(end) == .figures { return true }
    return (sign == "<" || sign == ">" || sign == "≤" || sign == "≥" || sign == "≈")
      && line.isOpen(before: start) && (line.kind(next) == .figures || opensNumber(next, in: line))
  }

  /// Whether the symbol is a bracket, "<love>": directly next to a word on one side, with a space on the other.
  private func isBracket(_ start: Int, _ end: Int, in line: Line) -> Bool {
    let (opens, closes) = (line.kind(end) == .word, line.kind(start - 1) == .word)
    return opens && (start == 0 || line.isSpace(start - 1))
      || closes && (end == line.count || line.isSpace(end))
  }

  /// Whether the symbol belongs to the heart in "I <3 you".
  ///
  /// Engines have a name for it.
  private func isHeart(_ start: Int, in line: Line) -> Bool {
    guard line.value(start + 1) == 3, line.length(start + 1) == 1,
      start == 0 || line.isSpace(start - 1)
    else {
      return false
    }
    return line.isEnd(start + 2)
      || line.keyAfter(start + 2).map(speech.context.function.contains) == true
  }

  private func isThing(_ index: Int, in line: Line) -> Bool {
    line.kind(index) == .word || line.kind(index) == .figures || line.sign(index) == "("
      || Powers.isRaised(line.sign(index)) || line.sign(index) == "\"" || line.sign(index) == "°"
  }

  private func opensNumber(_ index: Int, in line: Line) -> Bool {
    guard let sign = line.sign(index) else { return false }
    return sign.isDash || sign == "." || sign == "$" || sign == "€" || sign == "£" || sign == "√"
      || sign == "±" || sign == "−" || sign == "+" || sign == "¼" || sign == "½" || sign == "¾"
      || sign == "'"
  }

  /// Whether an equals sign is near: within twelve tokens if the symbol is next to a number, otherwise with only words
  /// and other operators in between.
  private func isInFormula(_ start: Int, in line: Line) -> Bool {
    let near = max(0, start - 12)..<min(line.count, start + 12)
    guard let equals = near.first(where: { line.sign($0) == "=" }) else { return false }
    if hasNumber(start, in: line) { return true }
    return (min(start, equals) + 1..<max(start, equals)).allSatisfy { index in
      line.kind(index) == .word || line.kind(index) == .space
        || line.sign(index).map { "-−+*/()'’".unicodeScalars.contains($0) } == true
    }
  }

  private func hasNumber(_ start: Int, in line: Line) -> Bool {
    line.kind(line.skippingSpaceBack(start - 1)) == .figures
      || line.kind(line.skippingSpace(start + 1)) == .figures
  }

  /// Reads "10 - 3 = 7" as "ten minus three", if an equals sign is near.
  private func difference(_ start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start - 1) == line.isSpace(start + 1) || line.sign(start) == "−",
      isThing(line.skippingSpaceBack(start - 1), in: line),
      isThing(line.skippingSpace(start + 1), in: line)
    else { return nil }
    if line.sign(start) != "−" {
      guard line.isSpace(start - 1), isInFormula(start, in: line) else { return nil }
    }
    return Reading(start..<start + 1, speech.signs.minus, in: line)
  }
}
