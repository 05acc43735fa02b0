public import Hablare

/// A stored line with a voice, as an item.
///
/// Audio that is generated for the item belongs to the line.
///
/// A store also returns this audio for the element of the line (`GuionElementModel.generatedContent(in:)`,
/// `GenerationStore.elements(of:withAudio:)`).
public struct LineSpeakable: SpeakableItem {
  /// The line.
  public let line: SpeakableLine
  /// The requests to the voice, in order.
  ///
  /// There is one request for each change of voice or settings within a speech. `GenerationService.generate(line:)`
  /// joins the audio of the requests. As an item, the line is a single text with the settings of its first piece.
  public let pieces: [SpeakableSpan]

  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The settings of the first piece.
  public let voiceOptions: VoiceOptions
  /// The text of the line.
  public var textToSpeak: String { line.speakableText }
  /// The id of the line.
  public var owningElement: String? { line.id }

  /// Creates an item for a line with a voice that the caller chooses.
  ///
  /// `CastDocument.item(for:)` returns an item with the voice and the settings of a cast.
  public init(
    _ line: SpeakableLine, voiceProvider: any VoiceProvider, voiceId: String,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    voiceOptions: VoiceOptions = VoiceOptions()
  ) {
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    let performance = Performance(
      voice: voice, languageCode: languageCode, options: voiceOptions, gain: 0, effect: nil)
    let span = SpokenSpan(text: line.speakableText, performance: performance)
    self.init(
      line,
      first: SpeakableSpan(
        span, directory: VoiceDirectory([voiceProvider]), owningElement: line.id))
  }

  /// Creates an item from pieces; nil if there are no pieces.
  init?(_ line: SpeakableLine, pieces: [SpeakableSpan]) {
    guard let first = pieces.first else { return nil }
    self.init(line, first: first, others: pieces.dropFirst())
  }

  private init(
    _ line: SpeakableLine, first: SpeakableSpan, others: ArraySlice<SpeakableSpan> = []
  ) {
    self.line = line
    pieces = [first] + others
    voiceProvider = first.voiceProvider
    (voiceId, languageCode) = (first.voiceId, first.languageCode)
    voiceOptions = first.voiceOptions
  }
}
