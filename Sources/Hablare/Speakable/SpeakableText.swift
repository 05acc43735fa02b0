/// A text and the voice that says it, for apps that need no type of their own.
///
/// ```swift
/// let greeting = SpeakableText("Good evening.", voiceProvider: provider, voiceId: "en-gb")
/// let sound = try await greeting.speak()
/// ```
public struct SpeakableText: SpeakableItem {
  /// Who speaks.
  public var voiceProvider: any VoiceProvider
  /// The voice, by the provider's own name for it.
  public var voiceId: String
  /// The words as they are to be spoken.
  public var textToSpeak: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// How the voice is to speak.
  public var voiceOptions: VoiceOptions
  /// The element that the text is spoken for, by its id; nil if it belongs to none.
  public var owningElement: String?

  /// Makes an item of a text; without a language it is the system's.
  public init(
    _ textToSpeak: String, voiceProvider: any VoiceProvider, voiceId: String,
    languageCode: String? = nil, voiceOptions: VoiceOptions = VoiceOptions(),
    owningElement: String? = nil
  ) {
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.textToSpeak = textToSpeak
    self.languageCode = LanguageCodeResolver.resolve(languageCode)
    self.voiceOptions = voiceOptions
    self.owningElement = owningElement
  }
}
