import Basics

/// Reads two numbers with a symbol between them: 10:1, 3:2, John 3:16, 8/10, 15/20, 3/4 time, 120/80, 1939/40.
struct Ratios: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word,
      let first = speech.format.number(at: start, in: line)
    else { return nil }
    let place = first.tokens.upperBound
    switch line.symbol(place) {
    case ":" where isPlace(start, in: line): return position(first, place, in: line)
    case ":":
      return lap(first, place, in: line) ?? colon(first, place, in: line)
        ?? row(at: start, in: line)
    // "1914/18"
    case "/" where Years(speech: speech).isPairOfYears(start, in: line): return nil
    case "/", "⁄": return stroke(first, place, in: line)
    default: return nil
    }
  }

  /// Whether numbers stand behind the name of a file: `main.rs:12:5`.
  private func isPlace(_ start: Int, in line: Line) -> Bool {
    speech.isSecond && line.symbol(start - 1) == ":" && line.kind(start - 2) == .word
      && line.symbol(start - 3) == "."
  }

  /// Reads the line and the column of a place in a file.
  private func position(_ first: WrittenNumber, _ place: Int, in line: Line) -> Reading? {
    last(after: place, in: line).map { words(first, ",", place, $0, in: line) }
  }

  /// Returns the number after a symbol, or nil if another symbol of the same kind follows the number.
  private func last(after place: Int, in line: Line) -> WrittenNumber? {
    guard let last = speech.format.number(at: place + 1, in: line) else { return nil }
    let end = last.tokens.upperBound
    let continues = line.symbol(end) == line.symbol(place) && line.kind(end + 1) == .digits
    return continues || !line.isClosed(end) ? nil : last
  }

  private func words(
    _ first: WrittenNumber, _ joint: String, _ place: Int, _ last: WrittenNumber, in line: Line
  ) -> Reading {
    var words = amounts.words(first, in: line)
    words.add(joint, from: line.range(place))
    words.add(amounts.words(last, in: line))
    return Reading(end: last.tokens.upperBound, words: words)
  }

  private func colon(_ first: WrittenNumber, _ place: Int, in line: Line) -> Reading? {
    // "ISO 9001:2015"
    guard let last = last(after: place, in: line),
      (first.value ?? 0) < 1000 || first.isGrouped || speech.isSecond && (last.value ?? 11) <= 10
    else { return nil }
    // "main.swift:54:6" is a line and a column.
    if speech.isSecond, line.symbol(first.tokens.lowerBound - 1) == ":",
      line.kind(first.tokens.lowerBound - 2) == .word
    {
      return words(first, ",", place, last, in: line)
    }
    let isVerse =
      line.keyBefore(first.tokens.lowerBound).map { speech.context.scripture.contains($0) } == true
    var reading = words(first, isVerse ? "" : speech.symbols.scoreTo, place, last, in: line)
    // "5:3-12"
    if isVerse, let (dash, next) = Quantities(speech: speech).dash(at: reading.end, in: line),
      let end = speech.format.number(at: next, in: line)
    {
      reading.words.add(speech.symbols.to, from: line.range(dash))
      reading.words.add(amounts.words(end, in: line))
      reading.end = end.tokens.upperBound
    }
    return reading
  }

  /// Reads three numbers that are no time: "12:99:99", "1:2:3".
  private func row(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.symbol(start - 1) != ":", line.symbol(start + 3) == ":",
      line.kind(start + 4) == .digits, line.symbol(start + 5) != ":", line.isClosed(start + 5)
    else { return nil }
    let isClock = [2, 4].allSatisfy { line.length(start + $0) == 2 }
    var words = SpokenWords()
    for place in stride(from: start, through: start + 4, by: 2) {
      guard let number = line.digits(place), number.utf8.count < 4 else { return nil }
      if !words.isEmpty {
        if isClock {
          words.close(with: ",")
        } else {
          words.add(speech.symbols.scoreTo, from: line.range(place - 1))
        }
      }
      let isPadded = number.first == "0" && number != "0"
      words.add(
        isPadded ? speech.digits(number) : speech.speller.cardinal(number), from: line.range(place))
    }
    return Reading(end: start + 5, words: words)
  }

  /// Reads the time of a race: "2:05.3" is "two minutes five point three seconds".
  private func lap(_ first: WrittenNumber, _ place: Int, in line: Line) -> Reading? {
    guard speech.isSecond, speech.language.isEnglish, let minutes = first.value, minutes < 60,
      let last = last(after: place, in: line), last.whole.utf8.count == 2, last.fraction != nil,
      let seconds = Int(last.whole), seconds < 60, line.isOpen(before: first.tokens.lowerBound)
    else { return nil }
    let fraction = speech.speller.digits(last.fraction ?? "")
    var words = amounts.words(first, in: line)
    words.add(minutes == 1 ? "minute" : "minutes", from: line.range(place))
    words.add(
      "\(speech.speller.cardinal(seconds)) \(speech.symbols.decimal) \(fraction) seconds",
      from: line.range(last.tokens))
    return Reading(end: last.tokens.upperBound, words: words)
  }

  // MARK: With a slash

  /// Words before the number of a socket of a router or a switch.
  private static let ports: Set<String> = [
    "interfaces", "interface", "interfaz", "port", "puerto", "serial", "slot",
  ]

  private func stroke(_ first: WrittenNumber, _ place: Int, in line: Line) -> Reading? {
    guard line.symbol(first.tokens.lowerBound - 1) != "/", let last = last(after: place, in: line)
    else { return nil }
    let end = last.tokens.upperBound
    let next = line.isSpace(end) ? line.key(end + 1) : nil
    // "a waltz in 3/4 time"
    if speech.language.isEnglish, next == "time" || next == "beat" || next == "measure" {
      return words(first, "", place, last, in: line)
    }
    // "10/12-bit"
    if line.symbol(end) == "-", line.kind(end + 1) == .word {
      return words(first, ",", place, last, in: line)
    }
    // "GigabitEthernet 0/1"
    if speech.isSecond, let slash = QuotedSigns.slash(speech.language),
      let name = line.keyBefore(first.tokens.lowerBound),
      name.hasSuffix("ethernet") || Self.ports.contains(name)
    {
      return words(first, slash, place, last, in: line)
    }
    if isSeason(first, last, in: line) { return season(first, place, last, in: line) }
    if isMark(first, last, next, in: line) {
      return words(first, speech.symbols.outOf, place, last, in: line)
    }
    if let month = month(first, last, in: line) { return month }
    // "Heidegger (1954/1994)", "puertos 4789/7946", "32/64 bits"
    if speech.isSecond,
      [first, last].allSatisfy({ (1500...2099).contains($0.value ?? 0) })
        || (next == "bit" || next == "bits") && (first.value ?? 0) > 7
        || line.keyBefore(first.tokens.lowerBound).map(["ports", "puertos"].contains) == true
    {
      return words(first, ",", place, last, in: line)
    }
    // "23/8" is no part of a whole.
    let isImproper = (first.value ?? 0) > max(last.value ?? 0, 9) && last.value != 2
    guard
      speech.isSecond && isImproper
        || amounts.amount(at: first.tokens.lowerBound, in: line)?.fraction == nil
    else { return nil }
    return words(first, speech.symbols.over, place, last, in: line)
  }

  /// Reads "03/2025" as "March twenty twenty-five", French "mars deux mille vingt-cinq".
  private func month(
    _ first: WrittenNumber, _ last: WrittenNumber, in line: Line
  ) -> Reading? {
    guard speech.isSecond, !speech.language.isGerman,
      first.whole.utf8.count == 2, let number = Int(first.whole), first.isPlain,
      (1...12).contains(number), let year = last.value, (1900...2099).contains(year)
    else { return nil }
    let link = speech.language.isSpanish ? " de " : " "
    let name = speech.vocabulary.calendar.months[number - 1]
    return Reading(
      first.tokens.lowerBound..<last.tokens.upperBound,
      name + link
        + (speech.language.isEnglish ? speech.speller.year(year) : speech.speller.cardinal(year)),
      in: line)
  }

  /// Whether two numbers are a rating out of 5, 10, 20 or 100, as in "I'd give the film 8/10.", and not a
  /// fraction of a whole.
  private func isMark(
    _ first: WrittenNumber, _ last: WrittenNumber, _ next: String?, in line: Line
  ) -> Bool {
    // "6/7 tests passed"
    if speech.isSecond, speech.language.isEnglish, let value = first.value, let all = last.value,
      value <= all, next.map(Self.counted.contains) == true || isTally(first, last, in: line)
    {
      return true
    }
    guard let points = last.value, [5, 10, 20, 100].contains(points) else { return false }
    // "9/10 of the law"
    if let next, !speech.context.function.contains(next) || next == speech.symbols.ofWord {
      return false
    }
    if line.symbol(last.tokens.upperBound) == "-" { return false }
    guard let value = first.value else { return first.fraction != nil }
    return value <= points && (value > 1 || points != 100)
  }

  /// Words behind a count of all: "3/4 tasks", "5/5 done".
  private static let counted = WordTable.words(
    """
    answered approved assertions cases checks closed complete completed correct criteria documented done failed \
    failing features fixed fulfilled green implemented items listed met minimum nodes pass passed passes passing \
    pods questions replicas requirements resolved reviewed satisfied scenarios steps stories succeeded successful \
    suites tasks tests verified votes
    """)

  /// Whether a list of things to do is counted behind a colon: "Questions: 0/0", "Edge cases: 8/9".
  private func isTally(_ first: WrittenNumber, _ last: WrittenNumber, in line: Line) -> Bool {
    let end = last.tokens.upperBound
    let colon = line.skippingSpaceBack(first.tokens.lowerBound - 1)
    guard line.isEnd(end) || line.symbol(end) == "," || line.symbol(end) == ")",
      line.symbol(colon) == ":", let noun = line.key(colon - 1)
    else { return false }
    return Self.counted.contains(noun)
  }

  // "1939/40"
  private func isSeason(_ first: WrittenNumber, _ last: WrittenNumber, in line: Line) -> Bool {
    guard first.whole.utf8.count == 4, let year = first.value, let next = last.value,
      (1100...2100).contains(year)
    else { return false }
    return last.whole.utf8.count == 2 && next == (year + 1) % 100
      || last.whole.utf8.count == 4 && next == year + 1
  }

  private func season(
    _ first: WrittenNumber, _ place: Int, _ last: WrittenNumber, in line: Line
  ) -> Reading {
    let speller = speech.speller
    var words = SpokenWords(speller.year(first.value ?? 0), from: line.range(first.tokens))
    let value = last.value ?? 0
    let text = last.whole.utf8.count == 4 ? speller.year(value) : speller.cardinal(value)
    words.add(text, from: line.range(last.tokens))
    return Reading(end: last.tokens.upperBound, words: words)
  }
}

/// Reads the relation of two tables: "1:n", "1-many", "a 1-N relationship".
struct Relations: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.value(start) == 1, let sign = line.symbol(start + 1), sign == ":" || sign == "-",
      line.isOpen(before: start), line.isClosed(start + 3), line.symbol(start + 3)?.isDash != true,
      let end = line.word(start + 2) ?? line.digits(start + 2)
    else { return nil }
    let isNamed = line.keyAfter(start + 3).map(Self.nouns.contains) == true
    let isMany = ["n", "N", "m", "M"].contains(end)
    guard end.lowercased() == "many" || isMany && (sign == ":" || isNamed) || end == "1" && isNamed
    else { return nil }
    return Reading(
      start..<start + 2, speech.speller.cardinal(1) + " " + speech.symbols.scoreTo, in: line)
  }

  private static let nouns: Set<String> = [
    "association", "associations", "beziehung", "cardinality", "correspondence", "mapping",
    "relation", "relations", "relationship", "relationships",
  ]
}

extension Ordinals {
  /// Reads "the 97.5th percentile": the last digit is an ordinal.
  func decimal(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, let number = speech.format.number(at: start, in: line),
      let whole = Int(number.whole), let fraction = number.fraction,
      line.key(number.tokens.upperBound) == "th", let last = fraction.last.flatMap({ Int("\($0)") })
    else { return nil }
    let digits = speech.digits(String(fraction.dropLast()))
    let text =
      "\(speech.speller.cardinal(whole)) point \(digits) \(speech.speller.ordinal(last))"
    let words = text.split(separator: " ").joined(separator: " ")
    return Reading(start..<number.tokens.upperBound + 1, words, in: line)
  }
}

extension NumericDates {
  /// Reads German "08.2013" as the name of the month and the year.
  func month(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isGerman, line.symbol(start + 1) == ".", line.length(start) == 2,
      let first = line.value(start), (1...12).contains(first), line.length(start + 2) == 4,
      let year = line.value(start + 2), (1900...2099).contains(year), line.isClosed(start + 3),
      line.symbol(start - 1) != ".", !Versions(speech: speech).isNamed(start, in: line)
    else { return nil }
    let name = speech.vocabulary.calendar.months[first - 1]
    return Reading(start..<start + 3, name + " " + speech.speller.year(year), in: line)
  }
}

/// Divisions of values, whose slash is "over".
extension Slashes {
  /// Whether a slash divides values with an index, or a value by a product in brackets: "f_a/f_b", "1/c_max",
  /// "GM/(b c²)".
  func isQuotient(_ start: Int, in line: Line) -> Bool {
    // "p = (x-min)/(max-min)"
    if line.symbol(start - 1) == ")", line.symbol(start + 1) == "(" {
      return line.isBehindEquals(start)
    }
    let isIndexed = line.length(start + 1) == 1 && line.symbol(start + 2) == "_"
    let isProduct = line.symbol(start + 1) == "(" && line.length(start + 2) == 1
    guard isIndexed || isProduct && line.kind(start + 2) == .word else { return false }
    if line.kind(start - 1) == .word, line.symbol(start - 2) == "_", line.length(start - 3) == 1 {
      return line.isOpen(before: start - 3)
    }
    let isValue =
      line.kind(start - 1) == .digits
      || line.kind(start - 1) == .word
        && (line.length(start - 1) == 1
          || isProduct && line.length(start - 1) == 2
            && line.isAllCapitals(start - 1))
    return isValue && line.isOpen(before: start - 1)
      && (isIndexed || (start + 3...start + 6).contains { Powers.isExponent($0, in: line) })
  }

  /// Reads a fraction of letters: "1/x", "v = d/t".
  func fraction(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.kind(start + 1) == .word,
      line.length(start + 1) == 1
        || line.word(start + 1).map(MathWords.letters.values.contains) == true,
      line.isClosed(start + 2), line.symbol(start + 2) != "/", let below = line.word(start + 1),
      let over = MathWords.of(speech.language)["frac"]
    else { return nil }
    let before = line.skippingSpaceBack(start - 2)
    let isBehindEquals = line.symbol(before)?.isComparison == true
    // "1/s" is a rate.
    let isReciprocal =
      line.value(start - 1) == 1 && !"dhmswy".contains(below)
      && (isBehindEquals || line.isOpen(before: start - 1))
    let isQuotient =
      isBehindEquals && line.kind(start - 1) == .word && line.length(start - 1) == 1
      && !["A", "O", "n", "w"].contains(below)
    guard isReciprocal || isQuotient else { return nil }
    return Reading(start..<start + 1, over, in: line)
  }
}

extension Comparisons {
  /// Whether a number has two pluses: "Stealth ++5".
  func isDoublePlus(_ start: Int, in line: Line) -> Bool {
    line.symbol(start + 1) == "+" && line.kind(start + 2) == .digits && line.isSpace(start - 1)
      && line.isClosed(start + 3)
  }

  /// Whether a hyphen is the only sign of a group above or below a fraction line: "(x-min)/(max-min)".
  func isInQuotient(_ start: Int, in line: Line) -> Bool {
    guard line.symbol(start - 2) == "(", line.symbol(start + 2) == ")", line.isBehindEquals(start)
    else { return false }
    return line.symbol(start + 3) == "/" && line.symbol(start + 4) == "("
      || line.symbol(start - 3) == "/" && line.symbol(start - 4) == ")"
  }
}

extension Line {
  /// Whether an equals sign is at most 24 tokens before a token.
  fileprivate func isBehindEquals(_ index: Int) -> Bool {
    (max(0, index - 24)..<index).contains { symbol($0) == "=" }
  }
}
