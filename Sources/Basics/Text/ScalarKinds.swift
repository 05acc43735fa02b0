/// The kinds of characters, from the properties of Unicode.
/// A shortcut for ASCII avoids lookups in Unicode's tables, which would take most of the time of
/// cleaning and of estimates. The properties can be inlined in other modules for the same reason.
/// `Phonemes` has kinds of its own, because its voices were trained with them. `Guion` reads kinds from
/// bytes (`CharacterKind`).
extension Unicode.Scalar {
  /// Whether the character is a letter (`Alphabetic`).
  @inlinable package var isLetter: Bool {
    isASCII ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
  }

  /// Whether the character is an uppercase letter (`Uppercase`).
  @inlinable package var isUpper: Bool {
    isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase
  }

  /// Whether the character is a lowercase letter (`Lowercase`).
  @inlinable package var isLower: Bool {
    isASCII ? (0x61...0x7A).contains(value) : properties.isLowercase
  }

  /// Whether the character is an accent or another mark on the previous letter.
  @inlinable package var isMark: Bool {
    // The first combining mark is U+0300.
    value >= 0x300 && properties.generalCategory == .nonspacingMark
  }

  /// Whether the character is a decimal digit of any writing system (`Numeric_Type` is `Decimal`).
  @inlinable package var isDigit: Bool {
    isASCII ? (0x30...0x39).contains(value) : properties.numericType == .decimal
  }

  /// Whether the character represents a number, such as 7, ½ or 七 (`Numeric_Type`).
  @inlinable package var isNumber: Bool {
    isASCII ? (0x30...0x39).contains(value) : properties.numericType != nil
  }

  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// Whether a voice can speak the character as a letter or as a number.
  @inlinable package var isLetterOrNumber: Bool { isLetter || isNumber }

  /// Whether the character is a space or a line end (`White_Space`).
  @inlinable package var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  /// Whether the character is an apostrophe, straight or curved.
  @inlinable package var isApostrophe: Bool { self == "'" || self == "’" }
}
