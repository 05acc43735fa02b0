/// A clause as espeak has read it.
struct EspeakClause: Sendable, Equatable {
  /// The phonemes, in the International Phonetic Alphabet with `^` as the tie of sounds that are one.
  var phonemes: String
  /// How far into the text espeak has read, in bytes: to the end of the clause, and up to two signs further.
  var end: Int

  /// Reads a line of the worker's answer; nil if it is none.
  init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int(parts[0]) else { return nil }
    (self.end, phonemes) = (end, String(parts[1]))
  }

  /// A text on one line: each line break and control character becomes a space, so that places stay.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBreak = scalar.value < 0x20 || scalar.value == 0x7F
      scalars.append(isBreak ? " " : scalar)
    }
    return String(scalars)
  }
}
