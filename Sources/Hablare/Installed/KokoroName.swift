/// The meaning of a Kokoro voice's name.
///
/// `af_heart` is American and female. The model's VOICES.md defines the first two letters, so this
/// is the provider's data and not a guess.
struct KokoroName: Equatable {
  /// The BCP 47 tag.
  let language: String
  /// `female` or `male`.
  let gender: String
  /// The name after the underscore, for users: `Heart`.
  let shown: String

  private static let languages: [Character: String] = [
    "a": "en-US", "b": "en-GB", "e": "es", "f": "fr-FR", "h": "hi", "i": "it", "j": "ja",
    "p": "pt-BR", "z": "zh",
  ]

  /// Parses the id of a voice; nil if the id does not have the form of Kokoro's ids.
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

  /// Returns whether all ids except `others` have the form of Kokoro's ids.
  ///
  /// Returns false if there are no ids except `others`.
  static func names(all ids: [String], besides others: [String]) -> Bool {
    let own = ids.filter { !others.contains($0) }
    return !own.isEmpty && own.allSatisfy { KokoroName($0) != nil }
  }

  /// Returns the voice with the language and the gender that its name states.
  ///
  /// A gender or language that the server states is kept. Only a missing region is added.
  func describing(_ voice: Voice) -> Voice {
    var voice = voice
    // A server may state only "en". The name also states the region.
    if voice.language.map({ language.hasPrefix("\($0)-") }) ?? true { voice.language = language }
    voice.gender = voice.gender ?? gender
    return voice
  }
}
