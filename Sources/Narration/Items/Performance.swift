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

  /// Where between left (−1) and right (1) the voice is, with two channels.
  public let pan: Double
  /// The role's own manner, where this is another by a delivery: its level is that of the role.
  public let neutral: Performance?

  /// Everything but place and neutral manner in one line of text, made once: a fingerprint needs it for every span.
  public let key: String

  /// Makes a performance.
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
    // What most voices have not is left out, so that their books keep their fingerprints.
    var others = options.parameters
    others["/model"] = options.model
    others["/seed"] = options.seed.map(String.init)
    others["/style"] = options.style
    guard !others.isEmpty else { return key }
    return others.sorted { $0.key < $1.key }.reduce(into: key) { result, setting in
      result += " \(setting.key)=\(setting.value.utf8.count):\(setting.value)"
    }
  }

  /// Whether both ask for the same sound.
  public static func == (left: Performance, right: Performance) -> Bool {
    left === right
      || (left.key == right.key && left.options == right.options && left.pan == right.pan
        && left.neutral == right.neutral)
  }

  /// Feeds what makes the sound.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
