/// A voice of Kokoro: `af_heart` is American and a woman's (VOICES.md of the model, where the first two
/// letters are defined: provider's data, not a guess).
struct KokoroName: Equatable {
  /// The BCP 47 tag.
  let language: String
  /// `female` or `male`.
  let gender: String
  /// The name behind the line, for people: `Heart`.
  let shown: String

  private static let languages: [Character: String] = [
    "a": "en-US", "b": "en-GB", "e": "es", "f": "fr-FR", "h": "hi", "i": "it", "j": "ja",
    "p": "pt-BR", "z": "zh",
  ]

  /// Reads an id; nil if it is not one of Kokoro's.
  init?(_ id: String) {
    let letters = Array(id)
    guard letters.count > 3, letters[2] == "_", letters[3].isLetter,
      let language = Self.languages[letters[0]],
      let gender = ["f": "female", "m": "male"][String(letters[1])]
    else { return nil }
    self.language = language
    self.gender = gender
    shown = letters[3].uppercased() + String(letters[4...])
  }

  /// Whether a list is Kokoro's: every id, but for OpenAI's, is of that form.
  static func names(all ids: [String], besides others: [String]) -> Bool {
    let own = ids.filter { !others.contains($0) }
    return !own.isEmpty && own.allSatisfy { KokoroName($0) != nil }
  }

  /// The voice with what its name says, where its server says nothing itself.
  func describing(_ voice: Voice) -> Voice {
    var voice = voice
    // A server that says only "en" says less than the name.
    if voice.language.map({ language.hasPrefix("\($0)-") }) ?? true { voice.language = language }
    voice.gender = voice.gender ?? gender
    return voice
  }
}
