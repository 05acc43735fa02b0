import Basics

/// Counts the words of a text.
enum SpokenWords {
  /// Returns the number of words.
  /// A word is a run of letters and digits, including apostrophes, points, commas and hyphens between them. In scripts
  /// without spaces between words, each letter is one word.
  static func count(in text: String) -> Int {
    var words = 0
    var isInWord = false
    var joins = false
    for scalar in text.unicodeScalars {
      // Accents and format characters neither begin nor end a word. ASCII has no format characters.
      if scalar.isMark || scalar.value >= 0x80 && scalar.properties.generalCategory == .format {
        continue
      }
      if isSpaceless(scalar) {
        words += 1
        (isInWord, joins) = (false, false)
      } else if scalar.isLetter || scalar.isNumber {
        if !isInWord && !joins { words += 1 }
        (isInWord, joins) = (true, false)
      } else {
        joins = isInWord && joiners.contains(scalar)
        isInWord = false
      }
    }
    return words
  }

  /// The characters that join parts of a word: "don't", "half-way", "3.5".
  private static let joiners: Set<Unicode.Scalar> = ["'", "\u{2019}", "-", "\u{2010}", ".", ","]

  /// Returns whether a character is a letter of a writing system without spaces between words.
  /// These are the scripts in the line-breaking classes ID, CJ and SA (Unicode 15, UAX 14): Thai, Lao, Myanmar,
  /// Khmer, Han and kana.
  private static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      scalar.properties.isAlphabetic
    default: false
    }
  }
}
