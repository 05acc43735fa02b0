public import Guion
public import Hablare

/// An element of a script or a document as something one voice can say.
public struct GuionElementSpeakable: SpeakableItem {
  /// The element.
  public let element: GuionElement
  /// Who has the voice.
  public let voiceProvider: any VoiceProvider
  /// The voice, by the provider's name for it.
  public let voiceId: String
  /// The language of the words.
  public let languageCode: String
  /// The element's words as an engine is given them; empty where it has nothing to say.
  public let textToSpeak: String
  /// The element, by its id (`GuionElement.elementID`).
  public var owningElement: String? { element.elementID }

  /// Makes an item of an element.
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
