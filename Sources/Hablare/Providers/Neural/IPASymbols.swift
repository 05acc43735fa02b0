/// Symbols of the International Phonetic Alphabet, in the form that the models need.
enum IPASymbols {
  /// Returns espeak's phonemes without ties and without language names such as `(fr)`.
  static func spoken(_ phonemes: String) -> [Unicode.Scalar] {
    var (symbols, isName): ([Unicode.Scalar], Bool) = ([], false)
    for symbol in phonemes.unicodeScalars {
      switch symbol {
      case "(": isName = true
      case ")": isName = false
      case "^", "\u{361}", "\u{35C}": break
      case _ where isName: break
      case _ where symbol.properties.isWhitespace:
        if let last = symbols.last, last != " " { symbols.append(" ") }
      default: symbols += decomposed[symbol] ?? [symbol]
      }
    }
    if symbols.last == " " { symbols.removeLast() }
    return symbols
  }

  /// Returns IPA written by an author, with espeak's symbols and without delimiters around it.
  static func plain(_ ipa: String) -> [Unicode.Scalar] {
    var symbols = Array(ipa.unicodeScalars)
    for (first, last) in [("/", "/"), ("[", "]")] as [(Unicode.Scalar, Unicode.Scalar)]
    where symbols.count > 1 && symbols.first == first && symbols.last == last {
      symbols = Array(symbols.dropFirst().dropLast())
    }
    var text = String.UnicodeScalarView()
    for symbol in symbols where !silent.contains(symbol) {
      text.append(contentsOf: alike[symbol] ?? [symbol])
    }
    return spoken(String(text))
  }

  /// Symbols that separate sounds and are not spoken.
  private static let silent: Set<Unicode.Scalar> = [".", "‿", "-", "|", "(", ")"]

  /// Symbols that authors write by mistake, each with the correct symbols.
  private static let alike: [Unicode.Scalar: [Unicode.Scalar]] = [
    "'": ["ˈ"], "ʼ": ["ˈ"], "’": ["ˈ"], "`": ["ˈ"], ":": ["ː"], "g": ["ɡ"], "Ɂ": ["ʔ"],
    "ʧ": ["t", "ʃ"],
    "ʤ": ["d", "ʒ"], "ɝ": ["ɜ", "ː"], "ɩ": ["ɪ"], "ɷ": ["ʊ"], "ı": ["ɪ"], "ε": ["ɛ"], "ә": ["ə"],
    "ǝ": ["ə"], "ɫ": ["l"],
  ]

  /// Letters with a diacritic, decomposed, because the models were trained on the decomposed form
  /// (NFD).
  private static let decomposed: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ç": ["c", "\u{327}"], "ã": ["a", "\u{303}"], "õ": ["o", "\u{303}"], "ĩ": ["i", "\u{303}"],
    "ũ": ["u", "\u{303}"], "ẽ": ["e", "\u{303}"], "ỹ": ["y", "\u{303}"], "ñ": ["n", "\u{303}"],
  ]
}
