import Basics

/// The slash of rates and prices, which is "per".
extension Slashes {
  /// Reads the end of "6,5 l/100 km".
  func perHundred(_ start: Int, in line: Line) -> Reading? {
    let unit = line.skippingSpace(start + 2)
    guard line.value(start + 1) == 100, line.word(unit) == "km", line.isClosed(unit + 1),
      let kilometers = speech.vocabulary.units.nouns["km"]?.many
    else { return nil }
    let text =
      switch speech.language {
      case .english: "per one hundred"
      case .german: "auf einhundert"
      case .french: "aux cent"
      default: "a los cien"
      }
    return Reading(start..<unit + 1, text + " " + kilometers, in: line)
  }

  /// Whether a slash is between a price and what it is for: "$0.05/requête", "3 €/Go/mois".
  func isBehindPrice(_ start: Int, in line: Line) -> Bool {
    guard line.kind(start + 1) == .word, !line.isAllCapitals(start + 1) else { return false }
    var place = start - 1
    if line.kind(place) == .word, line.symbol(place - 1) == "/" { place -= 2 }
    let near = max(0, place - 5)...max(0, place)
    guard
      let sign = near.last(where: {
        line.symbol($0).map { "$€£".unicodeScalars.contains($0) } == true
      })
    else { return false }
    return sign == place && line.kind(line.skippingSpaceBack(place - 1)) == .digits
      || sign < place
        && (sign + 1...place).allSatisfy {
          line.kind($0) == .digits || line.symbol($0) == "." || line.symbol($0) == ","
        }
  }

  /// Whether two words are a rate: "miles/hour", "requests/second".
  func isRate(_ before: String, _ unit: String, _ start: Int, in line: Line) -> Bool {
    line.kind(start - 1) == .word
      && (speech.context.rates.contains(unit) && NearbyWords(speech: speech).isPlural(before)
        || speech.isSecond && isAmount(before, of: unit))
  }

  /// Whether two words are how much of one is in the other: "bits / sample", but not "bits / bytes".
  private func isAmount(_ before: String, of unit: String) -> Bool {
    Self.amounts.contains(before) && Self.things.contains(unit)
  }

  private static let amounts: Set<String> = [
    "beats", "bits", "bytes", "calories", "cycles", "dots", "frames", "instructions", "pixels",
    "samples", "tokens",
  ]

  /// Whether two words are a price: "cents/bushel", but not "dollars/euros".
  func isPrice(_ before: String, _ unit: String) -> Bool {
    speech.isSecond && speech.language.isEnglish && Self.moneys.contains(before)
      && !Self.moneys.contains(unit)
  }

  private static let moneys: Set<String> = [
    "cents", "dollars", "euros", "pence", "pounds", "rupees", "usd", "eur", "gbp",
  ]

  /// Reads the rest of "100 req/s" after its first unit.
  func rate(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) == .word, let word = line.word(start + 1), line.isClosed(start + 2),
      ["s", "sec", "min", "h", "hr"].contains(word) || word.hasSuffix("h") && word.utf8.count > 2,
      line.symbol(start + 2) != "/",
      line.kind(line.skippingSpaceBack(start - 2)) == .digits,
      let noun = speech.vocabulary.units.nouns[word] ?? UnitWords.newest(speech.language)[word]
    else { return nil }
    return Reading(start..<start + 2, speech.symbols.per + " " + noun.one, in: line)
  }

  /// Reads "tokens / sec" as "tokens per second".
  func spacedRate(at start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start - 1), line.isSpace(start + 1), let before = line.key(start - 2),
      NearbyWords(speech: speech).isPlural(before), let unit = line.key(start + 2),
      line.isClosed(start + 3)
    else { return nil }
    let per = speech.symbols.per
    if isAmount(before, of: unit) { return Reading(start..<start + 1, per, in: line) }
    if ["s", "sec", "min", "h", "hr"].contains(unit),
      let noun = speech.vocabulary.units.nouns[unit]
    {
      return Reading(start..<start + 3, per + " " + noun.one, in: line)
    }
    return speech.context.rates.contains(unit) ? Reading(start..<start + 1, per, in: line) : nil
  }

  // MARK: Counted things

  /// Reads the slash of "128/node", "1 TB/node", "4 x A100(40GB) / node" and "$5/user/month".
  func perThing(at start: Int, in line: Line) -> Reading? {
    let isSpaced = line.isSpace(start - 1) && line.isSpace(start + 1)
    let place = isSpaced ? start + 2 : start + 1
    guard let thing = line.key(place), endsRate(place + 1, in: line) else { return nil }
    var last = isSpaced ? start - 2 : start - 1
    let isTime = speech.context.rates.contains(thing)
    let isPlural =
      !isTime && thing.hasSuffix("s") && isThing(String(thing.dropLast()))
      && line.kind(last) == .digits && line.value(last) != 1
    guard isTime || isPlural || isThing(thing) else { return nil }
    if isTime, line.symbol(last - 1) == "/", let first = line.key(last), isThing(first) {
      last -= 2
    }
    guard isQuantity(endingAt: last, of: thing, isTime: isTime, isSpaced: isSpaced, in: line)
    else { return nil }
    let per = line.symbol(start - 1) == ")" ? ", " + speech.symbols.per : speech.symbols.per
    return Reading(start..<start + 1, per, in: line)
  }

  /// Whether a thing is complete: not "user-defined", "file.txt", "page 4", or part of a path.
  private func endsRate(_ end: Int, in line: Line) -> Bool {
    switch line.symbol(end) {
    case "/": line.key(end + 1).map(speech.context.rates.contains) == true
    case "-", "_", "\\": false
    case ".": line.isClosed(end + 1)
    default: line.isClosed(end) && line.kind(line.skippingSpace(end)) != .digits
    }
  }

  /// Whether a number, with or without a unit, ends here: "128", "1 TB", "$5", "4 x A100 (40GB)".
  private func isQuantity(
    endingAt end: Int, of thing: String, isTime: Bool, isSpaced: Bool, in line: Line
  ) -> Bool {
    var last = end
    let isBracketed = line.symbol(last) == ")"
    if isBracketed {
      guard let open = (max(0, last - 8)..<last).last(where: { line.symbol($0) == "(" }),
        line.kind(open + 1) == .digits
      else { return false }
      last = line.skippingSpaceBack(open - 1)
    }
    var first = last
    while first > 0, last - first < 12, line.kind(first - 1) != .space,
      line.symbol(first - 1)?.opensGroup != true
    {
      first -= 1
    }
    guard first >= 0, !(first..<last).contains(where: { isForeign($0, in: line) }) else {
      return false
    }
    if isMultiplied(first, in: line) { return true }
    while let sign = line.symbol(first), Self.signs.contains(sign) { first += 1 }
    let isCounted = line.kind(first) == .digits
    guard line.kind(last) == .word else {
      let isNumber =
        line.kind(last) == .digits || line.symbol(last) == "%" || line.symbol(last) == "+"
      return isNumber && isCounted && !isSpaced && !isBracketed
        && !isName(first, last, isTime: isTime, in: line)
    }
    let word = line.word(last) ?? ""
    let isUnit =
      speech.vocabulary.units.nouns[word] != nil
      || UnitWords.newest(speech.language)[word] != nil || Self.shortUnits.contains(word)
    if isCounted { return isUnit }
    guard first == last, line.isSpace(first - 1), line.kind(first - 2) == .digits,
      line.symbol(first - 3) != "/"
    else { return false }
    if isUnit || isTime { return true }
    let key = line.key(last) ?? ""
    return speech.language.isEnglish
      ? NearbyWords(speech: speech).isPlural(key)
      : line.value(first - 2) != 1 && !isThing(key)
  }

  /// Whether a sign belongs to a date, a time, a path or a name, not to a quantity.
  private func isForeign(_ index: Int, in line: Line) -> Bool {
    line.symbol(index).map { "/:_#@\\".unicodeScalars.contains($0) } == true
  }

  /// Whether a number and "x" are before a name: "4 x A100", "2x NVIDIA".
  private func isMultiplied(_ first: Int, in line: Line) -> Bool {
    let times = line.skippingSpaceBack(first - 1)
    return (line.word(times) == "x" || line.symbol(times) == "×")
      && line.kind(line.skippingSpaceBack(times - 1)) == .digits
  }

  /// Whether a number is part of a name, or a year: "Windows 10/server", "section 3/page", "2024/month".
  private func isName(_ first: Int, _ last: Int, isTime: Bool, in line: Line) -> Bool {
    if first == last, let value = line.value(first), (1900...2100).contains(value) {
      return line.symbol(first - 1) == nil
    }
    guard let key = line.keyBefore(first) else { return false }
    let before = line.wordBefore(first) ?? first - 1
    return speech.context.versions.contains(key) || speech.context.sections.contains(key)
      || !isTime && line.isUpper(before) && !line.startsSentence(before)
  }

  private func isThing(_ word: String) -> Bool {
    if Self.things.contains(word) { return true }
    return switch speech.language {
    case .german: Self.germanThings.contains(word)
    case .french: Self.frenchThings.contains(word)
    case .spanish: Self.spanishThings.contains(word)
    default: false
    }
  }

  private static let signs = Set("$€£~<>≈≤≥+".unicodeScalars)
  private static let shortUnits: Set<String> = ["k", "K", "M", "G", "T", "B", "bn", "x"]
  private static let things = WordTable.words(
    """
    account acre adult agent barrel batch bottle box bushel capita channel character child class client cluster \
    container core course cpu customer cycle day decade device disk drive email employee episode epoch family file \
    fortnight frame gallon game gpu guest host hour household image instance item iteration job kid lane line liter \
    litre machine member message mile minute month node organization pack package page patient person phone photo \
    piece player pod process processor project pupil quarter query rack region replica repo repository request room \
    row sample seat season second server serving session share shard site slot socket student subscriber task team tenant \
    thread ticket token transaction trip unit user video visit visitor vm week weekend word worker workspace year
    """)
  private static let germanThings = WordTable.words(
    """
    anfrage artikel auftrag benutzer benutzerin bild datei einheit element gast gerät haushalt jahr kern kind klasse \
    knoten konto kunde mitarbeiter mitglied nutzer nutzerin platz portion projekt quartal schüler seite sitz spieler \
    student stück teilnehmer wort zeile zimmer
    """)
  private static let frenchThings = WordTable.words(
    """
    adulte an année appareil article carte chambre client compte cœur coeur élément élève employé enfant étudiant \
    fichier foyer image invité joueur ligne machine membre mot nœud noeud page part pièce processeur projet requête \
    serveur siège trimestre unité utilisateur utilisatrice
    """)
  private static let spanishThings = WordTable.words(
    """
    alumno año archivo artículo asiento cliente cuenta dispositivo elemento empleado equipo estudiante fichero \
    habitación hogar imagen jugador línea máquina miembro niño nodo núcleo página palabra petición pieza plaza \
    procesador proyecto ración servidor solicitud tarjeta trimestre unidad usuario usuaria
    """)
}
