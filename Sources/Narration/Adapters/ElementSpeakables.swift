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

/// A section heading as an item, optionally with the name of its level before it.
public struct SectionHeadingSpeakable: SpeakableItem {
  /// The heading.
  public let heading: GuionElement
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The spoken text: "The Arrival", or "Act: The Arrival" with its level.
  ///
  /// "Act One" stays the same, because this title already names the level.
  public let textToSpeak: String
  /// The id of the heading (`GuionElement.elementID`).
  public var owningElement: String? { heading.elementID }

  /// Creates an item for a heading.
  public init(
    heading: GuionElement, voiceProvider: any VoiceProvider, voiceId: String,
    announceLevel: Bool = false, languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cleaning: Cleaning = .rules(.fountain)
  ) {
    self.heading = heading
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.languageCode = languageCode
    var cast = Cast()
    cast.speech.announceLevels = announceLevel
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    if !heading.isSpeakable {
      textToSpeak = ""
    } else if let rules = cleaning.rules(voice: voice, languageCode: languageCode, cast: cast) {
      textToSpeak = rules.words(of: heading)
    } else {
      let words = LanguageWords.of(languageCode)
      textToSpeak =
        announceLevel
        ? words.announced(heading.elementText, level: heading.elementType.level)
        : heading.elementText
    }
  }
}
