import Basics

/// The kinds of scalars in a line.
extension Unicode.Scalar {
  /// Whether the scalar is a letter, or a mark that belongs to the letter before it.
  /// The superscript letters of "1.º" are symbols here.
  var isWordLetter: Bool {
    isASCII ? isLetter : self != "º" && self != "ª" && (isLetter || isMark)
  }

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

  var plainDigit: Unicode.Scalar {
    if isASCII { return self }
    let digit = UInt32(properties.numericValue ?? 0)
    return Unicode.Scalar(0x30 + digit) ?? "0"
  }
}

extension Sequence<Unicode.Scalar> {
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
