public import Guion
public import Hablare

/// An element of a script or a document as an item for one voice.
public struct GuionElementSpeakable: SpeakableItem {
  /// The element.
  public let element: GuionElement
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The element's text as the engine gets it; empty if there is nothing to speak.
  public let textToSpeak: String
  /// The id of the element (`GuionElement.elementID`).
  public var owningElement: String? { element.elementID }

  /// Creates an item for an element.
  public init(
    element: GuionElement, voiceProvider: any VoiceProvider, voiceId: String,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cleaning: Cleaning = .rules(.fountain)
  ) {
    self.element = element
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.languageCode = languageCode
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    textToSpeak = cleaning.words(of: element, voice: voice, languageCode: languageCode)
  }
}
