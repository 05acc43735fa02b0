/// Reads IPA as sounds, stress and spaces.
struct IPAReader {
  /// A unit of IPA.
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
  ///
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
