import Basics

extension ShoutedWords {
  /// Whether the context makes a word an acronym; nil for words that do not depend on the context.
  func isAcronymHere(_ index: Int, _ base: String, _ line: CapitalsLine) -> Bool? {
    if edition == .second, line.isExplained(index), isOnlyLetters(base) { return true }
    // "SU(2)", "GL(n)"
    if edition == .second, ["SU", "SO", "SL", "GL", "SE"].contains(base), isGroup(index, line) {
      return true
    }
    // "14 h CET", but not "CET homme"
    if edition == .second, base == "CET", !isEnglish, let before = line.before(index),
      [CapitalsLine.number, "h", "heure", "heures"].contains(before)
    {
      return true
    }
    // "DietPi OS" in Spanish, "les modules ES" in French
    if edition == .second, base == (isSpanish ? "OS" : "ES"), !isEnglish, !isGerman, isDocument,
      !line.tokens[index].isInRun, let before = line.before(index),
      !["tu", "t", "que", "qu", "n", "y", "en", "no", "se", "si", "ya", "a"].contains(before)
    {
      return true
    }
    // "Canva AI", but not "J'en AI besoin"
    if edition == .second, base == "AI", !isEnglish, isDocument, !line.tokens[index].isInRun,
      !["en", "leur", "lui", "nous", "vous", "y"].contains(line.before(index))
    {
      return true
    }
    // "TU Berlin", "an MR image"
    if edition == .second, isDocument, let next = wordBeside(index, line),
      isGerman && base == "TU" && next.isUpper || isEnglish && base == "MR" && next.isLower
    {
      return true
    }
    if isEnglish, edition == .second, isDocument, base == "OR",
      let isRatio = line.isOddsRatio(index)
    {
      return isRatio
    }
    if isEnglish, isDocument, edition == .second {
      let isBehindAcronym =
        index > 0 && line.isBeside(index - 1) && isAcronym(line.base(index - 1))
      let range = line.tokens[index].range
      let isPartOfName =
        range.lowerBound > 0 && line.scalars[range.lowerBound - 1] == "_"
        || range.upperBound < line.scalars.count && line.scalars[range.upperBound] == "_"
      let isSpelled = base == "LED" || isPairInDocuments(base, line, index)
      if isSpelled, !line.tokens[index].isInRun || isBehindAcronym || isPartOfName { return true }
      if AcronymList.inDocuments.contains(base) { return nil }
    }
    return isEnglish
      ? AcronymContext.isAcronym(
        index, base, in: line, isName: names.contains(base), edition: edition) : nil
  }

  /// The first letter of the word directly behind a word outside of runs of capitals.
  private func wordBeside(_ index: Int, _ line: CapitalsLine) -> Unicode.Scalar? {
    guard !line.tokens[index].isInRun, index + 1 < line.tokens.count, line.isBeside(index)
    else { return nil }
    return line.scalars[line.tokens[index + 1].range.lowerBound]
  }

  /// Whether letters that are also a name or a word are spelled in a document. In speech they are shouted.
  func isPairInDocuments(_ base: String, _ line: CapitalsLine, _ index: Int) -> Bool {
    guard isEnglish, isDocument, edition == .second, AcronymList.pairsInDocuments.contains(base),
      !names.contains(base)
    else { return false }
    let range = line.tokens[index].range
    let near = max(0, range.lowerBound - 80)..<min(line.scalars.count, range.upperBound + 80)
    return !line.scalars[near].contains { "\"“”„«»!".unicodeScalars.contains($0) }
  }

  /// Whether a number or a letter in brackets is directly behind a word: "(two)", "(n, R)".
  private func isGroup(_ index: Int, _ line: CapitalsLine) -> Bool {
    let rest = line.scalars[line.tokens[index].range.upperBound...].prefix(8)
    guard rest.first == "(", let end = rest.firstIndex(where: { $0 == ")" || $0 == "," })
    else { return false }
    let group = rest[(rest.startIndex + 1)..<end]
    return group.count == 1 || LetterNames.isDigit(group.text)
  }

  /// Whether an explained acronym that is also a word is spelled, unlike RAM: IS, SET, ANN.
  private func isOnlyLetters(_ base: String) -> Bool {
    if base.utf8.count == 2 || base == "SET" { return true }
    guard base.utf8.count == 3, let first = base.first, "AEIO".contains(first) else { return false }
    return GivenNames.gender(of: base, language: isEnglish ? "en" : "") != nil
  }
}
