import Basics

/// Reads English sizes: "a 3/4-inch pipe", "2 1/2-inch", a 5/8" bolt, 4' x 8', "12 ft x 10 ft", 5'x7'.
struct Sizes: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start) == .digits || line.symbol(start).map(Amounts.isVulgarFraction) == true
    else { return by(start, in: line) }
    return part(at: start, in: line) ?? feet(at: start, in: line)
  }

  // MARK: Parts of a unit

  private static let units = WordTable.words(
    """
    acre century cup day dose foot full gallon hour hours inch inches mile minute ounce page pint pound price quart \
    scale size strength tablespoon teaspoon time ton turn width yard year
    """)

  /// Reads a fraction before a unit that is an adjective, as "half", "three quarter", "two and a half".
  private func part(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word, line.symbol(start - 1) != "/",
      line.symbol(start - 1) != ".",
      let (amount, isJoined) = amount(at: start, in: line), let fraction = amount.fraction,
      fraction.numerator < fraction.denominator, fraction.denominator <= 64
    else { return nil }
    let end = amount.tokens.upperBound
    let name = name(fraction)
    var words = SpokenWords()
    if let number = amount.number {
      words.add(amounts.words(number, in: line))
      let article = fraction.numerator == 1 ? (name.first == "e" ? "an " : "a ") : ""
      words.add("and " + article + name, from: line.range(fraction.tokens))
    } else {
      words.add(name, from: line.range(fraction.tokens))
    }
    if isJoined { return Reading(end: end, words: words) }
    guard amount.number == nil, let article = line.keyBefore(start),
      article == "a" || article == "an",
      let unit = WrittenUnits(speech: speech).unit(at: end, in: line),
      !unit.isPercent, unit.per == nil, line.isSpace(unit.end), line.kind(unit.end + 1) == .word,
      let next = line.key(unit.end + 1), !speech.context.function.contains(next)
    else { return nil }
    words.add(unit.noun.one, from: line.range(unit.tokens))
    return Reading(end: unit.end, words: words)
  }

  /// Returns an amount with a fraction, and whether a hyphen joins it to a unit.
  private func amount(at start: Int, in line: Line) -> (amount: Amount, isJoined: Bool)? {
    if let amount = amounts.amount(at: start, in: line), amount.fraction != nil {
      return (amount, isHyphened(amount.tokens.upperBound, in: line))
    }
    if let fraction = joined(at: start, in: line) { return (Amount(fraction: fraction), true) }
    // "2 1/2-inch", "2-1/2-inch"
    guard line.isSpace(start + 1) || line.symbol(start + 1) == "-",
      let fraction = joined(at: start + 2, in: line),
      let number = speech.format.number(at: start, in: line), number.tokens.count == 1
    else { return nil }
    return (Amount(number: number, fraction: fraction), true)
  }

  /// Returns the fraction of "3/4-inch", which no space or mark ends.
  private func joined(at start: Int, in line: Line) -> Amount.Fraction? {
    guard let numerator = line.value(start, most: 2), line.symbol(start + 1) == "/",
      let denominator = line.value(start + 2, most: 2), numerator > 0, denominator > 1,
      isHyphened(start + 3, in: line)
    else { return nil }
    return Amount.Fraction(
      numerator: numerator, denominator: denominator, tokens: start..<start + 3)
  }

  private func isHyphened(_ index: Int, in line: Line) -> Bool {
    line.symbol(index) == "-" && line.key(index + 1).map(Self.units.contains) == true
  }

  private func name(_ fraction: Amount.Fraction) -> String {
    let text = amounts.fraction(fraction.numerator, fraction.denominator, .alone)
    if fraction.numerator == 1 {
      return String(text.hasPrefix("one ") ? text.dropFirst("one ".count) : text[...])
    }
    return fraction.denominator == 4 ? String(text.dropLast()) : text
  }

  // MARK: Two sides

  private static let lengths: Set<String> = [
    "ft", "in", "m", "cm", "mm", "yd", "feet", "foot", "inches", "inch", "meters", "metres",
  ]

  /// Reads the "x" between two sides, the first of which has a unit.
  private func by(_ start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 1, line.isSpace(start - 1), line.isSpace(start + 1),
      line.kind(start + 2) == .digits, line.symbol(start) == "×" || line.key(start) == "x"
    else { return nil }
    let before = line.symbol(start - 2) == "." ? start - 3 : start - 2
    let isUnit =
      line.symbol(before).map { "'’′\"”″".unicodeScalars.contains($0) } == true
      && (line.kind(before - 1) == .digits
        || line.symbol(before - 1).map(Amounts.isVulgarFraction) == true)
      || line.word(before).map(Self.lengths.contains) == true
        && line.kind(line.skippingSpaceBack(before - 1)) == .digits
    return isUnit ? Reading(start..<start + 1, speech.symbols.by, in: line) : nil
  }

  /// Reads 5'x7'.
  private func feet(at start: Int, in line: Line) -> Reading? {
    guard let (mark, one) = side(start, in: line), line.key(mark + 1) == "x",
      let (last, two) = side(mark + 2, in: line), line.isClosed(last + 1),
      line.symbol(mark) == line.symbol(last)
    else { return nil }
    let unit = line.symbol(mark) == "\"" ? speech.symbols.inch.one : speech.symbols.foot.one
    var words = SpokenWords("\(one) \(unit)", from: line.range(start..<mark + 1))
    words.add(speech.symbols.by, from: line.range(mark + 1))
    words.add("\(two) \(unit)", from: line.range(mark + 2..<last + 1))
    return Reading(end: last + 1, words: words)
  }

  private func side(_ start: Int, in line: Line) -> (mark: Int, words: String)? {
    guard let digits = line.digits(start), digits.utf8.count < 4,
      line.symbol(start + 1).map({ "'’′\"".unicodeScalars.contains($0) }) == true
    else { return nil }
    return (start + 1, speech.speller.cardinal(digits))
  }
}

/// Reads directions on a map: "45° N", "I-80 W", 40°26'46"N.
struct Bearings: ReadingRule {
  let speech: Speech

  private static let names = ["N": "north", "S": "south", "E": "east", "W": "west"]
  private static let roads: Set<String> = [
    "highway", "hwy", "interstate", "rd", "route", "rt", "rte", "us",
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start) == .digits else { return road(start, in: line) }
    guard line.kind(start - 1) != .word, let degrees = speech.format.number(at: start, in: line)
    else { return nil }
    var end = degrees.tokens.upperBound
    guard line.symbol(end) == "°" else { return nil }
    let amounts = Amounts(speech: speech)
    var words = amounts.words(degrees, in: line)
    words.add(speech.symbols.degree.word(isOne: degrees.isOne), from: line.range(end))
    end += 1
    for (marks, noun) in Self.parts {
      let place = line.skippingSpace(end)
      guard let part = speech.format.number(at: place, in: line),
        let mark = line.symbol(part.tokens.upperBound), marks.unicodeScalars.contains(mark)
      else { break }
      words.add(amounts.words(part, in: line))
      words.add(part.isOne ? noun : noun + "s", from: line.range(part.tokens.upperBound))
      end = part.tokens.upperBound + 1
    }
    let letter = line.skippingSpace(end)
    guard let name = line.word(letter).flatMap({ Self.names[$0] }), line.isClosed(letter + 1)
    else { return nil }
    words.add(name, from: line.range(letter))
    return Reading(end: letter + 1, words: words)
  }

  private static let parts = [("'’′", "minute"), ("\"”″", "second")]

  /// Reads the letter behind the number of a road: "I-80 W", "Route 9W".
  private func road(_ start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 1, line.isSpace(start - 1), Self.isRoad(start, in: line),
      let name = line.word(start).flatMap({ Self.names[$0] })
    else { return nil }
    return Reading(start..<start + 1, name, in: line)
  }

  /// Whether a letter is a direction behind the number of a road.
  static func isRoad(_ letter: Int, in line: Line) -> Bool {
    guard let word = line.word(letter), names[word] != nil, line.isClosed(letter + 1),
      line.symbol(letter + 1)?.isApostrophe != true
    else { return false }
    let number = line.skippingSpaceBack(letter - 1)
    guard line.kind(number) == .digits else { return false }
    return line.symbol(number - 1) == "-" && line.word(number - 2) == "I"
      || line.keyBefore(number).map(roads.contains) == true
  }
}

/// Reads "Ø 6 mm" as "diameter six millimeters".
struct Diameters: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.word(start) == "Ø" || line.word(start) == "ø" || line.symbol(start) == "⌀",
      line.isOpen(before: start)
    else { return nil }
    let number = line.skippingSpace(start + 1)
    guard line.kind(number) == .digits else { return nil }
    return Reading(start..<start + 1, speech.symbols.diameter, in: line)
  }
}
