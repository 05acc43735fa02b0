public import Guion
public import Hablare

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
