import Foundation
import Guion
import Hablare

/// Finds the character that a cue names: "JOHN (V.O.) (CONT'D)" is JOHN.
public enum CharacterNormalizer {
  /// Returns the name without extensions, without `@` and `^`, and without extra whitespace.
  ///
  /// The case stays unchanged, because the name is also displayed.
  public static func name(of cue: String) -> String {
    if isPlain(cue) { return cue }
    let plain = FountainEmphasis.plainText(cue)
    var name = Substring(plain)
    if let open = name.firstIndex(of: "(") { name = name[..<open] }
    name = name.drop { $0 == "@" || $0.isWhitespace }
    while let last = name.last, last == "^" || last.isWhitespace { name = name.dropLast() }
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a cue is only a name in ASCII: it has no mark, and single blanks between words.
  /// Nearly all cues are. The test looks at each byte once.
  private static func isPlain(_ cue: String) -> Bool {
    var last = UInt8(ascii: " ")
    let isPlain = cue.utf8.allSatisfy { byte in
      defer { last = byte }
      return switch byte {
      case UInt8(ascii: " "): last != byte
      case UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "#"): true
      default: byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
      }
    }
    return isPlain && last != UInt8(ascii: " ")
  }

  /// Returns the form in which names are compared: without case and diacritics, with straight quotes.
  public static func folded(_ name: String) -> String { name.withoutCaseAndAccents }

  /// Whether a cast can have an entry with this name: it has a letter or a digit.
  package static func isName(_ name: String) -> Bool { name.hasLetterOrDigit }

  /// The minimum length of similar names, in letters.
  /// In shorter names, a difference of one letter usually means two different people: TOM and TIM.
  private static let leastLetters = 4

  /// Whether two folded names are probably spellings of the same name.
  /// In such names, one letter differs or is missing, or two letters are swapped.
  /// In names of three letters, `takesDoubled` accepts only a doubled letter: WIL is probably WILL.
  package static func areSimilar(_ a: String, _ b: String, takesDoubled: Bool = false) -> Bool {
    // A mistake changes at most two letters of at most four bytes each. The text before and after these letters is the
    // same. This check excludes most pairs of a long list.
    let (x, y) = (a.utf8, b.utf8)
    let before = zip(x, y).prefix { $0 == $1 }.count
    let after = zip(x.reversed(), y.reversed()).prefix { $0 == $1 }.count
    guard before + after + 8 >= max(x.count, y.count),
      min(a.unicodeScalars.count, b.unicodeScalars.count) >= leastLetters
        || takesDoubled && differByDoubledLetter(a, b),
      !Spelling.nearest(to: a, among: [b], limit: 1, within: 1).isEmpty
    else { return false }
    // GUARD 1 and GUARD 2 are different roles. TWIN and TWINS are different roles too.
    return a.filter { !$0.isNumber } != b.filter { !$0.isNumber } && a + "s" != b && b + "s" != a
  }

  /// Whether a letter is doubled in one of two names with at least three letters, and the names are the same otherwise.
  private static func differByDoubledLetter(_ a: String, _ b: String) -> Bool {
    let (short, long) = a.count < b.count ? (Array(a), Array(b)) : (Array(b), Array(a))
    guard short.count >= leastLetters - 1, short.count + 1 == long.count else { return false }
    let same = zip(short, long).prefix { $0 == $1 }.count
    return same > 0 && long[same] == long[same - 1] && long[same].isLetter
      && short[same...].elementsEqual(long[(same + 1)...])
  }

  /// Returns the names that a cue joins: `ALICE AND BOB`, `ALICE/BOB`, `ALICE & BOB`.
  /// Returns one name if the cue does not join names.
  static func parts(of name: String, words: LanguageWords) -> [String] {
    var parts = [""]
    for word in name.split(separator: " ") {
      let isJoint = word == "&" || words.cueConjunctions.contains(word.uppercased())
      if isJoint {
        parts.append("")
      } else {
        for (index, piece) in word.split(separator: "/", omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 { parts.append("") }
          let last = parts.count - 1
          parts[last] += (parts[last].isEmpty || piece.isEmpty ? "" : " ") + piece
        }
      }
    }
    // In "BOB, ALICE AND CAROL", the comma also joins names. A comma alone joins no names: "SMITH, THE ELDER".
    if parts.count > 1 {
      parts = parts.flatMap { $0.split(separator: ",").map { String($0.drop { $0 == " " }) } }
    }
    return parts.filter(\.hasLetterOrDigit)
  }
}
