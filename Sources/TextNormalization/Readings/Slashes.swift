import Basics

/// Reads a slash in prose: "or" between alternatives, a pause between names, and nothing within a path or before an
/// overlapping line of a play.
struct Slashes: ReadingRule {
  let speech: Speech

  /// Pronouns that people state for themselves.
  /// The slash in "they/them" is a pause.
  private static let pronouns: Set<String> = [
    "they", "them", "she", "her", "hers", "he", "him", "his", "theirs", "ella", "elle", "elles",
    "él", "il",
    "iel", "sie", "ihr", "er", "ihm",
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond {
      if let ending = germanEnding(at: start, in: line) { return ending }
      if isPrefix(start, in: line) {
        let name = speech.language.isSpanish ? "barra" : "slash"
        return Reading(start..<start + 1, name, in: line)
      }
      if line.symbol(start) == "~", line.symbol(start + 1) == "/", line.isOpen(before: start) {
        var words = SpokenWords("tilde", from: line.range(start..<start + 2))
        let name = slash ?? (speech.language.isEnglish ? "slash" : nil)
        if let name { words.add(name, from: line.range(start + 1)) }
        let isHidden = line.symbol(start + 2) == "."
        if isHidden { words.add(speech.symbols.dot, from: line.range(start + 2)) }
        return Reading(end: isHidden ? start + 3 : start + 2, words: words)
      }
    }
    if let slash, line.symbol(start) == ".", line.isOpen(before: start) {
      return folder(at: start, slash, in: line)
    }
    guard line.symbol(start) == "/" else { return nil }
    // "https://": an address or the name of a scheme.
    if line.symbol(start - 1) == ":" && line.symbol(start + 1) == "/" { return nil }
    if line.symbol(start - 1) == "/" && line.symbol(start - 2) == ":" { return nil }
    // "w/ milk"
    if speech.language.isEnglish, line.key(start - 1) == "w" { return nil }
    // "Ein-/Ausgabe"
    if slash != nil, line.symbol(start - 1) == "-", line.kind(start - 2) == .word,
      line.kind(start + 1) == .word
    {
      return pause(start, in: line)
    }
    if isOverlap(start, in: line) {
      return Reading(end: overlapEnd(start, in: line), words: SpokenWords())
    }
    if speech.isSecond, isQuotient(start, in: line),
      let over = MathWords.of(speech.language)["frac"]
    {
      if line.symbol(start - 1) == ")", line.symbol(start + 1) == "(" {
        return Reading(start..<start + 1, ", \(over)", in: line)
      }
      return Reading(start..<start + 1, over, in: line)
    }
    // "help/faq/#part"
    if speech.isSecond, opensFragment(start, in: line) {
      let sign = QuotedSigns.name("#", speech.language) ?? "#"
      var words = SpokenWords(slash ?? "", from: line.range(start))
      words.add(sign, from: line.range(start + 1))
      return Reading(end: start + 2, words: words)
    }
    if isPath(start, in: line) {
      if let slash, isNamed(start, in: line) { return Reading(start..<start + 1, slash, in: line) }
      return Reading(end: start + 1, words: SpokenWords())
    }
    if let fraction = fraction(at: start, in: line) { return fraction }
    if speech.isSecond, let consumption = perHundred(start, in: line) { return consumption }
    if speech.isSecond,
      let rate = rate(at: start, in: line) ?? spacedRate(at: start, in: line)
        ?? perThing(at: start, in: line)
    {
      return rate
    }
    if speech.isSecond, !speech.language.isEnglish, isBehindPrice(start, in: line) {
      return Reading(start..<start + 1, speech.symbols.per, in: line)
    }
    // "Mike!/Thank god."
    if speech.isSecond, isBetweenSpeeches(start, in: line) { return space(start, in: line) }
    guard
      line.kind(start - 1) == .word || line.kind(start - 1) == .digits
        || line.symbol(start - 1)?.closesThing == true,
      line.kind(start + 1) == .word || line.kind(start + 1) == .digits
        || line.symbol(start + 1)?.opensGroup == true
    else { return nil }
    return between(start, in: line)
  }

  /// Reads both forms of German "jede/r" and "Mentor*innen".
  private func germanEnding(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isGerman, let symbol = line.symbol(start),
      "/*:_".unicodeScalars.contains(symbol), let ending = line.word(start + 1),
      line.isClosed(start + 2), let word = line.word(start - 1), line.length(start - 1) > 2
    else { return nil }
    if ending == "in" || ending.hasPrefix("innen"), line.isUpper(start - 1) {
      return Reading(end: start + 1, words: SpokenWords())
    }
    // "ein*e Autor*in"
    if ending == "e", word.hasSuffix("ein") || word == "jed" {
      return Reading(
        start..<start + 2, speech.symbols.or + " " + word.lowercased() + ending, in: line)
    }
    guard word.hasSuffix("e"), ["m", "n", "r", "s"].contains(ending) else { return nil }
    return Reading(
      start..<start + 2, speech.symbols.or + " " + word.lowercased() + ending, in: line)
  }

  /// Whether the slash is before the length of an IP prefix: "192.0.2.0/24", "fe80::/10", ".64/26", "/8".
  private func isPrefix(_ start: Int, in line: Line) -> Bool {
    guard line.symbol(start) == "/", let length = line.value(start + 1, most: 3), length <= 128
    else {
      return false
    }
    if line.isOpen(before: start) { return line.isClosed(start + 2) }
    if line.symbol(start - 2) == ".", line.isOpen(before: start - 2) {
      return line.value(start - 1, most: 3) != nil && length <= 32
    }
    // The longest IPv6 address has 39 tokens.
    let near = max(0, start - 39)
    let first = (near..<start).last { line.isSpace($0) }.map { $0 + 1 } ?? near
    if (first..<start).count(where: { line.symbol($0) == ":" }) > 1 {
      return line.symbol(start + 2) != "/"
    }
    if length > 32 { return false }
    return stride(from: start - 1, through: start - 7, by: -2).allSatisfy {
      line.value($0, most: 3) != nil && ($0 == start - 1 || line.symbol($0 + 1) == ".")
    }
  }

  // MARK: Overlaps

  /// Whether the slash is between what two people call at once.
  private func isBetweenSpeeches(_ start: Int, in line: Line) -> Bool {
    guard let end = line.symbol(start - 1), end == "!" || end == "?" else { return false }
    return line.kind(start - 2) == .word && line.kind(start + 1) == .word
      && line.isUpper(start + 1)
  }

  /// Whether the slash marks overlapping lines, as in a play.
  private func isOverlap(_ start: Int, in line: Line) -> Bool {
    guard start < 4, (0..<start).allSatisfy({ line.isSpace($0) || line.symbol($0) == "/" }) else {
      return false
    }
    let end = overlapEnd(start, in: line)
    if slash != nil, line.word(end).map(AddressWords.folders.contains) == true { return false }
    guard line.kind(end) == .word || line.symbol(end)?.opensGroup == true || line.isSpace(end)
    else {
      return false
    }
    // "/usr/bin" and "/etc" are paths.
    return line.isSpace(end) || line.isUpper(end) || !isFirstOfPath(end, in: line)
  }

  private func overlapEnd(_ start: Int, in line: Line) -> Int {
    var end = start
    while line.symbol(end) == "/", end - start < 3 { end += 1 }
    return end
  }

  private func isFirstOfPath(_ index: Int, in line: Line) -> Bool {
    let symbol = line.symbol(index + 1)
    return symbol == "/" || symbol == "_" || symbol == "." && line.kind(index + 2) == .word
  }

  // MARK: Paths

  /// Whether a slash is part of a path: `/usr/bin`, `src/main/java`, `~/x`, `docs/a.md`.
  private func isPath(_ start: Int, in line: Line) -> Bool {
    if line.symbol(start - 1) == "." || line.symbol(start - 1) == "~"
      || line.symbol(start - 1) == "/"
    {
      return true
    }
    if line.symbol(start + 1) == "." || line.symbol(start + 1) == "/" { return true }
    let isOpen = line.isOpen(before: start)
    if isOpen { return line.kind(start + 1) == .word }
    if line.kind(start + 1) == .space || start + 1 == line.count {
      return line.kind(start - 1) == .word
    }
    let (before, after) = (partStart(start, in: line), partEnd(start, in: line))
    if line.symbol(before - 1) == "/" || line.symbol(after) == "/" {
      // "red/white/blue" is a list of words, but "a/b/c.txt" is a path.
      return isTechnical(before, after, in: line)
    }
    return hasMark(before..<after, in: line)
      || speech.isSecond && line.symbol(after) == "/" && opensFragment(after, in: line)
      || slash != nil && line.isSpace(before - 1) && line.word(before - 2) == speech.symbols.dot
  }

  /// Reads the beginning of "./a" and "../a".
  private func folder(at start: Int, _ slash: String, in line: Line) -> Reading? {
    let end = line.symbol(start + 1) == "." ? start + 2 : start + 1
    guard line.symbol(end) == "/", line.kind(end + 1) == .word || line.symbol(end + 1) == "."
    else { return nil }
    let dots = (start..<end).map { _ in speech.symbols.dot }.joined(separator: " ")
    return Reading(start..<end + 1, dots + " " + slash, in: line)
  }

  private func partStart(_ start: Int, in line: Line) -> Int {
    var place = start
    while place > 0, start - place < 12, line.kind(place - 1) != .space,
      line.symbol(place - 1) != "/",
      line.symbol(place - 1)?.opensGroup != true
    {
      place -= 1
    }
    return place
  }

  private func partEnd(_ start: Int, in line: Line) -> Int {
    var place = start + 1
    while place < line.count, place - start < 12, line.kind(place) != .space,
      line.symbol(place) != "/",
      line.symbol(place)?.isClosingQuote != true
    {
      place += 1
    }
    return place
  }

  /// Whether some tokens contain an underscore, or a full stop between words, as in file names.
  private func hasMark(_ tokens: Range<Int>, in line: Line) -> Bool {
    tokens.contains { index in
      line.symbol(index) == "_"
        || line.symbol(index) == "." && line.kind(index + 1) == .word
          && line.kind(index - 1) == .word && line.length(index - 1) > 1
    }
  }

  /// The name of the slash of a path, which English leaves out.
  private var slash: String? {
    speech.isSecond && !speech.language.isEnglish ? QuotedSigns.slash(speech.language) : nil
  }

  /// Whether the slash is in a path, not in "und /oder", "Schüler/ Lehrer", "//" or "Express/Node.js".
  private func isNamed(_ start: Int, in line: Line) -> Bool {
    guard line.symbol(start - 1) != "/", line.symbol(start + 1) != "/" else { return false }
    if line.isOpen(before: start) {
      let isAlone = line.isClosed(start + 2) && line.symbol(start + 2) != "/"
      guard isAlone else { return true }
      let last = line.skippingSpaceBack(start - 1)
      guard line.kind(last) == .word else {
        return !line.isUpper(start + 1)
          && line.symbol(last).map { !"-–—".unicodeScalars.contains($0) } != false
      }
      let next = line.key(start + 1) ?? ""
      return !line.isUpper(start + 1) && next.count > 1 && next != speech.symbols.or
        && next != speech.symbols.and && !next.hasPrefix("in")
    }
    let (before, after) = (partStart(start, in: line), partEnd(start, in: line))
    return isTechnical(before, after, in: line)
      && (line.symbol(before - 1) == "/" || !line.isUpper(start + 1)
        || line.isAllCapitals(start + 1) && !line.isUpper(start - 1))
  }

  /// Whether the slash ends a path before the name of a part: "faq/#part".
  private func opensFragment(_ start: Int, in line: Line) -> Bool {
    line.symbol(start + 1) == "#" && line.kind(start + 2) == .word
      && (line.kind(start - 1) == .word || line.kind(start - 1) == .digits)
  }

  private func isTechnical(_ before: Int, _ after: Int, in line: Line) -> Bool {
    // Finds the start and the end of the whole expression, within twelve tokens on each side.
    var (first, last) = (before, after)
    while first > 0, before - first < 12, line.kind(first - 1) != .space { first -= 1 }
    while last < line.count, last - after < 12, line.kind(last) != .space { last += 1 }
    while slash != nil, first < before, line.symbol(first)?.opensGroup == true { first += 1 }
    return line.symbol(first) == "/" || line.symbol(first) == "." || line.symbol(first) == "~"
      || hasMark(first..<last, in: line)
      || speech.isSecond
        && (first..<last).contains { line.symbol($0) == "/" && opensFragment($0, in: line) }
      // The dot of ".ssh/config" is a word already.
      || slash != nil && line.word(first - 2) == speech.symbols.dot
  }

  // MARK: Between operands

  private func between(_ start: Int, in line: Line) -> Reading {
    let (before, after) = (line.key(start - 1), line.key(start + 1))
    let range = start..<start + 1
    let (and, or) = (speech.symbols.and, speech.symbols.or)
    if before == and,
      after == or || before == "y" && after == "o"
        || speech.isSecond && before == "y" && after == "u"
    {
      return space(start, in: line)
    }
    if let before, let after, Self.pronouns.contains(before), Self.pronouns.contains(after),
      !isChoice(before, after)
    {
      return pause(start, in: line)
    }
    if let unit = after, let before,
      isRate(before, unit, start, in: line) || isPrice(before, unit)
    {
      return Reading(range, speech.symbols.per, in: line)
    }
    let isShort =
      isAcronym(start - 1, in: line)
      && (isAcronym(start + 1, in: line) || line.kind(start + 1) == .digits)
    if isShort, !(speech.isSecond && isChoice(before ?? "", after ?? "")) {
      return space(start, in: line)
    }
    // "24h/24"
    if speech.language.isFrench, line.kind(start + 1) == .digits, line.kind(start - 1) == .word,
      line.kind(start - 2) == .digits
    {
      return Reading(range, speech.symbols.outOf, in: line)
    }
    // A pause fits every other combination: "key/value pair", "red/white/blue".
    // "der/die/das"
    let isRow =
      speech.isSecond && speech.language.isGerman
      && [start - 2, start + 2].contains { line.symbol($0) == "/" }
    guard let before, let after, isChoice(before, after), !isRow else {
      return pause(start, in: line)
    }
    return Reading(range, or, in: line)
  }

  /// Whether two words are a choice: "he/she", but not "she/her".
  private func isChoice(_ before: String, _ after: String) -> Bool {
    let pairs: Set<Set<String>> = [
      ["he", "she"], ["him", "her"], ["his", "her"], ["his", "hers"], ["él", "ella"],
      ["il", "elle"],
      ["er", "sie"], ["ils", "elles"], ["ihm", "ihr"],
    ]
    return pairs.contains([before, after])
      || speech.isSecond && PairedForms.articles.contains([before, after])
  }

  private func isAcronym(_ index: Int, in line: Line) -> Bool {
    line.isAllCapitals(index) && line.length(index) <= 4
  }

  private func pause(_ start: Int, in line: Line) -> Reading {
    Reading(start..<start + 1, ",", in: line)
  }

  private func space(_ start: Int, in line: Line) -> Reading {
    Reading(end: start + 1, words: SpokenWords())
  }
}

extension Unicode.Scalar {
  /// Whether the symbol can end an operand.
  var closesThing: Bool {
    self == ")" || self == "+" || self == "%" || isClosingQuote
  }
}
