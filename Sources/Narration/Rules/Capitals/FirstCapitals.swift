import Basics

/// The readings of words in capitals in rule set 1.0.
struct FirstCapitals: CapitalsJudge {
  let words: LanguageWords
  /// The words of the roles' names, in upper case: "DEV" is a character, not initials.
  let names: Set<String>

  func settleRuns(in line: inout CapitalsLine) {}

  func reading(of index: Int, in line: CapitalsLine) -> CapitalsReading {
    let base = line.base(index)
    guard isLowered(index, of: line, base: base) else { return .kept }
    return .word(isName: isShortName(base) || line.isTitle(index, words))
  }

  func keepsPart(_ part: String) -> Bool { Acronyms.known.contains(part) }

  func staysInName(_ part: String, judged: String) -> Bool {
    Acronyms.known.contains(part) || Acronyms.isRomanNumeral(part)
      || !Acronyms.hasVowel(part) && !Acronyms.soundWords.contains(part)
  }

  func nameWithCapitals(_ word: String) -> String? { IrishName.spelled(word) }

  private func isLowered(_ index: Int, of line: CapitalsLine, base: String) -> Bool {
    let token = line.tokens[index]
    if base == "US" { return Acronyms.isPronounUS(index, in: line) }
    if token.letterCount == 1 {
      return token.isInRun && base != "I" && words.shortWords.contains(base)
    }
    if Acronyms.known.contains(base) || Acronyms.isRomanNumeral(base) { return false }
    if words.shortWords.contains(base) || words.contractsI(base) { return true }
    if isShortName(base) { return true }
    if line.isTitle(index, words) { return true }
    if token.parts > 1 { return true }
    let hasVowel = Acronyms.hasVowel(base)
    if !hasVowel { return Acronyms.soundWords.contains(base) }
    return token.isInRun || token.letterCount >= 4
  }

  /// Whether a word is a name of two or three letters.
  /// Longer names become lower case like any other word.
  private func isShortName(_ base: String) -> Bool {
    (2...3).contains(base.unicodeScalars.count) && names.contains(base)
      && !words.shortWords.contains(base)
  }
}

enum IrishName {
  /// Returns "O'Hara" for "O'HARA", in any context.
  /// Nil for other words, such as "O'CLOCK".
  static func spelled(_ word: String) -> String? {
    let scalars = Array(word.unicodeScalars)
    guard scalars.count > 4, scalars[0] == "O", scalars[1].isApostrophe,
      !word.hasSuffix("CLOCK")
    else { return nil }
    return scalars[..<2].text + scalars[2...].text.lowercased().capitalizedFirst
  }
}
