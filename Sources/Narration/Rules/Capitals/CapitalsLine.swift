/// A line as its words in capitals are judged: the words with what stands beside each.
struct CapitalsLine {
  let scalars: Scalars
  var tokens: [CapitalsToken]

  /// What a number is called beside a word.
  static let number = "#"

  /// The word as typed.
  func word(_ index: Int) -> String { scalars[tokens[index].range].text }

  /// The word without a possessive ending.
  func base(_ index: Int) -> String { tokens[index].base(in: scalars) }

  /// The word before, in small letters; nil where more than blanks stands between, or no word.
  func before(_ index: Int) -> String? {
    index > 0 && isBeside(index - 1) ? small(index - 1) : nil
  }

  /// The word behind, in small letters; nil where more than blanks stands between, or no word.
  func after(_ index: Int) -> String? {
    index + 1 < tokens.count && isBeside(index) ? small(index + 1) : nil
  }

  /// Whether only blanks stand between a word and the next one.
  private func isBeside(_ index: Int) -> Bool {
    scalars[tokens[index].range.upperBound..<tokens[index + 1].range.lowerBound]
      .allSatisfy(\.isBlank)
  }

  private func small(_ index: Int) -> String {
    tokens[index].letterCount == 0 ? Self.number : word(index).lowercased()
  }

  /// Whether an abbreviated title stands there, such as `DR.` in a line of capitals.
  func isTitle(_ index: Int, _ words: LanguageWords) -> Bool {
    let end = tokens[index].range.upperBound
    guard end < scalars.count, scalars[end] == "." else { return false }
    return words.titles[word(index).lowercased() + "."] != nil
  }
}

/// What becomes of a word in capitals.
enum CapitalsReading: Equatable {
  /// It is spelled, or said as it is: the capitals stay.
  case kept
  /// A word, set small; a name keeps its first capital.
  case word(isName: Bool)
  /// Several of what is spelled: `DVDS` is "DVDs".
  case plural
}

/// Decides what the words in capitals are, in one version of the rules.
protocol CapitalsJudge: Sendable {
  /// Takes the mark of shouting from words that only stand side by side.
  func settleRuns(in line: inout CapitalsLine)
  /// What becomes of a word in capitals.
  func reading(of index: Int, in line: CapitalsLine) -> CapitalsReading
  /// Whether a part of a word with hyphens stays in capitals: `CD` in `CD-PLAYER`.
  func keepsPart(_ part: String) -> Bool
  /// Whether a part of a role's name keeps its capitals; `judged` is what becomes of the part in a heading.
  func staysInName(_ part: String, judged: String) -> Bool
  /// The spelling of a name that has capitals within: "O'Hara"; nil for any other word.
  func nameWithCapitals(_ word: String) -> String?
}
