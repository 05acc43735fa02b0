/// Properties of a character, with a shortcut for ASCII that avoids Unicode's tables.
///
/// Estimates read these properties several times for each character of a book, and table lookups take most of that
/// time.
extension Unicode.Scalar {
  /// Whether it is a letter (`Alphabetic`).
  var isLetter: Bool {
    guard value < 0x80 else { return properties.isAlphabetic }
    return 0x61...0x7A ~= value | 0x20
  }

  /// Whether it is a lowercase letter (`Lowercase`).
  var isSmallLetter: Bool {
    value < 0x80 ? 0x61...0x7A ~= value : properties.isLowercase
  }

  /// Whether it is a space or a line end (`White_Space`).
  var isSpace: Bool {
    value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
  }

  /// Whether it represents a number.
  var isNumber: Bool {
    value < 0x80 ? 0x30...0x39 ~= value : properties.numericType != nil
  }

  /// Whether it is an accent on the letter before it.
  var isAccent: Bool {
    // The first combining mark is U+0300.
    value >= 0x300 && properties.generalCategory == .nonspacingMark
  }
}
