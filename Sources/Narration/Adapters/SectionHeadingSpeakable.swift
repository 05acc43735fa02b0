public import Guion
public import Hablare

/// A section heading, with the name of its level before it where that is wanted.
public struct SectionHeadingSpeakable: SpeakableItem {
  /// The heading.
  public let heading: GuionElement
  /// Who has the voice.
  public let voiceProvider: any VoiceProvider
  /// The voice, by the provider's name for it.
  public let voiceId: String
  /// The language of the words.
  public let languageCode: String
  /// The words: "The Arrival", or "Act: The Arrival" with its level; "Act One" says it already.
  public let textToSpeak: String
  /// The heading, by its id (`GuionElement.elementID`).
  public var owningElement: String? { heading.elementID }

  /// Makes an item of a heading.
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
