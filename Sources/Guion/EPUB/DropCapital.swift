/// A large first letter of a chapter that is a picture.
enum DropCapital {
  /// Whether the words of a picture are a single letter, perhaps after a quotation mark.
  static func isOne(_ words: String) -> Bool {
    let letters = words.drop { "\"'“‘„«‚".contains($0) }
    return letters.count == 1 && letters.allSatisfy(\.isLetter)
      && words.count - letters.count <= 1
  }

  /// Whether a paragraph continues the word that the letter begins.
  /// The rest of a word begins with a small letter. If the first words of a chapter are in capitals, the rest is in
  /// capitals too.
  static func begins(_ letter: String, _ paragraph: String) -> Bool {
    guard let first = paragraph.first, first.isLetter else { return false }
    if !first.isUppercase { return true }
    guard let second = paragraph.dropFirst().first else { return false }
    return second.isUppercase || !second.isLetter && first != "I" && first != "A"
  }
}
