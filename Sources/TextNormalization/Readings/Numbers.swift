import Basics

/// Reads numbers that no other rule reads, in the form that the sentence needs.
struct Numbers: ReadingRule {
  let speech: Speech
  private let quantities: Quantities

  init(speech: Speech) {
    self.speech = speech
    quantities = Quantities(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    if let symbol = line.symbol(start) {
      guard symbol == "." ? isPoint(start, in: line) : Amounts.isVulgarFraction(symbol) else {
        return nil
      }
    }
    guard let quantity = quantities.quantity(at: start, in: line) else { return nil }
    if let reading = half(quantity, in: line) { return reading }
    if let reading = code(quantity, in: line) ?? compound(quantity, in: line) { return reading }
    let end = quantity.tokens.upperBound
    if quantity.isOne, speech.language.isGerman, let one = germanOne(quantity, in: line) {
      return Reading(quantity.tokens, one, in: line)
    }
    let isName = quantities.nearby.isReferred(start, in: line)
    let form = isName ? .alone : quantities.nearby.form(before: end, in: line)
    var words = quantities.words(quantity, form, in: line)
    if speech.isSecond, let link = partitive(quantity, in: line) {
      words.add(link, from: line.range(quantity.tokens))
    }
    return Reading(end: end, words: words)
  }

  /// Returns the words between several parts and their measure: "of a" for "¾ cup".
  private func partitive(_ quantity: Quantity, in line: Line) -> String? {
    let end = quantity.tokens.upperBound
    guard quantity.isPart, quantity.first.fraction?.numerator != 1, line.isSpace(end),
      let noun = line.key(end + 1), let link = Self.partitives[noun],
      // "Tasse" is German too.
      link != "de" || !speech.language.isGerman
    else { return nil }
    return link
  }

  private static let partitives: [String: String] = {
    var links: [String: String] = [:]
    for (link, nouns) in [
      ("of a", "cup teaspoon tablespoon pint quart gallon pound mile stick ton"),
      ("of an", "inch ounce hour acre"),
      ("de", "tasse cuillère litre taza cucharada cucharadita litro"),
    ] {
      for noun in WordTable.words(nouns) { links[noun] = link }
    }
    return links
  }()

  /// Whether a full stop is a decimal point, as in ".38".
  private func isPoint(_ start: Int, in line: Line) -> Bool {
    line.kind(start + 1) == .digits && line.isOpen(before: start)
  }

  /// If letters directly follow a range ("10-4x"), reads only its first number.
  private func code(_ quantity: Quantity, in line: Line) -> Reading? {
    guard quantity.last != nil, line.kind(quantity.tokens.upperBound) == .word else { return nil }
    let first = quantity.first
    return Reading(end: first.tokens.upperBound, words: quantities.amounts.words(first, in: line))
  }

  /// Reads German "12-jähriger" as one word.
  private func compound(_ quantity: Quantity, in line: Line) -> Reading? {
    let end = quantity.tokens.upperBound
    if speech.isSecond, let ordinal = ordinalCompound(quantity, in: line) { return ordinal }
    guard speech.language.isGerman, quantity.last == nil, line.symbol(end) == "-",
      let word = line.word(end + 1),
      !line.isUpper(end + 1), let value = quantity.value
    else { return nil }
    let count = value == 1 ? "ein" : speech.speller.cardinal(value)
    return Reading(quantity.tokens.lowerBound..<end + 2, count + word, in: line)
  }

  /// Reads the number of German "1.-Mai-Feier" and "19.-Jahrhundert-Haus" as an ordinal.
  private func ordinalCompound(_ quantity: Quantity, in line: Line) -> Reading? {
    let end = quantity.tokens.upperBound
    guard speech.language.isGerman, quantity.last == nil, let value = quantity.value,
      line.symbol(end) == ".", line.symbol(end + 1) == "-", line.isUpper(end + 2),
      let noun = line.key(end + 2)
    else { return nil }
    let isMonth = speech.vocabulary.calendar.monthKeys[noun] != nil
    let gender =
      isMonth
      ? .masculine : GermanOrdinals.nouns[noun] ?? quantities.nearby.germanGender(of: noun)
    let form: OrdinalForm =
      switch gender {
      case .masculine: .r
      case .feminine: .plain
      case .neuter: .s
      }
    let word = speech.speller.ordinal(value, form).capitalizedFirst
    return Reading(quantity.tokens.lowerBound..<end + 1, word, in: line)
  }

  // MARK: Halves

  /// Reads Spanish "2 ½ horas" as "dos horas y media", and German "1/2 Liter" as "einen halben Liter".
  private func half(_ quantity: Quantity, in line: Line) -> Reading? {
    guard quantity.last == nil, let fraction = quantity.first.fraction, fraction.denominator == 2,
      fraction.numerator == 1
    else { return nil }
    let end = quantity.tokens.upperBound
    guard line.isSpace(end), let noun = line.word(end + 1), let key = line.key(end + 1),
      !speech.context.function.contains(key)
    else { return nil }
    switch speech.language {
    case .spanish:
      guard let number = quantity.first.number else { return nil }
      let gender = quantities.nearby.spanishGender(of: key)
      var words = quantities.amounts.words(number, .before(gender), in: line)
      // "1 ½ tazas"
      let isOne =
        speech.isSecond && number.isOne && (noun.hasSuffix("as") || noun.hasSuffix("os"))
      words.add(isOne ? String(noun.dropLast()) : noun, from: line.range(end + 1))
      words.add(
        gender == .feminine ? "y media" : "y medio", from: line.range(fraction.tokens))
      return Reading(end: end + 2, words: words)
    case .german:
      guard quantity.first.number == nil, line.isUpper(end + 1) else { return nil }
      let form =
        switch quantities.nearby.germanGender(of: key) {
        case .masculine: "einen halben"
        case .feminine: "eine halbe"
        case .neuter: "ein halbes"
        }
      return Reading(quantity.tokens, form, in: line)
    default: return nil
    }
  }

  // MARK: The German number one

  /// Returns the form of the German number one: "mit einem Koffer", "seit einer Stunde", "einen Hund".
  private func germanOne(_ quantity: Quantity, in line: Line) -> String? {
    let end = quantity.tokens.upperBound
    let start = quantity.tokens.lowerBound
    guard line.isSpace(end), line.isUpper(end + 1), let noun = line.key(end + 1),
      !quantities.nearby.isReferred(start, in: line)
    else { return nil }
    let gender = quantities.nearby.germanGender(of: noun)
    let before = line.keyBefore(start)
    if before.map(GermanCases.dative.contains) == true {
      return speech.speller.cardinal(1, .dative(gender))
    }
    guard gender == .masculine, before != nil, !line.startsSentence(start) else { return nil }
    return "einen"
  }
}

/// Reads numbers of a language without our own rules: separate whole numbers and decimals.
struct ForeignNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let number = speech.format.number(at: start, in: line), isAlone(number, in: line),
      let words = speech.speller.foreign(number)
    else { return nil }
    return Reading(number.tokens, words, in: line)
  }

  /// Whether a number is separate.
  /// Adjacent symbols or letters may make the number a date, a time or a name, which engines read better.
  private func isAlone(_ number: WrittenNumber, in line: Line) -> Bool {
    let (before, end) = (number.tokens.lowerBound - 1, number.tokens.upperBound)
    guard isApart(before, in: line), isApart(end, in: line), !number.hasLeadingZero else {
      return false
    }
    if let symbol = line.symbol(before), !symbol.opensGroup, symbol != "—", symbol != "…" {
      return false
    }
    guard let symbol = line.symbol(end) else { return true }
    let isPoint = symbol == "." || symbol == "," || symbol == ":" || symbol == ";"
    if isPoint { return line.kind(end + 1) != .digits && line.kind(end + 1) != .word }
    return symbol == "!" || symbol == "?" || symbol == ")" || symbol == "…" || symbol == "—"
      || symbol.isClosingQuote
      || symbol.properties.generalCategory == .otherPunctuation && symbol != "%" && symbol != "/"
  }

  private func isApart(_ index: Int, in line: Line) -> Bool {
    guard line.kind(index) == .word else { return true }
    return line.scalars[line.range(index)].allSatisfy(\.isIdeograph)
  }
}

/// Reads ordinals in digits: 21st, 3.ª, 1er, 2e, 3.
struct Ordinals: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word || line.symbol(start - 1)?.isDash == true else {
      return nil
    }
    switch speech.language {
    case .english: return english(at: start, in: line)
    case .spanish: return spanish(at: start, in: line)
    case .french: return french(at: start, in: line)
    case .german: return german(at: start, in: line)
    case .other: return nil
    }
  }

  private func number(at start: Int, in line: Line) -> (value: Int, end: Int)? {
    guard let number = speech.format.number(at: start, in: line), let value = number.value,
      value < 1_000_000_000
    else { return nil }
    return (value, number.tokens.upperBound)
  }

  private func reading(
    _ value: Int, _ form: OrdinalForm, _ tokens: Range<Int>, in line: Line
  ) -> Reading {
    Reading(tokens, speech.speller.ordinal(value, form), in: line)
  }

  private func english(at start: Int, in line: Line) -> Reading? {
    if let reading = decimal(at: start, in: line) { return reading }
    guard let (value, end) = number(at: start, in: line), let key = line.key(end) else {
      return nil
    }
    let endings: Set = ["st", "nd", "rd", "th"]
    if speech.isSecond, endings.contains(key), let range = range(value, end + 1, start, in: line) {
      return range
    }
    if endings.contains(key) || key == "d" && isOldOrdinal(value, start, in: line) {
      return reading(value, .plain, start..<end + 1, in: line)
    }
    // "two 5ths", "the 4th's"
    guard
      key.hasPrefix("th'") || key.hasPrefix("st'") || key.hasPrefix("nd'") || key.hasPrefix("rd'")
    else { return nil }
    return Reading(
      start..<end + 1, speech.speller.ordinal(value) + key.dropFirst(2), in: line)
  }

  /// Reads "1st - 12th" as a range.
  private func range(_ first: Int, _ end: Int, _ start: Int, in line: Line) -> Reading? {
    let dash = line.skippingSpace(end)
    let next = line.skippingSpace(dash + 1)
    guard line.symbol(dash)?.isDash == true, (dash > end) == (next > dash + 1),
      let (last, suffix) = number(at: next, in: line), last > first,
      let key = line.key(suffix), ["st", "nd", "rd", "th"].contains(key)
    else { return nil }
    var words = SpokenWords(speech.speller.ordinal(first), from: line.range(start..<end))
    words.add(speech.symbols.to, from: line.range(dash))
    words.add(speech.speller.ordinal(last), from: line.range(next..<suffix + 1))
    return Reading(end: suffix + 1, words: words)
  }

  /// Whether "2d" or "3d" is a day: "September 2d", "the 3d of May".
  private func isOldOrdinal(_ value: Int, _ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, value % 10 == 2 || value % 10 == 3, let before = line.keyBefore(start),
      line.isClosed(start + 2)
    else { return false }
    return speech.vocabulary.calendar.monthKeys[before] != nil
      || before == "the" && line.keyAfter(start + 2) == "of"
  }

  /// Reads "3.ª planta", "1.er capítulo", "4º piso", "2da".
  private func spanish(at start: Int, in line: Line) -> Reading? {
    guard let value = line.value(start, most: 4) else { return nil }
    var place = start + 1
    if line.symbol(place) == "." { place += 1 }
    switch line.symbol(place) {
    case "ª": return reading(value, .feminine, start..<place + 1, in: line)
    case "º", "°":
      // "20 ºC" is a temperature, and "15°" is an angle.
      guard line.isClosed(place + 1), line.symbol(place) == "º" || value <= 12 else { return nil }
      let form: OrdinalForm = isBeforeNoun(place + 1, in: line) ? .adjective : .plain
      return reading(value, form, start..<place + 1, in: line)
    default: break
    }
    guard let suffix = line.key(place) else { return nil }
    switch suffix {
    case "er": return reading(value, .adjective, start..<place + 1, in: line)
    case "ro", "do", "to", "mo", "vo", "no":
      return reading(value, .plain, start..<place + 1, in: line)
    case "ra", "da", "ta", "ma", "va", "na":
      return reading(value, .feminine, start..<place + 1, in: line)
    default: return nil
    }
  }

  private func isBeforeNoun(_ index: Int, in line: Line) -> Bool {
    guard line.isSpace(index), let key = line.key(index + 1) else { return false }
    return !speech.context.function.contains(key)
  }

  private func french(at start: Int, in line: Line) -> Reading? {
    guard let (value, end) = number(at: start, in: line), let suffix = line.key(end) else {
      return nil
    }
    switch suffix {
    case "er", "e", "ème", "eme", "è", "ième", "nd":
      return reading(value, .plain, start..<end + 1, in: line)
    case "re", "ère", "ere":
      return reading(value, .feminine, start..<end + 1, in: line)
    case "nde": return Reading(start..<end + 1, "seconde", in: line)
    default: return speech.isSecond ? frenchPlural(value, suffix, start..<end + 1, in: line) : nil
    }
  }

  /// Reads "les 1ers jours" and "les 2es rencontres".
  private func frenchPlural(
    _ value: Int, _ suffix: String, _ tokens: Range<Int>, in line: Line
  ) -> Reading? {
    switch suffix {
    case "ers", "es", "èmes", "emes", "ièmes", "nds":
      return Reading(tokens, speech.speller.ordinal(value) + "s", in: line)
    case "res", "ères",
      "ndes" where value == 2:
      return Reading(tokens, speech.speller.ordinal(value, .feminine) + "s", in: line)
    case "ieme": return reading(value, .plain, tokens, in: line)
    default: return nil
    }
  }

  // MARK: German

  // Reads "im 3. Stock". A full stop before a word that begins a sentence does not mark an ordinal.
  private func german(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let name = support(start, in: line) {
      return Reading(start..<start + 2, name, in: line)
    }
    guard let value = line.value(start, most: 4), line.symbol(start + 1) == ".",
      line.symbol(start - 1) != "," && line.symbol(start - 1) != "."
    else { return nil }
    if speech.isSecond, let reading = germanPair(value, at: start, in: line) { return reading }
    if let reading = germanRange(value, at: start, in: line) { return reading }
    // "1.-3.5.2020"
    if speech.isSecond, let dash = line.symbol(start + 2), dash.isDash, value < 32,
      line.value(start + 3, most: 2) != nil, line.symbol(start + 4) == ".",
      line.kind(start + 5) == .digits, line.symbol(start + 6) == "."
    {
      let form = GermanEndings.ofDate(before: start, in: line)
      let day = speech.speller.ordinal(value, form) + " " + speech.symbols.to
      return Reading(start..<start + 3, day, in: line)
    }
    // "21.Jahrhundert"
    if speech.isSecond, let noun = line.key(start + 2), let gender = GermanOrdinals.nouns[noun],
      line.isUpper(start + 2)
    {
      let form = GermanEndings.of(gender, before: start, isSure: true, in: line)
      return Reading(start..<start + 2, speech.speller.ordinal(value, form) + " ", in: line)
    }
    guard line.isSpace(start + 2), let next = line.key(start + 3) else { return nil }
    if speech.isSecond, line.isCell(start, before: start + 3) { return nil }
    let before = line.keyBefore(start)
    let isAnnounced = before.map(GermanEndings.announces) == true
    let isNoun = line.isUpper(start + 3) && !speech.context.starters.contains(next)
    let isAdjective = !line.isUpper(start + 3) && !speech.context.function.contains(next)
    let opens =
      (before == nil || line.startsSentence(start))
      && (!speech.isSecond || GermanOrdinals.nouns[next] != nil)
    guard isNoun && (isAnnounced || opens || isCentury(next)) || isAnnounced && isAdjective
    else { return nil }
    let noun = isNoun ? next : nounBehind(start + 3, in: line) ?? next
    let known = speech.isSecond ? GermanOrdinals.nouns[noun] : nil
    let gender = known ?? NearbyWords(speech: speech).germanGender(of: noun)
    if speech.isSecond, let form = GermanOrdinals.form(like: next, isNoun: isNoun) {
      return reading(value, form, start..<start + 2, in: line)
    }
    let isSure = speech.isSecond && (known != nil || GermanOrdinals.isFeminine(noun))
    let form = GermanEndings.of(gender, before: start, isSure: isSure, in: line)
    return reading(value, form, start..<start + 2, in: line)
  }

  /// Reads the second of two ordinals like the first: "der 1. und 2. Vorsitzende", "am 3./4. Spieltag". Reads the first
  /// before an article too: "die 1. und die 2. Sitzung".
  private func germanPair(_ value: Int, at start: Int, in line: Line) -> Reading? {
    let first = firstOfChain(start, in: line)
    // "des 16., 17. und 18. Jahrhunderts"
    let isFollowed =
      line.symbol(start + 2) == "," && line.isSpace(start + 3)
      && line.value(start + 4, most: 2) != nil && line.symbol(start + 5) == "."
    if first < start || isFollowed, line.keyBefore(first).map(GermanEndings.announces) == true {
      let form = GermanEndings.ofDate(before: first, in: line)
      return reading(value, form, start..<start + 2, in: line)
    }
    guard line.isSpace(start + 2), ["und", "oder"].contains(line.key(start + 3)),
      let article = line.keyAfter(start + 4), article == line.keyBefore(start),
      GermanEndings.announces(article), line.kind(start + 7) == .digits,
      line.symbol(start + 8) == "."
    else { return nil }
    let form = GermanEndings.ofDate(before: start, in: line)
    return reading(value, form, start..<start + 2, in: line)
  }

  /// Returns the index of the first of the ordinals that commas, slashes or "und" join.
  private func firstOfChain(_ start: Int, in line: Line) -> Int {
    var first = start
    while true {
      var place = line.skippingSpaceBack(first - 1)
      let isJoint =
        line.symbol(place) == "," || line.symbol(place) == "/"
        || ["und", "oder", "bis", "sowie"].contains(line.key(place))
      guard isJoint else { return first }
      place = line.skippingSpaceBack(place - 1)
      guard line.symbol(place) == ".", line.value(place - 1, most: 2) != nil else { return first }
      first = place - 1
    }
  }

  /// Returns the English ordinal of "1st-Level-Support" and "2nd Level", or nil.
  private func support(_ start: Int, in line: Line) -> String? {
    switch line.text(start..<min(start + 2, line.count)) {
    case "1st": "First"
    case "2nd": "Second"
    case "3rd": "Third"
    default: nil
    }
  }

  private func isCentury(_ key: String) -> Bool { key.hasPrefix("jahrhundert") || key == "jh" }

  private func nounBehind(_ index: Int, in line: Line) -> String? {
    line.isSpace(index + 1) && line.isUpper(index + 2) ? line.key(index + 2) : nil
  }

  // Reads "vom 3. bis 5. Juni" and "die 3. und 4. Reihe": both ordinals have the same ending.
  private func germanRange(_ value: Int, at start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start + 2), let joint = line.key(start + 3),
      joint == "bis" || joint == "und",
      line.isSpace(start + 4), line.value(start + 5, most: 4) != nil, line.symbol(start + 6) == "."
    else { return nil }
    let form = GermanEndings.ofDate(before: start, in: line)
    return reading(value, form, start..<start + 2, in: line)
  }
}

extension Line {
  /// Whether a number is a cell of a table before the head of the next cell: "Klasse: 7. Stunde: 3".
  func isCell(_ start: Int, before next: Int) -> Bool {
    guard symbol(skippingSpaceBack(start - 1)) == ":" else { return false }
    let head = (next..<min(next + 9, count)).first { symbol($0) != nil }
    return head.map { symbol($0) == ":" } == true
  }
}
