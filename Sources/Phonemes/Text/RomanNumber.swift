import Basics

/// Roman numerals in text.
enum RomanNumber {
  /// Returns the length and value of the numeral that begins at an index, if it follows the rules and is a
  /// whole word.
  static func at(_ place: Int, in text: MappedText) -> (length: Int, value: Int)? {
    var figures: [Unicode.Scalar] = []
    while let sign = text.sign(at: place + figures.count), RomanNumeral.figure(sign) != nil {
      figures.append(sign)
      if figures.count > RomanNumeral.longest { return nil }
    }
    let next = text.sign(at: place + figures.count)
    guard next?.isWordSign != true, next != "_", figures.first != "M", figures.first != "D",
      let value = RomanNumeral.value(of: figures)
    else { return nil }
    return (figures.count, value)
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
