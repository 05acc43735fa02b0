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
