/// A text with the voice that speaks it, for apps that do not define an item type.
///
/// ```swift
/// let greeting = SpeakableText("Good evening.", voiceProvider: provider, voiceId: "en-gb")
/// let sound = try await greeting.speak()
/// ```
public struct SpeakableText: SpeakableItem {
  /// The provider that speaks the text.
  public var voiceProvider: any VoiceProvider
  /// The id that the provider uses for the voice.
  public var voiceId: String
  /// The words to speak.
  public var textToSpeak: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// The manner of speaking.
  public var voiceOptions: VoiceOptions
  /// The id of the element that the text belongs to; nil if it belongs to no element.
  public var owningElement: String?

  /// Creates an item from a text.
  ///
  /// The default language is the system's.
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
