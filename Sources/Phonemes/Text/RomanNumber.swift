/// A number in Roman figures.
enum RomanNumber {
  private static let values: [Unicode.Scalar: Int] = [
    "I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000,
  ]
  /// No number has more figures: MMMDCCCLXXXVIII.
  private static let longest = 15

  /// The number that stands at a place, if it is written by the rules and ends there; its length and value.
  static func at(_ place: Int, in text: MappedText) -> (length: Int, value: Int)? {
    var figures: [Int] = []
    while let sign = text.sign(at: place + figures.count), let value = values[sign] {
      figures.append(value)
      if figures.count > longest { return nil }
    }
    let next = text.sign(at: place + figures.count)
    guard !figures.isEmpty, next?.isWordSign != true, next != "_" else { return nil }
    var value = 0
    for (figure, after) in zip(figures, figures.dropFirst() + [0]) {
      value += figure < after ? -figure : figure
    }
    guard value > 0, value < 4000, written(value) == figures, figures.first != 1000,
      figures.first != 500
    else { return nil }
    return (figures.count, value)
  }

  /// The figures of a number, in order.
  private static func written(_ value: Int) -> [Int] {
    var (rest, figures): (Int, [Int]) = (value, [])
    for (one, five, ten) in [(1000, 0, 0), (100, 500, 1000), (10, 50, 100), (1, 5, 10)] {
      let digit = rest / one
      rest -= digit * one
      switch digit {
      case 9: figures += [one, ten]
      case 5...8: figures += [five] + Array(repeating: one, count: digit - 5)
      case 4: figures += [one, five]
      default: figures += Array(repeating: one, count: digit)
      }
    }
    return figures
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
