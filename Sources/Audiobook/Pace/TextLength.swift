import Basics

/// The length of a text when spoken, as the minimum and the maximum number of characters.
/// A character is usually one sound, but "7" is "seven", "XKCD" is four words, 你 is a syllable, and `$` is a word. The
/// two numbers allow for such differences. A clip that is too short for the minimum or too long for the maximum does
/// not speak the text as written.
struct TextLength: Equatable {
  /// The minimum number of characters.
  /// Each letter and each digit adds one, but three or more equal letters in a row ("Nooooo") add two. All characters
  /// between two words together add one.
  private(set) var fewest = 0
  /// The maximum number of characters.
  /// Every character adds one, with two exceptions. The following characters add five each: digits, symbols, single
  /// letters, the letters of words in capitals, and letters that occur three or more times in a row. Letters of an
  /// alphabet other than the book's add eight each.
  private(set) var most = 0

  /// The number that a digit, a symbol or a spelled letter adds to the maximum.
  /// In fourteen languages of espeak, no such character takes longer than three characters at a pace of four
  /// characters per second (the longest: "1234567890" in Arabic).
  private static let spelled = 5
  /// The number that a letter of another script adds to the maximum.
  /// For each Thai letter, a voice of espeak that does not know Thai needs the time of seven characters at a pace of
  /// four characters per second.
  private static let foreign = 8

  /// Measures a text from a book that is mostly in `alphabet`, or in another script if `alphabet` is nil.
  init(_ text: String, alphabet: Alphabet? = .latin) {
    var word: [Unicode.Scalar] = []
    var isBetweenWords = false
    for scalar in text.unicodeScalars {
      if scalar.isLetter {
        word.append(scalar)
        continue
      }
      // An accent belongs to the letter before it.
      if scalar.isMark { continue }
      add(word, alphabet)
      if !word.isEmpty { isBetweenWords = false }
      word.removeAll(keepingCapacity: true)
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
    let isSpelled = word.count == 1 || !word.contains(where: \.isLower)
    var start = word.startIndex
    while start < word.endIndex {
      let end = word[start...].firstIndex { $0 != word[start] } ?? word.endIndex
      let count = end - start
      fewest += min(count, 2)
      // Nearly all letters are plain Latin.
      let own: Alphabet? = word[start].isASCII ? .latin : Alphabet(of: word[start])
      let isForeign = alphabet == nil || own != alphabet
      let weight = isForeign ? Self.foreign : isSpelled || count > 2 ? Self.spelled : 1
      most += count * weight
      start = end
    }
  }

  /// Returns the number that a character other than a letter adds to the maximum.
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
