import Basics

/// Reads amounts of a unit: 5 km, 120 km/h, 61 m², 20 °C, 50 %, 6'2", 35mm film.
struct Measures: ReadingRule {
  let speech: Speech
  private let quantities: Quantities
  private let units: WrittenUnits

  init(speech: Speech) {
    self.speech = speech
    quantities = Quantities(speech: speech)
    units = WrittenUnits(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    if let symbol = line.symbol(start), !Amounts.isVulgarFraction(symbol), symbol != "." {
      return nil
    }
    if line.symbol(start) == ".", line.kind(start - 1) == .digits { return nil }
    // "Ø6mm"
    guard line.kind(start - 1) != .word || speech.isSecond && line.key(start - 1) == "ø",
      let quantity = quantities.quantity(at: start, in: line)
    else { return nil }
    if let reading = feet(quantity, in: line) { return reading }
    // The scene number of "82J  MAX"
    if speech.isSecond, start == 0, line.length(1) == 1, line.isUpper(1), line.isSpace(2),
      line.isAllCapitals(3), line.length(3) > 1
    {
      return nil
    }
    let end = quantity.tokens.upperBound
    // "100+ ms"
    if speech.isSecond, line.symbol(end) == "+", line.isSpace(end + 1),
      let unit = units.unit(at: end + 1, in: line)
    {
      var words = quantities.words(quantity, .before(unit.noun.gender), in: line)
      words.add(speech.symbols.plus, from: line.range(end))
      words.add(unit.noun.many, from: line.range(unit.tokens))
      return Reading(end: unit.end, words: words)
    }
    guard let unit = units.unit(at: end, in: line) else { return nil }
    if speech.isSecond, unit.noun.one == "horsepower", GamePoints.isHealth(start, in: line) {
      return nil
    }
    return range(quantity, unit, in: line) ?? reading(quantity, unit, in: line)
  }

  /// Reads "25%–30%", which repeats the unit, as "twenty-five to thirty percent".
  private func range(_ first: Quantity, _ unit: WrittenUnit, in line: Line) -> Reading? {
    guard first.last == nil, let (dash, next) = quantities.dash(at: unit.end, in: line),
      let last = quantities.amounts.amount(at: next, in: line),
      let lastUnit = units.unit(at: last.tokens.upperBound, in: line), lastUnit.noun == unit.noun
    else { return nil }
    return reading(
      Quantity(first: first.first, last: last, joint: .range, dash: dash), lastUnit, in: line)
  }

  private func reading(
    _ quantity: Quantity, _ unit: WrittenUnit, in line: Line
  ) -> Reading {
    var words = SpokenWords()
    if speech.isSecond, speech.language.isGerman, let half = half(quantity, unit) {
      words.add(half, from: line.range(quantity.tokens))
    } else if quantity.isOne, speech.language.isGerman {
      words.add(one(unit, quantity, in: line), from: line.range(quantity.tokens))
    } else {
      words = quantities.words(quantity, .before(unit.noun.gender), in: line)
    }
    let isOne =
      isSingular(quantity) || unit.isHyphened && !(speech.isSecond && speech.language.isGerman)
      || isAdjective(quantity, unit, in: line)
    var text = unit.noun.word(isOne: isOne)
    if quantity.isPart, speech.language.isEnglish, !unit.isPercent, !unit.isHyphened {
      let isVowel = text.first.map { "aeiou".contains($0) } == true && !text.hasPrefix("eu")
      text = (isVowel || text == "hour" ? "of an " : "of a ") + text
    }
    if unit.isEnding {
      words.close(with: text)
    } else {
      words.add(text, from: line.range(unit.tokens))
    }
    if let per = unit.per {
      words.add(speech.symbols.per + " " + per.noun.one, from: line.range(per.tokens))
    }
    return Reading(end: unit.end, words: words)
  }

  /// Returns the German words of "½ TL", "1/2 l".
  private func half(_ quantity: Quantity, _ unit: WrittenUnit) -> String? {
    guard quantity.last == nil, quantity.first.number == nil, let part = quantity.first.fraction,
      part.numerator == 1, part.denominator == 2, !unit.isPercent
    else { return nil }
    return switch unit.noun.gender {
    case .masculine: "einen halben"
    case .feminine: "eine halbe"
    case .neuter: "ein halbes"
    }
  }

  private func isSingular(_ quantity: Quantity) -> Bool {
    if quantity.isOne || quantity.isPart { return true }
    // In French, one and a half is singular.
    guard speech.language.isFrench, quantity.last == nil, let number = quantity.first.number else {
      return false
    }
    return number.whole == "1" || number.whole == "0"
  }

  private func one(_ unit: WrittenUnit, _ quantity: Quantity, in line: Line) -> String {
    guard unit.noun.gender == .masculine, !unit.isPercent else {
      return speech.speller.cardinal(1, .before(unit.noun.gender))
    }
    let isDative =
      line.keyBefore(quantity.tokens.lowerBound).map(GermanCases.dative.contains) == true
    return isDative
      ? speech.speller.cardinal(1, .dative(.masculine)) : unit.noun.one == "Grad" ? "ein" : "einen"
  }

  private static let pistols = WordTable.words(
    "glock beretta browning luger makarov ruger sauer sig taurus uzi walther wesson")

  /// Whether a measure is an adjective: "the 100 m final", "on 35mm film", "a 10 km run".
  private func isAdjective(
    _ quantity: Quantity, _ unit: WrittenUnit, in line: Line
  ) -> Bool {
    guard speech.language.isEnglish, !unit.isPercent else { return false }
    // "a Glock 9mm tucked behind his waist"
    if speech.isSecond, unit.noun == speech.vocabulary.units.nouns["mm"],
      line.keyBefore(quantity.tokens.lowerBound).map(Self.pistols.contains) == true
    {
      return true
    }
    if speech.isSecond, isBeforeNoun(quantity, unit, in: line) { return true }
    // "100 m resolution data"
    if speech.isSecond, line.isSpace(unit.end), line.key(unit.end + 1) == "resolution" {
      return true
    }
    if quantities.nearby.isAdjective(quantity.tokens.lowerBound..<unit.end, in: line) {
      return true
    }
    guard unit.isGlued, line.isSpace(unit.end), let next = line.key(unit.end + 1) else {
      return false
    }
    return !speech.context.function.contains(next) && !speech.context.dimensions.contains(next)
      && !line.isUpper(unit.end + 1) && !next.hasSuffix("ed") && !next.hasSuffix("ly")
      && !(speech.isSecond && (next == "data" || Self.directions.contains(next)))
  }

  /// Whether a measure with an article or a number before it is singular: "A 9mm.", "a narrow 10 m passage", "two 5 kg
  /// bags". Nothing else can be between "a" and its noun.
  private func isBeforeNoun(
    _ quantity: Quantity, _ unit: WrittenUnit, in line: Line
  ) -> Bool {
    guard let before = line.wordBefore(quantity.tokens.lowerBound), let key = line.key(before)
    else { return false }
    let isAlone =
      line.isEnd(unit.end)
      || line.symbol(unit.end).map { ".,;!?".unicodeScalars.contains($0) } == true
    if key == "a", isAlone { return true }
    // "his 9mm."
    if isAlone, unit.isGlued, unit.noun.one.hasPrefix("millim") {
      return speech.context.determiners.contains(key)
    }
    // "pulls a 9mm from his coat"
    if unit.isGlued, unit.noun.one.hasPrefix("millim"), isGun(quantity, behind: key, unit, in: line)
    {
      return true
    }
    guard line.isSpace(unit.end), let next = line.key(unit.end + 1),
      !speech.context.function.contains(next), !speech.context.dimensions.contains(next),
      !next.hasSuffix("ly"), !next.hasSuffix("ed")
    else { return false }
    let isPlural = quantities.nearby.isPlural(next)
    if Self.counts.contains(key) { return isPlural }
    let article = line.keyBefore(before)
    return !isPlural && (article == "a" || article == "an") && !line.isUpper(before)
      && !speech.context.function.contains(key) && !next.hasSuffix("s")
  }

  /// Whether "9mm" is a gun: behind a determiner, before what is done with it, as in "the 9mm at Ann".
  private func isGun(
    _ quantity: Quantity, behind key: String, _ unit: WrittenUnit, in line: Line
  ) -> Bool {
    guard speech.isSecond, quantity.tokens.count == 1,
      line.digits(quantity.tokens.lowerBound) == "9",
      speech.context.determiners.contains(key), line.isSpace(unit.end),
      let next = line.key(unit.end + 1)
    else { return false }
    return Self.behindGun.contains(next)
      && line.nextWord(unit.end + 2).flatMap(line.key).map(speech.context.dimensions.contains)
        != true
  }

  private static let behindGun: Set<String> = [
    "and", "at", "from", "in", "into", "on", "out", "to", "under", "with",
  ]

  /// Where something moves or is: "moves 100mm backwards".
  private static let directions = WordTable.words(
    """
    above afterwards ago astern away backward backwards behind below beneath beyond downward downwards downhill \
    downstream forward forwards inward inwards inland onward onwards outward outwards sideways underground \
    underwater upward upwards uphill upstream
    """)

  private static let counts: Set<String> = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several", "many",
    "few",
  ]

  // MARK: Feet and inches

  /// Whether an apostrophe after digits is the symbol for feet, as in "a 3' x 5' card".
  /// Such an apostrophe does not close a quotation or join letters.
  private func isOpenFeet(_ mark: Int, in line: Line) -> Bool {
    guard line.isSpace(mark + 1), line.symbol(mark) != "’" else { return false }
    return !(max(0, mark - 60)..<mark).contains {
      line.symbol($0) == "'" && line.isOpen(before: $0)
        || speech.isSecond && line.symbol($0) == "‚"
    }
  }

  /// Whether an amount of inches is complete.
  /// The symbol for inches may be missing only in a person's height: "6'4 and 200 lbs".
  private func closesInches(_ inches: Amount, _ feet: Quantity, in line: Line) -> Bool {
    let end = inches.tokens.upperBound
    if let symbol = line.symbol(end), symbol == "\"" || symbol == "”" || symbol == "″" {
      return true
    }
    guard let height = feet.value, (3...7).contains(height), let value = inches.value else {
      return false
    }
    return value < 12 && line.isClosed(end) && line.symbol(feet.tokens.upperBound) != "′"
  }

  /// Reads `6'2"` as "six foot two".
  private func feet(_ quantity: Quantity, in line: Line) -> Reading? {
    guard quantity.last == nil, quantity.value != nil else { return nil }
    let mark = quantity.tokens.upperBound
    guard let symbol = line.symbol(mark), symbol == "'" || symbol == "’" || symbol == "′" else {
      return nil
    }
    let next = line.skippingSpace(mark + 1)
    guard let inches = quantities.amounts.amount(at: next, in: line), next - mark <= 2,
      closesInches(inches, quantity, in: line)
    else {
      guard symbol == "′" || isOpenFeet(mark, in: line) else { return nil }
      var words = quantities.words(quantity, in: line)
      let unit = WrittenUnit(noun: speech.symbols.foot, tokens: mark..<mark + 1, isGlued: true)
      let isOne = quantity.isOne || isAdjective(quantity, unit, in: line)
      words.add(speech.symbols.foot.word(isOne: isOne), from: line.range(mark))
      return Reading(end: mark + 1, words: words)
    }
    var words = quantities.words(quantity, .before(speech.symbols.foot.gender), in: line)
    words.add(
      speech.symbols.foot.one == "foot" ? "foot" : speech.symbols.foot.many, from: line.range(mark))
    words.add(quantities.amounts.words(inches, in: line))
    let end = inches.tokens.upperBound
    let isClosed = line.symbol(end).map { $0 == "\"" || $0 == "”" || $0 == "″" } == true
    return Reading(end: isClosed ? end + 1 : end, words: words)
  }
}
