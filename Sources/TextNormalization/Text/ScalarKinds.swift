/// The kinds of scalars in a line.
extension Unicode.Scalar {
  /// Whether the scalar is a letter, or a mark that belongs to the letter before it.
  ///
  /// The superscript letters of "1.º" are symbols here.
  var isLetter: Bool {
    if isASCII { return (0x41...0x5A).contains(value & ~0x20) }
    if self == "º" || self == "ª" { return false }
    return properties.isAlphabetic || properties.generalCategory == .nonspacingMark
  }

  /// Whether the scalar is a decimal digit of any writing system.
  var isDigit: Bool {
    isASCII ? (0x30...0x39).contains(value) : properties.numericType == .decimal
  }

  var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  var isCapital: Bool {
    isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase
  }

  var isSmall: Bool {
    isASCII ? (0x61...0x7A).contains(value) : properties.isLowercase
  }

  var isApostrophe: Bool { self == "'" || self == "’" }

  /// Whether the scalar closes a quotation.
  var isClosingQuote: Bool {
    self == "\"" || self == "”" || self == "’" || self == "»" || self == "'" || self == "“"
  }

  /// Whether the scalar opens a quotation or a bracket.
  var opensGroup: Bool {
    switch self {
    case "\"", "“", "„", "«", "(", "[", "'", "‘", "¿", "¡", "»": true
    default: false
    }
  }

  /// Whether the scalar is a hyphen or a dash that can be between two numbers.
  var isDash: Bool { self == "-" || self == "–" || self == "\u{2011}" || self == "‒" }

  /// Whether the scalar belongs to a writing system without spaces between words.
  var isIdeograph: Bool {
    !isASCII && (properties.isIdeographic || (0x3040...0x30FF).contains(value))
  }

  /// The digit as ASCII.
  var plainDigit: Unicode.Scalar {
    if isASCII { return self }
    let digit = UInt32(properties.numericValue ?? 0)
    return Unicode.Scalar(0x30 + digit) ?? "0"
  }
}

extension Sequence<Unicode.Scalar> {
  /// The scalars as text.
  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirst: String {
    guard let first else { return "" }
    return first.uppercased() + dropFirst()
  }
}
