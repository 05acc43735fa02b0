/// Text as Piper takes it: a line of UTF-8.
enum PiperText {
  /// The text on one line; `[[` begins phonemes only if `isPhonemes`.
  ///
  /// Brackets that are not to begin phonemes get a blank between them, which is not heard.
  static func line(_ text: String, isPhonemes: Bool) -> String {
    let line = SpokenText.oneLine(text)
    if isPhonemes { return line }
    var result = ""
    var last: Character?
    for character in line {
      if character == "[", last == "[" { result.append(" ") }
      result.append(character)
      last = character
    }
    return result
  }
}
