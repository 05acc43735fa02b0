import Basics
import Guion

/// The titles of a book that begin with a Roman numeral: `II`, `IV: Home`, `X. The End`. They are read as numbers.
struct RomanTitles: Sendable {
  /// Whether titles follow each other with a number and the next one. Only then are `V` and `C` numbers: a glossary has
  /// titles of one letter, too.
  private let isSeries: Bool

  init(of elements: [GuionElement]) {
    var before: Int?
    var isSeries = false
    for element in elements where element.elementType.isSectionHeading && !isSeries {
      guard let value = Self.numeral(of: element.elementText)?.value else { continue }
      isSeries = before.map { $0 + 1 == value } ?? false
      before = value
    }
    self.isSeries = isSeries
  }

  /// Returns a title with a numeral at its start in digits: "4: Home" for `IV. Home`.
  func numbered(_ title: String) -> String {
    guard let (value, end) = Self.numeral(of: title) else { return title }
    let rest = title[end...].drop(while: Self.isSign)
    let isWhole = rest.isEmpty && title.utf8.count > 1 && title.utf8.allSatisfy(Self.isSmall)
    guard isSeries || isWhole else { return title }
    return rest.isEmpty ? "\(value)" : "\(value): \(rest)"
  }

  /// Returns the value and the end of a numeral below 400 at the start of a title. A single letter needs a sign behind
  /// it, or nothing: "I Was There" begins with a word.
  private static func numeral(of title: String) -> (value: Int, end: String.Index)? {
    guard let first = title.utf8.first, isLetter(first) else { return nil }
    let end = title.utf8.firstIndex { !isLetter($0) } ?? title.endIndex
    guard let value = RomanNumeral.value(of: title[..<end].unicodeScalars), value < 400 else {
      return nil
    }
    guard let next = title[end...].first else { return (value, end) }
    if next == "." || next == ":" || next == ")" {
      let after = title[title.index(after: end)...].first
      return after.map(\.isWhitespace) ?? true ? (value, end) : nil
    }
    guard next.isWhitespace || next == "—" || next == "–",
      let start = title[end...].first(where: { !$0.isWhitespace })
    else { return nil }
    let isNumber = "—–-".contains(start) || start.isUppercase && title[..<end].utf8.count > 1
    return isNumber ? (value, end) : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isSmall(byte) || byte == UInt8(ascii: "L") || byte == UInt8(ascii: "C")
  }

  private static func isSmall(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "I") || byte == UInt8(ascii: "V") || byte == UInt8(ascii: "X")
  }

  private static func isSign(_ character: Character) -> Bool {
    character.isWhitespace || ".:)—–-".contains(character)
  }
}
