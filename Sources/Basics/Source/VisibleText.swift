extension String {
  /// The text with control characters and marks of direction as `\u{1B}`: raw, those of a user's file
  /// would steer the terminal.
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
