import Basics

/// The meaning of a UTF-8 byte for the scan for candidates.
enum ByteKind: UInt8, Sendable {
  /// Part of a letter.
  case letter
  /// Part of a candidate: a digit or a symbol.
  case candidate
  case stop
  /// The first byte of a scalar that may be a symbol.
  case lead
  case other

  /// Returns the kind of each byte.
  ///
  /// In a language without our own rules, symbols and words are ignored.
  static func table(readsSymbols: Bool) -> [ByteKind] {
    (0...255).map { value in
      switch UInt8(value) {
      case 0x30...0x39: .candidate
      case 0x41...0x5A, 0x61...0x7A: .letter
      // These bytes begin the digits of other scripts.
      case 0xD9, 0xDB, 0xE0, 0xE1, 0xEF: .candidate
      case _ where !readsSymbols: .other
      case 0x2E: .stop
      // # $ % & * + / < = > @ ^ ~
      case 0x23...0x26, 0x2A, 0x2B, 0x2F, 0x3C...0x3E, 0x40, 0x5E, 0x7E: .candidate
      case 0xC2, 0xE2, 0xF0...0xFF: .lead
      case 0x80...0xFF: .letter
      default: .other
      }
    }
  }
}

/// A hash of the bytes of a word in lower case (FNV-1a).
struct WordHash: Sendable, Equatable {
  private var value: UInt32 = 0x811C_9DC5

  mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }

  /// 16 bits of the hash.
  var place: UInt32 { (value ^ value >> 16) & 0xFFFF }
}

/// A word that is scanned byte by byte.
struct ScannedWord: Sendable {
  private(set) var hash = WordHash()
  /// The length of the word in bytes.
  private(set) var length = 0
  private(set) var startsCapital = false
  /// Whether `×` or `÷` is among the letters.
  private(set) var hasSymbol = false
  private var last: UInt8 = 0
  private var tail: UInt32 = 0
  private var isCapitalRoman = true
  private var isSmallRoman = true
  private var romanPrefix = 0

  mutating func add(_ byte: UInt8) {
    let isUpper = Self.isUpper(byte)
    if length == 0 { startsCapital = isUpper || byte == 0xC3 }
    var small = byte
    if isUpper {
      small |= 0x20
    } else if last == 0xC3, (0x80...0x9E).contains(byte) {
      hasSymbol = hasSymbol || byte == 0x97
      small += 0x20
    } else if last == 0xC3, byte == 0xB7 {
      hasSymbol = true
    }
    let isNumeral = isUpper && Self.isRomanNumeral(byte)
    if isNumeral, romanPrefix == length { romanPrefix += 1 }
    isCapitalRoman = isCapitalRoman && isNumeral
    isSmallRoman = isSmallRoman && (byte == 0x69 || byte == 0x76 || byte == 0x78)
    hash.add(small)
    tail = tail << 8 | UInt32(small)
    last = byte
    length += 1
  }

  /// Whether all letters are Roman numerals: capitals, or "i", "v" and "x" in lower case.
  var isRoman: Bool { isCapitalRoman || isSmallRoman }

  // "XIXe", "Ier", "IIème"
  var mayBeFrenchOrdinal: Bool { romanPrefix > 0 && (1...5).contains(length - romanPrefix) }

  var endsInStreet: Bool { tail & 0xFF_FFFF == 0x73_7472 }

  static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  private static func isRomanNumeral(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x49, 0x56, 0x58, 0x4C, 0x43, 0x44, 0x4D: true
    default: false
    }
  }
}
