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

/// The part of a text that a punctuation mark ends.
package enum TextPart {
  case clause, sentence
}

extension Character {
  /// The part that this mark ends; nil for other characters.
  /// A wide mark, such as `。`, ends the part even without whitespace after it.
  package var endedPart: (part: TextPart, isWide: Bool)? {
    switch self {
    case ".", "!", "?", "…", "؟", "۔", "։", "።": (.sentence, false)
    case "。", "！", "？", "｡", "．", "।", "॥", "။", "។": (.sentence, true)
    case ",", ";", ":", "–", "،", "؛": (.clause, false)
    case "，", "；", "：", "、", "—": (.clause, true)
    default: nil
    }
  }

  /// Whether the character is a quote or a bracket that can follow a mark at the end of a sentence.
  package var isClosingMark: Bool {
    if self == "\"" || self == "'" { return true }
    return switch unicodeScalars.first?.properties.generalCategory {
    case .finalPunctuation, .closePunctuation: true
    default: false
    }
  }

  /// Whether the character is a quote or a bracket that can open a sentence.
  package var isOpeningMark: Bool {
    if self == "\"" || self == "'" { return true }
    return switch unicodeScalars.first?.properties.generalCategory {
    case .initialPunctuation, .openPunctuation: true
    default: false
    }
  }
}

extension String {
  /// The text with control characters and direction marks written as escapes such as `\u{1B}`.
  /// Unescaped, such characters in a user's file could control the terminal.
  package var visible: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension String {
  /// The text escaped for XML, as content or as an attribute in double quotes.
  /// Characters that XML 1.0 does not allow are left out.
  package var inXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A number for display, without trailing zeros.
package struct Rounded: CustomStringConvertible {
  package let description: String

  package init(_ value: Double, decimals: Int) {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    // Adding zero turns −0 into 0.
    let text = String(describing: (value * scale).rounded() / scale + 0)
    description = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension StringProtocol {
  /// The text without the white space at its ends.
  package var trimmed: String {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}
