import Basics

/// Links that mark a note in the text: `areas [1](#id7)`, `kilometers[<sup>3</sup>](#ftn3)`.
/// Other programs write such links. The notes are read as paragraphs of the document, so their marks are not read.
enum NoteMark {
  /// Whether a link to another place in the document is the mark of a note.
  /// A mark is only a number or a symbol. After a word such as "section", a number belongs to the word and is not a
  /// mark.
  static func isMark(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard range.lowerBound > 0, (1...5).contains(range.count) else { return false }
    var mark = bytes[range][...]
    if mark.first == UInt8(ascii: "["), mark.last == UInt8(ascii: "]") {
      mark = mark.dropFirst().dropLast()
    }
    let isNumber = !mark.isEmpty && mark.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber || String(decoding: mark, as: UTF8.self).allSatisfy({ "*†‡".contains($0) })
    else {
      return false
    }
    return !needsNumber(wordBefore(range.lowerBound, in: bytes))
  }

  /// Whether a link to a source is a number directly behind a word or a sentence: `in 2050[3](https://…)`.
  static func isGlued(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard range.count < 5, range.lowerBound > 1, isMark(range, in: bytes) else { return false }
    let (last, first) = (bytes[range.lowerBound - 1], bytes[range.lowerBound - 2])
    let isWord = last >= 0x80 || Unicode.Scalar(last).isLetterOrDigit
    return isWord ? first > 0x20 : ".,:;!?)%\"'".utf8.contains(last)
  }

  /// Returns the word before a position, in lower case.
  /// Empty if no space is directly before the position.
  private static func wordBefore(_ end: Int, in bytes: [UInt8]) -> String {
    let before = bytes[..<end]
    guard before.last == 0x20 else { return "" }
    let word = before.dropLast().reversed().prefix { $0 != 0x20 && $0 != 0x0A }
    return String(decoding: word.reversed(), as: UTF8.self).lowercased()
  }

  private static func needsNumber(_ word: String) -> Bool {
    numbered.contains(word.hasSuffix(".") ? String(word.dropLast()) : word)
  }

  private static let numbered = Set(
    """
    section sections chapter chapters figure figures fig table tables step steps appendix note notes page pages part \
    item items example examples footnote equation number no see in of from to by at and or under abschnitt kapitel \
    abbildung tabelle anhang beispiel seite punkt siehe in von zu und oder figura sección tabla capítulo página \
    ejemplo apartado ver en de y o chapitre tableau annexe exemple voir dans et ou à
    """.split(separator: " ").map(String.init))
}

/// Powers between HTML's `<sup>` and `</sup>`: "10<sup>26</sup>" is 10²⁶.
enum SuperscriptDigits {
  /// Returns the superscript digits of a power, or nil if the raised text is something else.
  static func power(_ range: Range<Int>, in bytes: [UInt8]) -> String? {
    guard (1...4).contains(range.count), isBase(bytes[..<range.lowerBound]) else { return nil }
    var power = ""
    for (index, byte) in bytes[range].enumerated() {
      switch byte {
      case 0x30...0x39: power.append(digits[Int(byte - 0x30)])
      case UInt8(ascii: "-") where index == 0: power.append("⁻")
      default: return nil
      }
    }
    return power == "⁻" ? nil : power
  }

  /// Whether the text ends in a number, a closing bracket, or one or two letters, which are a unit or a variable.
  /// A raised number after a longer word is the mark of a note.
  private static func isBase(_ text: ArraySlice<UInt8>) -> Bool {
    guard let last = text.last else { return false }
    if (0x30...0x39).contains(last) || last == UInt8(ascii: ")") { return true }
    let letters = text.reversed().prefix { (0x61...0x7A).contains($0 | 0x20) }
    return (1...2).contains(letters.count)
  }

  private static let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
