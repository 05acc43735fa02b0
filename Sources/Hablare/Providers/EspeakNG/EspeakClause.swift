/// A clause as espeak reads it.
struct EspeakClause: Sendable, Equatable {
  /// The phonemes in the International Phonetic Alphabet.
  ///
  /// `^` ties the letters of one sound.
  var phonemes: String
  /// How far espeak has read into the text, in bytes: to the end of the clause and at most
  /// two characters further.
  var end: Int

  /// Parses a line of the worker's response.
  ///
  /// Nil if the line is invalid.
  init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int(parts[0]) else { return nil }
    (self.end, phonemes) = (end, String(parts[1]))
  }

  /// Returns a text as one line.
  ///
  /// Each line break and control character becomes a space, so that positions do not change.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBreak = scalar.value < 0x20 || scalar.value == 0x7F
      scalars.append(isBreak ? " " : scalar)
    }
    return String(scalars)
  }
}
