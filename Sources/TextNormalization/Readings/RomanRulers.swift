import Basics

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

  private func the(_ value: Int, at start: Int, in line: Line) -> Reading {
    Reading(start..<start + 1, "the " + speech.speller.ordinal(value), in: line)
  }

  /// Whether "I" is the pronoun: "I told Henry I would", but not "Elizabeth I never married".
  private func isPronoun(_ start: Int, in line: Line) -> Bool {
    guard line.isSpace(start + 1), let next = line.key(start + 2) else { return false }
    if Self.behindNames.contains(next) { return false }
    if words.firstPerson.contains(next) || next.contains("'") { return true }
    return !line.startsSentence(start - 2) && !isBehindTitle(start - 2, in: line)
  }

  /// Words that follow a ruler's number, but never the pronoun "I".
  private static let behindNames: Set<String> = [
    "of", "and", "or", "in", "by", "as", "at", "for", "from", "with", "who", "died", "became",
    "ruled",
    "reigned", "is", "has",
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
    guard isRuler(plain) else { return nil }
    let isQueen = words.queens.contains(plain)
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

  /// Returns the grammatical case of a name, which depends on the words before the name: a preposition,
  /// or a pronoun and its verb.
  private func place(of name: Int, in line: Line) -> Case {
    var before = line.skippingSpaceBack(name - 1)
    // Skips titles and first names: "König", "Papst".
    while line.isUpper(before), !line.startsSentence(before) {
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
