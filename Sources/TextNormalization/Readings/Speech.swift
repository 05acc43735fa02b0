import Basics

/// The language that rules use: its words and its numbers.
/// This is a class because every rule holds it.
final class Speech: Sendable {
  let vocabulary: Vocabulary
  let speller: NumberSpeller
  let format: NumberFormat
  let edition: ReadingEdition

  /// Finds lines that may have something to read.
  let scan: CandidateScan

  init(tag: String, edition: ReadingEdition) {
    self.edition = edition
    let locale = tag.replacing("-", with: "_")
    vocabulary = Vocabulary(tag: tag, edition: edition)
    speller = NumberSpeller(language: vocabulary.language, locale: locale)
    format = NumberFormat(
      language: vocabulary.language, locale: locale, groupsThousands: edition != .first)
    scan = CandidateScan(vocabulary, edition)
  }

  /// Whether the rules of the second edition apply.
  var isSecond: Bool { edition != .first }
  var language: Language { vocabulary.language }
  var symbols: SymbolWords { vocabulary.symbols }
  var context: ContextWords { vocabulary.context }

  /// Returns the plural of a word such as "page" before several numbers, or nil if the word stays the same.
  func plural(_ word: String) -> String? {
    guard !language.isGerman, [symbols.page.one, symbols.number].contains(word) else { return nil }
    return word == symbols.number ? symbols.numbers : symbols.page.many
  }

  /// Returns digits one by one.
  /// English reads zero as "oh".
  func digits(_ digits: String) -> String {
    speller.digits(digits, zero: language.isEnglish ? "oh" : nil)
  }
}

/// The result of a rule for some tokens.
struct Reading: Sendable {
  /// The index of the token after the reading.
  var end: Int
  var words: SpokenWords

  init(end: Int, words: SpokenWords) {
    (self.end, self.words) = (end, words)
  }

  init(_ tokens: Range<Int>, _ text: String, in line: Line) {
    self.init(end: tokens.upperBound, words: SpokenWords(text, from: line.range(tokens)))
  }
}

protocol ReadingRule: Sendable {
  /// Returns the reading that begins at a token, or nil if the rule does not match there.
  func reading(at index: Int, in line: Line) -> Reading?
}

/// Reads numbers with a fixed reading in any context: 24/7, 9/11, 50/50, 10-4.
struct SetPhrases: ReadingRule {
  let speech: Speech

  /// The words of each phrase, in the order of its two numbers.
  /// "9/11" and "10-4" exist only in English.
  private static let english: [String: [String]] = [
    "9/11": ["nine", "eleven"], "10-4": ["ten", "four"], "20/20": ["twenty", "twenty"],
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let first = line.digits(start), first.utf8.count <= 2,
      let symbol = line.symbol(start + 1),
      symbol == "/" || symbol.isDash, let last = line.digits(start + 2), last.utf8.count <= 2,
      line.isClosed(start + 3), isAlone(start, in: line)
    else { return nil }
    let key = first + (symbol == "/" ? "/" : "-") + last
    let isEven = first == last && ["50", "20"].contains(first) || key == "24/7"
    let isCode = speech.isSecond && speech.language.isEnglish && isCode(key, at: start, in: line)
    let words = isEven || isCode ? nil : speech.language.isEnglish ? Self.english[key] : nil
    guard isEven || isCode || words != nil else { return nil }
    let parts = words ?? [speech.speller.cardinal(first), speech.speller.cardinal(last)]
    var spoken = SpokenWords(parts[0], from: line.range(start))
    spoken.add(parts[1], from: line.range(start + 2))
    return Reading(end: start + 3, words: spoken)
  }

  /// Whether two numbers are the code of a police radio or the name of a shop: "a 10-27, over", "at the 7-11".
  private func isCode(_ key: String, at start: Int, in line: Line) -> Bool {
    guard let before = line.keyBefore(start) else { return false }
    if key == "7-11" {
      return speech.context.determiners.contains(before)
        || ["at", "behind", "near", "outside"].contains(before)
    }
    guard key.hasPrefix("10-"), key.utf8.count == 5,
      speech.context.determiners.contains(before) || ["copy", "possible"].contains(before)
    else { return false }
    return line.keyAfter(start + 3).map(speech.context.function.contains) ?? true
  }

  /// Whether a phrase is separate.
  /// "9/11/2001" and "50-50-50" are not phrases.
  private func isAlone(_ start: Int, in line: Line) -> Bool {
    for (symbol, number) in [(start - 1, start - 2), (start + 3, start + 4)] {
      guard let mark = line.symbol(symbol) else { continue }
      if mark == "/" || mark == "%" || mark == "$" { return false }
      if mark.isDash || mark == "." || mark == ",", line.kind(number) == .digits { return false }
    }
    return true
  }
}

/// Tests the words around digits.
struct NearbyWords: Sendable {
  let speech: Speech

  private var context: ContextWords { speech.context }

  /// Whether the words around some tokens are about a game or a vote.
  func isGame(around tokens: Range<Int>, in line: Line) -> Bool {
    isAny(of: context.scores, around: tokens, in: line)
  }

  /// Whether one of the words is within twelve tokens before `tokens` or within six tokens after them.
  func isAny(of words: Set<String>, around tokens: Range<Int>, in line: Line) -> Bool {
    guard !words.isEmpty else { return false }
    for index in max(0, tokens.lowerBound - 12)..<tokens.lowerBound {
      if let key = line.key(index), words.contains(key) { return true }
    }
    let end = min(line.count, tokens.upperBound + 6)
    guard tokens.upperBound < end else { return false }
    for index in tokens.upperBound..<end {
      if let key = line.key(index), words.contains(key) { return true }
    }
    return false
  }

  /// Whether tokens are an adjective before a noun: "a 5 km run".
  func isAdjective(_ tokens: Range<Int>, in line: Line) -> Bool {
    guard let before = line.keyBefore(tokens.lowerBound), context.determiners.contains(before),
      line.isSpace(tokens.upperBound), let next = line.key(tokens.upperBound + 1)
    else { return false }
    return !context.function.contains(next)
  }

  // MARK: Nouns

  /// Whether a word looks like a plural noun.
  func isPlural(_ key: String) -> Bool {
    if context.plurals.contains(key) { return true }
    return key.utf8.count > 3 && key.hasSuffix("s") && !key.hasSuffix("'s") && !key.hasSuffix("ss")
      && !key.hasSuffix("us") && !key.hasSuffix("is") && !context.noPlurals.contains(key)
  }

  /// Returns the form of a number that ends before an index.
  /// The form depends on the word after the number.
  func form(before index: Int, in line: Line) -> NumberForm {
    guard !speech.language.isEnglish, line.isSpace(index), let key = line.key(index + 1),
      !context.function.contains(key)
    else { return .alone }
    switch speech.language {
    case .spanish: return .before(spanishGender(of: key))
    case .french: return .before(frenchGender(of: key))
    case .german:
      guard line.isUpper(index + 1) || germanAdjective(key) else { return .alone }
      return .before(germanGender(of: key))
    default: return .alone
    }
  }

  func spanishGender(of key: String) -> Gender {
    if context.feminine.contains(key) { return .feminine }
    if context.masculine.contains(key) { return .masculine }
    let feminine = [
      "a", "as", "ción", "ciones", "sión", "siones", "dad", "dades", "tad", "tades", "tud", "tudes",
      "umbre",
      "umbres", "eces", "triz", "trices",
    ]
    if key.hasSuffix("ma") || key.hasSuffix("mas") {
      return key.hasSuffix("grama") || key.hasSuffix("gramas") ? .masculine : .feminine
    }
    return feminine.contains(where: key.hasSuffix) ? .feminine : .masculine
  }

  func frenchGender(of key: String) -> Gender {
    if context.feminine.contains(key) { return .feminine }
    if context.masculine.contains(key) { return .masculine }
    let feminine = [
      "tion", "sion", "aison", "ette", "ance", "ence", "ure", "esse", "elle", "té", "ée", "ise",
      "ie", "ille",
      "euse", "trice", "ière", "enne", "onne", "ude", "ade", "ode", "ace", "ière",
    ]
    let single = key.hasSuffix("s") ? String(key.dropLast()) : key
    return feminine.contains(where: single.hasSuffix) ? .feminine : .masculine
  }

  func germanGender(of key: String) -> Gender {
    if context.feminine.contains(key) { return .feminine }
    if context.masculine.contains(key) { return .masculine }
    let feminine = [
      "ung", "heit", "keit", "schaft", "ion", "tät", "ei", "ie", "ik", "ur", "in", "e", "enz",
      "anz",
    ]
    let neuter = [
      "chen", "lein", "ment", "um", "nis", "bier", "kind", "haus", "buch", "jahr", "auto",
    ]
    if neuter.contains(where: key.hasSuffix) { return .neuter }
    return feminine.contains(where: key.hasSuffix) ? .feminine : .masculine
  }

  /// Whether a word has the ending of a German adjective: "ein großes Haus", "eine große Stadt".
  private func germanAdjective(_ key: String) -> Bool {
    key.hasSuffix("es") || key.hasSuffix("er") || key.hasSuffix("e")
  }
}

/// The endings of German ordinals, which depend on the words before them.
enum GermanEndings {
  private static let weak: Set<String> = [
    "dem", "den", "des", "am", "im", "zum", "zur", "vom", "beim", "einem", "einen", "einer",
    "eines",
    "jeden", "jedem", "diesem", "diesen", "dieser", "bis", "ab", "ihrem", "ihren", "ihrer",
    "seinem",
    "seinen", "seiner", "meinem", "meinen", "meiner", "unserem", "unseren", "kein", "keinen",
  ]
  private static let plain: Set<String> = [
    "der", "die", "das", "ins", "ans", "aufs", "fürs", "durchs", "jede", "diese", "dieses", "eine",
    "ihre", "seine", "meine", "unsere", "deine", "keine",
  ]
  private static let dative: Set<String> = [
    "in", "an", "auf", "nach", "seit", "aus", "mit", "von", "zu", "bei", "vor", "während",
  ]

  /// Whether an ordinal may follow a word.
  static func announces(_ key: String) -> Bool {
    weak.contains(key) || plain.contains(key)
      || ["ein", "mein", "sein", "ihr", "dein"].contains(key)
  }

  /// Returns the ending for a day of a month.
  static func ofDate(before start: Int, in line: Line) -> OrdinalForm {
    guard let key = line.keyBefore(start) else {
      // "am Montag, 3. Mai" continues in the dative.
      return behindWeekday(before: start, in: line) ? .n : .r
    }
    if weak.contains(key) { return .n }
    if plain.contains(key) { return .plain }
    return ["seit", "von", "nach", "vor", "mit"].contains(key) ? .m : .r
  }

  private static func behindWeekday(before start: Int, in line: Line) -> Bool {
    let comma = line.skippingSpaceBack(start - 1)
    guard line.symbol(comma) == ",", line.kind(comma - 1) == .word else { return false }
    return ["am", "vom", "zum", "ab", "bis"].contains(line.keyBefore(comma - 1) ?? "")
  }

  /// Returns the ending before a noun of a gender.
  static func of(_ gender: Gender, before start: Int, in line: Line) -> OrdinalForm {
    let strong: OrdinalForm =
      switch gender {
      case .masculine: .r
      case .feminine: .plain
      case .neuter: .s
      }
    guard let before = line.wordBefore(start), let key = line.key(before) else { return strong }
    if key == "der", gender == .feminine || line.keyBefore(before).map(dative.contains) == true {
      return line.keyBefore(before).map(dative.contains) == true ? .n : .plain
    }
    if weak.contains(key) { return .n }
    return plain.contains(key) ? .plain : strong
  }
}
