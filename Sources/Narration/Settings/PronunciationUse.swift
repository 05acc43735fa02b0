/// Finds which of many pronunciations apply to a line.
package struct PronunciationUse {
  private struct Voicing: Hashable {
    var languageCode: String
    var notation: PhonemeNotation
  }

  private let pronunciations: [Pronunciation]
  private var rules: [Voicing: PronunciationRule] = [:]

  /// Prepares the pronunciations of a cast.
  package init(_ pronunciations: [Pronunciation]) { self.pronunciations = pronunciations }

  /// Returns the indices of the pronunciations that apply to an author's words.
  /// `speaker` is the name of the role, or empty for the narrator. `notation` is the notation of the role's voice.
  package mutating func numbers(
    in text: String, speaker: String, languageCode: String, notation: PhonemeNotation
  ) -> Set<Int> {
    guard !pronunciations.isEmpty else { return [] }
    let voicing = Voicing(languageCode: languageCode, notation: notation)
    let rule =
      rules[voicing]
      ?? PronunciationRule(pronunciations, languageCode: languageCode, notation: notation)
    rules[voicing] = rule
    return Set(rule.uses(in: Array(text.unicodeScalars), speaker: speaker).map(\.number))
  }
}
