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
  /// What a delivery changes in the sound of the voice, for voices that support it
  /// (`VoiceAbilities.supportsColour`).
  package var colour: VoiceColour?

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

/// Differences from the normal sound of a voice, for voices that this program synthesizes itself.
package struct VoiceColour: Codable, Hashable, Sendable {
  /// The factor of the melody's range.
  package var range = 1.0
  /// The level of breath, relative to a whisper.
  package var breath = 0.0
  /// The maximum deviation of a period, as a fraction of the period.
  package var roughness = 0.0
  /// The maximum deviation of the fundamental in a tremor, as a fraction.
  package var tremor = 0.0
  /// The decibels per octave that the voiced sound gains above 1 kHz and loses below it.
  package var tilt = 0.0
  /// Whether the speaker gasps for breath between words; nil if not.
  package var gasps: Bool?

  package init(
    range: Double = 1, breath: Double = 0, roughness: Double = 0, tremor: Double = 0,
    tilt: Double = 0, gasps: Bool? = nil
  ) {
    (self.range, self.breath, self.roughness) = (range, breath, roughness)
    (self.tremor, self.tilt, self.gasps) = (tremor, tilt, gasps)
  }

  /// Returns both differences together.
  package func combined(with other: VoiceColour) -> VoiceColour {
    VoiceColour(
      range: range * other.range, breath: breath + other.breath,
      roughness: roughness + other.roughness, tremor: tremor + other.tremor,
      tilt: tilt + other.tilt, gasps: gasps ?? other.gasps)
  }

  /// All numbers as text.
  package var key: String {
    [range, breath, roughness, tremor, tilt].map { "\($0)" }.joined(separator: "/")
      + (gasps == true ? "/gasps" : "")
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
    // Without a colour, the hash stays the same as before.
    if let colour = options.colour { add(colour.key) }
  }
}

/// The features of a provider's voices beyond reading a text in their default manner.
public struct VoiceAbilities: Sendable, Hashable {
  /// The supported tempos, as multiples of the voice's normal tempo.
  public var rates: ClosedRange<Double>
  /// Whether the pitch can be changed.
  public var supportsPitch: Bool
  /// Whether `[[…]]` in a text can enclose phonemes in the engine's own notation.
  public var supportsPhonemes: Bool
  /// Whether `[[…]]` in a text can enclose phonemes in IPA.
  public var supportsIPA: Bool
  /// Whether the voices follow a direction in words, such as a parenthetical (`VoiceOptions.style`).
  public var supportsDirections: Bool
  /// Whether the audio of a line depends on the texts before and after it.
  ///
  /// If true, requests must include these texts.
  public var usesContext: Bool
  /// Whether the voices act on `VoiceEngineRequest.wantsWordTimings`.
  ///
  /// False for engines that always return word timings, and for engines that never return them.
  public var supportsWordTimings: Bool
  /// Whether the voices act on `VoiceOptions.colour`, and call out sentences.
  package var supportsColour = false
  /// Which of `VoiceEngineRequest.stresses` the voices act on.
  package var stress = StressSupport.none
  /// Whether a second request for a line can give another take.
  package var varies = false
  /// The tempo at which a listener follows a book easily, as a multiple of the voice's normal tempo.
  package var calmRate = 1.0

  /// Creates abilities.
  ///
  /// The default abilities are those of an engine that accepts any tempo and pitch.
  public init(
    rates: ClosedRange<Double> = 0...Double.infinity, supportsPitch: Bool = true,
    supportsPhonemes: Bool = false, supportsIPA: Bool = false, supportsDirections: Bool = false,
    usesContext: Bool = false, supportsWordTimings: Bool = false
  ) {
    self.rates = rates
    self.supportsPitch = supportsPitch
    self.supportsPhonemes = supportsPhonemes
    self.supportsIPA = supportsIPA
    self.supportsDirections = supportsDirections
    self.usesContext = usesContext
    self.supportsWordTimings = supportsWordTimings
  }
}

/// The stresses that the voices of a provider act on.
package enum StressSupport: Sendable {
  case none
  /// Only those that the settings of a line ask for.
  /// Clips are paid for, so marks in a script must not change their requests.
  case requested
  /// Also those that a script marks by capitals, italics, bold or underlining.
  case marked
}
