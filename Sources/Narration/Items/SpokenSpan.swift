public import Hablare

/// Words spoken in one breath and one manner: one engine request, one clip.
public struct SpokenSpan: Sendable, Hashable {
  /// The words as the engine is given them.
  public var text: String
  /// Whether `[[…]]` in the text encloses phonemes.
  public var hasPhonemes: Bool
  // Here, beside the flag, it costs no byte: a book has thousands of spans.
  /// The line of the document that the words came from, from 1; 0 where there is none.
  public var line: Int32
  /// The words that a reader of captions sees, where the engine's are others; nil where they are the same.
  ///
  /// The engine's have phonemes, or letters of acronyms with points. For text with phonemes, nil is the text without
  /// them.
  public var written: String?
  /// The pause before it, in milliseconds; the first span's counts against the pause before its item.
  public var pauseBefore: Int
  /// Who speaks, and how.
  public var performance: Performance

  /// What the provider is asked for.
  public var request: VoiceEngineRequest {
    VoiceEngineRequest(
      text: text, voiceId: performance.voice.voiceId, languageCode: performance.languageCode,
      options: performance.options, isPhonemes: hasPhonemes)
  }

  /// Makes a span.
  public init(
    text: String, hasPhonemes: Bool = false, written: String? = nil, pauseBefore: Int = 0,
    performance: Performance, line: Int = 0
  ) {
    self.text = text
    self.hasPhonemes = hasPhonemes
    self.written = written
    self.pauseBefore = pauseBefore
    self.performance = performance
    self.line = Int32(clamping: line)
  }
}
