/// A word in the letters of the lexicons.
typealias ASCIIWord = [UInt8]

extension ASCIIWord {
  /// Creates a word from scalars.
  /// Returns nil if a scalar has no ASCII form.
  /// Curly apostrophes, ligatures and full-width characters become plain ASCII.
  init?(_ symbols: [Unicode.Scalar]) {
    self = []
    reserveCapacity(symbols.count)
    for symbol in symbols {
      if symbol.isASCII {
        append(UInt8(truncatingIfNeeded: symbol.value))
      } else if symbol.isApostrophe {
        append(UInt8(ascii: "'"))
      } else if (0xFF01...0xFF5E).contains(symbol.value) {
        append(UInt8(truncatingIfNeeded: symbol.value - 0xFEE0))
      } else if let letters = Self.ligatures[symbol] {
        self += letters.utf8
      } else {
        return nil
      }
    }
  }

  private static let ligatures: [Unicode.Scalar: String] = [
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
  ]

  init(_ text: String) { self = Array(text.utf8) }

  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte | 0x20) }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func capital(_ byte: UInt8) -> UInt8 { isSmall(byte) ? byte & ~0x20 : byte }
  static func small(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

  var lowered: ASCIIWord { map(Self.small) }
  var hasNoCapital: Bool { !contains(where: Self.isCapital) }
  var hasNoSmall: Bool { !contains(where: Self.isSmall) }
  var isLetters: Bool { !isEmpty && allSatisfy(Self.isLetter) }
  /// The word with a capital first letter and lowercase letters after it.
  var capitalized: ASCIIWord { prefix(1).map(Self.capital) + dropFirst().map(Self.small) }

  func ends(with ending: StaticString) -> Bool {
    ending.withUTF8Buffer { count >= $0.count && suffix($0.count).elementsEqual($0) }
  }
}
