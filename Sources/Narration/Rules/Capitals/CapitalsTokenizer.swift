import Basics

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
