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
