import Glibc

/// How a line is to be spoken by a Piper voice.
struct PiperManner: Hashable, Sendable {
  /// The tempo; 2 is twice as fast.
  var rate = 1.0
  /// The factor of every sample.
  var gain = 1.0
  /// How much the sound varies; nil for the voice's own.
  var noise: Double?
  /// How much the durations vary; nil for the voice's own.
  var width: Double?

  /// The settings that only Piper knows, by its own names for them.
  static let noiseKey = "noise_scale"
  static let widthKey = "noise_w"
  /// The tempos that voices take without losing words.
  static let rates = 0.5...2.0
  /// The variations that a cast may ask for.
  static let variations = 0.0...1.5

  init(_ options: VoiceOptions) {
    rate = min(max(options.rate, Self.rates.lowerBound), Self.rates.upperBound)
    gain = pow(10, options.gain / 20)
    noise = options.parameters[Self.noiseKey].flatMap(Double.init)
    width = options.parameters[Self.widthKey].flatMap(Double.init)
  }

  /// What is wrong with a provider's own settings; nil if nothing is.
  static func complaint(about parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == noiseKey || name == widthKey else {
        return "Piper has no setting \"\(name)\"; it has \(noiseKey) and \(widthKey)"
      }
      guard let number = Double(value), variations.contains(number) else {
        return "\(name) must be a number from \(VoiceURI.text(of: variations.lowerBound)) to "
          + "\(VoiceURI.text(of: variations.upperBound)), not \"\(value)\""
      }
    }
    return nil
  }
}
