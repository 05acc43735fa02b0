import Basics

/// Cuts a text that is too long for a service into pieces that are spoken in sequence.
package enum TextCutter {
  /// Returns the pieces of a text, each of at most `limit` Unicode scalars.
  /// The joined pieces equal the text, including its whitespace. The limit is in scalars, because
  /// servers written in Python or Go count scalars as characters. A piece ends after the last
  /// sentence that fits. If no sentence fits, the piece ends after the last clause that fits. If no
  /// clause fits either, the piece ends after the last word that fits. The piece includes the
  /// whitespace after its end. A word is cut only if it is longer than `limit`, and only between
  /// graphemes. A grapheme is never cut, even if it is longer than `limit`.
  /// An empty text has no pieces. A piece can be blank only if the text contains a run of
  /// whitespace longer than `limit`, or ends with whitespace.
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

/// The positions where a text can be cut, and the quality of each.
private struct TextBreaks {
  enum Strength: Int, Comparable {
    case none, blank, clause, sentence

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  private let characters: [Character]
  /// The quality of the break after each character.
  private var strengths: [Strength]

  init(_ characters: [Character]) {
    self.characters = characters
    strengths = Array(repeating: .none, count: characters.count)
    var mark: (strength: Strength, isWide: Bool)?
    var run = Strength.none
    for (index, character) in characters.enumerated() {
      if character.isBlank {
        if run == .none { run = mark.map { strength(of: $0.strength, before: index) } ?? .blank }
        // A newline ends a clause and an empty line ends a sentence, even without a punctuation mark.
        if character.isNewline {
          let isSecond = index > 0 && characters[index - 1].isNewline
          run = max(run, isSecond ? .sentence : .clause)
        }
        if index > 0, !characters[index - 1].isBlank { strengths[index - 1] = run }
        strengths[index] = run
        mark = nil
      } else {
        run = .none
        mark = character.mark ?? (character.isClosingMark ? mark : nil)
        if let mark, mark.isWide {
          strengths[index] = mark.strength
          // Consecutive marks and quotes stay together.
          if index > 0, character.mark == nil || characters[index - 1].mark != nil {
            strengths[index - 1] = .none
          }
        }
      }
    }
  }

  /// Returns the end of the piece that begins at `start`, as the index after its last character.
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

  /// Returns the quality of the break at a mark that is followed by whitespace at `index`.
  /// The mark does not end a sentence if the text continues in lower case ("What?" he asked), or if
  /// the mark is the dot of a likely abbreviation.
  private func strength(of mark: Strength, before index: Int) -> Strength {
    guard mark == .sentence else { return mark }
    let next = characters[index...].first { !$0.isBlank && !$0.isOpeningMark }
    if next?.isLowercase == true { return .clause }
    return isAbbreviation(before: index) ? .blank : .sentence
  }

  /// Returns whether the mark before `index` is the dot of a likely title (two or three letters
  /// without a vowel, "Mr.", "St.") or of an initial (a single capital letter).
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

  /// The break that a punctuation mark makes; nil for other characters.
  fileprivate var mark: (strength: TextBreaks.Strength, isWide: Bool)? {
    endedPart.map { ($0.part == .sentence ? .sentence : .clause, $0.isWide) }
  }
}

extension BidirectionalCollection {
  /// Returns the elements without the blank elements at both ends.
  func trimmed(of isBlank: (Element) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return prefix(0) }
    return self[first...last]
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without surrounding ASCII whitespace.
  var trimmedOfBlanks: SubSequence { trimmed { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

extension String {
  /// The text without surrounding whitespace.
  var trimmed: String { String(trimmed(of: \.isWhitespace)) }
}
