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

  /// Rounds to a number of decimals.
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
