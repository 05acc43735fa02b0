/// The length of a text when spoken, as the minimum and the maximum number of characters.
///
/// A character is usually one sound, but "7" is "seven", "XKCD" is four words, 你 is a syllable and `$` a word. The
/// two numbers allow for such differences. A clip that is too short for the minimum or too long for the maximum does
/// not speak the text as written.
struct TextLength: Equatable {
  /// The minimum number of characters.
  ///
  /// Letters and digits count once each, but three or more equal letters in a row ("Nooooo") count as two. All
  /// characters between two words count as one.
  private(set) var fewest = 0
  /// The maximum number of characters.
  ///
  /// Every character counts once, with two exceptions. Digits, symbols, single letters, words in capitals, and
  /// letters three or more times in a row count as five each. Letters of another alphabet than the book's count as
  /// eight.
  private(set) var most = 0

  /// The maximum for digits, symbols and spelled letters.
  ///
  /// Measured with espeak in fourteen languages at four characters per second: no such character takes longer than
  /// three characters ("1234567890" in Arabic).
  private static let spelled = 5
  /// The maximum for letters of other scripts.
  ///
  /// Measured in the same way: a voice that does not know Thai needs the time of seven characters for each of its
  /// letters.
  private static let foreign = 8

  /// Measures a text from a book that is mostly in this alphabet, or in another script if nil.
  init(_ text: String, alphabet: Alphabet? = .latin) {
    var word: [Unicode.Scalar] = []
    var isBetweenWords = false
    for scalar in text.unicodeScalars {
      if scalar.isLetter {
        word.append(scalar)
        continue
      }
      // An accent belongs to the letter before it.
      if scalar.isAccent { continue }
      add(word, alphabet)
      if !word.isEmpty { isBetweenWords = false }
      word = []
      most += Self.weight(of: scalar)
      if scalar.isNumber {
        fewest += 1
        isBetweenWords = false
      } else if !isBetweenWords {
        fewest += 1
        isBetweenWords = true
      }
    }
    add(word, alphabet)
  }

  private mutating func add(_ word: [Unicode.Scalar], _ alphabet: Alphabet?) {
    let isSpelled = word.count == 1 || !word.contains(where: \.isSmallLetter)
    var start = word.startIndex
    while start < word.endIndex {
      let end = word[start...].firstIndex { $0 != word[start] } ?? word.endIndex
      let count = end - start
      fewest += min(count, 2)
      let isForeign = alphabet == nil || Alphabet(of: word[start]) != alphabet
      let weight = isForeign ? Self.foreign : isSpelled || count > 2 ? Self.spelled : 1
      most += count * weight
      start = end
    }
  }

  /// Returns the maximum for a character that is not a letter.
  private static func weight(of scalar: Unicode.Scalar) -> Int {
    if scalar.isSpace { return 1 }
    return switch scalar.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: spelled
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: spelled
    case .connectorPunctuation: spelled
    case .otherPunctuation: ",.;:!?¡¿…'\"".unicodeScalars.contains(scalar) ? 1 : spelled
    default: 1
    }
  }
}
