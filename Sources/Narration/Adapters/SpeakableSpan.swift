public import Hablare

/// A span of a table read, with the provider of its voice: what an engine is asked for at once.
public struct SpeakableSpan: SpeakableItem {
  /// The span.
  public let span: SpokenSpan
  /// Who has the voice.
  public let voiceProvider: any VoiceProvider
  /// The element that has the words, by its id (`GuionElement.elementID`); nil for credits, and for
  /// elements without an id.
  public let owningElement: String?

  /// The voice, by the provider's name for it.
  public var voiceId: String { span.performance.voice.voiceId }
  /// The words as an engine is given them: an item is a text alone, so phonemes are left out.
  public var textToSpeak: String { span.hasPhonemes ? span.written ?? span.text : span.text }
  /// The language of the words.
  public var languageCode: String { span.performance.languageCode }
  /// The manner.
  public var voiceOptions: VoiceOptions { span.performance.options }

  /// Makes an item; a provider that nobody knows says so when it is asked to speak.
  init(_ span: SpokenSpan, directory: VoiceDirectory, owningElement: String?) {
    self.span = span
    self.owningElement = owningElement
    let id = span.performance.voice.providerId
    voiceProvider = directory.provider(id) ?? UnknownVoiceProvider(providerId: id)
  }
}
