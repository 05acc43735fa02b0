/// One utterance for an engine: what is said, by whom, and how.
public struct VoiceEngineRequest: Hashable, Sendable {
  /// The words, or phonemes where `isPhonemes` says so; never markup.
  public var text: String
  /// The provider's name for the voice.
  public var voiceId: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// Tempo, pitch, level and what else differs from the voice's own manner.
  public var options: VoiceOptions
  /// Whether `[[…]]` in `text` encloses phonemes in the engine's own notation.
  public var isPhonemes: Bool
  /// What is said before, for providers that fit a line into its surroundings (`VoiceAbilities.usesContext`).
  public var previousText: String?
  /// What is said after, likewise.
  public var nextText: String?
  /// Whether the engine is asked for the places of words (`VoiceAbilities.takesWordTimings`).
  ///
  /// A kept clip without places answers such a request as well.
  public var wantsWordTimings = false

  /// Makes a request for plain text, unless told that it holds phonemes.
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
