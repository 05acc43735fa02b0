/// One utterance for an engine: the text, the voice and the manner.
public struct VoiceEngineRequest: Hashable, Sendable {
  /// The words, or phonemes if `isPhonemes` is true; never markup.
  public var text: String
  /// The provider's name for the voice.
  public var voiceId: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// Tempo, pitch, level and other differences from the voice's own manner.
  public var options: VoiceOptions
  /// Whether `[[…]]` in `text` encloses phonemes in the engine's own notation.
  public var isPhonemes: Bool
  /// The preceding text, for providers that fit a line into its surroundings
  /// (`VoiceAbilities.usesContext`).
  public var previousText: String?
  /// The following text, for the same purpose.
  public var nextText: String?
  /// Whether the engine is asked for word timings (`VoiceAbilities.supportsWordTimings`).
  ///
  /// A cached clip without word timings still satisfies such a request.
  public var wantsWordTimings = false

  /// Creates a request, for plain text by default.
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
