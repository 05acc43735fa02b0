/// Cuts a text that is longer than a service takes into pieces that can be spoken one after the other.
package enum TextCutter {
  /// The pieces of a text, each of at most `limit` Unicode scalars; joined they give the text back,
  /// blanks included.
  ///
  /// Scalars are what servers written in Python or Go count as characters. A piece ends with the last
  /// sentence that fits, else the last clause, else the last word, with the blanks behind it. Only a
  /// word longer than `limit` is cut, between graphemes; a single grapheme longer than `limit` stays
  /// whole. An empty text has no pieces; a piece is blank only where the text has a run of blanks that
  /// long, or ends in one.
  package static func pieces(of text: String, limit: Int) -> [String] {
    guard text.unicodeScalars.count > limit else { return text.isEmpty ? [] : [text] }
    let characters = Array(text)
    let breaks = TextBreaks(characters)
    var pieces: [String] = []
    var start = 0
    while start < characters.count {
      let end = breaks.end(ofPieceFrom: start, limit: limit)
      pieces.append(String(characters[start..<end]))
      start = end
    }
    return pieces
  }
}

/// The places where a text can be cut, and how good each is.
private struct TextBreaks {
  enum Strength: Int, Comparable {
    case none, blank, clause, sentence

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  private let characters: [Character]
  /// How good the place behind each character is.
  private var strengths: [Strength]

  init(_ characters: [Character]) {
    self.characters = characters
    strengths = Array(repeating: .none, count: characters.count)
    var mark: (strength: Strength, isWide: Bool)?
    var run = Strength.none
    for (index, character) in characters.enumerated() {
      if character.isBlank {
        if run == .none { run = mark.map { strength(of: $0.strength, before: index) } ?? .blank }
        // A line ends a clause, an empty line a sentence; both also without a mark.
        if character.isNewline {
          let isSecond = index > 0 && characters[index - 1].isNewline
          run = max(run, isSecond ? .sentence : .clause)
        }
        if index > 0, !characters[index - 1].isBlank { strengths[index - 1] = run }
        strengths[index] = run
        mark = nil
      } else {
        run = .none
        mark = character.mark ?? (character.isCloser ? mark : nil)
        if let mark, mark.isWide {
          strengths[index] = mark.strength
          // Marks and quotes in a row stay together.
          if index > 0, character.mark == nil || characters[index - 1].mark != nil {
            strengths[index - 1] = .none
          }
        }
      }
    }
  }

  /// Where the piece ends that begins at `start`, as the index behind its last character.
  func end(ofPieceFrom start: Int, limit: Int) -> Int {
    var (length, best, bestStrength, isBlank) = (0, start + 1, Strength.none, true)
    for index in start..<characters.count {
      length += characters[index].unicodeScalars.count
      if length > limit { return best }
      isBlank = isBlank && characters[index].isBlank
      let strength = isBlank ? .none : strengths[index]
      if strength >= bestStrength { (best, bestStrength) = (index + 1, strength) }
    }
    return characters.count
  }

  /// How good a break a mark makes whose following blank is at `index`.
  ///
  /// No sentence ends where the text goes on in small letters ("What?" he asked), nor, as far as one
  /// can tell, behind an abbreviation.
  private func strength(of mark: Strength, before index: Int) -> Strength {
    guard mark == .sentence else { return mark }
    let next = characters[index...].first { !$0.isBlank && !$0.isOpener }
    if next?.isLowercase == true { return .clause }
    return isAbbreviation(before: index) ? .blank : .sentence
  }

  /// Whether a dot stands behind what may be a title or an initial: up to three letters without a
  /// vowel ("Mr.", "St."), or a single letter.
  private func isAbbreviation(before index: Int) -> Bool {
    guard characters[index - 1] == "." else { return false }
    let word = characters[..<(index - 1)].suffix(4).reversed().prefix { $0.isLetter }
    if word.count == 1 { return word.allSatisfy { $0.isASCII && $0.isUppercase } }
    return (2...3).contains(word.count)
      && word.allSatisfy { $0.isASCII && !"aeiouyAEIOUY".contains($0) }
      && word.contains(where: \.isLowercase)
  }
}

extension Character {
  fileprivate var isBlank: Bool { isWhitespace }

  /// What kind of break a punctuation mark makes; those that are wide need no blank behind them.
  fileprivate var mark: (strength: TextBreaks.Strength, isWide: Bool)? {
    switch self {
    case ".", "!", "?", "…", "؟", "۔", "։", "።": (.sentence, false)
    case "。", "！", "？", "｡", "．", "।", "॥", "။", "។": (.sentence, true)
    case ",", ";", ":", "–", "،", "؛": (.clause, false)
    case "，", "；", "：", "、", "—": (.clause, true)
    default: nil
    }
  }

  /// A quote or a bracket that may close behind a mark.
  fileprivate var isCloser: Bool {
    if self == "\"" || self == "'" { return true }
    return switch unicodeScalars.first?.properties.generalCategory {
    case .finalPunctuation, .closePunctuation: true
    default: false
    }
  }

  /// A quote or a bracket that may open a sentence.
  fileprivate var isOpener: Bool {
    if self == "\"" || self == "'" { return true }
    return switch unicodeScalars.first?.properties.generalCategory {
    case .initialPunctuation, .openPunctuation: true
    default: false
    }
  }
}
