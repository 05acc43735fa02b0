/// Cleaning, step 2: shouting is lowered.
///
/// Engines spell capitals letter by letter: "IT IS OVER" becomes "I T is over". A pure function of
/// the line, so that an edit elsewhere in the script never changes how this line is spoken.
struct CapitalsRule {
  let words: LanguageWords
  /// Words that stay as typed, in upper case: those that pronunciations name.
  let keeping: Set<String>
  /// Words of the roles' names, in upper case: "DEV" is someone, not initials.
  let names: Set<String>

  /// `isHeading` says that the whole line is shouted by convention, as a slugline is, so that no word
  /// of it stands in capitals for its own sake.
  func apply(_ text: String, isHeading: Bool = false) -> String {
    guard hasShouting(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    let tokens = CapitalsTokenizer.tokens(of: scalars, isOneRun: isHeading)
    var output: Scalars = []
    output.reserveCapacity(scalars.count)
    var written = 0
    for index in tokens.indices where tokens[index].isCapitals {
      let token = tokens[index]
      output.append(contentsOf: scalars[written..<token.range.lowerBound])
      output.append(contentsOf: rewritten(index, of: tokens, in: scalars))
      written = token.range.upperBound
    }
    output.append(contentsOf: scalars[written...])
    return output.text
  }

  /// Two capitals in a row anywhere: without them there is nothing to lower.
  private func hasShouting(_ text: String) -> Bool {
    var previous = false
    for scalar in text.unicodeScalars {
      let upper = scalar.isUpper
      if upper, previous { return true }
      previous = upper
    }
    return false
  }

  private func rewritten(_ index: Int, of tokens: [CapitalsToken], in scalars: Scalars) -> Scalars {
    let token = tokens[index]
    let word = scalars[token.range].text
    let base = token.base(in: scalars)
    if keeping.contains(word) || keeping.contains(base) { return Array(scalars[token.range]) }
    guard isLowered(index, of: tokens, base: base, in: scalars) else {
      return base == word ? Array(scalars[token.range]) : keptWithSuffix(token, scalars)
    }
    let capital =
      token.startsSentence || isShortName(token, base) || followsTitle(index, tokens, scalars)
      || isTitle(token, scalars)
    return lowered(token, scalars, capital: capital)
  }

  private func isLowered(
    _ index: Int, of tokens: [CapitalsToken], base: String, in scalars: Scalars
  ) -> Bool {
    let token = tokens[index]
    if base == "US" { return isPronounUS(index, tokens, scalars) }
    if token.letterCount == 1 { return token.isInRun && isOneLetterWord(base) }
    if Acronyms.known.contains(base) || Acronyms.isRomanNumeral(base) { return false }
    if words.shortWords.contains(base) || contractsI(base) { return true }
    if isShortName(token, base) { return true }
    if isTitle(token, scalars) { return true }
    if token.parts > 1 { return true }
    let hasVowel = Acronyms.hasVowel(base)
    if !hasVowel { return Acronyms.soundWords.contains(base) }
    return token.isInRun || token.letterCount >= 4
  }

  /// A name of two or three letters; longer ones are lowered like any other word.
  private func isShortName(_ token: CapitalsToken, _ base: String) -> Bool {
    (2...3).contains(base.unicodeScalars.count) && names.contains(base)
      && !words.shortWords.contains(base)
  }

  /// "A", "Y", "À" are words where the language says so; English "I" stays a capital.
  private func isOneLetterWord(_ word: String) -> Bool {
    word != "I" && words.shortWords.contains(word)
  }

  /// "O'HARA" is a name whatever stands around it; "O'CLOCK" is not.
  private func irishName(_ word: String) -> String? {
    let scalars = Array(word.unicodeScalars)
    guard scalars.count > 4, scalars[0] == "O", scalars[1].isApostrophe,
      !word.hasSuffix("CLOCK")
    else { return nil }
    return scalars[..<2].text + scalars[2...].text.lowercased().capitalizedFirst
  }

  /// "I'M", "I'LL": the pronoun keeps its capital.
  private func contractsI(_ word: String) -> Bool {
    words.shortWords.contains("I") && word.first == "I"
      && word.unicodeScalars.dropFirst().first?.isApostrophe == true
  }

  /// `DR.` in a line of capitals is "Dr.", and the word behind it a name.
  private func isTitle(_ token: CapitalsToken, _ scalars: Scalars) -> Bool {
    let end = token.range.upperBound
    guard end < scalars.count, scalars[end] == "." else { return false }
    return words.titles[scalars[token.range].text.lowercased() + "."] != nil
  }

  private func followsTitle(_ index: Int, _ tokens: [CapitalsToken], _ scalars: Scalars) -> Bool {
    guard index > 0 else { return false }
    let before = tokens[index - 1]
    return before.isCapitals && isTitle(before, scalars)
      && tokens[index].range.lowerBound - before.range.upperBound <= 2
  }

  /// "US" is the pronoun before a verb ("US ARE"), and in a run also behind a preposition or "LET".
  private func isPronounUS(_ index: Int, _ tokens: [CapitalsToken], _ scalars: Scalars) -> Bool {
    let next = index + 1 < tokens.count ? scalars[tokens[index + 1].range].text.lowercased() : ""
    if Acronyms.verbsAfterUs.contains(next) { return true }
    guard tokens[index].isInRun, index > 0 else { return false }
    return Acronyms.wordsBeforeUs.contains(scalars[tokens[index - 1].range].text.lowercased())
  }

  /// An acronym keeps its letters, but what hangs on it is lowered: `FBI'S` is "FBI's".
  private func keptWithSuffix(_ token: CapitalsToken, _ scalars: Scalars) -> Scalars {
    let word = scalars[token.range]
    guard let mark = word.firstIndex(where: \.isApostrophe) else { return Array(word) }
    return Array(word[..<mark]) + Array(word[mark...].text.lowercased().unicodeScalars)
  }

  private func lowered(_ token: CapitalsToken, _ scalars: Scalars, capital: Bool) -> Scalars {
    let pieces = scalars[token.range].split(separator: "-", omittingEmptySubsequences: false)
    var result: Scalars = []
    for (offset, piece) in pieces.enumerated() {
      if offset > 0 { result.append("-") }
      let word = piece.text
      let stays =
        pieces.count > 1
        && (Acronyms.known.contains(word) || (piece.count == 1 && !isOneLetterWord(word)))
      let lower =
        stays ? word : contractsI(word) ? "I" + word.dropFirst().lowercased() : word.lowercased()
      let isFirst = capital && offset == 0 && !stays
      let text = irishName(word) ?? (isFirst ? lower.capitalizedFirst : lower)
      result.append(contentsOf: text.unicodeScalars)
    }
    return result
  }
}
