import Basics

/// Cleaning, step 2: shouted words become lower case.
/// Engines spell capitals letter by letter: "IT IS OVER" becomes "I T is over". The result depends only on the line. So
/// an edit elsewhere in the script never changes how a line is spoken.
struct CapitalsRule {
  let words: LanguageWords
  /// The words of pronunciations, in upper case.
  /// These words stay as typed.
  let keeping: Set<String>
  let judge: any CapitalsJudge

  /// Returns the text with shouted words in lower case.
  /// `isHeading` means that the whole line is in capitals by convention, like a slugline. The capitals then have no
  /// meaning.
  func apply(_ text: String, isHeading: Bool = false) -> String {
    guard Self.hasShouting(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    var line = CapitalsLine(
      scalars: scalars, tokens: CapitalsTokenizer.tokens(of: scalars, isOneRun: isHeading))
    if !isHeading { judge.settleRuns(in: &line) }
    var output: Scalars = []
    output.reserveCapacity(scalars.count)
    var written = 0
    for index in line.tokens.indices
    where line.tokens[index].isCapitals || line.tokens[index].parts > 1 {
      let range = line.tokens[index].range
      output.append(contentsOf: scalars[written..<range.lowerBound])
      output.append(contentsOf: rewritten(index, of: line))
      written = range.upperBound
    }
    output.append(contentsOf: scalars[written...])
    return output.text
  }

  /// Whether the text has two consecutive capitals.
  /// A text without two consecutive capitals is not changed.
  static func hasShouting(_ text: String) -> Bool {
    var previous = false
    for scalar in text.unicodeScalars {
      let upper = scalar.isUpper
      if upper, previous { return true }
      previous = upper
    }
    return false
  }

  private func rewritten(_ index: Int, of line: CapitalsLine) -> Scalars {
    let token = line.tokens[index]
    let typed = Array(line.scalars[token.range])
    let word = typed.text
    if !token.isCapitals { return Array(judge.withSmallSyllables(word).unicodeScalars) }
    let base = line.base(index)
    if keeping.contains(word) || keeping.contains(base) { return typed }
    switch judge.reading(of: index, in: line) {
    case .kept: return base == word ? typed : keptWithSuffix(typed)
    case .plural:
      return typed.dropLast() + ["s"]
    case .word(let isName):
      let capital = token.startsSentence || isName || followsTitle(index, line)
      return lowered(typed, capital: capital)
    }
  }

  /// Whether a single letter is a word of the language: "A", "Y", "À".
  /// False for the English "I", which stays a capital.
  private func isOneLetterWord(_ word: String) -> Bool {
    word != "I" && words.shortWords.contains(word)
  }

  private func followsTitle(_ index: Int, _ line: CapitalsLine) -> Bool {
    guard index > 0, line.tokens[index - 1].isCapitals, line.isTitle(index - 1, words) else {
      return false
    }
    return line.tokens[index].range.lowerBound - line.tokens[index - 1].range.upperBound <= 2
  }

  /// Returns an acronym with its suffix in lower case: `FBI'S` is "FBI's".
  private func keptWithSuffix(_ word: Scalars) -> Scalars {
    guard let mark = word.firstIndex(where: \.isApostrophe) else { return word }
    return Array(word[..<mark]) + Array(word[mark...].text.lowercased().unicodeScalars)
  }

  private func lowered(_ typed: Scalars, capital: Bool) -> Scalars {
    let pieces = typed.split(separator: "-", omittingEmptySubsequences: false)
    var result: Scalars = []
    for (offset, piece) in pieces.enumerated() {
      if offset > 0 { result.append("-") }
      let word = piece.text
      let stays =
        pieces.count > 1
        && (judge.keepsPart(word, isInner: offset > 0 && offset < pieces.count - 1)
          || (piece.count == 1 && !isOneLetterWord(word)))
      let lower =
        stays
        ? word : words.contractsI(word) ? "I" + word.dropFirst().lowercased() : word.lowercased()
      let isFirst = capital && offset == 0 && !stays
      let text = judge.nameWithCapitals(word) ?? (isFirst ? lower.capitalizedFirst : lower)
      result.append(contentsOf: text.unicodeScalars)
    }
    return result
  }
}

extension LanguageWords {
  /// Whether a word is a contraction with the pronoun "I", such as "I'M" or "I'LL".
  /// The "I" keeps its capital.
  func contractsI(_ word: String) -> Bool {
    shortWords.contains("I") && word.first == "I"
      && word.unicodeScalars.dropFirst().first?.isApostrophe == true
  }
}

/// A line of text, split into words, for deciding how the words in capitals are read.
struct CapitalsLine {
  let scalars: Scalars
  var tokens: [CapitalsToken]

  /// The placeholder that `before` and `after` return for a word without letters.
  static let number = "#"

  func word(_ index: Int) -> String { scalars[tokens[index].range].text }

  /// Returns the word without a possessive ending.
  func base(_ index: Int) -> String { tokens[index].base(in: scalars) }

  /// Returns the word before this word, in lower case.
  /// Nil if there is no such word, or if more than whitespace is between the two words.
  func before(_ index: Int) -> String? {
    index > 0 && isBeside(index - 1) ? small(index - 1) : nil
  }

  /// Returns the word after this word, in lower case.
  /// Nil if there is no such word, or if more than whitespace is between the two words.
  func after(_ index: Int) -> String? {
    index + 1 < tokens.count && isBeside(index) ? small(index + 1) : nil
  }

  /// Whether only whitespace is between a word and the next word.
  func isBeside(_ index: Int) -> Bool {
    scalars[tokens[index].range.upperBound..<tokens[index + 1].range.lowerBound]
      .allSatisfy(\.isSpace)
  }

  /// Whether a mark is directly behind a word.
  func isBefore(_ mark: Unicode.Scalar, _ index: Int) -> Bool {
    scalars[tokens[index].range.upperBound...].first == mark
  }

  private func small(_ index: Int) -> String {
    tokens[index].letterCount == 0 ? Self.number : word(index).lowercased()
  }

  /// Whether the word is an abbreviated title, such as `DR.` in a line of capitals.
  func isTitle(_ index: Int, _ words: LanguageWords) -> Bool {
    let end = tokens[index].range.upperBound
    guard end < scalars.count, scalars[end] == "." else { return false }
    return words.titles[word(index).lowercased() + "."] != nil
  }
}

/// How a word in capitals is read.
enum CapitalsReading: Equatable {
  /// The word stays in capitals: it is spelled letter by letter, or it is an acronym that is spoken as a word.
  case kept
  /// The word is an ordinary word and becomes lower case. A name keeps its first capital.
  case word(isName: Bool)
  /// The word is the plural of a spelled acronym: `DVDS` is "DVDs".
  case plural
}

/// Decides how words in capitals are read, in one version of the rules.
protocol CapitalsJudge: Sendable {
  /// Removes the mark `isInRun` from runs of capitals that are not shouting, such as adjacent acronyms.
  func settleRuns(in line: inout CapitalsLine)
  func reading(of index: Int, in line: CapitalsLine) -> CapitalsReading
  /// Returns a word of small letters and capitals with its stressed syllables in lower case.
  func withSmallSyllables(_ word: String) -> String
  /// Whether a part of a hyphenated word stays in capitals: `CD` in `CD-PLAYER`.
  /// `isInner` means that the part is neither the first nor the last.
  func keepsPart(_ part: String, isInner: Bool) -> Bool
  /// Whether a part of a role's name keeps its capitals.
  /// `judged` is the part as the capitals rule writes it in a heading.
  func staysInName(_ part: String, judged: String) -> Bool
  /// Returns the spelling of a name with inner capitals, "O'Hara", or nil for any other word.
  func nameWithCapitals(_ word: String) -> String?
}

/// A word in a line, for the capitals rule.
struct CapitalsToken {
  var range: Range<Int>
  /// Whether the word has letters, no digits, and no lower-case letter except a possessive s.
  var isCapitals: Bool
  var letterCount: Int
  /// The number of parts joined by hyphens.
  var parts: Int
  /// Whether the word is the first word of the line, or follows the end of a sentence.
  var startsSentence: Bool
  /// Whether the word is one of several consecutive words in capitals.
  var isInRun = false

  /// Returns the word without a possessive ending: `FBI'S` is `FBI`.
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
        if scalar == "." || scalar == "&" { plain = false }
      } else {
        break
      }
      end += 1
    }
    return CapitalsToken(
      range: start..<end, isCapitals: plain && letters > 0, letterCount: letters, parts: parts,
      startsSentence: startsSentence)
  }

  /// Whether the letter is a possessive s, as in "FATHER's".
  /// The word still counts as a word in capitals.
  private static func isPossessive(_ index: Int, in scalars: Scalars) -> Bool {
    scalars[index] == "s" && index > 1 && scalars[index - 1].isApostrophe
      && scalars[index - 2].isUpper
      && (index + 1 == scalars.count || !scalars[index + 1].isWordPart)
  }

  /// Whether the character here joins two parts of a word.
  /// Apostrophes, hyphens and ampersands join parts. Dots join single letters.
  private static func joins(_ index: Int, in scalars: Scalars) -> Bool {
    guard index > 0, index + 1 < scalars.count, scalars[index + 1].isLetterOrDigit else {
      return false
    }
    if scalars[index].isApostrophe || scalars[index] == "-" || scalars[index] == "&" { return true }
    guard scalars[index] == ".", scalars[index - 1].isLetterOrDigit else { return false }
    let single = index < 2 || !scalars[index - 2].isLetterOrDigit
    let nextSingle = index + 2 >= scalars.count || !scalars[index + 2].isLetterOrDigit
    return single && nextSingle
  }

  /// Whether the mark at `dot` ends a sentence.
  /// A dot after initials, or after a single letter other than I, does not end a sentence.
  private static func endsSentence(_ last: CapitalsToken?, dot: Int, in scalars: Scalars) -> Bool {
    guard scalars[dot] == ".", let last, last.range.upperBound == dot else { return true }
    let isInitial = last.letterCount == 1 && scalars[last.range.lowerBound] != "I"
    return !isInitial && !scalars[last.range].contains(".")
  }

  /// Marks the words that belong to runs of capitals.
  /// A run has at least two words in capitals with two letters or more. Single letters and numbers between these words
  /// are part of the run.
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

/// The readings of words in capitals in rule set 1.0.
struct FirstCapitals: CapitalsJudge {
  let words: LanguageWords
  /// The words of the roles' names, in upper case: "DEV" is a character, not initials.
  let names: Set<String>

  func settleRuns(in line: inout CapitalsLine) {}

  func withSmallSyllables(_ word: String) -> String { word }

  func reading(of index: Int, in line: CapitalsLine) -> CapitalsReading {
    let base = line.base(index)
    guard isLowered(index, of: line, base: base) else { return .kept }
    return .word(isName: isShortName(base) || line.isTitle(index, words))
  }

  func keepsPart(_ part: String, isInner: Bool) -> Bool { Acronyms.known.contains(part) }

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
