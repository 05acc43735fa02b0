/// Phonemes in misaki's alphabet, one scalar each.
typealias Phones = [Unicode.Scalar]

/// The symbols of misaki's alphabet by kind.
enum PhoneSet {
  static let primary: Unicode.Scalar = "ˈ"
  static let secondary: Unicode.Scalar = "ˌ"
  static let vowels = SymbolSet("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ")
  static let consonants = SymbolSet("bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ")
  /// Symbols that count twice in the weight of a word.
  static let long = SymbolSet("AIOQWYʤʧ")
  /// Symbols after which an American t is tapped.
  static let beforeTap = SymbolSet("AIOWYiuæɑəɛɪɹʊʌ")
  /// Punctuation that causes a pause.
  static let stops = SymbolSet(";:,.!?—…")
  /// All punctuation that a voice knows.
  static let punctuation = SymbolSet(";:,.!?—…\"“”")
  static let brackets = SymbolSet("()")
}

extension Phones {
  init(_ text: String) { self = Array(text.unicodeScalars) }

  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }

  var hasPrimary: Bool { contains(PhoneSet.primary) }
  var hasStress: Bool { contains { $0 == PhoneSet.primary || $0 == PhoneSet.secondary } }
  var hasVowel: Bool { contains(where: PhoneSet.vowels.contains) }

  /// The weight of a word, for comparing the words of a compound.
  var weight: Int { reduce(0) { $0 + (PhoneSet.long.contains($1) ? 2 : 1) } }
}
