import Basics

/// A unit after an amount.
struct WrittenUnit: Sendable {
  struct Per: Sendable {
    var noun: Noun
    var tokens: Range<Int>
  }

  var noun: Noun
  var tokens: Range<Int>
  /// The unit after a slash: "h" in "km/h".
  var per: Per?
  var isPercent = false
  /// Whether the unit is joined to the number's word, as in "hundertprozentig".
  var isEnding = false
  /// Whether there is no space before the unit.
  var isGlued = false
  // "5-km run"
  var isHyphened = false

  var end: Int { per?.tokens.upperBound ?? tokens.upperBound }
}

/// Finds units of measurement after amounts.
struct WrittenUnits: Sendable {
  let speech: Speech
  private var words: UnitWords { speech.vocabulary.units }
  private var symbols: SymbolWords { speech.symbols }

  /// Returns the unit that begins at an index, or after a space at the index; nil if there is no unit.
  func unit(at index: Int, in line: Line) -> WrittenUnit? {
    if let unit = percent(at: index, in: line) ?? degrees(at: index, in: line)
      ?? inches(at: index, in: line)
    {
      return unit
    }
    // "a 10-km race"
    let isHyphened = line.symbol(index) == "-"
    let place = isHyphened ? index + 1 : line.skippingSpace(index)
    guard var unit = noun(at: place, isGlued: place == index, in: line) else { return nil }
    unit.isGlued = place == index
    unit.isHyphened = isHyphened
    unit.per = per(at: unit.tokens.upperBound, in: line)
    return unit
  }

  // MARK: Symbols

  private func percent(at index: Int, in line: Line) -> WrittenUnit? {
    let place = line.skippingSpace(index)
    guard let symbol = line.symbol(place), symbol == "%" || symbol == "‰" || symbol == "٪" else {
      return nil
    }
    let word = symbol == "‰" ? symbols.perMille : symbols.percent
    // German "100%ig"
    if speech.language.isGerman, let ending = line.key(place + 1), ending.hasPrefix("ig") {
      return WrittenUnit(
        noun: Noun(word.lowercased() + ending, word.lowercased() + ending),
        tokens: place..<place + 2,
        isPercent: true, isEnding: true)
    }
    guard line.isClosed(place + 1) else { return nil }
    return WrittenUnit(
      noun: Noun(word, word, .masculine), tokens: place..<place + 1, isPercent: true)
  }

  private static let scales: [String: String] = ["C": "Celsius", "F": "Fahrenheit"]

  private func degrees(at index: Int, in line: Line) -> WrittenUnit? {
    var place = line.skippingSpace(index)
    if let symbol = line.symbol(place), symbol == "℃" || symbol == "℉" {
      return degrees(symbol == "℃" ? "Celsius" : "Fahrenheit", place..<place + 1)
    }
    guard line.symbol(place) == "°" || line.symbol(place) == "º" && speech.language.isSpanish else {
      return nil
    }
    let start = place
    place = line.skippingSpace(place + 1)
    if let letter = line.word(place), let scale = Self.scales[letter], line.isClosed(place + 1) {
      return degrees(scale, start..<place + 1)
    }
    guard line.isClosed(start + 1) else { return nil }
    return WrittenUnit(noun: symbols.degree, tokens: start..<start + 1)
  }

  private func degrees(_ scale: String, _ tokens: Range<Int>) -> WrittenUnit {
    let degree = symbols.degree
    return WrittenUnit(
      noun: Noun(degree.one + " " + scale, degree.many + " " + scale, degree.gender), tokens: tokens
    )
  }

  /// Reads inches by their symbol, unless the symbol closes an open quotation.
  private func inches(at index: Int, in line: Line) -> WrittenUnit? {
    guard let symbol = line.symbol(index), symbol == "″" || symbol == "\"" else { return nil }
    if symbol == "\"", index == 0 || closesQuotation(index, in: line) { return nil }
    return WrittenUnit(noun: symbols.inch, tokens: index..<index + 1, isGlued: true)
  }

  /// Whether a quotation is open before the mark, or the digits before the mark are a year: `the strike of 1931"`.
  private func closesQuotation(_ index: Int, in line: Line) -> Bool {
    if line.length(index - 1) > 3 { return true }
    var isOpen = false
    for place in max(0, index - 400)..<index where line.symbol(place) == "\"" {
      // If no quotation is open, a mark directly after digits is a symbol for inches, and opens no
      // quotation.
      isOpen = !isOpen && line.kind(place - 1) != .digits
    }
    return isOpen
  }

  // MARK: Words

  private func noun(at place: Int, isGlued: Bool, in line: Line) -> WrittenUnit? {
    guard let word = line.word(place) else {
      guard let symbol = line.symbol(place), let noun = words.nouns[String(symbol)] else {
        return nil
      }
      return WrittenUnit(noun: noun, tokens: place..<place + 1)
    }
    // "8 fl. oz.", "50 sq ft"
    if let pair = pair(word, at: place, in: line) { return pair }
    guard let noun = words.nouns[word],
      line.kind(place + 1) != .digits || isPower(place + 1, in: line)
    else { return nil }
    if line.symbol(place + 1)?.isApostrophe == true { return nil }
    var unit = WrittenUnit(noun: noun, tokens: place..<place + 1)
    if addPower(&unit, in: line) { return unit }
    let hasStop = line.symbol(place + 1) == "."
    guard isUnit(word, place, hasStop: hasStop, isGlued: isGlued, in: line),
      !(hasStop && line.kind(place + 2) == .word)
    else { return nil }
    if hasStop, isInSentence(place + 2, after: word, in: line) { unit.tokens = place..<place + 2 }
    return unit
  }

  private func pair(_ word: String, at place: Int, in line: Line) -> WrittenUnit? {
    guard word.utf8.count == 2 else { return nil }
    let space = line.symbol(place + 1) == "." ? place + 2 : place + 1
    guard line.isSpace(space), let second = line.key(space + 1),
      let noun = words.nouns[word.lowercased() + " " + second]
    else { return nil }
    let hasStop =
      line.symbol(space + 2) == "." && line.isSpace(space + 3)
      && !line.capitalFollows(space + 3)
    return WrittenUnit(noun: noun, tokens: place..<(hasStop ? space + 3 : space + 2))
  }

  // Whether an ambiguous word is a unit here: "6 in. of snow", but "5 in the cellar".
  private func isUnit(
    _ word: String, _ place: Int, hasStop: Bool, isGlued: Bool, in line: Line
  ) -> Bool {
    // "221B" is a house number.
    if word == "B", isGlued { return false }
    guard speech.language.isEnglish, word == "in" else { return true }
    if isGlued { return true }
    guard hasStop else { return false }
    return line.isSpace(place + 2) && !line.capitalFollows(place + 2)
  }

  /// Whether the sentence continues after the full stop of a unit.
  private func isInSentence(_ index: Int, after word: String, in line: Line) -> Bool {
    if let symbol = line.symbol(index) { return symbol == "," || symbol == ";" || symbol == ")" }
    guard line.isSpace(index), !line.capitalFollows(index) else { return false }
    // "5 ft. 4 in.", but "88 mph. 5 men"
    return line.kind(index + 1) != .digits
      || ["ft", "lb", "lbs", "hr", "hrs", "min"].contains(word)
  }

  private func isPower(_ index: Int, in line: Line) -> Bool {
    (line.value(index) == 2 || line.value(index) == 3) && line.isClosed(index + 1)
  }

  /// Reads "m²", "m2", "m^2".
  private func addPower(_ unit: inout WrittenUnit, in line: Line) -> Bool {
    let place = unit.tokens.upperBound
    let isMetre =
      unit.noun.one.hasSuffix("eter") || unit.noun.one.hasSuffix("etre")
      || unit.noun.one.hasSuffix("etro") || unit.noun.one.hasSuffix("ètre")
    switch line.symbol(place) {
    case "²": return raise(&unit, 2, place + 1)
    case "³": return raise(&unit, 3, place + 1)
    case "^" where isPower(place + 1, in: line):
      return raise(&unit, line.value(place + 1) ?? 2, place + 2)
    default:
      guard isMetre, isPower(place, in: line) else { return false }
      return raise(&unit, line.value(place) ?? 2, place + 1)
    }
  }

  private func raise(_ unit: inout WrittenUnit, _ power: Int, _ end: Int) -> Bool {
    unit.noun = words.powered(unit.noun, power)
    unit.tokens = unit.tokens.lowerBound..<end
    return true
  }

  /// Reads "/h" of "km/h", "/hour" of "$5/hour".
  func per(at stroke: Int, in line: Line) -> WrittenUnit.Per? {
    guard line.symbol(stroke) == "/", let word = line.word(stroke + 1), line.isClosed(stroke + 2),
      line.symbol(stroke + 2) != "/", let noun = words.nouns[word] ?? named(word)
    else { return nil }
    var unit = WrittenUnit(noun: noun, tokens: stroke + 1..<stroke + 2)
    _ = addPower(&unit, in: line)
    return WrittenUnit.Per(noun: unit.noun, tokens: stroke..<unit.tokens.upperBound)
  }

  private func named(_ word: String) -> Noun? {
    speech.context.rates.contains(word.lowercased()) ? Noun(word, word) : nil
  }
}
