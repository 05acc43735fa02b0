import Basics

/// A number in Roman figures.
enum RomanNumber {
  /// The number that stands at a place, if it is written by the rules and ends there; its length and value.
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

  /// The number in figures with the letters of an ordinal: "8th".
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
