public import Hablare

/// A voice with its settings for a span: everything that an engine and the mixer need except the text.
///
/// This is a class to save memory: a book has thousands of spans but only a few dozen performances.
public final class Performance: Sendable, Hashable {
  /// The voice that speaks: its provider and id, without a query.
  public let voice: VoiceURI
  /// The language of the text.
  public let languageCode: String
  /// The settings for the engine, such as rate and pitch.
  ///
  /// The gain is a separate property, because the mixer applies it.
  public let options: VoiceOptions
  /// The gain that the mixer applies, in decibels.
  public let gain: Double
  /// The audio effect that the mixer applies.
  public let effect: Delivery.Effect?

  /// The position of the voice between left (−1) and right (1), if there are two channels.
  public let pan: Double
  /// The performance of the same role without a delivery; nil if this performance has no delivery.
  /// The loudness of the voice is measured with this performance, so that a whisper stays quieter than normal speech.
  package let neutral: Performance?

  /// All properties except `pan` and `neutral`, as one line of text.
  /// The text is stored because the fingerprint of every span needs it.
  package let key: String

  /// Creates a performance.
  public init(
    voice: VoiceURI, languageCode: String, options: VoiceOptions, gain: Double,
    effect: Delivery.Effect?, pan: Double = 0, neutral: Performance? = nil
  ) {
    self.voice = voice
    self.languageCode = languageCode
    self.options = options
    self.gain = gain
    self.effect = effect
    self.pan = pan
    self.neutral = neutral
    key = Self.key(voice, languageCode, options, gain, effect)
  }

  private static func key(
    _ voice: VoiceURI, _ languageCode: String, _ options: VoiceOptions, _ gain: Double,
    _ effect: Delivery.Effect?
  ) -> String {
    let key =
      "\(voice) \(languageCode) \(options.rate) \(options.pitch) \(gain) \(effect?.rawValue ?? "")"
    // Properties that most voices do not have are left out if they are not set. So the fingerprints of existing books
    // stay the same.
    var others = options.parameters
    others["/model"] = options.model
    others["/seed"] = options.seed.map(String.init)
    others["/style"] = options.style
    guard !others.isEmpty else { return key }
    return others.sorted { $0.key < $1.key }.reduce(into: key) { result, setting in
      result += " \(setting.key)=\(setting.value.utf8.count):\(setting.value)"
    }
  }

  /// Whether both performances produce the same audio.
  public static func == (left: Performance, right: Performance) -> Bool {
    left === right
      || (left.key == right.key && left.options == right.options && left.pan == right.pan
        && left.neutral == right.neutral)
  }

  /// Hashes only `key`, because equal performances have the same key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
