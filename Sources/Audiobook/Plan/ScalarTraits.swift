/// Properties of a character. A shortcut for ASCII avoids lookups in Unicode's tables.
///
/// Estimates read these properties several times for each character of a book. Without the shortcut, an estimate
/// would spend most of its time on the lookups.
extension Unicode.Scalar {
  /// Whether the character is a letter (`Alphabetic`).
  var isLetter: Bool {
    guard value < 0x80 else { return properties.isAlphabetic }
    return 0x61...0x7A ~= value | 0x20
  }

  /// Whether the character is a lowercase letter (`Lowercase`).
  var isSmallLetter: Bool {
    value < 0x80 ? 0x61...0x7A ~= value : properties.isLowercase
  }

  /// Whether the character is a space or a line end (`White_Space`).
  var isSpace: Bool {
    value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
  }

  /// Whether the character represents a number (`Numeric_Type`).
  var isNumber: Bool {
    value < 0x80 ? 0x30...0x39 ~= value : properties.numericType != nil
  }

  /// Whether the character is an accent on the previous letter.
  var isAccent: Bool {
    // The first combining mark is U+0300.
    value >= 0x300 && properties.generalCategory == .nonspacingMark
  }
}
