/// Cleaning, step 2: shouting is lowered.
///
/// Engines spell capitals letter by letter: "IT IS OVER" becomes "I T is over". A pure function of
/// the line, so that an edit elsewhere in the script never changes how this line is spoken.
struct CapitalsRule {
  let words: LanguageWords
  /// Words that stay as typed, in upper case: those that pronunciations name.
  let keeping: Set<String>
  /// Words of the roles' names, in upper case: "DEV" is someone, not initials.
  var names: Set<String> = []
  /// Whether the whole line is shouted by convention, as a slugline is, so that no word of it stands
  /// in capitals for its own sake.
  var isHeading = false

  func apply(_ text: String) -> String {
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
      let text = capital && offset == 0 && !stays ? lower.capitalizedFirst : lower
      result.append(contentsOf: text.unicodeScalars)
    }
    return result
  }
}

/// A word in a line, as the capitals rule sees it.
struct CapitalsToken {
  var range: Range<Int>
  /// Letters only, no digits, none of them small.
  var isCapitals: Bool
  var letterCount: Int
  /// Parts joined by hyphens.
  var parts: Int
  /// Stands first, or behind the end of a sentence.
  var startsSentence: Bool
  /// One of several words in capitals in a row.
  var isInRun = false

  /// The word without what follows an apostrophe, unless that is all of it: `FBI'S` is `FBI`.
  func base(in scalars: Scalars) -> String {
    let word = scalars[range]
    guard let mark = word.lastIndex(where: \.isApostrophe),
      word.endIndex - mark == 2, word[word.endIndex - 1] == "S" || word[word.endIndex - 1] == "s"
    else { return word.text }
    return word[..<mark].text
  }
}

enum CapitalsTokenizer {
  static func tokens(of scalars: Scalars, isOneRun: Bool) -> [CapitalsToken] {
    var tokens: [CapitalsToken] = []
    var index = 0
    var startsSentence = true
    while index < scalars.count {
      if scalars[index].isLetterOrDigit {
        let token = token(at: index, in: scalars, startsSentence: startsSentence)
        tokens.append(token)
        index = token.range.upperBound
        startsSentence = false
      } else {
        if scalars[index].isSentenceEnd {
          startsSentence = endsSentence(tokens.last, dot: index, in: scalars)
        }
        index += 1
      }
    }
    if isOneRun {
      for index in tokens.indices { tokens[index].isInRun = true }
    } else {
      markRuns(&tokens)
    }
    return tokens
  }

  private static func token(at start: Int, in scalars: Scalars, startsSentence: Bool)
    -> CapitalsToken
  {
    var end = start
    var letters = 0
    var plain = true
    var parts = 1
    while end < scalars.count {
      let scalar = scalars[end]
      if scalar.isWordPart {
        if scalar.isLetter { letters += 1 }
        let isSmall = scalar.isLower || (scalar.isLetter && !scalar.isUpper)
        if scalar.isDigit || (isSmall && !isPossessive(end, in: scalars)) { plain = false }
      } else if joins(end, in: scalars) {
        if scalar == "-" { parts += 1 }
        if scalar == "." { plain = false }
      } else {
        break
      }
      end += 1
    }
    return CapitalsToken(
      range: start..<end, isCapitals: plain && letters > 0, letterCount: letters, parts: parts,
      startsSentence: startsSentence)
  }

  /// The small s of "FATHER's" does not make the word one in mixed case.
  private static func isPossessive(_ index: Int, in scalars: Scalars) -> Bool {
    scalars[index] == "s" && index > 1 && scalars[index - 1].isApostrophe
      && scalars[index - 2].isUpper
      && (index + 1 == scalars.count || !scalars[index + 1].isWordPart)
  }

  /// Whether an apostrophe, a hyphen, or a dot between single letters joins two parts of a word.
  private static func joins(_ index: Int, in scalars: Scalars) -> Bool {
    guard index > 0, index + 1 < scalars.count, scalars[index + 1].isLetterOrDigit else {
      return false
    }
    if scalars[index].isApostrophe || scalars[index] == "-" { return true }
    guard scalars[index] == ".", scalars[index - 1].isLetterOrDigit else { return false }
    let single = index < 2 || !scalars[index - 2].isLetterOrDigit
    let nextSingle = index + 2 >= scalars.count || !scalars[index + 2].isLetterOrDigit
    return single && nextSingle
  }

  /// A dot behind initials or a single letter ends no sentence.
  private static func endsSentence(_ last: CapitalsToken?, dot: Int, in scalars: Scalars) -> Bool {
    guard scalars[dot] == ".", let last, last.range.upperBound == dot else { return true }
    let isInitial = last.letterCount == 1 && scalars[last.range.lowerBound] != "I"
    return !isInitial && !scalars[last.range].contains(".")
  }

  /// Two or more words of two letters and more in capitals, with single letters and numbers between.
  private static func markRuns(_ tokens: inout [CapitalsToken]) {
    var start = 0
    while start < tokens.count {
      var end = start
      var words = 0
      while end < tokens.count, tokens[end].isCapitals || tokens[end].letterCount == 0 {
        if tokens[end].isCapitals, tokens[end].letterCount > 1 { words += 1 }
        end += 1
      }
      if words > 1 {
        for index in start..<end { tokens[index].isInRun = true }
      }
      start = max(end, start + 1)
    }
  }
}
