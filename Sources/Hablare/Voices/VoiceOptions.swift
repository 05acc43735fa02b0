import Basics

/// The manner in which a voice speaks, as differences from its own manner.
public struct VoiceOptions: Codable, Hashable, Sendable {
  /// Tempo as a multiple of the voice's own; 1 changes nothing.
  public var rate: Double
  /// Pitch in semitones above (positive) or below the voice's own.
  public var pitch: Double
  /// Level in decibels relative to the voice's own.
  public var gain: Double
  /// A direction such as `whispering`, for providers that understand one.
  public var style: String?
  /// The provider's model, if it has several.
  public var model: String?
  /// The seed for providers that draw random numbers.
  public var seed: Int?
  /// Settings that only one provider knows, under its own names.
  public var parameters: [String: String]

  /// Creates options; omitted options change nothing.
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
  /// Adds all speaking options.
  mutating func add(_ options: VoiceOptions) {
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
