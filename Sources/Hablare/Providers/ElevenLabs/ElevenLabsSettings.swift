import FoundationEssentials

/// A voice's settings in ElevenLabs' terms (`voice_settings`).
///
/// A nil member means the voice's own setting.
struct ElevenLabsSettings: Encodable, Equatable, Sendable {
  var stability: Double?
  var similarityBoost: Double?
  var style: Double?
  var useSpeakerBoost: Bool?
  var speed: Double?

  /// The speeds that the service accepts.
  static let speedRange = 0.7...1.2

  /// The names of parameters in `VoiceOptions.parameters` and in casts.
  enum Parameter: String, CaseIterable {
    case stability, similarity, style, speakerBoost, speed
  }

  enum CodingKeys: String, CodingKey {
    case stability, style, speed
    case similarityBoost = "similarity_boost"
    case useSpeakerBoost = "use_speaker_boost"
  }

  /// Reads the parameters and the rate.
  ///
  /// A parameter out of its range is an error. The rate multiplies the speed, and the product is
  /// clamped to the service's range. A product out of range is not an error, because deliveries
  /// ("quickly") and `--rate` multiply rates. A line spoken a little slower than requested is
  /// better than a failed line.
  init(_ options: VoiceOptions) throws(VoiceProviderError) {
    for (key, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      guard let parameter = Parameter(rawValue: key) else { throw Self.unknown(key) }
      switch parameter {
      case .stability: stability = try Self.number(value, key, in: 0...1)
      case .similarity: similarityBoost = try Self.number(value, key, in: 0...1)
      case .style: style = try Self.number(value, key, in: 0...1)
      case .speed: speed = try Self.number(value, key, in: Self.speedRange)
      case .speakerBoost:
        guard let flag = Bool(value) else {
          throw .invalidRequest("\(key) must be true or false, not \"\(Self.shown(value))\"")
        }
        useSpeakerBoost = flag
      }
    }
    guard options.rate.isFinite, options.rate > 0 else {
      throw .invalidRequest("the rate must be a number above 0")
    }
    if options.rate != 1 { speed = Self.kept((speed ?? 1) * options.rate) }
  }

  /// Whether all settings are the voice's own.
  var isEmpty: Bool { self == Self() }

  private init() {}

  /// Returns a speed clamped to the service's range and rounded to three decimals.
  private static func kept(_ speed: Double) -> Double {
    let rounded = (speed * 1000).rounded() / 1000
    return min(max(rounded, speedRange.lowerBound), speedRange.upperBound)
  }

  private static func number(
    _ text: String, _ key: String, in range: ClosedRange<Double>
  ) throws(VoiceProviderError) -> Double {
    // `Double` would also accept `nan`, `inf` and hexadecimal.
    guard text.utf8.allSatisfy(PercentEncoding.number.contains), let value = Double(text) else {
      throw .invalidRequest("\(key) must be a number, not \"\(shown(text))\"")
    }
    guard range.contains(value) else {
      let (low, high) = (VoiceURI.text(of: range.lowerBound), VoiceURI.text(of: range.upperBound))
      throw .invalidRequest("\(key) \(VoiceURI.text(of: value)) is out of range: \(low) to \(high)")
    }
    return value
  }

  private static func unknown(_ key: String) -> VoiceProviderError {
    let names = Parameter.allCases.map(\.rawValue)
    let hint = Spelling.hint(
      for: key, among: names, otherwise: "the parameters are \(names.joined(separator: ", "))")
    return .invalidRequest("ElevenLabs has no parameter \"\(shown(key))\"; \(hint)")
  }

  private static func shown(_ text: String) -> String { ServiceMessage.shown(text, limit: 40) }
}
