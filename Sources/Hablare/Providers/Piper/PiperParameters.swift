import Glibc

/// The parameters for speaking a line with a Piper voice.
struct PiperParameters: Hashable, Sendable {
  /// The tempo; 2 is twice as fast.
  var rate = 1.0
  /// The factor for each sample.
  var gain = 1.0
  /// The variation of the audio, or nil for the voice's own variation.
  var noise: Double?
  /// The variation of the durations, or nil for the voice's own variation.
  var width: Double?

  /// The names of the settings that only Piper has.
  static let noiseKey = "noise_scale"
  static let widthKey = "noise_w"
  /// The tempos at which voices lose no words.
  static let rates = 0.5...2.0
  /// The variations that a cast may request.
  static let variations = 0.0...1.5

  init(_ options: VoiceOptions) {
    rate = min(max(options.rate, Self.rates.lowerBound), Self.rates.upperBound)
    gain = pow(10, options.gain / 20)
    noise = options.parameters[Self.noiseKey].flatMap(Double.init)
    width = options.parameters[Self.widthKey].flatMap(Double.init)
  }

  /// Returns the problem with the provider's own settings, or nil if there is no problem.
  static func problem(with parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == noiseKey || name == widthKey else {
        return "Piper has no setting \"\(name)\"; its own settings are \(noiseKey) and \(widthKey)"
      }
      guard let number = Double(value), variations.contains(number) else {
        return "\(name) must be a number from \(VoiceURI.text(of: variations.lowerBound)) to "
          + "\(VoiceURI.text(of: variations.upperBound)), not \"\(value)\""
      }
    }
    return nil
  }
}
