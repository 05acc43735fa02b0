import Glibc

/// The parameters for speaking a line, as numbers for the worker.
struct HibariParameters: Hashable, Sendable {
  /// The tempo for the model: 2 is twice as fast.
  var speed: Double
  /// The factor for the fundamental frequency.
  var pitch: Double
  /// The ratio for stretching the spectral envelope.
  var formant: Double
  /// The factor for each sample.
  var gain: Double
  var whispers: Bool
  /// The level of breath in the voice.
  var breath: Double
  /// The deviation of the periods.
  var roughness: Double
  /// The deviation of the fundamental in a tremor.
  var tremor: Double
  /// The tilt of the voiced sound, in decibels per octave.
  var tilt: Double

  /// The name of the setting that only this provider has.
  static let formantKey = "formant"
  /// The ratios that a cast may request in `formant`.
  ///
  /// At higher ratios, words are lost (measured).
  static let formants = 0.8...1.1
  /// The tempos that the model accepts.
  static let speeds = 0.5...2.0

  /// Combines a voice's parameters with the options of a request.
  init(_ voice: HibariVoiceID, _ options: VoiceOptions) {
    let semitones = options.pitch + (voice.preset?.pitch ?? 0)
    let own = voice.preset?.formant ?? 1
    let asked = options.parameters[Self.formantKey].flatMap(Double.init) ?? 1
    let rate = options.rate * (voice.preset?.rate ?? 1)
    speed = min(max(rate, Self.speeds.lowerBound), Self.speeds.upperBound)
    pitch = pow(2, semitones / 12)
    formant = own * asked
    gain = pow(10, options.gain / 20)
    whispers = voice.whispers
    let texture = voice.preset?.texture ?? HibariPreset.Texture()
    (breath, roughness) = (texture.breath, texture.roughness)
    (tremor, tilt) = (texture.tremor, texture.tilt)
  }

  /// Returns the problem with the provider's own settings, or nil if there is no problem.
  static func problem(with parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == formantKey else {
        let names = VoiceURI.queryKeys.joined(separator: ", ")
        return "Hibari has no setting \"\(name)\"; use \(names) or \(formantKey)"
      }
      guard let ratio = Double(value), formants.contains(ratio) else {
        return "formant must be a number from \(formants.lowerBound) to \(formants.upperBound), "
          + "not \"\(value)\""
      }
    }
    return nil
  }
}
