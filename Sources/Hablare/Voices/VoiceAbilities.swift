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
