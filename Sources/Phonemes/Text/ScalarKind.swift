/// The kinds of characters in written text.
extension Unicode.Scalar {
  /// Whether this is a letter, or a number that is not a decimal digit.
  var isLetter: Bool {
    if isASCII { return (0x41...0x5A).contains(value & ~0x20) }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  var isDigit: Bool {
    isASCII ? (0x30...0x39).contains(value) : properties.generalCategory == .decimalNumber
  }

  var isLetterOrDigit: Bool { isLetter || isDigit }

  var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  /// Whether this is a lowercase letter of a western European language.
  var isSmall: Bool {
    (0x61...0x7A).contains(value) || ((0xDF...0xFF).contains(value) && value != 0xF7)
  }

  /// Whether this is a capital letter of a western European language.
  var isCapital: Bool {
    (0x41...0x5A).contains(value) || ((0xC0...0xDE).contains(value) && value != 0xD7)
  }

  /// Whether this is a capital letter of any language.
  var isUpper: Bool {
    isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase
  }

  var isApostrophe: Bool { self == "'" || self == "‘" || self == "’" }
}

extension Sequence<Unicode.Scalar> {
  var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
}
