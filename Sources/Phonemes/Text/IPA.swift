/// General IPA for English, and its conversion to the alphabets of voices.
package enum IPA {
  /// Returns IPA in misaki's alphabet, as the natural voices of a dialect read it.
  /// Sounds that English does not have become the nearest English sounds. Stress goes before the vowel, where these
  /// voices expect it. Throws an error with the first unknown symbol.
  package static func misaki(
    _ ipa: String, dialect: EnglishDialect
  ) throws(IPAError) -> String {
    var text = ""
    for unit in stressBeforeVowels(try IPAReader.units(ipa)) {
      switch unit {
      case .sound(let number): text += IPASound.all[number].misaki(dialect)
      case .stress(let symbol): text.unicodeScalars.append(symbol)
      case .space: text += " "
      }
    }
    return text
  }

  /// Returns IPA in espeak-ng's mnemonics, which espeak-ng reads between `[[` and `]]`.
  package static func espeak(_ ipa: String) throws(IPAError) -> String {
    let units = stressBeforeVowels(try IPAReader.units(ipa))
    var (text, last) = ("", "")
    for (place, unit) in units.enumerated() {
      let mnemonic: String
      switch unit {
      case .sound(let number):
        mnemonic = EspeakMnemonics.joined(number, isBeforeVowel: isBeforeVowel(units, place))
      case .stress(let symbol): mnemonic = symbol == PhoneSet.primary ? "'" : ","
      case .space: mnemonic = " "
      }
      if EspeakMnemonics.needsBar(last, mnemonic) { text += "|" }
      text += mnemonic
      last = mnemonic
    }
    return text
  }

  /// Returns phonemes in misaki's alphabet as IPA, for messages.
  /// Symbols that are not sounds stay unchanged.
  /// Converting this IPA back returns the same phonemes.
  package static func ipa(misaki phonemes: String, dialect: EnglishDialect) -> String {
    let table = MisakiSounds.table(dialect)
    let symbols = Phones(phonemes)
    var (text, last, place) = ("", "", 0)
    while place < symbols.count {
      let (number, length) = table.sound(symbols, at: place)
      let sound = number.map { IPASound.all[$0].spellings[0] } ?? String(symbols[place])
      // A point prevents two sounds from being read as one.
      if number != nil, !last.isEmpty, !isPair(last, sound) { text += "." }
      text += sound
      last = number == nil ? "" : sound
      place += length
    }
    return text
  }

  /// Whether two sounds written together are read as these two sounds.
  private static func isPair(_ first: String, _ second: String) -> Bool {
    guard let both = try? IPAReader.units(first + second), let one = try? IPAReader.units(first),
      let other = try? IPAReader.units(second)
    else { return false }
    return both == one + other
  }

  private static func isBeforeVowel(_ units: [IPAReader.Unit], _ place: Int) -> Bool {
    for unit in units[(place + 1)...] {
      switch unit {
      case .sound(let number): return IPASound.all[number].isVowel
      case .stress: continue
      case .space: return false
      }
    }
    return false
  }

  private static func stressBeforeVowels(_ units: [IPAReader.Unit]) -> [IPAReader.Unit] {
    var (result, waiting): ([IPAReader.Unit], IPAReader.Unit?) = ([], nil)
    for unit in units {
      switch unit {
      case .stress: waiting = unit
      case .sound(let number):
        if let stress = waiting, IPASound.all[number].isVowel {
          result.append(stress)
          waiting = nil
        }
        result.append(unit)
      case .space:
        waiting = nil
        result.append(unit)
      }
    }
    return result
  }

  /// Rules for joining espeak-ng's mnemonics.
  enum EspeakMnemonics {
    /// Mnemonics of several characters that could also be read as two other mnemonics.
    /// English does not use all of them.
    private static let long = Set(
      """
      3: @2 @5 @L A: A@ E2 I# I2 O2 O: O@ OI U2 U@ a# a: aI aI3 aI@ aU aU@ aa ai au dZ dz e: e@ eI i: i@ i@3 l^ n- n^ \
      l- m- o: o@ oI oU r- t# t2 tS ts u: u@ y:
      """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Returns the mnemonic of a sound.
    /// Before a vowel, an "r" stays. Elsewhere "r" becomes "r-", because espeak-ng would roll an "r".
    static func joined(_ number: Int, isBeforeVowel: Bool) -> String {
      let mnemonic = IPASound.all[number].espeak
      guard mnemonic.hasSuffix("r"), !isBeforeVowel else { return mnemonic }
      // After these vowels, espeak-ng's voice decides whether to speak the r.
      return mnemonic == "r" ? "r-" : mnemonic == "O:r" ? "O@" : String(mnemonic.dropLast())
    }

    /// Whether two mnemonics need a bar between them, because together they would be read as another
    /// mnemonic.
    static func needsBar(_ first: String, _ second: String) -> Bool {
      guard !first.isEmpty else { return false }
      let both = first + second
      return long.contains { $0.hasPrefix(first) && $0 != first && both.hasPrefix($0) }
    }
  }

  /// Maps phonemes of a dialect to sounds.
  struct MisakiSounds: Sendable {
    private let numbers: [Phones: Int]
    private let longest: Int

    private static let american = MisakiSounds(.american)
    private static let british = MisakiSounds(.british)

    static func table(_ dialect: EnglishDialect) -> MisakiSounds {
      switch dialect {
      case .american: american
      case .british: british
      }
    }

    private init(_ dialect: EnglishDialect) {
      numbers = Dictionary(
        IPASound.all.enumerated().map { (Phones($1.misaki(dialect)), $0) }
      ) { first, _ in first }
      longest = numbers.keys.map(\.count).max() ?? 1
    }

    /// Returns the longest sound at an index, as its index in `IPASound.all`, and its length in symbols.
    /// The number is nil for a symbol that is not a sound.
    func sound(_ symbols: Phones, at place: Int) -> (number: Int?, length: Int) {
      for length in (1...longest).reversed() where place + length <= symbols.count {
        if let number = numbers[Phones(symbols[place..<place + length])] { return (number, length) }
      }
      return (nil, 1)
    }
  }

  /// Reads IPA as sounds, stress and spaces.
  struct IPAReader {
    enum Unit: Equatable {
      /// A sound, by its index in `IPASound.all`.
      case sound(Int)
      case stress(Unicode.Scalar)
      case space
    }

    private static let numbers: [Phones: Int] = Dictionary(
      IPASound.all.enumerated().flatMap { number, sound in
        sound.spellings.map { (Phones($0), number) }
      }
    ) { first, _ in first }
    private static let longest = numbers.keys.map(\.count).max() ?? 1
    /// Symbols that have no sound in English.
    /// Between two sounds, such a symbol prevents the sounds from being read as one.
    private static let silent: Set<Unicode.Scalar> = [
      ".", "‿", "-", "ː", "ˑ", "ʰ", "ʷ", "\u{31A}", "\u{32A}", "\u{325}", "\u{32C}", "\u{31E}",
      "\u{320}",
      "\u{306}", "\u{2DE}", "\u{32F}",
    ]
    private static let ties: Set<Unicode.Scalar> = ["\u{361}", "\u{35C}", "^"]
    private static let alike: [Unicode.Scalar: Unicode.Scalar] = [
      "'": "ˈ", "ʼ": "ˈ", "’": "ˈ", "`": "ˈ", ":": "ː", "Ɂ": "ʔ", "\u{30D}": "\u{329}", "ɩ": "ɪ",
      "ɷ": "ʊ", "ı": "ɪ", "ε": "ɛ", "ә": "ə", "ǝ": "ə",
    ]

    /// Returns the units of IPA, which may be enclosed in slashes or brackets.
    static func units(_ ipa: String) throws(IPAError) -> [Unit] {
      let symbols = plain(ipa)
      var (units, place): ([Unit], Int) = ([], 0)
      while place < symbols.count {
        if let (number, length) = sound(symbols, at: place) {
          units.append(.sound(number))
          place += length
          continue
        }
        let (symbol, offset) = symbols[place]
        if symbol == PhoneSet.primary || symbol == PhoneSet.secondary {
          units.append(.stress(symbol))
        } else if symbol.isSpace {
          if let last = units.last, last != .space { units.append(.space) }
        } else if !silent.contains(symbol) {
          throw IPAError(symbol: String(symbol), offset: offset)
        }
        place += 1
      }
      if units.last == .space { units.removeLast() }
      let hasSound = units.contains { if case .sound = $0 { true } else { false } }
      guard hasSound else { throw IPAError(symbol: "", offset: 0) }
      return units
    }

    /// Returns the longest sound at an index.
    private static func sound(
      _ symbols: [(symbol: Unicode.Scalar, offset: Int)], at place: Int
    ) -> (number: Int, length: Int)? {
      for length in (1...longest).reversed() where place + length <= symbols.count {
        if let number = numbers[symbols[place..<place + length].map(\.symbol)] {
          return (number, length)
        }
      }
      return nil
    }

    /// Returns the symbols with their offsets, without ties and without enclosing slashes or brackets.
    private static func plain(_ ipa: String) -> [(symbol: Unicode.Scalar, offset: Int)] {
      var symbols = ipa.unicodeScalars.enumerated().map { offset, symbol in
        (symbol: alike[symbol] ?? symbol, offset: offset)
      }
      for (first, last) in [("/", "/"), ("[", "]")] as [(Unicode.Scalar, Unicode.Scalar)]
      where symbols.count > 1 && symbols.first?.symbol == first && symbols.last?.symbol == last {
        symbols = Array(symbols.dropFirst().dropLast())
      }
      return symbols.filter { !ties.contains($0.symbol) }
    }
  }
}

/// A sound of English, as written in general IPA, in misaki's two alphabets and by espeak-ng.
struct IPASound: Sendable {
  /// The IPA spellings of the sound.
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
  /// All English dialects speak an r before a vowel.
  var isVowel: Bool {
    guard let symbol = american.unicodeScalars.first else { return false }
    return PhoneSet.vowels.contains(symbol)
  }

  /// All sounds.
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

/// A symbol in IPA that has no sound in a voice's alphabet.
package struct IPAError: Error, Equatable, Sendable {
  /// The symbol; empty if the IPA contains no sound.
  package var symbol: String
  /// The position of the symbol, in Unicode scalars from the start of the IPA.
  package var offset: Int

  package init(symbol: String, offset: Int) { (self.symbol, self.offset) = (symbol, offset) }

  /// The error in one line, with advice.
  package var message: String {
    if symbol.isEmpty { return "the IPA contains no sound; write at least one vowel or consonant" }
    let number = symbol.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
      .map { "U+" + String(repeating: "0", count: max(0, 4 - $0.count)) + $0 }
      .joined(separator: " ")
    return
      "the symbol \"\(symbol)\" (\(number)) at character \(offset + 1) is unknown in English IPA; "
      + "replace it with the nearest English sound"
  }
}
