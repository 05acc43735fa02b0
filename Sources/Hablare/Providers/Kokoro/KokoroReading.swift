import Phonemes

/// How Kokoro finds the phonemes of a language.
enum KokoroReading: Equatable, Sendable {
  /// By the lexicons of an English dialect.
  case english(EnglishDialect)
  /// By an espeak voice.
  case espeak(String)

  /// The languages that Kokoro was trained on besides English, with the espeak voices for them.
  private static let voices = [
    "es": "es", "fr": "fr-fr", "hi": "hi", "it": "it", "pt": "pt-br",
  ]

  /// Chooses the reading by the language of the text, or by the voice's language if the text's
  /// language is not known.
  ///
  /// If the text is English, an American or British voice keeps its own dialect.
  ///
  /// Throws `notSupported` with the reason if Kokoro cannot read the language.
  init(text: String, voice: String?) throws(VoiceProviderError) {
    let tag = (text.isEmpty ? voice ?? "en" : text).lowercased().replacing("_", with: "-")
    let language = String(tag.prefix { $0 != "-" })
    if language == "en" {
      let own = voice?.hasPrefix("en-") == true ? voice?.lowercased() : tag
      self = .english(own == "en-gb" ? .british : .american)
    } else if let voice = Self.voices[language] {
      self = .espeak(voice)
    } else if let reason = UnreadableLanguage.reason(tag) {
      throw .notSupported(reason)
    } else {
      throw .notSupported(
        "Kokoro does not speak \"\(tag)\": it knows English, Spanish, French, Hindi, Italian and "
          + "Portuguese")
    }
  }
}
