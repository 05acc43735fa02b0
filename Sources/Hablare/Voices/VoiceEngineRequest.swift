/// One utterance for an engine: the text, the voice and the manner of speaking.
public struct VoiceEngineRequest: Hashable, Sendable {
  /// The words to speak, without markup; they can contain phonemes if `isPhonemes` is true.
  public var text: String
  /// The id that the provider uses for the voice.
  public var voiceId: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// Tempo, pitch, level and other differences from the voice's normal manner.
  public var options: VoiceOptions
  /// Whether `[[…]]` in `text` encloses phonemes in the engine's own notation.
  public var isPhonemes: Bool
  /// The text before this text, for providers whose audio depends on it
  /// (`VoiceAbilities.usesContext`).
  public var previousText: String?
  /// The text after this text, for providers whose audio depends on it
  /// (`VoiceAbilities.usesContext`).
  public var nextText: String?
  /// Whether the engine is asked to return word timings (`VoiceAbilities.supportsWordTimings`).
  ///
  /// Such a request can still be answered with a cached clip that has no word timings.
  public var wantsWordTimings = false

  /// Creates a request.
  ///
  /// By default it contains plain text.
  public init(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions = VoiceOptions(),
    isPhonemes: Bool = false
  ) {
    self.text = text
    self.voiceId = voiceId
    self.languageCode = languageCode
    self.options = options
    self.isPhonemes = isPhonemes
  }
}
