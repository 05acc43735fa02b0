import Basics
public import FoundationEssentials

/// A text with the voice that speaks it.
///
/// An item can have no words: its text then has no letter and no digit, and may be empty. Functions
/// that speak or estimate several items skip such an item.
public protocol SpeakableItem: Sendable {
  /// The provider that speaks the text.
  var voiceProvider: any VoiceProvider { get }
  /// The id that the provider uses for the voice.
  var voiceId: String { get }
  /// The words to speak.
  var textToSpeak: String { get }
  /// The language of the words; by default the system's.
  var languageCode: String { get }
  /// The manner of speaking; by default the voice's normal manner.
  var voiceOptions: VoiceOptions { get }
  /// The id of the document element that the item belongs to; nil if it belongs to no element.
  ///
  /// The records that a `GenerationService` stores for the item belong to this element.
  /// `GenerationStore` finds records by their element, and removes the records when it removes the
  /// element.
  var owningElement: String? { get }
}

extension SpeakableItem {
  /// The system's language.
  public var languageCode: String { LanguageCodeResolver.systemLanguageCode }

  /// The voice's normal manner.
  public var voiceOptions: VoiceOptions { VoiceOptions() }

  /// Nil by default.
  public var owningElement: String? { nil }

  /// Whether the text has a letter or a digit and can therefore be heard.
  public var hasWords: Bool { textToSpeak.unicodeScalars.contains(where: \.isLetterOrNumber) }

  /// Speaks the item and returns the audio, in the provider's `mimeType`.
  ///
  /// Throws any error of the provider, such as `VoiceProviderError.invalidRequest` for blank text.
  public func speak() async throws -> Data {
    try await voiceProvider.generateAudio(
      text: textToSpeak, voiceId: voiceId, languageCode: languageCode, options: voiceOptions)
  }

  /// Returns the provider's estimate of the item's length in seconds; 0 if the item has no words.
  ///
  /// The provider estimates from the voice and the text, and ignores the item's options.
  public func estimateDuration() async -> TimeInterval {
    guard hasWords else { return 0 }
    return await voiceProvider.estimateDuration(text: textToSpeak, voiceId: voiceId)
  }

  /// Returns whether the provider has the item's voice.
  public func isVoiceAvailable() async -> Bool {
    await voiceProvider.isVoiceAvailable(voiceId: voiceId)
  }
}
