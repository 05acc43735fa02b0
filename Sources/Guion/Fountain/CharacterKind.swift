/// The kinds of characters that the rules distinguish.
enum CharacterKind {
  case upper, lower
  /// A letter of a writing system without case.
  case caseless
  case digit, dash
  /// An accent or vowel sign that belongs to the previous letter.
  case mark
  case other

  var isLetterOrDigit: Bool {
    switch self {
    case .upper, .lower, .caseless, .digit: true
    case .dash, .mark, .other: false
    }
  }

  /// Whether this is a letter, an accent on a letter, or a digit.
  var isPartOfWord: Bool { isLetterOrDigit || self == .mark }

  init(ascii byte: UInt8) {
    self =
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
      case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      case UInt8(ascii: "-"): .dash
      default: .other
      }
  }

  /// Creates the kind from the Unicode general category.
  /// For example, the º of `GUARDIA Nº 1` is a letter without case, not a lowercase letter.
  init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: .upper
      case .lowercaseLetter: .lower
      case .modifierLetter, .otherLetter: .caseless
      case .decimalNumber: .digit
      case .dashPunctuation: .dash
      case .nonspacingMark, .spacingMark, .enclosingMark: .mark
      default: .other
      }
  }
}

extension Bytes {
  /// Returns the kind of the character at an offset, and its length in bytes.
  /// Unicode tables are used only for characters outside ASCII.
  func character(at offset: Int, before end: Int) -> (kind: CharacterKind, length: Int) {
    let byte = self[offset]
    if byte < 0x80 { return (CharacterKind(ascii: byte), 1) }
    let decoded = scalar(at: offset, before: end)
    guard let scalar = decoded.scalar else { return (.other, decoded.length) }
    return (CharacterKind(scalar), decoded.length)
  }

  /// Returns the kind of the character that ends before an offset.
  func character(before offset: Int, from start: Int) -> CharacterKind {
    var first = offset - 1
    while first > start, offset - first < 4, self[first] & 0xC0 == 0x80 { first -= 1 }
    let decoded = character(at: first, before: offset)
    return first + decoded.length == offset ? decoded.kind : .other
  }

  /// Whether a text has a lowercase letter of any writing system (R6.1, R11.1).
  func hasLowerCase(_ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (kind, length) = character(at: offset, before: range.upperBound)
      if kind == .lower { return true }
      offset += length
    }
    return false
  }
}
