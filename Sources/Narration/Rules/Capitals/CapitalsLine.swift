import Basics

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
  private func isBeside(_ index: Int) -> Bool {
    scalars[tokens[index].range.upperBound..<tokens[index + 1].range.lowerBound]
      .allSatisfy(\.isSpace)
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
  /// Whether a part of a hyphenated word stays in capitals: `CD` in `CD-PLAYER`.
  func keepsPart(_ part: String) -> Bool
  /// Whether a part of a role's name keeps its capitals.
  /// `judged` is the part as the capitals rule writes it in a heading.
  func staysInName(_ part: String, judged: String) -> Bool
  /// Returns the spelling of a name with inner capitals, "O'Hara", or nil for any other word.
  func nameWithCapitals(_ word: String) -> String?
}
