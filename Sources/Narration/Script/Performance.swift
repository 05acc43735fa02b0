public import Hablare

/// A voice and the manner in which it speaks a span: all an engine needs but the words.
///
/// A class for the sake of memory: a book has thousands of spans and a few dozen performances.
public final class Performance: Sendable, Hashable {
  /// The voice that is asked to speak; its provider and id, without query.
  public let voice: VoiceURI
  /// The language of the words.
  public let languageCode: String
  /// Rate and pitch for the engine; gain is the mixer's.
  public let options: VoiceOptions
  /// Decibels the mixer adds.
  public let gain: Double
  /// A treatment the mixer applies.
  public let effect: Delivery.Effect?

  /// Everything above in one line of text, made once: a fingerprint needs it for every span.
  public let key: String

  /// Makes a performance.
  public init(
    voice: VoiceURI, languageCode: String, options: VoiceOptions, gain: Double,
    effect: Delivery.Effect?
  ) {
    self.voice = voice
    self.languageCode = languageCode
    self.options = options
    self.gain = gain
    self.effect = effect
    key =
      "\(voice) \(languageCode) \(options.rate) \(options.pitch) \(gain) \(effect?.rawValue ?? "")"
  }

  /// Whether both ask for the same sound.
  public static func == (left: Performance, right: Performance) -> Bool {
    left === right
      || (left.key == right.key && left.options == right.options)
  }

  /// Feeds what makes the sound.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
