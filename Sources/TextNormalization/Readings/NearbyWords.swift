import Basics

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
