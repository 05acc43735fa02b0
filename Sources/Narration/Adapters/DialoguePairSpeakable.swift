public import Guion
public import Hablare

/// A cue and what is said under it, in the character's voice.
public struct DialoguePairSpeakable: SpeakableItem {
  /// The cue.
  public let character: GuionElement
  /// What is said.
  public let dialogue: GuionElement
  /// Who has the voice.
  public let voiceProvider: any VoiceProvider
  /// The voice, by the provider's name for it.
  public let voiceId: String
  /// The language of the words.
  public let languageCode: String
  /// The words; "ALICE: …" where the name is said before them.
  public let textToSpeak: String
  /// What is said, by its id (`GuionElement.elementID`).
  public var owningElement: String? { dialogue.elementID }

  /// Makes an item of a speech; the cue's extensions are not part of the name.
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
