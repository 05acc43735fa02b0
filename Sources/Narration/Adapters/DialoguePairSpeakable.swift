public import Guion
public import Hablare

/// A cue and a line of its dialogue, in the character's voice.
public struct DialoguePairSpeakable: SpeakableItem {
  /// The cue.
  public let character: GuionElement
  /// The dialogue.
  public let dialogue: GuionElement
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The spoken text: the dialogue, or "ALICE: …" if the item includes the name.
  public let textToSpeak: String
  /// The id of the dialogue (`GuionElement.elementID`).
  public var owningElement: String? { dialogue.elementID }

  /// Creates an item for a cue and its dialogue.
  ///
  /// If the item includes the name, the extensions of the cue are left out.
  public init(
    character: GuionElement, dialogue: GuionElement, voiceProvider: any VoiceProvider,
    voiceId: String, includeCharacterName: Bool = false,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cleaning: Cleaning = .rules(.fountain)
  ) {
    self.character = character
    self.dialogue = dialogue
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.languageCode = languageCode
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    let words = cleaning.words(of: dialogue, voice: voice, languageCode: languageCode)
    let name = CharacterNormalizer.name(of: character.elementText)
    textToSpeak = includeCharacterName && !words.isEmpty ? "\(name): \(words)" : words
  }
}
