/// A word as the features of the tagger see it.
struct TaggedWord {
  /// The word itself.
  let text: String
  /// The first sign.
  let first: String
  /// The last three signs.
  let ending: String
  /// What kinds of signs the word has, as a short text.
  let shape: String
  /// The word in small letters, or what stands for a number, a compound or a rare word.
  let norm: String
  /// The last three signs of the norm.
  let normEnding: String

  init(_ signs: ArraySlice<Unicode.Scalar>, isKnown: (String) -> Bool) {
    text = signs.string
    first = signs.prefix(1).string
    ending = signs.suffix(3).string
    shape = Self.shape(signs)
    let plain = Self.plain(signs, text)
    norm = isKnown(plain) ? plain : "<\(shape)>"
    normEnding = norm.unicodeScalars.suffix(3).string
  }

  private init(mark: String) {
    (text, first, ending, shape) = (mark, "", "", "")
    norm = mark
    normEnding = mark.unicodeScalars.suffix(3).string
  }

  /// What stands before and behind a sentence.
  static let start2 = TaggedWord(mark: "-START2-")
  static let start = TaggedWord(mark: "-START-")
  static let end = TaggedWord(mark: "-END-")
  static let end2 = TaggedWord(mark: "-END2-")

  private static func plain(_ signs: ArraySlice<Unicode.Scalar>, _ text: String) -> String {
    if signs.first != "-", signs.contains("-") { return "!HYPHEN" }
    if signs.first?.isFigure == true {
      return signs.count == 4 && signs.allSatisfy(\.isFigure) ? "!YEAR" : "!DIGITS"
    }
    return text.lowercased()
  }

  private static func shape(_ signs: ArraySlice<Unicode.Scalar>) -> String {
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
