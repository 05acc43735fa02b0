import Basics
import Narration

/// A place in a text at which a voice pauses: the punctuation between two words.
struct PauseMark: Equatable {
  enum Kind: Equatable {
    /// A comma, a semicolon, a colon or a dash.
    case comma
    /// The end of a sentence.
    case sentence
    /// A full stop that may belong to an initial or an abbreviation.
    case point
    /// Three points.
    case ellipsis
  }

  var kind: Kind
  /// The offset after the last word before the mark, in Unicode scalars.
  var end: Int
  /// The offset of the next word, in Unicode scalars.
  var next: Int

  /// Returns the marks between the words of a text, in order.
  /// If `hasPhonemes` is true, `[[…]]` is a word.
  static func marks(in text: String, hasPhonemes: Bool = false) -> [PauseMark] {
    var marks: [PauseMark] = []
    let scalars = Array(text.unicodeScalars)
    var word = 0..<0
    var place = 0
    while place < scalars.count {
      let start = place
      place = endOfWord(scalars, from: start, hasPhonemes: hasPhonemes)
      guard place > start else {
        place += 1
        continue
      }
      // Nearly all gaps are one blank.
      let isBlank = start - word.upperBound == 1 && scalars[word.upperBound] == " "
      if !word.isEmpty, !isBlank,
        let kind = kind(
          of: scalars[word.upperBound..<start], behind: scalars[word], before: scalars[start])
      {
        marks.append(PauseMark(kind: kind, end: word.upperBound, next: start))
      }
      word = start..<place
    }
    return marks
  }

  /// Returns the offset after the word that begins at a scalar, or the same offset if no word begins there.
  /// Symbols inside a word, as in "3.5", "10:30" and "can't", belong to the word.
  private static func endOfWord(
    _ scalars: [Unicode.Scalar], from start: Int, hasPhonemes: Bool
  ) -> Int {
    var place = start
    while place < scalars.count {
      if scalars[place].isASCIILetter {
        place += 1
      } else if hasPhonemes, scalars[place] == "[", place + 1 < scalars.count,
        scalars[place + 1] == "["
      {
        while place < scalars.count, scalars[place] != "]" { place += 1 }
        while place < scalars.count, scalars[place] == "]" { place += 1 }
      } else if scalars[place].isWord {
        place += 1
      } else if place > start, isJoint(scalars, place) {
        place += 1
      } else {
        break
      }
    }
    return place
  }

  /// Whether a symbol joins the letters on its sides into a word.
  private static func isJoint(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard place + 1 < scalars.count, scalars[place + 1].isWord else { return false }
    return switch scalars[place] {
    case "'", "’", "-", "‑", ".", ",", ":", "/", "_", "&", "@": true
    default: false
    }
  }

  private static func kind(
    of gap: ArraySlice<Unicode.Scalar>, behind word: ArraySlice<Unicode.Scalar>,
    before next: Unicode.Scalar
  ) -> Kind? {
    if gap.count == 2, gap.last == " " {
      switch gap.first {
      case ",": return .comma
      case "!", "?": return .sentence
      case ".": return isEnd(word, before: next) ? .sentence : .point
      default: break
      }
    }
    let points = gap.count { $0 == "." }
    if gap.contains("…") || points > 1 { return .ellipsis }
    if gap.contains(where: { "!?。！？؟।".unicodeScalars.contains($0) }) { return .sentence }
    if points == 1 { return isEnd(word, before: next) ? .sentence : .point }
    let isClause = gap.contains { ",;:–—、，；：،؛".unicodeScalars.contains($0) }
    return isClause || gap.contains("-") ? .comma : nil
  }

  /// Whether a full stop behind a word ends a sentence.
  private static func isEnd(_ word: ArraySlice<Unicode.Scalar>, before next: Unicode.Scalar)
    -> Bool
  {
    if next.isLower { return false }
    // "J. Smith", "z. B. Der"
    if word.count == 1, word.first != "I" { return false }
    return word.count > longestTitle
      || !titles.contains(String(String.UnicodeScalarView(word)).lowercased())
  }

  private static let longestTitle = 4
  /// Titles before names, which older rule sets leave to the engines.
  private static let titles: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "sra", "hr", "fr", "mme", "mlle", "no", "nr",
  ]
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { isASCIILetter || isLetterOrNumber || isMark }

  /// Whether this is one of the letters that nearly all words have.
  fileprivate var isASCIILetter: Bool { (value | 0x20) &- 0x61 < 26 }
}
