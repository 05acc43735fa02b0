/// A word as seen by the features of the tagger.
struct TaggedWord {
  typealias Signs = ArraySlice<Unicode.Scalar>

  let text: Signs
  /// The kinds of the word's symbols, as a short text.
  let shape: String
  /// The word in lowercase, or a placeholder for a number, a compound or a rare word.
  let norm: Signs

  var first: Signs { text.prefix(1) }
  var ending: Signs { text.suffix(3) }
  var normEnding: Signs { norm.suffix(3) }

  init(_ signs: Signs, isKnown: (Signs) -> Bool) {
    text = signs
    shape = Self.shape(signs)
    let plain = Self.plain(signs)
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

  private static func plain(_ signs: Signs) -> Signs {
    if signs.first != "-", signs.contains("-") { return hyphen }
    if signs.first?.isFigure == true {
      return signs.count == 4 && signs.allSatisfy(\.isFigure) ? year : digits
    }
    if !signs.contains(where: \.isUpper) { return signs }
    return Array(signs.string.lowercased().unicodeScalars)[...]
  }

  private static func shape(_ signs: Signs) -> String {
    guard let first = signs.first else { return "" }
    if signs.allSatisfy(\.isLetter) {
      let capitals = signs.count(where: \.isUpper)
      if capitals == 0 { return "x" }
      if capitals == signs.count { return signs.count > 1 ? "XX" : "X1" }
      return capitals == 1 && first.isUpper ? "Xx" : "xX"
    }
    if signs.allSatisfy(\.isFigure) { return "d" }
    return signs.prefix(4).map { $0.isFigure ? "d" : $0.isLetter ? "x" : $0 }.string
  }
}
