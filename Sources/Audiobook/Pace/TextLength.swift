/// How much there is to say in a text: the fewest and the most characters that it may stand for.
///
/// A character is mostly a sound, but "7" is "seven", "XKCD" is four words, 你 is a syllable and `$` a
/// word. The two numbers allow for that on either side: what is said in less time than the fewest need,
/// or more than the most, was not said as it stands there.
struct TextLength: Equatable {
  /// Letters and digits once each, but of a letter that stands three or more times in a row only two
  /// ("Nooooo"), and one for all that stands between words.
  private(set) var fewest = 0
  /// Every character once, but digits, symbols, single letters, words all in capitals and letters three
  /// or more times in a row as five, letters of another alphabet than the book's as eight.
  private(set) var most = 0

  /// Digits, symbols and letters that are spelled.
  ///
  /// Measured with espeak in fourteen languages: at four characters a second none takes longer than three
  /// ("1234567890" in Arabic).
  private static let spelled = 5
  /// Letters of other scripts.
  ///
  /// Measured likewise: a voice that does not know Thai takes the time of seven for each of its letters.
  private static let foreign = 8

  /// Measures a text of a book that is mostly in this alphabet, or with nil in another script.
  init(_ text: String, alphabet: Alphabet? = .latin) {
    var word: [Unicode.Scalar] = []
    var isBetweenWords = false
    for scalar in text.unicodeScalars {
      if scalar.isLetter {
        word.append(scalar)
        continue
      }
      // An accent on the letter before it.
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

  /// What a character that is no letter counts at most.
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
