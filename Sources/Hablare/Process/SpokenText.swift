/// Checks of a text before a program speaks it.
enum SpokenText {
  /// Throws if the text is blank or cannot be passed to a program.
  static func check(_ text: String) throws(VoiceProviderError) {
    if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if text.unicodeScalars.contains("\0") {
      throw .invalidRequest("the text contains a null character")
    }
  }

  /// Returns whether the text contains a letter or a digit.
  ///
  /// Every voice can speak letters and digits.
  static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// Returns the text on one line.
  ///
  /// Characters that programs may read as line ends, and other control characters, become spaces.
  static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// Returns an estimate of the duration of speech, in seconds.
  ///
  /// The estimate assumes 15 characters a second, a usual reading speed.
  static func estimatedSeconds(_ text: String) -> Double {
    Double(text.unicodeScalars.count) / 15
  }

  /// Throws if `tag` is not a language tag.
  ///
  /// The tag comes from a project and becomes an argument of a program.
  static func checkLanguage(_ tag: String) throws(VoiceProviderError) {
    let isTag =
      tag.utf8.count <= 64 && tag.first?.isLetter ?? true
      && tag.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || byte == 45
      }
    if !isTag { throw .invalidRequest("'\(tag.prefix(64))' is not a language tag") }
  }
}
