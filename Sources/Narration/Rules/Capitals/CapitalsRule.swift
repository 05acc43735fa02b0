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
    for index in line.tokens.indices where line.tokens[index].isCapitals {
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
        && (judge.keepsPart(word) || (piece.count == 1 && !isOneLetterWord(word)))
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
