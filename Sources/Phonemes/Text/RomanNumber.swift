import Basics

/// Roman numerals in text.
enum RomanNumber {
  /// Returns the length and value of the numeral that begins at an index, if it follows the rules and is a
  /// whole word.
  static func at(_ place: Int, in text: MappedText) -> (length: Int, value: Int)? {
    var numerals: [Unicode.Scalar] = []
    while let symbol = text.symbol(at: place + numerals.count), RomanNumeral.figure(symbol) != nil {
      numerals.append(symbol)
      if numerals.count > RomanNumeral.longest { return nil }
    }
    let next = text.symbol(at: place + numerals.count)
    guard next?.isLetterOrDigit != true, next != "_", numerals.first != "M", numerals.first != "D",
      let value = RomanNumeral.value(of: numerals)
    else { return nil }
    return (numerals.count, value)
  }

  /// Returns a number as an ordinal in digits: "8th".
  static func ordinal(_ value: Int) -> String {
    let letters =
      switch (value % 10, value % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(value)\(letters)"
  }
}
