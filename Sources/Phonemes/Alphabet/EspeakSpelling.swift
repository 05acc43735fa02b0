/// Converts espeak-ng's IPA to phonemes in misaki's alphabet.
/// espeak-ng ties the two symbols of a diphthong or an affricate. Only the tie distinguishes "t͡ʃ" from
/// "tʃ".
enum EspeakSpelling {
  /// Replacements for both dialects.
  /// In these replacements, "^" is a tie.
  private static let common: [(String, String)] = [
    ("ʔˌᵊn", "tᵊn"), ("ʔn", "tᵊn"), ("ʔ", "t"), ("a^ɪ", "I"), ("a^ʊ", "W"),
    ("e^ɪ", "A"), ("e", "A"), ("ɔ^ɪ", "Y"), ("d^ʒ", "ʤ"), ("t^ʃ", "ʧ"), ("ə^l", "ᵊl"),
    ("ʲo", "jo"), ("ʲə", "jə"), ("ʲ", ""), ("ɚ", "əɹ"), ("r", "ɹ"), ("x", "k"), ("ç", "k"),
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
