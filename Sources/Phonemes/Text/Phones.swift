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

/// The ways to change the stress of a word.
enum Stress: Sendable {
  /// The stress stays as in the lexicon.
  case unchanged
  /// Primary stress becomes secondary.
  case lowered
  /// Primary stress becomes secondary.
  /// A word without stress gets a secondary stress.
  case levelled
  /// A word without stress gets a secondary stress.
  case raised
  /// The word gets a primary stress.
  case full
}

extension Phones {
  func stressed(_ stress: Stress) -> Phones {
    switch stress {
    case .unchanged: return self
    case .lowered: return hasPrimary ? withoutPrimary : self
    case .levelled: return hasPrimary ? withoutPrimary : begun(with: PhoneSet.secondary)
    case .raised: return begun(with: PhoneSet.secondary)
    case .full:
      if hasPrimary { return self }
      guard hasStress else { return begun(with: PhoneSet.primary) }
      return map { $0 == PhoneSet.secondary ? PhoneSet.primary : $0 }
    }
  }

  /// The phonemes with primary stress reduced to secondary, and without the former secondary stresses.
  private var withoutPrimary: Phones {
    compactMap {
      switch $0 {
      case PhoneSet.secondary: nil
      case PhoneSet.primary: PhoneSet.secondary
      default: $0
      }
    }
  }

  /// Returns the phonemes with a stress before the first vowel.
  /// Returns the phonemes unchanged if they already have a stress or have no vowel.
  private func begun(with stress: Unicode.Scalar) -> Phones {
    guard !hasStress, let vowel = firstIndex(where: PhoneSet.vowels.contains) else { return self }
    return self[..<vowel] + [stress] + self[vowel...]
  }
}

/// A fixed set of symbols.
/// The set is queried for every symbol of a text. A `Set` would have to hash each symbol.
struct SymbolSet: Sendable {
  private var isMember = [Bool](repeating: false, count: Int(limit))
  /// The members from `limit` on.
  private var others: [Unicode.Scalar] = []
  /// A limit above nearly all symbols of IPA.
  private static let limit: UInt32 = 0x400

  init(_ symbols: String) { add(symbols.unicodeScalars) }

  private mutating func add(_ symbols: some Sequence<Unicode.Scalar>) {
    for symbol in symbols {
      if symbol.value < Self.limit {
        isMember[Int(symbol.value)] = true
      } else if !others.contains(symbol) {
        others.append(symbol)
      }
    }
  }

  func contains(_ symbol: Unicode.Scalar) -> Bool {
    symbol.value < Self.limit ? isMember[Int(symbol.value)] : others.contains(symbol)
  }

  /// Returns the members of both sets.
  func union(_ other: SymbolSet) -> SymbolSet {
    var both = self
    for (number, isMember) in zip(UInt32(0)..., other.isMember) where isMember {
      both.isMember[Int(number)] = true
    }
    both.add(other.others)
    return both
  }
}

/// Converts espeak-ng's IPA to phonemes in misaki's alphabet.
/// espeak-ng ties the two symbols of a diphthong or an affricate. Only the tie distinguishes "t͡ʃ" from
/// "tʃ".
enum EspeakSpelling {
  /// Replacements for both dialects.
  /// In these replacements, "^" is a tie.
  private static let common: [(String, String)] = [
    ("ʔˌᵊn", "tᵊn"), ("ʔn", "tᵊn"), ("ʔ", "t"), ("a^ɪ", "I"), ("a^ʊ", "W"),
    ("e^ɪ", "A"), ("e", "A"), ("ɔ^ɪ", "Y"), ("d^ʒ", "ʤ"), ("t^ʃ", "ʧ"), ("ə^l", "ᵊl"),
    ("ʲo", "jo"), ("ʲə", "jə"), ("ʲ", ""), ("ɚ", "əɹ"), ("ɚɹ", "əɹ"), ("ɹɹ", "ɹ"), ("r", "ɹ"),
    ("x", "k"), ("ç", "k"),
    ("ɐ", "ə"), ("ɬ", "l"), ("ɫ", "l"), ("o", "ɔ"), ("g", "ɡ"), ("^", ""),
  ]
  private static let american: [(String, String)] = [
    ("o^ʊ", "O"), ("ə^ʊ", "O"), ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɪə", "iə"), ("ɪ^ə", "iə"),
    ("oː", "ɔ"), ("ː", ""),
  ]
  private static let british: [(String, String)] = [
    ("ə^ʊ", "Q"), ("o^ʊ", "Q"), ("e^ə", "ɛː"), ("iə", "ɪə"), ("i^ə", "ɪə"), ("oː", "ɔː"),
  ]
  private static let rows: [EnglishDialect: Rewriting] = [
    .american: Rewriting(common + american), .british: Rewriting(common + british),
  ]
  private static let syllabic: Unicode.Scalar = "\u{329}"
  private static let known = PhoneSet.vowels.union(PhoneSet.consonants)
    .union(SymbolSet("ˈˌːᵊ "))

  /// Returns the phonemes of espeak-ng's output.
  /// Symbols that are not in the alphabet are left out.
  static func phonemes(_ ipa: String, _ dialect: EnglishDialect) -> Phones {
    guard let rows = rows[dialect] else { return [] }
    return spaced(rows.rewritten(beforeSyllabic(plain(ipa))).filter(known.contains))
  }

  /// Returns the symbols with ties as "^" and line ends as spaces, without language names such as "(fr)".
  private static func plain(_ ipa: String) -> Phones {
    var (symbols, isName): (Phones, Bool) = ([], false)
    for symbol in ipa.unicodeScalars {
      switch symbol {
      case "(": isName = true
      case ")": isName = false
      case _ where isName: break
      case "\u{361}", "\u{35C}": symbols.append("^")
      default: symbols.append(symbol.isSpace ? " " : symbol)
      }
    }
    return symbols
  }

  /// Inserts a weak vowel before each syllabic consonant.
  private static func beforeSyllabic(_ symbols: Phones) -> Phones {
    symbols.indices.reduce(into: []) { result, place in
      let symbol = symbols[place]
      let isSyllabic = place + 1 < symbols.count && symbols[place + 1] == syllabic
      if isSyllabic { result.append("ᵊ") }
      if symbol != syllabic { result.append(symbol) }
    }
  }

  private static func spaced(_ symbols: Phones) -> Phones {
    Phones(symbols.split(separator: " ").joined(separator: [" "]))
  }

  /// Replaces groups of symbols, longest group first.
  struct Rewriting: Sendable {
    private let rows: [Phones: Phones]
    private let longest: Int

    init(_ rows: [(String, String)]) {
      self.rows = Dictionary(rows.map { (Phones($0), Phones($1)) }) { $1 }
      longest = self.rows.keys.map(\.count).max() ?? 1
    }

    func rewritten(_ symbols: Phones) -> Phones {
      var (result, place): (Phones, Int) = ([], 0)
      outer: while place < symbols.count {
        for length in (1...longest).reversed() where place + length <= symbols.count {
          if let row = rows[Phones(symbols[place..<place + length])] {
            result += row
            place += length
            continue outer
          }
        }
        result.append(symbols[place])
        place += 1
      }
      return result
    }
  }
}

/// The dialects of English that voices speak.
package enum EnglishDialect: String, Sendable, CaseIterable {
  case american, british
}
