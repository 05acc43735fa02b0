public import Hablare

/// A span of a table read, with the provider of its voice: what an engine is asked for at once.
public struct SpeakableSpan: SpeakableItem {
  /// The span.
  public let span: SpokenSpan
  /// Who has the voice.
  public let voiceProvider: any VoiceProvider

  /// The voice, by the provider's name for it.
  public var voiceId: String { span.performance.voice.voiceId }
  /// The words as an engine is given them.
  public var textToSpeak: String { span.text }
  /// The language of the words.
  public var languageCode: String { span.performance.languageCode }
  /// The manner.
  public var voiceOptions: VoiceOptions { span.performance.options }

  /// Makes an item; a provider that nobody knows says so when it is asked to speak.
  init(_ span: SpokenSpan, directory: VoiceDirectory) {
    self.span = span
    let id = span.performance.voice.providerId
    voiceProvider = directory.provider(id) ?? UnknownVoiceProvider(providerId: id)
  }
}
