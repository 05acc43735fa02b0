import Basics

/// Reads operators between two things: <, >, =, ≤, +, ×.
struct Comparisons: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let symbol = line.symbol(start) else { return nil }
    var end = start + 1
    var text: String?
    switch symbol {
    case "<" where isHeart(start, in: line): return Reading(start..<start + 2, "❤️", in: line)
    case "<", ">":
      if isMenu(start, in: line) { return Reading(start..<start + 1, ",", in: line) }
      let isEqual = line.symbol(end) == "="
      if isEqual { end += 1 }
      text = comparison(symbol, isEqual: isEqual, start, in: line)
    case "≤": text = speech.symbols.lessOrEqual
    case "≥": text = speech.symbols.greaterOrEqual
    case "≠": text = speech.symbols.notEqual
    case "!" where line.symbol(end) == "=":
      end += 1
      text = speech.symbols.notEqual
    case "≈": text = speech.symbols.about
    case "=":
      if line.symbol(end) == "=" { end += 1 }
      text = speech.symbols.equals
    case "+" where speech.isSecond && isDoublePlus(start, in: line):
      return Reading(start..<start + 2, speech.symbols.plus, in: line)
    case "+": text = orMore(start, in: line) ?? speech.symbols.plus
    case "-", "−", "–": return difference(start, in: line)
    case "×", "⋅": text = speech.symbols.times
    case "÷": text = speech.symbols.divided
    case "/": return quotient(start, in: line)
    case "*" where speech.isSecond && isTightProduct(start, in: line): text = speech.symbols.times
    case "*" where line.isSpace(start - 1):
      text = hasNumber(start, in: line) ? speech.symbols.times : nil
    default: return nil
    }
    guard let text, isBetween(start, end, symbol, in: line) else { return nil }
    return Reading(start..<end, text, in: line)
  }

  /// Reads the plus of "3+ pasos" as "o más".
  private func orMore(_ start: Int, in line: Line) -> String? {
    guard speech.isSecond, line.kind(start - 1) == .digits, line.isSpace(start + 1),
      line.kind(start + 2) == .word, line.length(start + 2) > 2,
      !speech.language.isGerman || line.isUpper(start + 2), let noun = line.key(start + 2),
      !speech.context.function.contains(noun)
    else { return nil }
    return speech.symbols.orMore
  }

  /// Whether the symbol separates menu items, which begin with capitals: "File > Save As".
  private func isMenu(_ start: Int, in line: Line) -> Bool {
    // "File>Open File"
    if speech.isSecond, line.symbol(start) == ">", line.kind(start - 1) == .word,
      line.kind(start + 1) == .word
    {
      return [start - 1, start + 1].allSatisfy {
        line.isUpper($0) && !line.isAllCapitals($0) && line.length($0) > 2
      } && !(max(0, start - 12)..<start).contains { line.symbol($0) == "<" }
    }
    guard line.symbol(start) == ">", line.isSpace(start - 1), line.isSpace(start + 1) else {
      return false
    }
    // Items in quotation marks: "Images" > "Boot Loader".
    if speech.isSecond, let before = line.symbol(start - 2), let after = line.symbol(start + 2),
      before == "\"" || before == "”", after == "\"" || after == "“"
    {
      return line.isUpper(start + 3)
    }
    // "See Settings > network"
    let isBehindVerb =
      speech.isSecond && speech.language.isEnglish && line.isUpper(start - 2)
      && line.kind(start + 2) == .word
      && line.keyBefore(start - 2).map(Self.menuVerbs.contains) == true
    return (line.isUpper(start + 2) || isBehindVerb) && line.length(start + 2) > 1
      && line.kind(start - 2) == .word && line.length(start - 2) > 1
  }

  /// Returns the words of a comparison.
  /// After a number or a name of one letter, English adds "is": in "x > 3", but not in "files > 10 MB".
  private func comparison(
    _ symbol: Unicode.Scalar, isEqual: Bool, _ start: Int, in line: Line
  ) -> String {
    let symbols = speech.symbols
    let text =
      symbol == "<"
      ? isEqual ? symbols.lessOrEqual : symbols.less
      : isEqual ? symbols.greaterOrEqual : symbols.greater
    guard speech.language.isEnglish else { return text }
    let before = line.skippingSpaceBack(start - 1)
    // "for any x > 3"
    if speech.isSecond, line.keyBefore(before).map(Self.openings.contains) == true { return text }
    let isName =
      line.kind(before) == .digits || line.length(before) == 1 && line.kind(before) == .word
    return isName ? "is " + text : text
  }

  /// Words before the name of a menu.
  private static let menuVerbs: Set<String> = [
    "at", "choose", "click", "from", "in", "open", "press", "see", "select", "tap", "to", "under",
    "via",
  ]
  private static let openings: Set<String> = ["of", "for", "any", "all", "every", "some", "with"]

  /// Whether there are operands on both sides.
  /// A symbol at the edge of a line is decoration, and "<" also opens a tag.
  private func isBetween(
    _ start: Int, _ end: Int, _ symbol: Unicode.Scalar, in line: Line
  ) -> Bool {
    let (before, next) = (line.skippingSpaceBack(start - 1), line.skippingSpace(end))
    if line.symbol(end) == symbol || line.symbol(start - 1) == symbol { return false }
    if symbol == "<" || symbol == ">", isBracket(start, end, in: line) { return false }
    // "equality (=)"
    if speech.isSecond, symbol != "<", symbol != ">", symbol != "+",
      line.symbol(start - 1) == "(", line.symbol(end) == ")"
    {
      return true
    }
    // "(N, ≤)"
    if speech.isSecond, "≤≥<>".unicodeScalars.contains(symbol), line.symbol(end) == ")",
      line.symbol(before) == ","
    {
      return true
    }
    guard isThing(next, in: line) || opensNumber(next, in: line) else {
      // "<5 minutes" has only one side.
      return false
    }
    if isThing(before, in: line) || line.symbol(before) == ")" || line.symbol(before) == "%" {
      return true
    }
    // "a = b = … = z"
    if speech.isSecond,
      line.symbol(before) == "…" && "≥≤≠=+".unicodeScalars.contains(symbol)
        || line.symbol(before) == "."
          && (symbol == "≥" || symbol == "≤"
            || line.symbol(before - 1) == "." && "≠=+".unicodeScalars.contains(symbol))
    {
      return true
    }
    // ">=3.4,<5"
    if line.symbol(start - 1) == ",", line.kind(end) == .digits { return true }
    return (symbol == "<" || symbol == ">" || symbol == "≤" || symbol == "≥" || symbol == "≈")
      && line.isOpen(before: start) && (line.kind(next) == .digits || opensNumber(next, in: line))
  }

  /// Whether the symbol is a bracket, as in "<love>".
  /// A bracket touches a word on one side, and a space or the edge of the line is on the other side.
  private func isBracket(_ start: Int, _ end: Int, in line: Line) -> Bool {
    let (opens, closes) = (line.kind(end) == .word, line.kind(start - 1) == .word)
    return opens && (start == 0 || line.isSpace(start - 1))
      || closes && (end == line.count || line.isSpace(end))
  }

  /// Whether the symbol begins a heart, as in "I <3 you".
  /// The two characters become a heart symbol, for which engines have a name.
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
    line.kind(index) == .word || line.kind(index) == .digits || line.symbol(index) == "("
      || Powers.isRaised(line.symbol(index)) || line.symbol(index) == "\""
      || line.symbol(index) == "°"
  }

  private func opensNumber(_ index: Int, in line: Line) -> Bool {
    guard let symbol = line.symbol(index) else { return false }
    return symbol.isDash || symbol == "." || symbol == "$" || symbol == "€" || symbol == "£"
      || symbol == "√"
      || symbol == "±" || symbol == "−" || symbol == "+" || symbol == "¼" || symbol == "½"
      || symbol == "¾"
      || symbol == "'"
  }

  /// Whether an equals sign is within twelve tokens.
  /// If no number is beside the symbol, only words and operators may be between the symbol and the equals sign.
  private func isInFormula(_ start: Int, in line: Line) -> Bool {
    let near = max(0, start - 12)..<min(line.count, start + 12)
    guard let equals = near.first(where: { line.symbol($0) == "=" }) else { return false }
    if hasNumber(start, in: line) { return true }
    return (min(start, equals) + 1..<max(start, equals)).allSatisfy { index in
      line.kind(index) == .word || line.kind(index) == .space
        || line.symbol(index).map { "-−+*/()'’".unicodeScalars.contains($0) } == true
    }
  }

  /// Whether a hyphen between letters and a number is a minus: in "A+I-1" and "UTC-5", but not in "I-95".
  private func isTightDifference(_ start: Int, in line: Line) -> Bool {
    if line.kind(start + 1) == .digits, let word = line.word(start - 1),
      line.isOpen(before: start - 1)
    {
      // "UTC-5"
      if word == "UTC" || word == "GMT" { return true }
      // "n-1"
      if let value = line.value(start + 1, most: 1), value < 3, line.isClosed(start + 2),
        line.symbol(start + 2) != "-", word.utf8.count == 1,
        "ijkmnpqtxy".contains(word)
          || line.symbol(start - 2) == "(" && line.symbol(start + 2) == ")"
            && !line.isUpper(start - 1)
      {
        return true
      }
    }
    // "1-x"
    if line.value(start - 1) == 1, line.isOpen(before: start - 1), line.isClosed(start + 2),
      line.symbol(start + 2) != "-",
      line.word(start + 1).map(["x", "p", "q"].contains) == true
        || line.length(start + 1) == 1 && line.symbol(start - 2) == "("
          && line.symbol(start + 2) == ")" && Powers.isExponent(start + 3, in: line)
    {
      return true
    }
    // "a1=a1-300", "A=5000-300+2000"
    if line.kind(start - 1) == .digits, line.kind(start + 1) == .digits {
      return line.length(start - 2) == 1 && line.symbol(start - 3) == "="
        || line.isDifference(start - 1, start + 2)
    }
    return line.length(start - 1) == 1 && line.kind(start - 1) == .word
      && line.kind(start + 1) == .digits
      && (line.symbol(start - 2) == "+" || line.symbol(start - 2) == "=")
  }

  private func hasNumber(_ start: Int, in line: Line) -> Bool {
    line.kind(line.skippingSpaceBack(start - 1)) == .digits
      || line.kind(line.skippingSpace(start + 1)) == .digits
  }

  /// Reads "10 - 3 = 7" as "ten minus three", if an equals sign is near.
  private func difference(_ start: Int, in line: Line) -> Reading? {
    if speech.isSecond,
      isTightDifference(start, in: line) || isBehindMultiple(start, in: line)
        || isInQuotient(start, in: line)
    {
      return Reading(start..<start + 1, speech.symbols.minus, in: line)
    }
    guard line.isSpace(start - 1) == line.isSpace(start + 1) || line.symbol(start) == "−",
      isThing(line.skippingSpaceBack(start - 1), in: line)
        || speech.isSecond && line.symbol(line.skippingSpaceBack(start - 1)) == ")"
          && (line.symbol(start) == "−" || hasNumber(start, in: line)
            || isBeforeCall(start, in: line)),
      isThing(line.skippingSpace(start + 1), in: line)
    else { return nil }
    if line.symbol(start) != "−" {
      // "k = 1 - the first step"
      let isSentence =
        speech.isSecond
        && line.key(line.skippingSpace(start + 1)).map {
          speech.context.determiners.contains($0) || speech.context.function.contains($0)
            || $0 == "true" || $0 == "false"
        } == true
      guard line.isSpace(start - 1), !isSentence,
        isInFormula(start, in: line)
          || speech.isSecond
            && (isBesideSum(start, in: line) || isBehindPower(start, in: line)
              || isBeforeCall(start, in: line))
      else { return nil }
    }
    return Reading(start..<start + 1, speech.symbols.minus, in: line)
  }

  /// Whether the same two words have a plus between them nearby: "(mean + error) and (mean - error)".
  private func isBesideSum(_ start: Int, in line: Line) -> Bool {
    guard line.isSpace(start + 1), let one = line.key(start - 2), let other = line.key(start + 2)
    else { return false }
    return (max(0, start - 60)..<min(line.count, start + 60)).contains { place in
      line.symbol(place) == "+" && line.key(place - 2) == one && line.key(place + 2) == other
    }
  }

  /// Whether a call with a value is behind a sign between spaces, and a call or a 1 is before it: "1 - cdf(9)".
  private func isBeforeCall(_ start: Int, in line: Line) -> Bool {
    guard line.kind(start + 2) == .word, line.symbol(start + 3) == "(",
      line.kind(start + 4) == .digits
        || line.length(start + 4) == 1 && line.kind(start + 4) == .word
    else { return false }
    return line.symbol(start - 2) == ")" || line.value(start - 2) == 1 && line.key(start - 4) == nil
  }

  /// Whether an asterisk is between two values without spaces: "O(n*m)".
  private func isTightProduct(_ start: Int, in line: Line) -> Bool {
    let isValue = [start - 1, start + 1].allSatisfy {
      line.kind($0) == .digits || line.kind($0) == .word && line.length($0) == 1
    }
    let hasLetter = [start - 1, start + 1].contains { line.kind($0) == .word }
    return isValue && hasLetter && line.isOpen(before: start - 1) && line.isClosed(start + 2)
  }

  /// Whether a power is before a sign between spaces: "2^24 - 2", "2⁸ - 2".
  private func isBehindPower(_ start: Int, in line: Line) -> Bool {
    if Powers.isRaised(line.symbol(start - 2)) { return true }
    // "2^(32-22) - 2"
    if line.symbol(start - 2) == ")",
      let bracket = (max(0, start - 14)..<start).last(where: { line.symbol($0) == "(" })
    {
      return line.symbol(bracket - 1) == "^"
    }
    return line.kind(start - 2) == .digits && line.symbol(start - 3) == "^"
  }

  /// Reads "(10 + 20) / 2 = 15" and "rate = distance / time" as "divided by", if an equals sign is near.
  private func quotient(_ start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.isSpace(start - 1), line.isSpace(start + 1) else { return nil }
    let isQuotient =
      (line.symbol(start - 2) == ")" || isFactor(start - 2, in: line))
      && (line.symbol(start + 2) == "(" || isFactor(start + 2, in: line))
      && isInFormula(start, in: line)
    guard isQuotient || isBehindEquals(start, in: line) else { return nil }
    return Reading(start..<start + 1, speech.symbols.divided, in: line)
  }
}

extension Comparisons {
  /// Whether a sign is between the multiple of a variable and a number: "2n-1", "10x - 4", but not "5k-10 races".
  private func isBehindMultiple(_ start: Int, in line: Line) -> Bool {
    let step = line.isSpace(start - 1) ? 2 : 1
    guard line.length(start - step) == 1, let letter = line.word(start - step),
      let factor = line.value(start - step - 1, most: 2), factor > 1,
      line.isOpen(before: start - step - 1), line.isSpace(start + 1) == (step == 2),
      let number = line.value(start + step, most: 2), line.isClosed(start + step + 1),
      line.symbol(start + step + 1)?.isDash != true
    else { return false }
    if "ijnqy".contains(letter) { return true }
    // "2k-3 jobs" can be thousands.
    let next = line.isSpace(start + step + 1) ? line.key(start + step + 2) : nil
    return "kx".contains(letter) && line.symbol(start) != "–" && (step == 2 || number < 10)
      && next.map(speech.context.function.contains) ?? true
  }

  /// Whether only words are between an equals sign and a slash: "rate = Number of students / Total students".
  private func isBehindEquals(_ start: Int, in line: Line) -> Bool {
    guard speech.language.isEnglish, line.kind(start - 2) == .word, line.kind(start + 2) == .word,
      let equals = (max(0, start - 24)..<start).last(where: { line.symbol($0) == "=" }),
      line.isSpace(equals - 1), line.isSpace(equals + 1)
    else { return false }
    return (equals + 1..<start).allSatisfy {
      line.kind($0) == .word || line.isSpace($0) || line.symbol($0) == "-"
    }
  }

  /// Whether a number or a name is here that can be divided.
  private func isFactor(_ index: Int, in line: Line) -> Bool {
    if line.kind(index) == .digits { return true }
    return speech.language.isEnglish && line.kind(index) == .word
      && (line.length(index) == 1 || !line.isUpper(index))
  }
}

/// Reads the minus and the plus before digits: -12, −0.8, +18.
struct Negatives: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let symbol = line.symbol(start), isOpen(start, in: line), isDigit(start + 1, in: line)
    else {
      return nil
    }
    switch symbol {
    case "-", "−", "–": return Reading(start..<start + 1, speech.symbols.minus, in: line)
    case "+": return Reading(start..<start + 1, speech.symbols.plus, in: line)
    case "±": return Reading(start..<start + 1, speech.symbols.plusMinus, in: line)
    default: return nil
    }
  }

  private func isOpen(_ start: Int, in line: Line) -> Bool {
    if line.isOpen(before: start) {
      // "1914 –18": a dash after a number and a space does not open a number.
      return line.symbol(start) != "–" || line.kind(start - 2) != .digits
    }
    guard let before = line.symbol(start - 1) else { return false }
    return before.isComparison || before == ":" || before == "$" || before == "/" || before == "*"
  }

  private func isDigit(_ index: Int, in line: Line) -> Bool {
    line.kind(index) == .digits
      || line.symbol(index) == "." && line.kind(index + 1) == .digits
      || Amounts.isVulgarFraction(line.symbol(index))
  }
}

/// Reads numbers of only 0 and 1 digit by digit where they are binary: "1001 0010", "1011101".
struct BinaryNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let digits = line.digits(start), isBinary(start, in: line), isApart(start, in: line)
    else { return nil }
    let hasNeighbour = [-2, 2].contains { step in
      line.isSpace(start + step / 2) && isBinary(start + step, in: line)
    }
    guard
      hasNeighbour || isPattern(start, in: line)
        || digits.utf8.count > 6 && digits.count(where: { $0 == "1" }) > 2
    else {
      return nil
    }
    return Reading(start..<start + 1, speech.digits(digits), in: line)
  }

  private static let nouns = WordTable.words(
    """
    binary bit bits bitmask bitmap mask nibble pattern binär bitfolge bitmuster maske binaire masque binario máscara
    """)

  /// Whether a word such as "bits" is near, or a pattern with a zero in front: "1011 and 0110".
  private func isPattern(_ start: Int, in line: Line) -> Bool {
    let near = max(0, start - 6)..<min(line.count, start + 7)
    if line.digits(start)?.hasSuffix("000") == false,
      near.contains(where: { line.key($0).map(Self.nouns.contains) == true })
    {
      return true
    }
    return near.contains { isBinary($0, in: line) && line.digits($0)?.first == "0" && $0 != start }
  }

  private func isBinary(_ index: Int, in line: Line) -> Bool {
    guard let digits = line.digits(index), digits.utf8.count > 3 else { return false }
    return digits.allSatisfy { $0 == "0" || $0 == "1" }
  }

  /// Whether no sign makes the digits a part of an amount or a code.
  private func isApart(_ start: Int, in line: Line) -> Bool {
    if let before = line.symbol(start - 1), !"(=[".unicodeScalars.contains(before) { return false }
    if line.kind(start - 1) == .word || line.kind(start + 1) == .word { return false }
    guard let after = line.symbol(start + 1) else { return true }
    return line.kind(start + 2) != .digits && !"%€$°".unicodeScalars.contains(after)
  }
}

extension Line {
  /// Whether the numbers from `start` to `end` are part of a sum without spaces: "A=5000-300+2000", "5-3=2".
  func isDifference(_ start: Int, _ end: Int) -> Bool {
    guard let after = symbol(end), kind(end + 1) == .digits else { return false }
    let before = symbol(start - 1)
    return after == "=" || (before == "=" || before == "+") && (after == "+" || after == "*")
  }
}
