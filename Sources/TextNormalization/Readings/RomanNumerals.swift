import Basics

// Reads Roman numerals depending on the adjacent words: "Chapter IV", "Henry VIII", "siglo XIX", "im II. Weltkrieg".
//
// Without a word that makes them a number, the letters stay: "vitamin C", "the IV".
struct RomanNumerals: ReadingRule {
  let speech: Speech
  private let rulers: RomanRulers
  private var words: RomanWords { speech.vocabulary.romans }

  init(speech: Speech) {
    self.speech = speech
    rulers = RomanRulers(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) <= RomanNumeral.longest + 3, line.kind(start - 1) != .digits,
      line.symbol(start - 1)?.isApostrophe != true, line.symbol(start - 1) != ".",
      // The variable of a formula.
      line.symbol(start + 1) != "\u{200D}",
      var reading = reading(bare: start, in: line)
    else { return nil }
    // "Elizabeth II's"
    if isPossessive(start, in: line) { reading.words.close(with: "'s") }
    return reading
  }

  private func isPossessive(_ index: Int, in line: Line) -> Bool {
    let scalars = line.scalars[line.range(index)]
    return scalars.count > 2 && scalars.last == "s" && scalars.dropLast().last?.isApostrophe == true
  }

  private func reading(bare start: Int, in line: Line) -> Reading? {
    if speech.language.isFrench, let reading = frenchOrdinal(at: start, in: line) { return reading }
    guard let value = value(at: start, in: line), line.kind(start + 1) != .digits,
      line.symbol(start + 1) != "/", line.symbol(start + 1) != "&"
    else { return nil }
    if let reading = counted(value, at: start, in: line) { return reading }
    // "II. Standard errors"
    if speech.isSecond, speech.language.isEnglish, start == 0, value < 40, line.length(start) > 1,
      line.isAllCapitals(start), line.symbol(1) == ".", line.isSpace(2), line.isUpper(3)
    {
      return Reading(start..<start + 1, speech.speller.cardinal(value), in: line)
    }
    if speech.isSecond, isListed(value, start, in: line) {
      return Reading(start..<start + 1, speech.speller.cardinal(value), in: line)
    }
    guard line.isAllCapitals(start) || isPossessive(start, in: line) else { return nil }
    if let reading = rulers.reading(value, at: start, in: line) { return reading }
    return beforeNoun(value, at: start, in: line) ?? year(value, at: start, in: line)
  }

  // MARK: Values

  /// Returns the value of a Roman numeral in capitals or lower case, or nil.
  private func value(at index: Int, in line: Line) -> Int? {
    guard line.kind(index) == .word else { return nil }
    var scalars = line.scalars[line.range(index)]
    if isPossessive(index, in: line) { scalars = scalars.dropLast(2) }
    if let value = RomanNumeral.value(of: scalars) { return value }
    // Lower case is allowed, as in "Scene ii". But "ci" and "li" are words, except after "pp.".
    let isPage = line.keyBefore(index).map { $0 == "p" || $0 == "pp" } == true
    guard
      scalars.allSatisfy({
        $0 == "i" || $0 == "v" || $0 == "x" || isPage && ($0 == "l" || $0 == "c")
      })
    else { return nil }
    return RomanNumeral.value(of: scalars.text.uppercased().unicodeScalars)
  }

  /// Whether a numeral is a single letter that is usually not a number: C, D, L and M, and every letter in lower case.
  private func isLetter(_ index: Int, in line: Line) -> Bool {
    guard line.length(index) == 1 else { return false }
    let scalar = line.scalars[line.range(index).lowerBound]
    return scalar != "I" && scalar != "V" && scalar != "X"
  }

  /// Whether the next numeral follows, or the last one is before, in a list: "I, II, and III".
  private func isListed(_ value: Int, _ start: Int, in line: Line) -> Bool {
    guard line.isAllCapitals(start), value < 40 else { return false }
    func comes(_ value: Int, _ places: [Int]) -> Bool {
      places.contains {
        line.isAllCapitals($0) && self.value(at: $0, in: line) == value && line.isClosed($0 + 1)
          && (line.length($0) > 1 || line.length(start) > 1)
      }
    }
    let isBehindComma = line.symbol(start - 2) == ","
    let isOpen = line.symbol(start + 1) == ","
    return isOpen && line.isSpace(start + 2)
      && comes(value + 1, [start + 3, line.key(start + 3) == speech.symbols.and ? start + 5 : -1])
      || isBehindComma && comes(value - 1, [start - 3])
      || line.key(start - 2) == speech.symbols.and && line.symbol(start - 4) == ","
        && comes(value - 1, [start - 5])
  }

  // MARK: After a counted noun

  /// Reads "Chapter IV", "Acts II–IV", "World War I".
  private func counted(_ value: Int, at start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start - 1), !isLetter(start, in: line) else { return nil }
    var before = start - 2
    // In "siglos XV y XVI", the counted noun is before the first numeral.
    if let key = line.key(before), key == speech.symbols.and || key == speech.symbols.or,
      line.isSpace(before - 1), line.kind(before - 2) == .word,
      self.value(at: before - 2, in: line) != nil
    {
      before -= 4
    }
    let hasStop = line.symbol(before) == "." && line.kind(before - 1) == .word
    if hasStop { before -= 1 }
    // "a Model X"
    if speech.isSecond, line.word(start) == "X", line.key(before) == "model" { return nil }
    guard let key = line.stem(before),
      words.counted.contains(key) || !speech.language.isEnglish && words.centuries.contains(key),
      !speech.isSecond || isCounting(key, before, hasStop: hasStop, start, in: line)
    else { return nil }
    if line.word(start) == "I", !isNumberOne(start, before, in: line) { return nil }
    var end = start + 1
    var spoken = SpokenWords(speech.speller.cardinal(value), from: line.range(start))
    if let (dash, next) = Quantities(speech: speech).dash(at: end, in: line),
      let last = self.value(at: next, in: line), last > value, line.isClosed(next + 1)
    {
      spoken.add(speech.symbols.to, from: line.range(dash))
      spoken.add(speech.speller.cardinal(last), from: line.range(next))
      end = next + 1
    }
    return Reading(end: end, words: spoken)
  }

  /// Whether a noun counts the numeral after it, and does not end the sentence before it.
  private func isCounting(
    _ key: String, _ noun: Int, hasStop: Bool, _ start: Int, in line: Line
  ) -> Bool {
    // "No. IV" is read as an abbreviation. "Symphony No IV", but "No I wasn't" and "Oh no X".
    if key == "no" {
      return !hasStop && line.length(start) > 1 && line.isUpper(noun)
        && !line.startsSentence(noun)
    }
    // "the Medical Corps. I was on duty", "Das war das Kapitel. X kam."
    return !hasStop || words.abbreviated.contains(key)
  }

  /// Whether "I" is the number and not the pronoun: "Act I", but "the book I read".
  private func isNumberOne(_ index: Int, _ before: Int, in line: Line) -> Bool {
    guard speech.language.isEnglish else { return true }
    guard line.isUpper(before), line.symbol(index + 1)?.isApostrophe != true else { return false }
    let next = line.keyAfter(index + 1) ?? ""
    return !words.verbs.contains(next)
      || !line.startsSentence(before)
        && !words.firstPerson.contains(next)
  }

  // MARK: Before a noun

  // Reads "la II Guerra Mundial", "im II. Weltkrieg", "XIX century".
  private func beforeNoun(_ value: Int, at start: Int, in line: Line) -> Reading? {
    guard !isLetter(start, in: line), line.length(start) > 1 || !speech.language.isEnglish else {
      return nil
    }
    let hasStop = line.symbol(start + 1) == "."
    let space = hasStop ? start + 2 : start + 1
    guard line.isSpace(space), let next = line.key(space + 1) else { return nil }
    let nearby = NearbyWords(speech: speech)
    let form: OrdinalForm
    switch speech.language {
    case .english where words.centuries.contains(next): form = .plain
    case .spanish
    where line.isUpper(space + 1) && hasDeterminer(start, in: line)
      && !(speech.isSecond
        && (hasStop || value > 100
          || !line.text(start..<start + 1).contains(where: "IVX".contains))):
      form = nearby.spanishGender(of: next) == .feminine ? .feminine : .adjective
    case .spanish where speech.isSecond && !hasStop && value < 500 && Self.events.contains(next):
      if value > 20 { return Reading(start..<space, speech.speller.cardinal(value), in: line) }
      form = nearby.spanishGender(of: next) == .feminine ? .feminine : .adjective
    case .german
    where hasStop && line.isUpper(space + 1)
      && !(speech.isSecond && line.isCell(start, before: space + 1))
      && (hasDeterminer(start, in: line) || line.startsSentence(start)):
      form = GermanEndings.of(nearby.germanGender(of: next), before: start, in: line)
    default: return nil
    }
    return Reading(start..<space, speech.speller.ordinal(value, form), in: line)
  }

  /// Spanish events that a numeral before them counts.
  private static let events: Set<String> = [
    "aniversario", "asamblea", "bienal", "bimestre", "carrera", "centenario", "certamen", "ciclo",
    "concurso", "congreso", "conferencia", "convención", "convenio", "copa", "cumbre", "curso",
    "dinastía", "edición", "encuentro", "feria", "festival", "foro", "guerra", "jornada",
    "jornadas", "legislatura", "maratón", "milenio", "olimpiada", "parte", "plan", "premio",
    "república", "reunión", "semana", "semestre", "seminario", "simposio", "taller", "torneo",
    "trimestre",
  ]

  private func hasDeterminer(_ start: Int, in line: Line) -> Bool {
    guard let key = line.keyBefore(start) else { return false }
    return speech.context.determiners.contains(key)
      || speech.language.isGerman && GermanEndings.announces(key)
  }

  /// Reads "MCMXCIV" as "nineteen ninety-four".
  private func year(_ value: Int, at start: Int, in line: Line) -> Reading? {
    guard line.length(start) > 3, (1000...2199).contains(value), line.isClosed(start + 1) else {
      return nil
    }
    return Reading(start..<start + 1, speech.speller.year(value), in: line)
  }

  /// Reads "XIXe", "Ier", "Ire", "Ve".
  private func frenchOrdinal(at start: Int, in line: Line) -> Reading? {
    guard let word = line.word(start) else { return nil }
    for suffix in ["ème", "ère", "er", "re", "e"] where word.hasSuffix(suffix) {
      let scalars = word.unicodeScalars.dropLast(suffix.unicodeScalars.count)
      guard let first = scalars.first, first == "I" || first == "V" || first == "X",
        let value = RomanNumeral.value(of: scalars),
        // "Ver" is a worm.
        value == 1 || !speech.isSecond || suffix == "e" || suffix == "ème"
      else { continue }
      let isFeminine = suffix == "re" || suffix == "ère"
      var words = SpokenWords(
        speech.speller.ordinal(value, isFeminine ? .feminine : .plain), from: line.range(start))
      // "les XVIe-XVIIIe siècles"
      if speech.isSecond, line.symbol(start + 1)?.isDash == true,
        let last = frenchOrdinal(at: start + 2, in: line)
      {
        words.add(speech.symbols.to, from: line.range(start + 1))
        words.add(last.words)
        return Reading(end: last.end, words: words)
      }
      // "au XIXe s."
      guard speech.isSecond, line.isSpace(start + 1), line.word(start + 2) == "s",
        line.symbol(start + 3) == "."
      else { return Reading(end: start + 1, words: words) }
      words.add("siècle", from: line.range(start + 2))
      let endsSentence = line.isEnd(start + 4) || line.capitalFollows(start + 4)
      return Reading(end: endsSentence ? start + 3 : start + 4, words: words)
    }
    return nil
  }

  /// Reads the numbers of rulers and heirs: "Henry VIII" is "Henry the eighth", "Felipe II" is "Felipe segundo".
  struct RomanRulers: Sendable {
    let speech: Speech
    private var words: RomanWords { speech.vocabulary.romans }

    func reading(_ value: Int, at start: Int, in line: Line) -> Reading? {
      guard line.isSpace(start - 1), line.isUpper(start - 2), let name = line.key(start - 2) else {
        return nil
      }
      switch speech.language {
      case .english: return english(value, at: start, name, in: line)
      case .spanish: return spanish(value, at: start, name, in: line)
      case .french: return french(value, at: start, name, in: line)
      case .german: return german(value, at: start, name, in: line)
      case .other: return nil
      }
    }

    private func isRuler(_ name: String) -> Bool { words.rulers.contains(name) }

    // MARK: English

    private func english(_ value: Int, at start: Int, _ name: String, in line: Line) -> Reading? {
      let isOne = line.word(start) == "I"
      if isRuler(name) {
        if isOne, isPronoun(start, in: line) { return nil }
        if speech.isSecond, isInitial(start, in: line) { return nil }
        guard line.length(start) > 1 || isOne || line.word(start) == "V" else { return nil }
        return the(value, at: start, in: line)
      }
      // An heir has two names: "Thurston Howell III". A single name may be the title of a film.
      guard value > 1, value < 10, line.length(start) > 1, line.word(start) != "IV",
        !speech.context.starters.contains(name), !line.startsSentence(start - 2)
      else { return nil }
      let before = line.skippingSpaceBack(start - 3)
      if line.isUpper(before), let key = line.key(before), !speech.context.starters.contains(key) {
        return the(value, at: start, in: line)
      }
      return Reading(start..<start + 1, speech.speller.cardinal(value), in: line)
    }

    /// Whether a letter is an initial before a surname: "Henry V. Poor", but not "Henry V. Then …".
    private func isInitial(_ start: Int, in line: Line) -> Bool {
      guard line.length(start) == 1, line.symbol(start + 1) == ".", line.isSpace(start + 2),
        line.isUpper(start + 3), let next = line.key(start + 3)
      else { return false }
      return !speech.context.starters.contains(next)
    }

    private func the(_ value: Int, at start: Int, in line: Line) -> Reading {
      Reading(start..<start + 1, "the " + speech.speller.ordinal(value), in: line)
    }

    /// Whether "I" is the pronoun: "I told Henry I would", but not "Elizabeth I never married".
    private func isPronoun(_ start: Int, in line: Line) -> Bool {
      // "Arthur I, uh, …"
      if speech.isSecond, line.symbol(start + 1) == ",",
        let next = line.key(line.skippingSpace(start + 2)),
        ["uh", "um", "er", "well", "i", "like"].contains(next)
      {
        return true
      }
      guard line.isSpace(start + 1), let next = line.key(start + 2) else { return false }
      if Self.behindNames.contains(next) { return false }
      // "Charles I was beheaded in 1649."
      if speech.isSecond, next == "was", line.key(start + 4).map(Self.fates.contains) == true {
        return false
      }
      if words.firstPerson.contains(next) || next.contains("'") { return true }
      return !line.startsSentence(start - 2) && !isBehindTitle(start - 2, in: line)
    }

    /// Words that follow a ruler's number, but never the pronoun "I".
    private static let behindNames: Set<String> = [
      "of", "and", "or", "in", "by", "as", "at", "for", "from", "with", "who", "died", "became",
      "ruled",
      "reigned", "is", "has",
    ]

    private static let fates: Set<String> = [
      "assassinated", "beheaded", "crowned", "deposed", "excommunicated", "executed", "succeeded",
    ]

    private func isBehindTitle(_ name: Int, in line: Line) -> Bool {
      guard let key = line.keyBefore(name) else { return false }
      return ["king", "queen", "emperor", "tsar", "pope", "saint", "of", "under"].contains(key)
    }

    // MARK: Spanish and French

    private func spanish(_ value: Int, at start: Int, _ name: String, in line: Line) -> Reading? {
      guard isRuler(name) else { return nil }
      let form: OrdinalForm = words.queens.contains(name) ? .feminine : .plain
      let text =
        value <= 10 ? speech.speller.ordinal(value, form) : speech.speller.cardinal(value)
      return Reading(start..<start + 1, text, in: line)
    }

    private func french(_ value: Int, at start: Int, _ name: String, in line: Line) -> Reading? {
      guard isRuler(name) else { return nil }
      let form: OrdinalForm = words.queens.contains(name) ? .feminine : .plain
      let text =
        value == 1 ? speech.speller.ordinal(1, form) : speech.speller.cardinal(value)
      return Reading(start..<start + 1, text, in: line)
    }

    // MARK: German

    private enum Case { case nominative, genitive, dative, accusative }

    /// Reads "Ludwig XIV." as "Ludwig der Vierzehnte", without the full stop.
    private func german(_ value: Int, at start: Int, _ name: String, in line: Line) -> Reading? {
      let isGenitive = name.hasSuffix("s") && isRuler(String(name.dropLast()))
      let plain = isGenitive && !isRuler(name) ? String(name.dropLast()) : name
      let title = speech.isSecond ? line.keyBefore(start - 2).flatMap(Self.isQueen) : nil
      guard isRuler(plain) || speech.isSecond && (title != nil || isOrdinal(start, in: line)) else {
        return speech.isSecond ? model(value, at: start, in: line) : nil
      }
      let isQueen = title ?? words.queens.contains(plain)
      let place = plain == name ? place(of: start - 2, in: line) : .genitive
      let article: String =
        switch place {
        case .nominative: isQueen ? "die" : "der"
        case .genitive: isQueen ? "der" : "des"
        case .dative: isQueen ? "der" : "dem"
        case .accusative: isQueen ? "die" : "den"
        }
      let isPlain = place == .nominative || place == .accusative && isQueen
      let ordinal = speech.speller.ordinal(value, isPlain ? .plain : .n).capitalizedFirst
      let hasStop = line.symbol(start + 1) == "." && !line.isEnd(start + 2)
      return Reading(start..<(hasStop ? start + 2 : start + 1), article + " " + ordinal, in: line)
    }

    /// The titles of rulers, and whether they are those of a queen.
    private static func isQueen(_ title: String) -> Bool? {
      let title = title.hasSuffix("s") ? String(title.dropLast()) : title
      if kings.contains(title) { return false }
      return title.hasSuffix("in") && kings.contains(String(title.dropLast(2))) ? true : nil
    }

    private static let kings: Set<String> = [
      "bischof", "erzbischof", "erzherzog", "fürst", "graf", "großfürst", "herzog", "kaiser",
      "kalif", "khan", "kurfürst", "könig", "landgraf", "markgraf", "papst", "pharao", "prinz",
      "schah", "sultan", "zar",
    ]

    /// Whether a full stop within a sentence makes a numeral behind a name an ordinal: "Kamose II. zog".
    private func isOrdinal(_ start: Int, in line: Line) -> Bool {
      let next = line.skippingSpace(start + 2)
      return line.symbol(start + 1) == "." && (line.length(start) > 1 || line.word(start) == "I")
        && line.isSpace(start + 2) && line.kind(next) == .word && !line.isUpper(next)
    }

    /// Reads the numeral of a model or of a law: "Apple II", "SGB II".
    private func model(_ value: Int, at start: Int, in line: Line) -> Reading? {
      guard value < 20, line.length(start) > 1, line.isClosed(start + 1),
        line.symbol(start + 1)?.isDash != true,
        line.word(start)?.allSatisfy({ "IVX".contains($0) }) == true,
        !line.isAllCapitals(line.skippingSpace(start + 1))
      else { return nil }
      return Reading(start..<start + 1, speech.speller.cardinal(value), in: line)
    }

    /// Returns the grammatical case of a name, which depends on the words before the name: a preposition,
    /// or a pronoun and its verb.
    private func place(of name: Int, in line: Line) -> Case {
      var before = line.skippingSpaceBack(name - 1)
      // Skips a few titles and first names: "König", "Papst".
      while !speech.isSecond || name - before < 24, line.isUpper(before),
        !line.startsSentence(before)
      {
        before = line.skippingSpaceBack(before - 1)
      }
      guard let key = line.key(before) else { return .nominative }
      if GermanCases.dative.contains(key) { return .dative }
      if GermanCases.accusative.contains(key) { return .accusative }
      if GermanCases.genitive.contains(key) { return .genitive }
      let subject = line.skippingSpaceBack(before - 1)
      let hasSubject =
        line.startsSentence(subject) && GermanCases.pronouns.contains(line.key(subject) ?? "")
      return hasSubject ? .accusative : .nominative
    }
  }
}

/// Words that determine the case of the following words in German.
enum GermanCases {
  static let dative: Set<String> = [
    "mit", "von", "vom", "bei", "beim", "zu", "zum", "zur", "nach", "aus", "seit", "unter",
    "gegenüber",
    "vor", "neben", "hinter", "zwischen", "dem", "außer",
  ]
  static let accusative: Set<String> = ["für", "gegen", "ohne", "durch", "um", "den", "über", "an"]
  static let genitive: Set<String> = ["des", "wegen", "während", "trotz", "statt"]
  static let pronouns: Set<String> = ["er", "sie", "ich", "wir", "man", "es", "du", "ihr"]
}
