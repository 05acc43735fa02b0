public import Hablare

/// A span of a table read, with the provider of its voice: one request to an engine.
public struct SpeakableSpan: SpeakableItem {
  /// The span.
  public let span: SpokenSpan
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the element that contains the text of the span (`GuionElement.elementID`).
  ///
  /// Nil for credits, and for elements without an id.
  public let owningElement: String?

  /// The id of the voice at its provider.
  public var voiceId: String { span.performance.voice.voiceId }
  /// The text as the engine gets it.
  ///
  /// An item is plain text, so phonemes are left out.
  public var textToSpeak: String { span.hasPhonemes ? span.written ?? span.text : span.text }
  /// The language of the text.
  public var languageCode: String { span.performance.languageCode }
  /// The rate, pitch and other settings of the voice.
  public var voiceOptions: VoiceOptions { span.performance.options }

  /// Creates an item.
  /// If the provider is unknown, speaking the item throws an error.
  package init(_ span: SpokenSpan, directory: VoiceDirectory, owningElement: String?) {
    self.span = span
    self.owningElement = owningElement
    let id = span.performance.voice.providerId
    voiceProvider = directory.provider(id) ?? UnknownVoiceProvider(providerId: id)
  }
}
