/// A word in the forms that the features of the tagger use.
struct TaggedWord {
  typealias Symbols = ArraySlice<Unicode.Scalar>

  let text: Symbols
  /// The kinds of the word's symbols, as a short text.
  let shape: String
  /// The word in lowercase, or a placeholder for a number, a compound or a rare word.
  let norm: Symbols

  var first: Symbols { text.prefix(1) }
  var ending: Symbols { text.suffix(3) }
  var normEnding: Symbols { norm.suffix(3) }

  init(_ symbols: Symbols, isKnown: (Symbols) -> Bool) {
    text = symbols
    shape = Self.shape(symbols)
    let plain = Self.plain(symbols)
    norm = isKnown(plain) ? plain : Array("<\(shape)>".unicodeScalars)[...]
  }

  private init(mark: String) {
    text = Array(mark.unicodeScalars)[...]
    shape = ""
    norm = text
  }

  /// The placeholders before and after a sentence.
  static let start2 = TaggedWord(mark: "-START2-")
  static let start = TaggedWord(mark: "-START-")
  static let end = TaggedWord(mark: "-END-")
  static let end2 = TaggedWord(mark: "-END2-")

  private static let hyphen = Array("!HYPHEN".unicodeScalars)[...]
  private static let year = Array("!YEAR".unicodeScalars)[...]
  private static let digits = Array("!DIGITS".unicodeScalars)[...]

  private static func plain(_ symbols: Symbols) -> Symbols {
    if symbols.first != "-", symbols.contains("-") { return hyphen }
    if symbols.first?.isDigit == true {
      return symbols.count == 4 && symbols.allSatisfy(\.isDigit) ? year : digits
    }
    if !symbols.contains(where: \.isUpper) { return symbols }
    return Array(symbols.string.lowercased().unicodeScalars)[...]
  }

  private static func shape(_ symbols: Symbols) -> String {
    guard let first = symbols.first else { return "" }
    if symbols.allSatisfy(\.isLetter) {
      let capitals = symbols.count(where: \.isUpper)
      if capitals == 0 { return "x" }
      if capitals == symbols.count { return symbols.count > 1 ? "XX" : "X1" }
      return capitals == 1 && first.isUpper ? "Xx" : "xX"
    }
    if symbols.allSatisfy(\.isDigit) { return "d" }
    return symbols.prefix(4).map { $0.isDigit ? "d" : $0.isLetter ? "x" : $0 }.string
  }
}
