import Basics

/// Finds units of measurement after amounts.
struct WrittenUnits: Sendable {
  let speech: Speech
  private let newest: [String: Noun]
  private var words: UnitWords { speech.vocabulary.units }
  private var symbols: SymbolWords { speech.symbols }

  init(speech: Speech) {
    self.speech = speech
    newest = speech.isSecond ? UnitWords.newest(speech.language) : [:]
  }

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
    return isOpen || speech.isSecond && closesTypeset(index, in: line)
  }

  // MARK: Words

  private func noun(at place: Int, isGlued: Bool, in line: Line) -> WrittenUnit? {
    guard let word = line.word(place) else {
      guard let symbol = line.symbol(place), let noun = words.nouns[String(symbol)] else {
        return nil
      }
      return WrittenUnit(noun: noun, tokens: place..<place + 1)
    }
    if speech.isSecond, word == "pc", isPiece(place, in: line) {
      return WrittenUnit(noun: Noun("piece", "pieces"), tokens: place..<place + 1)
    }
    if speech.isSecond, word == "c", let spoon = spoon(at: place, in: line) { return spoon }
    // "8 fl. oz.", "50 sq ft"
    if let pair = pair(word, at: place, in: line) { return pair }
    guard
      let noun = words.nouns[isMinutes(place, in: line) ? "min" : word] ?? newest[word]
        ?? turn(word, place, in: line),
      line.kind(place + 1) != .digits || isPower(place + 1, in: line)
    else { return nil }
    if line.symbol(place + 1)?.isApostrophe == true { return nil }
    var unit = WrittenUnit(noun: noun, tokens: place..<place + 1)
    if addPower(&unit, in: line) { return unit }
    let hasStop = line.symbol(place + 1) == "."
    guard isUnit(word, place, hasStop: hasStop, isGlued: isGlued, in: line),
      !(speech.isSecond && isLetter(word, place, hasStop: hasStop, isGlued: isGlued, in: line)),
      !(hasStop && line.kind(place + 2) == .word)
    else { return nil }
    if hasStop, isInSentence(place + 2, after: word, in: line) { unit.tokens = place..<place + 2 }
    return unit
  }

  /// Reads the turns of "1450 tr/min", "1450 U/min" and "1450 rev/min".
  private func turn(_ word: String, _ place: Int, in line: Line) -> Noun? {
    guard speech.isSecond, line.symbol(place + 1) == "/",
      line.key(place + 2).map(["min", "mn", "s", "sec"].contains) == true
    else { return nil }
    return UnitWords.turns(speech.language)[word]
  }

  /// Whether "pc" is a piece: "1 pc", "Qty: 4 pc", but not "1 pc = 3.26 ly" and "2 pc setups".
  private func isPiece(_ place: Int, in line: Line) -> Bool {
    let number = line.skippingSpaceBack(place - 1)
    guard speech.language.isEnglish, line.kind(number) == .digits,
      line.kind(number - 1) != .digits, line.symbol(number - 1) != ".",
      !["=", "≈", "≃"].contains(line.symbol(line.skippingSpace(place + 1)))
    else { return false }
    let before = line.keyBefore(
      line.symbol(line.skippingSpaceBack(number - 1)) == ":"
        ? line.skippingSpaceBack(number - 1) : number)
    return line.value(number) == 1 || before == "qty" || before == "quantity"
  }

  /// Reads French "c. à s." and "c. à café".
  private func spoon(at place: Int, in line: Line) -> WrittenUnit? {
    let link = line.skippingSpace(line.symbol(place + 1) == "." ? place + 2 : place + 1)
    let last = line.symbol(link + 1) == "." ? link + 2 : line.skippingSpace(link + 1)
    guard speech.language.isFrench, line.word(link) == "à", let key = line.word(last),
      let size = ["s": "soupe", "soupe": "soupe", "c": "café", "café": "café", "thé": "thé"][key]
    else { return nil }
    let end = line.symbol(last + 1) == "." && !line.isEnd(last + 2) ? last + 2 : last + 1
    let noun = Noun("cuillère à \(size)", "cuillères à \(size)", .feminine)
    return WrittenUnit(noun: noun, tokens: place..<end)
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
    if word == "B", isGlued { return speech.isSecond && isBytes(place, in: line) }
    // "une 7 CV", but "25 CV reçus"
    if word == "CV", speech.isSecond, speech.language.isFrench {
      return line.value(line.skippingSpaceBack(place - 1), most: 2).map { $0 <= 20 } == true
    }
    guard speech.language.isEnglish, word == "in" else { return true }
    if isGlued { return true }
    guard hasStop else { return false }
    return line.isSpace(place + 2) && !line.capitalFollows(place + 2)
  }

  /// Whether "B" is bytes: behind a power of two, and not in "512B Baker Street" or "the 32B model".
  private func isBytes(_ place: Int, in line: Line) -> Bool {
    guard let value = line.value(place - 1, most: 6), value > 8, value & (value - 1) == 0 else {
      return false
    }
    // "Name-32B-FP8"
    if line.symbol(place - 2) == "-" || line.symbol(place + 1) == "-" { return false }
    let next = line.keyAfter(place + 1) ?? ""
    return !line.capitalFollows(place + 1) && !next.hasPrefix("model") && !next.hasPrefix("param")
  }

  // Whether a capital is no unit: the number of a chapter in "34 V. The Denunciation", a direction in "350 W 5th St."
  private func isLetter(
    _ word: String, _ place: Int, hasStop: Bool, isGlued: Bool, in line: Line
  ) -> Bool {
    if isGlued { return Bearings.isRoad(place, in: line) }
    // "Apt. 3-B"
    if word == "B", line.symbol(place - 1) == "-" { return true }
    guard word == "V" || word == "W" || word == "N" else { return false }
    if Bearings.isRoad(place, in: line) { return true }
    if hasStop { return place == 2 && line.capitalFollows(place + 2) }
    return word != "V" && line.isSpace(place + 1) && line.kind(place + 2) == .digits
      && line.key(place + 3).map { ["st", "nd", "rd", "th"].contains($0) } == true
  }

  /// Whether the sentence continues after the full stop of a unit.
  private func isInSentence(_ index: Int, after word: String, in line: Line) -> Bool {
    if let symbol = line.symbol(index) { return symbol == "," || symbol == ";" || symbol == ")" }
    // "15 Min. Verspätung"
    if speech.isSecond, speech.language.isGerman, line.isSpace(index), line.isUpper(index + 1),
      line.symbol(index + 2) != ":", let next = line.key(index + 1)
    {
      return !speech.context.starters.contains(next) && !speech.context.function.contains(next)
        && !speech.context.determiners.contains(next)
    }
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
      line.symbol(stroke + 2) != "/", let noun = words.nouns[word] ?? newest[word] ?? named(word)
    else { return nil }
    var unit = WrittenUnit(noun: noun, tokens: stroke + 1..<stroke + 2)
    // "9.8 m/s²"
    if speech.isSecond, word == "s", line.symbol(stroke + 2) == "²" {
      unit.noun.one += " " + symbols.squared
      unit.tokens = stroke + 1..<stroke + 3
    } else {
      _ = addPower(&unit, in: line)
    }
    return WrittenUnit.Per(noun: unit.noun, tokens: stroke..<unit.tokens.upperBound)
  }

  private func named(_ word: String) -> Noun? {
    // "22 MB/S"
    if speech.isSecond, word == "S" || word == "H" { return words.nouns[word.lowercased()] }
    return speech.context.rates.contains(word.lowercased()) ? Noun(word, word) : nil
  }
}
