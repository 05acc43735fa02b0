public import FoundationEssentials

/// Something that can be said: a text, and the voice that says it.
///
/// An item with nothing to say is an item still; its text has no letter and no digit, and it may be
/// empty. A whole of items that is spoken or estimated passes over it.
public protocol SpeakableItem: Sendable {
  /// Who speaks.
  var voiceProvider: any VoiceProvider { get }
  /// The voice, by the provider's own name for it.
  var voiceId: String { get }
  /// The words as they are to be spoken.
  var textToSpeak: String { get }
  /// The language of the words; the system's where the item does not say.
  var languageCode: String { get }
  /// How the voice is to speak; in its own manner where the item does not say.
  var voiceOptions: VoiceOptions { get }
  /// The element of a document that the item is spoken for, by its id; nil if it belongs to none.
  ///
  /// Records that a service makes of the item belong to the element: `GenerationStore` finds them by it, and
  /// removes them with it.
  var owningElement: String? { get }
}

extension SpeakableItem {
  /// The system's language.
  public var languageCode: String { LanguageCodeResolver.systemLanguageCode }

  /// The voice's own manner.
  public var voiceOptions: VoiceOptions { VoiceOptions() }

  /// None.
  public var owningElement: String? { nil }

  /// Whether the text has a letter or a digit, so that there is anything to hear.
  public var hasWords: Bool { textToSpeak.unicodeScalars.contains(where: \.isLetterOrDigit) }

  /// Speaks the item: sound of the provider's `mimeType`.
  ///
  /// Throws what the provider throws, and so `VoiceProviderError.invalidRequest` for blank text.
  public func speak() async throws -> Data {
    try await voiceProvider.generateAudio(
      text: textToSpeak, voiceId: voiceId, languageCode: languageCode, options: voiceOptions)
  }

  /// The provider's guess of how long the item will be, in seconds; 0 where it has no words.
  ///
  /// Providers guess by voice and text; the item's options do not count.
  public func estimateDuration() async -> TimeInterval {
    guard hasWords else { return 0 }
    return await voiceProvider.estimateDuration(text: textToSpeak, voiceId: voiceId)
  }

  /// Whether the provider has the item's voice.
  public func isVoiceAvailable() async -> Bool {
    await voiceProvider.isVoiceAvailable(voiceId: voiceId)
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "\0"..."\u{7F}": false
    default: properties.isAlphabetic || properties.numericType != nil
    }
  }
}
