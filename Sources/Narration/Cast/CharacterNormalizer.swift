import Foundation
import Guion
import Hablare

/// Who a cue means: "JOHN (V.O.) (CONT'D)" is JOHN.
public enum CharacterNormalizer {
  /// The name without extensions, forcing sigils and stray blanks; its case is kept for showing.
  public static func name(of cue: String) -> String {
    let plain = FountainEmphasis.plainText(cue)
    var name = Substring(plain)
    if let open = name.firstIndex(of: "(") { name = name[..<open] }
    name = name.drop { $0 == "@" || $0.isWhitespace }
    while let last = name.last, last == "^" || last.isWhitespace { name = name.dropLast() }
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The form in which names are compared: no case, no diacritics, straight quotes.
  public static func folded(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    let decomposed = name.decomposedStringWithCanonicalMapping.unicodeScalars
    var view = String.UnicodeScalarView()
    for scalar in decomposed where scalar.properties.generalCategory != .nonspacingMark {
      view.append(scalar == "’" || scalar == "‘" ? "'" : scalar)
    }
    return String(view).lowercased()
  }

  /// The name that another one is likely a slip of; nil where none is near.
  ///
  /// A fifth of the letters may be wrong: nearer names are rather two people (ED, AL).
  static func nearest(to name: String, among names: [String]) -> String? {
    guard name.count > 2 else { return nil }
    return Spelling.nearest(to: name, among: names, limit: 1, within: max(1, name.count / 5)).first
  }

  /// Whether two names are likely spellings of one.
  public static func areAlike(_ one: String, _ other: String) -> Bool {
    nearest(to: one, among: [other]) != nil
  }

  /// The names a cue joins: `ALICE AND BOB`, `ALICE/BOB`, `ALICE & BOB`; one where it joins none.
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
    // "BOB, ALICE AND CAROL"; a comma alone joins nobody: "SMITH, THE ELDER".
    if parts.count > 1 {
      parts = parts.flatMap { $0.split(separator: ",").map { String($0.drop { $0 == " " }) } }
    }
    return parts.filter(\.hasLetterOrDigit)
  }
}
