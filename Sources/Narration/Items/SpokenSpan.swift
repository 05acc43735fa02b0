public import Hablare

/// Text spoken without a change of voice or settings: one request to an engine, one clip.
public struct SpokenSpan: Sendable, Hashable {
  /// The text as the engine gets it.
  public var text: String
  /// Whether `[[…]]` in the text encloses phonemes.
  public var hasPhonemes: Bool
  // `line` is declared directly after `hasPhonemes` because it then needs no extra memory. A book has thousands of
  // spans.
  /// The line of the document that the text comes from, counted from 1; 0 if unknown.
  public var line: Int32
  /// The text that a reader of captions sees, if it differs from the engine's text; otherwise nil.
  ///
  /// The engine's text can have phonemes, or the letters of acronyms separated by points. If the text has phonemes and
  /// this property is nil, captions show the text without the phonemes.
  public var written: String?
  /// The pause before the span, in milliseconds.
  ///
  /// In a table read, this is 0 for the first span of an item, because `Passage.pauseBefore` contains the pause.
  public var pauseBefore: Int
  /// The voice and its settings.
  public var performance: Performance

  /// The request to the provider.
  public var request: VoiceEngineRequest {
    VoiceEngineRequest(
      text: text, voiceId: performance.voice.voiceId, languageCode: performance.languageCode,
      options: performance.options, isPhonemes: hasPhonemes)
  }

  /// Creates a span.
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

extension SpokenSpan {
  /// The text to show: `written`, or else the engine's text with the phonemes removed.
  package var captionText: String {
    if let written { return written }
    guard hasPhonemes else { return text }
    var words = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      words += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
    }
    return words + rest
  }
}
