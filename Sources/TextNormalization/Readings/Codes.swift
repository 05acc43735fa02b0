import Basics

/// Reads numbers that name a thing, in pairs of digits: houses, roads, weapons, plans of the tax law.
/// "341 Abrams Street" is "three forty-one Abrams Street", and "a .44 Magnum" is "a forty-four Magnum".
struct HouseNumbers: ReadingRule {
  let speech: Speech
  private var speller: NumberSpeller { speech.speller }
  private let nearby: NearbyWords

  init(speech: Speech) {
    self.speech = speech
    nearby = NearbyWords(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    if line.symbol(start) == "." { return caliber(at: start, in: line) }
    guard line.kind(start - 1) != .word, let value = line.value(start, most: 4),
      line.digits(start)?.first != "0",
      line.kind(start - 1) != .symbol || line.isOpen(before: start)
    else { return nil }
    let name =
      value > 99 ? plan(value, at: start, in: line) ?? road(value, at: start, in: line) : nil
    return name ?? house(value, at: start, in: line)
  }

  // MARK: Houses

  private static let streets = WordTable.words(
    """
    street st avenue ave av road rd drive dr lane ln boulevard blvd court ct place pl way terrace ter highway hwy \
    parkway pkwy square sq broadway circle crescent alley row mews close gardens
    """)
  private static let compass = [
    "N": "North", "E": "East", "S": "South", "W": "West", "NE": "Northeast", "NW": "Northwest",
    "SE": "Southeast", "SW": "Southwest",
  ]

  /// Reads "341 Abrams Street", "221b Baker Street", "350 W 5th St."
  private func house(_ value: Int, at start: Int, in line: Line) -> Reading? {
    // Most numbers have neither a name nor a letter behind them.
    let isNamed = line.isUpper(start + 2) || line.kind(start + 2) == .digits
    guard line.isSpace(start + 1) ? isNamed : line.length(start + 1) == 1 else { return nil }
    var words = SpokenWords(speller.pairs(value), from: line.range(start))
    var end = start + 1
    if line.length(end) == 1, let letter = line.word(end), "abcdefABCDEF".contains(letter) {
      words.add(letter.uppercased(), from: line.range(end))
      end += 1
    }
    let isLettered = end > start + 1
    guard line.isSpace(end) else { return nil }
    var name = end + 1
    if let letters = line.word(name), let point = Self.compass[letters] {
      let stop = line.symbol(name + 1) == "." ? name + 2 : name + 1
      guard line.isSpace(stop) else { return nil }
      words.add(point, from: line.range(name))
      (end, name) = (stop, stop + 1)
    }
    guard isName(name, in: line) else { return nil }
    guard isLettered || isStreet(name, in: line) || isPlace(value, start, name, in: line) else {
      return nil
    }
    return Reading(end: end, words: words)
  }

  /// Whether a capital or an ordinal such as "5th" opens the name of a street.
  private func isName(_ index: Int, in line: Line) -> Bool {
    if line.kind(index) == .digits {
      return line.key(index + 1).map { ["st", "nd", "rd", "th"].contains($0) } == true
    }
    guard line.isUpper(index), let key = line.key(index) else { return false }
    return speech.vocabulary.calendar.monthKeys[key] == nil
  }

  /// Whether a word for a street is among the next words, all of which begin with capitals.
  private func isStreet(_ name: Int, in line: Line) -> Bool {
    var place = name
    for _ in 0..<4 {
      if line.kind(place) == .digits { place += 1 }
      guard let key = line.key(place) else { return false }
      if place > name, Self.streets.contains(key), line.isUpper(place) { return true }
      if key == "broadway" { return true }
      guard line.isUpper(place) || line.kind(place - 1) == .digits else { return false }
      place = line.skippingSpace(line.symbol(place + 1) == "." ? place + 2 : place + 1)
    }
    return false
  }

  private static let beforePlace: Set<String> = ["at", "up", "down", "outside", "past"]

  /// Whether a whole line is the name of a place, or a place follows "at" or "up": "341 ABRAMS", "at 341 Abrams."
  private func isPlace(_ value: Int, _ start: Int, _ name: Int, in line: Line) -> Bool {
    let isYear = (1900..<2100).contains(value)
    guard value % 100 != 0, value > 99, let key = line.key(name),
      line.length(name) > 2,
      speech.vocabulary.units.nouns[line.word(name) ?? ""] == nil
    else { return false }
    // A name alone can end in "s": "341 ABRAMS".
    let isAlone =
      start == 0 && value % 10 != 0 && name + 1 >= line.count - 1 && line.isEnd(name + 1)
    let isNamed = Self.beforePlace.contains(line.keyBefore(start) ?? "")
    guard !nearby.isPlural(key) || isAlone || isNamed && !line.isAllCapitals(name) else {
      return false
    }
    if isNamed, !isYear { return true }
    return start == 0 && value < 1000 && line.count < 9
      && (start + 1..<line.count).allSatisfy { line.kind($0) != .word || line.isUpper($0) }
  }

  // MARK: Roads and plans

  private static let beforeRoad: Set<String> = [
    "take", "takes", "taking", "took", "on", "off", "down", "up", "from", "to", "onto", "of",
  ]

  /// Words after a number of people or things: "the 212 who died".
  private static let behindCount: Set<String> = [
    "are", "have", "of", "or", "that", "were", "which", "who", "whom",
  ]

  private static let directions: Set<String> = ["east", "west", "north", "south"]
  private static let roads: Set<String> = ["freeway", "fwy", "interchange", "overpass"]

  /// Whether a direction or a road says that digits are the number of a road: "105 east", "the 110 interchange".
  private func isDirected(_ start: Int, in line: Line) -> Bool {
    guard line.length(start) == 3, line.isClosed(start + 1) else { return false }
    let before = line.keyBefore(start) ?? ""
    if Self.directions.contains(where: { before == $0 + "bound" }) { return true }
    guard line.isSpace(start + 1), let next = line.key(start + 2) else { return false }
    return Self.directions.contains(next) && (before == "the" || Self.beforeRoad.contains(before))
      || Self.roads.contains(next)
  }

  /// Reads "take the 405" and "did a 180", with no noun after the number.
  private func road(_ value: Int, at start: Int, in line: Line) -> Reading? {
    if value < 1000, speech.isSecond, isDirected(start, in: line) {
      return Reading(start..<start + 1, speller.pairs(value), in: line)
    }
    guard let article = line.wordBefore(start), let key = line.key(article),
      line.isClosed(start + 1),
      line.symbol(start + 1).map({ ".,;!?".unicodeScalars.contains($0) }) ?? true,
      line.kind(start + 2) != .digits
    else { return nil }
    let next = line.keyAfter(start + 1)
    let isAlone =
      next.map { speech.context.function.contains($0) && !Self.behindCount.contains($0) } ?? true
    let opens = line.startsSentence(article) && (next == "is" || next == "was")
    let isRoad =
      key == "the" && value < 1000 && value % 50 != 0
      && (opens || line.keyBefore(article).map(Self.beforeRoad.contains) == true
        || speech.isSecond && isListed(article, start, in: line))
    guard isAlone, isRoad || key == "a" else { return nil }
    return Reading(start..<start + 1, speller.pairs(value), in: line)
  }

  /// Whether another road is before or after a number in a list: "on the 101, the 405, the I-10".
  private func isListed(_ article: Int, _ start: Int, in line: Line) -> Bool {
    guard line.length(start) == 3 else { return false }
    if line.symbol(start + 1) == ",", line.key(start + 3) == "the",
      line.length(start + 5) == 3 && line.kind(start + 5) == .digits
        || line.word(start + 5) == "I" && line.symbol(start + 6) == "-"
    {
      return true
    }
    return line.symbol(article - 2) == "," && line.kind(article - 3) == .digits
      && line.length(article - 3) == 3 && line.keyBefore(article - 3) == "the"
  }

  /// Reads "401(k)" and "401K" as "four oh one K".
  private func plan(_ value: Int, at start: Int, in line: Line) -> Reading? {
    let isShort = value == 401 && speech.isSecond && line.key(start + 1) == "k"
    let place = isShort ? start + 1 : start + 2
    guard value < 1000, line.length(place) == 1, let letter = line.word(place),
      isShort || line.symbol(start + 1) == "(" && line.symbol(start + 3) == ")",
      isShort || line.isClosed(start + 4)
    else { return nil }
    var words = SpokenWords(speller.pairs(value), from: line.range(start))
    words.add(letter.uppercased(), from: line.range(place))
    return Reading(end: isShort ? place + 1 : start + 4, words: words)
  }

  // MARK: Calibers

  private static let calibers: Set<String> = [
    "17", "22", "25", "30", "32", "38", "40", "44", "45", "50", "223", "303", "308", "338", "357",
    "380", "410", "454", "460", "500",
  ]
  private static let weapons = WordTable.words(
    """
    acp auto automatic automatics ball bullet bullets cal caliber calibre cartridge cartridges colt derringer gun \
    guns handgun magnum pistol pistols revolver revolvers rifle rifles round rounds shell shells shot slug slugs \
    smith special winchester
    """)

  private static let handguns: Set<String> = ["22", "38", "44", "45", "357", "380"]
  /// What a gun is, between its article and its calibre: "a big .45".
  private static let gunLooks = WordTable.words(
    """
    battered big black blue chrome cocked empty fucking gleaming goddamn goddamned heavy huge little loaded old rusty shiny silver small \
    smoking stolen tiny trusty
    """)

  /// What is before a caliber without a determiner: "the Colt .25", "a nickel-plated .38".
  private static let gunMakes = WordTable.words(
    """
    barreled barrelled beretta browning colt handled luger nosed plated remington ruger snub snubbed walther webley \
    wesson
    """)

  /// Whether a determiner is before a caliber, or before a word for the look of a gun: "a big .45 out".
  private func isDetermined(_ start: Int, beforeKey next: String?, in line: Line) -> Bool {
    guard let key = line.keyBefore(start) else { return false }
    if speech.context.determiners.contains(key) || isOwned(start, in: line) { return true }
    if speech.isSecond, Self.gunMakes.contains(key) { return true }
    guard speech.isSecond, next != "of", Self.gunLooks.contains(key),
      let look = line.wordBefore(start)
    else {
      return false
    }
    return line.keyBefore(look).map(speech.context.determiners.contains) == true
  }

  /// Whether somebody has a caliber: "Rosa's .357".
  private func isOwned(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, let owner = line.wordBefore(start) else { return false }
    return line.word(owner) == "s" && line.symbol(owner - 1)?.isApostrophe == true
      && line.kind(owner - 2) == .word || line.key(owner)?.hasSuffix("'s") == true
      || line.key(owner)?.hasSuffix("’s") == true
  }

  private static let behindFraction: Set<String> = [
    "average", "averages", "cents", "margin", "margins", "percent", "percentage", "points",
    "second",
    "seconds",
  ]

  /// Whether a common caliber is behind a determiner or "Mr." and before no measure: "Mr. .45 here", "The .45 slips".
  private func isNamed(_ digits: String, _ start: Int, _ next: Int, in line: Line) -> Bool {
    guard Self.handguns.contains(digits), let before = line.keyBefore(start),
      before == "mr" || before == "mister" || speech.context.determiners.contains(before)
        || isOwned(start, in: line),
      let key = line.key(next), let word = line.word(next)
    else { return false }
    let units = speech.vocabulary.units.nouns
    return !Self.behindFraction.contains(key) && units[word] == nil && units[key] == nil
      && !units.values.contains { $0.one == key || $0.many == key }
  }

  /// Whether the word "caliber" follows two digits: ".59 caliber".
  private func isCaliber(_ end: Int, in line: Line) -> Bool {
    guard speech.isSecond, line.length(end - 1) == 2 else { return false }
    let key = line.key(line.isSpace(end) || line.symbol(end) == "-" ? end + 1 : end)
    return key == "caliber" || key == "calibre"
  }

  /// Reads ".44" before a word for a weapon, or after a determiner with no noun behind it.
  private func caliber(at start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start), let digits = line.digits(start + 1),
      let value = Int(digits), Self.calibers.contains(digits) || isCaliber(start + 2, in: line)
    else { return nil }
    let isPlural = line.word(start + 2) == "s"
    let end = isPlural ? start + 3 : start + 2
    guard line.isClosed(end) else { return nil }
    let place = line.isSpace(end) || line.symbol(end) == "-" ? end + 1 : end
    let next = line.key(place)
    let isWeapon = next.map(Self.weapons.contains) == true
    let isNoun =
      isDetermined(start, beforeKey: next, in: line)
      && (next.map(speech.context.function.contains) ?? (line.kind(place) != .digits))
    guard isWeapon || isNoun || isPlural || isNamed(digits, start, place, in: line) else {
      return nil
    }
    var text = speller.pairs(value)
    if isPlural { text = text.hasSuffix("y") ? text.dropLast() + "ies" : text + "s" }
    // "cal" is no calorie here.
    guard next == "cal" else { return Reading(start..<end, text, in: line) }
    var words = SpokenWords(text, from: line.range(start..<end))
    words.add("caliber", from: line.range(place))
    let endsSentence = line.isEnd(place + 2) || line.capitalFollows(place + 2)
    let hasStop = line.symbol(place + 1) == "." && !endsSentence
    return Reading(end: hasStop ? place + 2 : place + 1, words: words)
  }
}

/// Reads numbers that are names: room 302, Flight BA117, AK-47, 221B, 007, 90210.
struct Codes: ReadingRule {
  let speech: Speech
  private var context: ContextWords { speech.context }
  private var speller: NumberSpeller { speech.speller }

  func reading(at start: Int, in line: Line) -> Reading? {
    if line.symbol(start) == "." { return behindPoint(at: start, in: line) }
    guard let digits = line.digits(start), !isAmount(start, in: line) else { return nil }
    let text: String? =
      if line.kind(start - 1) == .word {
        behindLetters(digits, at: start, in: line)
      } else if line.symbol(start - 1) == "-", isCode(start - 2, in: line) {
        grouped(digits)
      } else {
        alone(digits, at: start, in: line)
      }
    guard let text else { return nil }
    if speech.isSecond, let range = range(text, at: start, in: line) { return range }
    // "MP3s"
    let isPlural =
      speech.language.isEnglish && line.word(start + 1) == "s" && line.kind(start - 1) == .word
    return isPlural
      ? Reading(start..<start + 2, text + (text.hasSuffix("x") ? "es" : "s"), in: line)
      : Reading(start..<start + 1, text, in: line)
  }

  /// Reads "rooms 101-105" as "rooms one oh one to one oh five".
  private func range(_ first: String, at start: Int, in line: Line) -> Reading? {
    guard speech.language.isEnglish, line.length(start) > 2, isNamed(start, in: line),
      let value = line.value(start, most: 4),
      let (dash, next) = Quantities(speech: speech).dash(at: start + 1, in: line),
      line.length(next) == line.length(start), let last = line.value(next), last > value,
      line.isClosed(next + 1)
    else { return nil }
    var words = SpokenWords(first, from: line.range(start))
    words.add(speech.symbols.to, from: line.range(dash))
    words.add(speller.pairs(last), from: line.range(next))
    return Reading(end: next + 1, words: words)
  }

  /// Reads the full stop and the digits of "X.509" and "H.264".
  private func behindPoint(at start: Int, in line: Line) -> Reading? {
    // The full stop of French "article L. 311-5" does not end a sentence.
    if line.isSpace(start + 1), line.kind(start + 2) == .digits, line.length(start - 1) == 1,
      line.isUpper(start - 1), ["article", "articles"].contains(line.stem(start - 3))
    {
      return Reading(end: start + 1, words: SpokenWords())
    }
    guard let digits = line.digits(start + 1), line.length(start - 1) == 1, line.isUpper(start - 1),
      line.isOpen(before: start - 1), line.isClosed(start + 2),
      !(isAmount(start + 1, in: line) || line.symbol(start + 2)?.isDash == true)
    else { return nil }
    return Reading(start..<start + 2, grouped(digits), in: line)
  }

  /// Whether digits with a leading zero open a range such as "05-09".
  private func opensRange(_ digits: String, at start: Int, in line: Line) -> Bool {
    guard speech.isSecond, let (_, next) = Quantities(speech: speech).dash(at: start + 1, in: line),
      let last = line.digits(next), last.utf8.count == digits.utf8.count, last > digits,
      line.isClosed(next + 1), line.symbol(next + 1)?.isDash != true
    else { return false }
    return line.isOpen(before: start)
  }

  /// Whether the text after the digits makes them an amount, as in "302%" or "302.5".
  private func isAmount(_ start: Int, in line: Line) -> Bool {
    guard let symbol = line.symbol(start + 1) else { return false }
    if symbol == "%" || symbol == "°" { return true }
    return (symbol == "," || symbol == "." || symbol == ":" || symbol == "/")
      && line.kind(start + 2) == .digits
  }

  /// Whether the token before a hyphen is a word, so that the digits are a code: "AK-47", "F-150",
  /// "catch-22".
  private func isCode(_ index: Int, in line: Line) -> Bool { line.kind(index) == .word }

  /// Reads digits after letters: "A4", "BA117", "MP3".
  private func behindLetters(_ digits: String, at start: Int, in line: Line) -> String {
    // "Vote2024"
    if digits.utf8.count == 4, line.length(start - 1) > 2, let year = Int(digits),
      (1900...2099).contains(year), line.isClosed(start + 1)
    {
      return speller.year(year)
    }
    return grouped(digits)
  }

  /// Returns the words of a code: in English in pairs of digits ("seven forty-seven"), otherwise as a number.
  /// More than four digits, and digits with a leading zero, are read one by one.
  private func grouped(_ digits: String) -> String {
    if digits.utf8.count > 1, digits.first == "0" || digits.utf8.count > 4 {
      return speech.digits(digits)
    }
    guard let value = Int(digits) else { return speech.digits(digits) }
    return speech.language.isEnglish ? speller.pairs(value) : speller.cardinal(value)
  }

  /// Reads digits that do not follow letters directly: after a word such as "room", before a letter, or as a postal
  /// code.
  private func alone(_ digits: String, at start: Int, in line: Line) -> String? {
    guard speech.format.number(at: start, in: line)?.isPlain == true else { return nil }
    if digits.utf8.count > 1, digits.first == "0" {
      return opensRange(digits, at: start, in: line) ? nil : speech.digits(digits)
    }
    if speech.isSecond, isGermanPostal(digits, at: start, in: line) { return speech.digits(digits) }
    guard speech.language.isEnglish else { return nil }
    let value = Int(digits) ?? 0
    if digits.utf8.count == 3 || digits.utf8.count == 4, isNamed(start, in: line) {
      return speller.pairs(value)
    }
    // "221B Baker Street", "1080p", "1080i"
    let isLettered = line.length(start + 1) == 1 && line.kind(start + 1) == .word
    let isPicture = line.key(start + 1) == "p" || speech.isSecond && line.word(start + 1) == "i"
    if isLettered, digits.utf8.count == 3 && line.isUpper(start + 1) || isPicture {
      return speller.pairs(value)
    }
    return isPostal(digits, at: start, in: line) ? speech.digits(digits) : nil
  }

  // "PLZ 10115", "Hauptstraße 5, 10115 Berlin"
  private func isGermanPostal(_ digits: String, at start: Int, in line: Line) -> Bool {
    guard speech.language.isGerman, digits.utf8.count == 5, line.isClosed(start + 1),
      !digits.hasSuffix("000")
    else { return false }
    if line.keyBefore(start) == "plz" { return true }
    return line.symbol(line.skippingSpaceBack(start - 1)) == "," && line.isSpace(start + 1)
      && line.isUpper(start + 2)
  }

  private func isNamed(_ start: Int, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(start - 1)
    // "rooms 302 and 304"
    if let key = line.key(before), key == "and" || key == "or", line.kind(before - 2) == .digits {
      before -= 4
    }
    if line.symbol(before) == "#" { before = line.skippingSpaceBack(before - 1) }
    if line.symbol(before) == ".", line.kind(before - 1) == .word { before -= 1 }
    guard let key = line.key(before) else { return false }
    return context.pairs.contains(key)
      || key.hasSuffix("s") && context.pairs.contains(String(key.dropLast()))
  }

  /// The last words of the names of states.
  private static let states: Set<String> = [
    "alabama", "alaska", "arizona", "arkansas", "california", "carolina", "colorado",
    "connecticut", "dakota", "delaware", "florida", "georgia", "hampshire", "hawaii", "idaho",
    "illinois", "indiana", "iowa", "island", "jersey", "kansas", "kentucky", "louisiana", "maine",
    "maryland", "massachusetts", "mexico", "michigan", "minnesota", "mississippi", "missouri",
    "montana", "nebraska", "nevada", "ohio", "oklahoma", "oregon", "pennsylvania", "tennessee",
    "texas", "utah", "vermont", "virginia", "wisconsin", "wyoming", "york",
  ]

  /// Whether digits are a postal code: "in 90210", "CA 90210", "Alabama 35004".
  /// A noun after the digits usually means a count instead.
  private func isPostal(_ digits: String, at start: Int, in line: Line) -> Bool {
    guard digits.utf8.count == 5, line.isClosed(start + 1), !digits.hasSuffix("00"),
      let before = line.wordBefore(start)
    else { return false }
    let isState =
      line.isAllCapitals(before) && line.length(before) == 2
      || speech.isSecond && line.isUpper(before)
        && line.key(before).map(Self.states.contains) == true
    if line.isSpace(start + 1), let next = line.key(start + 2), !context.function.contains(next) {
      return isState && line.isUpper(start + 2)
    }
    return isState || ["in", "to", "from", "zip", "code"].contains(line.key(before) ?? "")
  }
}
