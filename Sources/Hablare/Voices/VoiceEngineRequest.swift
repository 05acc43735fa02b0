/// One utterance for an engine: the text, the voice and the manner of speaking.
public struct VoiceEngineRequest: Hashable, Sendable {
  /// The text to speak, without markup.
  ///
  /// If `isPhonemes` is true, the text can contain phonemes.
  public var text: String
  /// The id that the provider uses for the voice.
  public var voiceId: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// Tempo, pitch, level and other differences from the voice's normal manner.
  public var options: VoiceOptions
  /// Whether `[[…]]` in `text` encloses phonemes, in IPA or in the engine's own notation (see
  /// `VoiceAbilities`).
  public var isPhonemes: Bool
  /// The text before `text`, for providers whose audio depends on the surrounding text
  /// (`VoiceAbilities.usesContext`).
  public var previousText: String?
  /// The text after `text`, for providers whose audio depends on the surrounding text
  /// (`VoiceAbilities.usesContext`).
  public var nextText: String?
  /// Whether the engine is asked to return word timings (`VoiceAbilities.supportsWordTimings`).
  ///
  /// Even if true, the answer can be a cached clip that has no word timings.
  public var wantsWordTimings = false
  /// The words to stress, in order (`VoiceAbilities.stress`).
  package var stresses: [VoiceStress] = []
  /// The number of the take if the author asked for another one, from 2; 0 for the first (`VoiceAbilities.varies`).
  package var take = 0

  /// Creates a request.
  ///
  /// By default, `text` is plain text without phonemes.
  public init(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions = VoiceOptions(),
    isPhonemes: Bool = false
  ) {
    self.text = text
    self.voiceId = voiceId
    self.languageCode = languageCode
    self.options = options
    self.isPhonemes = isPhonemes
  }
}

/// Words that are spoken with more force than the words around them.
package struct VoiceStress: Hashable, Sendable {
  /// The place of the words in the text, in Unicode scalars.
  package var range: Range<Int>
  /// Whether the words are a sentence that is called out; otherwise they are stressed within their sentence.
  package var isCalled: Bool

  package init(_ range: Range<Int>, isCalled: Bool = false) {
    (self.range, self.isCalled) = (range, isCalled)
  }

  /// The stress as text for keys and fingerprints.
  package var key: String { "\(isCalled ? "called" : "stressed") \(range)" }
}

extension VoiceEngineRequest {
  /// The places in the text that are stressed within their sentences.
  var stressedRanges: [Range<Int>] { stresses.filter { !$0.isCalled }.map(\.range) }
}
