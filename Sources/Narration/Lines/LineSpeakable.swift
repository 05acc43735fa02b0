public import Hablare

/// A stored line with a voice: something to say, whose records belong to the line.
///
/// A store counts records of a line as those of its element as well
/// (`GuionElementModel.generatedContent(in:)`, `GenerationStore.elements(of:withAudio:)`).
public struct LineSpeakable: SpeakableItem {
  /// The line.
  public let line: SpeakableLine
  /// What the voice is asked for, in order: a request for each change of manner within a speech.
  ///
  /// `GenerationService.generate(line:)` joins them. As an item the line is a single text, in the manner of
  /// its first words.
  public let pieces: [SpeakableSpan]

  /// Who has the voice.
  public let voiceProvider: any VoiceProvider
  /// The voice, by the provider's name for it.
  public let voiceId: String
  /// The language of the words.
  public let languageCode: String
  /// The manner of the first words.
  public let voiceOptions: VoiceOptions
  /// The words of the line.
  public var textToSpeak: String { line.speakableText }
  /// The line's id.
  public var owningElement: String? { line.id }

  /// Makes an item of a line in a voice of the caller's choice, in one manner.
  ///
  /// `CastDocument` finds voice and manner by a cast.
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

  /// Makes an item of pieces; nil if there are none.
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
