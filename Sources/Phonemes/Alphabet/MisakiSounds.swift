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
  ///
  /// The number is nil for a symbol that is not a sound.
  func sound(_ symbols: Phones, at place: Int) -> (number: Int?, length: Int) {
    for length in (1...longest).reversed() where place + length <= symbols.count {
      if let number = numbers[Phones(symbols[place..<place + length])] { return (number, length) }
    }
    return (nil, 1)
  }
}
