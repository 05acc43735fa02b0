package import Basics

/// The manner in which a voice speaks, as differences from the voice's normal manner.
public struct VoiceOptions: Codable, Hashable, Sendable {
  /// The tempo as a multiple of the voice's normal tempo; 1 changes nothing.
  public var rate: Double
  /// The pitch in semitones above (positive) or below (negative) the voice's normal pitch.
  public var pitch: Double
  /// The level in decibels above (positive) or below (negative) the voice's normal level.
  public var gain: Double
  /// A direction such as `whispering`, for providers that follow directions.
  public var style: String?
  /// The voice model of the provider, if the provider has several.
  public var model: String?
  /// The seed for providers that draw random numbers.
  public var seed: Int?
  /// Settings that only one provider has, keyed by the provider's own names.
  public var parameters: [String: String]

  /// Creates options.
  ///
  /// Omitted options change nothing.
  public init(
    rate: Double = 1, pitch: Double = 0, gain: Double = 0, style: String? = nil,
    model: String? = nil, seed: Int? = nil, parameters: [String: String] = [:]
  ) {
    self.rate = rate
    self.pitch = pitch
    self.gain = gain
    self.style = style
    self.model = model
    self.seed = seed
    self.parameters = parameters
  }
}

extension FieldHasher {
  /// Adds all options to the hash.
  package mutating func add(_ options: VoiceOptions) {
    add(options.rate)
    add(options.pitch)
    add(options.gain)
    add(options.style)
    add(options.model)
    add(options.seed != nil)
    if let seed = options.seed { add(seed) }
    add(options.parameters.count)
    for (name, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      add(name)
      add(value)
    }
  }
}
