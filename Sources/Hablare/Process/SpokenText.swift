/// What can be said of a text before a program is asked to speak it.
enum SpokenText {
  /// Refuses text that says nothing, and text that no program can be given.
  static func check(_ text: String) throws(VoiceProviderError) {
    if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if text.unicodeScalars.contains("\0") { throw .invalidRequest("the text has a zero character") }
  }

  /// Whether there is anything in the text that is sure to be spoken.
  static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// The text on one line: what programs may take for a line's end, and other control characters,
  /// become blanks.
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

  /// A guess of how long speech takes, in seconds: 15 characters a second, a usual reading's.
  static func estimatedSeconds(_ text: String) -> Double {
    Double(text.unicodeScalars.count) / 15
  }

  /// Refuses what is no language tag: it becomes a program's argument, and comes from a project.
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
