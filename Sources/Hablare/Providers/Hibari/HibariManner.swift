import Glibc

/// How a line is to be spoken, in the graph's own numbers.
struct HibariManner: Hashable, Sendable {
  /// The graph's input: 2 is twice as fast.
  var speed: Double
  /// The factor of the fundamental.
  var pitch: Double
  /// The ratio by which the envelope is stretched.
  var formant: Double
  /// The factor of every sample.
  var gain: Double
  var whispers: Bool

  /// The name of the setting that no other provider knows.
  static let formantKey = "formant"
  /// The ratios that a cast may ask for: above, words are lost (measured).
  static let formants = 0.8...1.1
  /// The tempos that the graph takes.
  static let speeds = 0.5...2.0

  /// The manner of a voice, with what a request asks for besides.
  init(_ voice: HibariVoiceID, _ options: VoiceOptions) {
    let semitones = options.pitch + (voice.preset?.pitch ?? 0)
    let own = voice.preset?.formant ?? 1
    let asked = options.parameters[Self.formantKey].flatMap(Double.init) ?? 1
    speed = min(max(options.rate, Self.speeds.lowerBound), Self.speeds.upperBound)
    pitch = pow(2, semitones / 12)
    formant = own * asked
    gain = pow(10, options.gain / 20)
    whispers = voice.whispers
  }

  /// What is wrong with a provider's own settings; nil if nothing is.
  static func complaint(about parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == formantKey else { return "Hibari has no setting \"\(name)\"; it has formant" }
      guard let ratio = Double(value), formants.contains(ratio) else {
        return "formant must be a number from \(formants.lowerBound) to \(formants.upperBound), "
          + "not \"\(value)\""
      }
    }
    return nil
  }
}
