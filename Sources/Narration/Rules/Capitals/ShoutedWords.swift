/// What words in capitals are in rule set 1.1.
///
/// An acronym beside another is no shouting, so capitals in a row count only with a word among them. What is spelled is
/// a list, and what nobody can say; the rest are words.
struct ShoutedWords: CapitalsJudge {
  let words: LanguageWords
  /// Words of the roles' names, in upper case.
  let names: Set<String>
  /// Whether the tables of English sounds and contexts hold for the text.
  let isEnglish: Bool
  let acronyms: AcronymList
  /// Whether the text is a document: in a script, three unknown letters are someone who comes in.
  private let isDocument: Bool

  init(words: LanguageWords, names: Set<String>, languageCode: String, isDocument: Bool = false) {
    (self.words, self.names, self.isDocument) = (words, names, isDocument)
    isEnglish = languageCode.lowercased().hasPrefix("en")
    acronyms = AcronymList.of(languageCode)
  }

  // MARK: Runs

  func settleRuns(in line: inout CapitalsLine) {
    var start = 0
    while start < line.tokens.count {
      guard line.tokens[start].isInRun else {
        start += 1
        continue
      }
      var end = start
      while end < line.tokens.count, line.tokens[end].isInRun { end += 1 }
      if !(start..<end).contains(where: { isPlainWord($0, in: line) }) {
        for index in start..<end { line.tokens[index].isInRun = false }
      }
      start = end
    }
  }

  /// Whether a word cannot be an acronym, so that its capitals and those beside it are shouting.
  private func isPlainWord(_ index: Int, in line: CapitalsLine) -> Bool {
    let token = line.tokens[index]
    guard token.isCapitals, token.letterCount > 1 else { return false }
    let base = line.base(index)
    if let isAcronym = isAcronymHere(index, base, line) {
      return !isAcronym
    }
    if words.shortWords.contains(base) || base.contains(where: { $0 == "'" || $0 == "’" }) {
      return true
    }
    return token.parts > 1 || token.letterCount > 3 && !isAcronym(base) && !isPlural(base)
  }

  // MARK: Words

  func reading(of index: Int, in line: CapitalsLine) -> CapitalsReading {
    let token = line.tokens[index]
    let base = line.base(index)
    if line.isLetterOfPair(index, and: words.and) { return .kept }
    if token.letterCount == 1 {
      let isWord = base != "I" && words.shortWords.contains(base)
      return token.isInRun && isWord ? .word(isName: false) : .kept
    }
    if let isAcronym = isAcronymHere(index, base, line) {
      return isAcronym ? .kept : .word(isName: isName(base))
    }
    if Acronyms.isRomanNumeral(base) { return .kept }
    if words.shortWords.contains(base) || words.contractsI(base) { return .word(isName: false) }
    if line.isTitle(index, words) { return .word(isName: true) }
    if token.parts == 1 {
      // People who do not shout write "DVDs": VCS is no plural of VC.
      if token.isInRun, isPlural(base) { return .plural }
      if isAcronym(base) || !token.isInRun && isForeignAcronym(base) { return .kept }
    }
    let isWord =
      token.parts > 1 || token.isInRun || token.letterCount > 3 || isName(base) || isSound(base)
    // What else has three letters, and can be said, is someone who comes in: "DOC looks up."
    return .word(isName: isName(base) || !isWord)
  }

  /// What the words beside a word say of it; nil for what is the same everywhere.
  func isAcronymHere(_ index: Int, _ base: String, _ line: CapitalsLine) -> Bool? {
    isEnglish
      ? AcronymContext.isAcronym(index, base, in: line, isName: names.contains(base)) : nil
  }

  func keepsPart(_ part: String) -> Bool {
    if part == "US" { return true }
    return part.unicodeScalars.count > 1 && !words.shortWords.contains(part)
      && (acronyms.contains(part)
        || !Acronyms.hasVowel(part) && !Acronyms.soundWords.contains(part))
  }

  func staysInName(_ part: String, judged: String) -> Bool {
    judged.unicodeScalars.filter(\.isLetter).allSatisfy(\.isUpper)
  }

  func nameWithCapitals(_ word: String) -> String? {
    IrishName.spelled(word) ?? (isEnglish ? ScottishName.spelled(word) : nil)
  }

  /// Whether a word is someone's name: a word of a role's name that is no everyday word.
  private func isName(_ base: String) -> Bool {
    names.contains(base) && !words.shortWords.contains(base)
  }

  /// Whether a word is an acronym wherever it stands.
  func isAcronym(_ base: String) -> Bool {
    if acronyms.contains(base) { return true }
    if isSound(base) || AcronymList.shortNames.contains(base)
      || AcronymList.abbreviations.contains(base)
    {
      return false
    }
    if isEnglish, ScottishName.spelled(base) != nil { return false }
    if !Acronyms.hasVowel(base) { return true }
    guard isEnglish, base.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return false }
    if isDocument, base.utf8.count == 3, !names.contains(base) {
      return !ThreeLetterWords.contains(base)
    }
    return base.utf8.count == 2 || base.utf8.count <= 5 && !SpokenShape.isSayable(base)
  }

  /// Two or three capitals in a document of another language than English, of which there is no list of words.
  func isForeignAcronym(_ base: String) -> Bool {
    isDocument && !isEnglish && !AcronymList.saidAbroad.contains(base)
      && (2...3).contains(base.utf8.count)
      && base.utf8.allSatisfy { (0x41...0x5A).contains($0) } && !isName(base) && !isSound(base)
  }

  private func isSound(_ base: String) -> Bool {
    Acronyms.soundWords.contains(base) || base.hasStretchedLetter
  }

  /// Several of a listed acronym.
  private func isPlural(_ base: String) -> Bool {
    base.utf8.count > 2 && base.hasSuffix("S") && !acronyms.contains(base)
      && acronyms.isSpelled(String(base.dropLast()))
  }
}

extension CapitalsLine {
  /// Whether a word is a letter or letters joined by "and": both in "AT and T", "R and D".
  func isLetterOfPair(_ index: Int, and conjunction: String) -> Bool {
    for step in [-2, 2] where tokens.indices.contains(index + step) {
      let joint = index + step / 2
      let (first, second) = (min(index, index + step), max(index, index + step))
      guard word(joint) == conjunction, before(joint) != nil, after(joint) != nil,
        isLetters(first), isLetters(second),
        tokens[first].letterCount == 1 || tokens[second].letterCount == 1
      else { continue }
      return true
    }
    return false
  }

  private func isLetters(_ index: Int) -> Bool {
    tokens[index].isCapitals && tokens[index].letterCount < 3 && word(index) != "I"
      && tokens[index].parts == 1
  }
}

extension String {
  /// Whether a letter stands three times in a row: "NOOO" is a word, however it is written.
  var hasStretchedLetter: Bool {
    let units = Array(utf8)
    return units.indices.dropFirst(2).contains {
      units[$0] == units[$0 - 1] && units[$0] == units[$0 - 2]
    }
  }
}

/// Names such as McCowley.
enum ScottishName {
  /// "MCCOWLEY" is "McCowley", whatever stands around it; "MCU" is none.
  static func spelled(_ word: String) -> String? {
    guard word.hasPrefix("MC"), word.utf8.count > 4, word.utf8.allSatisfy({ $0 < 0x80 }),
      Acronyms.hasVowel(String(word.dropFirst(2)))
    else { return nil }
    return "Mc" + word.dropFirst(2).lowercased().capitalizedFirst
  }
}
