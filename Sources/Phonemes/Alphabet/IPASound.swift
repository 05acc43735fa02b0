/// A sound of English, as written in general IPA, in misaki's two alphabets and by espeak-ng.
struct IPASound: Sendable {
  /// The IPA spellings of the sound.
  ///
  /// The first is the preferred one.
  var spellings: [String]
  var american: String
  var british: String
  /// espeak-ng's mnemonic.
  var espeak: String

  init(_ spellings: String, _ american: String, _ british: String, _ espeak: String) {
    self.spellings = spellings.split(separator: " ").map(String.init)
    (self.american, self.british, self.espeak) = (american, british, espeak)
  }

  func misaki(_ dialect: EnglishDialect) -> String {
    switch dialect {
    case .american: american
    case .british: british
    }
  }

  /// Whether the sound is a vowel.
  ///
  /// All English dialects speak an r before a vowel.
  var isVowel: Bool {
    guard let symbol = american.unicodeScalars.first else { return false }
    return PhoneSet.vowels.contains(symbol)
  }

  /// All sounds.
  ///
  /// The sounds of English come first, then sounds of other languages with their nearest English sounds.
  static let all: [IPASound] = consonants + vowels + foreign

  private static let consonants: [IPASound] = [
    .init("p", "p", "p", "p"), .init("b", "b", "b", "b"), .init("t", "t", "t", "t"),
    .init("d", "d", "d", "d"), .init("k c", "k", "k", "k"), .init("ɡ g ɟ", "ɡ", "ɡ", "g"),
    .init("f ɸ", "f", "f", "f"), .init("v β ʋ", "v", "v", "v"), .init("θ", "θ", "θ", "T"),
    .init("ð", "ð", "ð", "D"), .init("s", "s", "s", "s"), .init("z", "z", "z", "z"),
    .init("ʃ ɕ ʂ", "ʃ", "ʃ", "S"), .init("ʒ ʑ ʐ", "ʒ", "ʒ", "Z"), .init("h ɦ ħ", "h", "h", "h"),
    .init("m ɱ", "m", "m", "m"), .init("n ɳ", "n", "n", "n"), .init("ŋ ɴ", "ŋ", "ŋ", "N"),
    .init("l ɫ ɬ ɭ", "l", "l", "l"), .init("ɹ r ɻ ʁ ʀ", "ɹ", "ɹ", "r"), .init("j", "j", "j", "j"),
    .init("w ʍ", "w", "w", "w"), .init("tʃ ʧ", "ʧ", "ʧ", "tS"), .init("dʒ ʤ", "ʤ", "ʤ", "dZ"),
    .init("ɾ", "T", "t", "t#"),
  ]

  private static let vowels: [IPASound] = [
    .init("iː", "i", "iː", "i:"), .init("i", "i", "i", "i"), .init("ɪ", "ɪ", "ɪ", "I"),
    .init("ɛ e", "ɛ", "ɛ", "E"), .init("æ a", "æ", "a", "a"), .init("ɑː ɑ aː", "ɑ", "ɑː", "A:"),
    .init("ɒ", "ɑ", "ɒ", "0"), .init("ɔː ɔ", "ɔ", "ɔː", "O:"), .init("ʊ ʏ", "ʊ", "ʊ", "U"),
    .init("uː", "u", "uː", "u:"), .init("u ʉ", "u", "u", "u"), .init("ʌ ɤ", "ʌ", "ʌ", "V"),
    .init("ə ɐ ɘ ɵ", "ə", "ə", "@"), .init("ɜːɹ ɜɹ ɜːr ɜr ɝɹ ɝːɹ", "ɜɹ", "ɜːɹ", "3:r"),
    .init("ɜː ɜ ɝ ɝː əː", "ɜɹ", "ɜː", "3:"),
    .init("ɚ ə˞ ɹ̩", "əɹ", "ə", "3"),
    .init("eɪ ei ɛɪ", "A", "A", "eI"), .init("aɪ ai ɑɪ", "I", "I", "aI"),
    .init("aʊ au ɑʊ", "W", "W", "aU"), .init("ɔɪ ɔi oɪ oi", "Y", "Y", "OI"),
    .init("oʊ ou əʊ o oː", "O", "Q", "oU"), .init("oːɹ oɹ oːr or", "ɔɹ", "ɔːɹ", "O:r"),
    .init("ɪə iə", "iə", "ɪə", "i@"), .init("ɪəɹ ɪər", "ɪɹ", "ɪəɹ", "i@r"),
    .init("eə ɛə ɛː", "ɛɹ", "ɛː", "e@"), .init("eəɹ ɛəɹ ɛːɹ eər ɛər ɛːr", "ɛɹ", "ɛːɹ", "e@r"),
    .init("ʊə", "ʊɹ", "ʊə", "U@"), .init("ʊəɹ ʊər", "ʊɹ", "ʊəɹ", "U@r"),
    .init("ᵻ ɨ", "ᵻ", "ɪ", "I2"), .init("ᵊl l̩ əl̩", "ᵊl", "ᵊl", "@L"),
    .init("ᵊn n̩ ən̩", "ᵊn", "ᵊn", "@n"), .init("ᵊm m̩ əm̩", "ᵊm", "ᵊm", "@m"),
    .init("ᵊŋ ŋ̩", "ᵊŋ", "ᵊŋ", "@N"), .init("ᵊ", "ᵊ", "ᵊ", "@"),
  ]

  private static let foreign: [IPASound] = [
    .init("ʔ", "t", "t", "?"), .init("x χ ç", "k", "k", "x"), .init("ɣ", "ɡ", "ɡ", "g"),
    .init("ɲ", "nj", "nj", "nj"), .init("ʎ", "lj", "lj", "lj"), .init("ʲ", "j", "j", "j"),
    .init("yː y ɯ", "u", "uː", "u:"), .init("øː ø œ", "ɜɹ", "ɜː", "3:"),
    .init("ɑ̃ ɑ̃ː", "ɑn", "ɑːn", "A:n"), .init("ɔ̃ ɒ̃ õ", "ɔn", "ɒn", "0n"),
    .init("ɛ̃ æ̃", "æn", "an", "an"),
  ]
}
