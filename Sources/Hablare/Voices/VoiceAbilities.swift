/// The features of a provider's voices beyond reading a text in their default manner.
public struct VoiceAbilities: Sendable, Hashable {
  /// The supported tempos, as multiples of the voice's own.
  public var rates: ClosedRange<Double>
  /// Whether the pitch can be changed.
  public var takesPitch: Bool
  /// Whether `[[…]]` in a text can enclose phonemes.
  public var takesPhonemes: Bool
  /// Whether `[[…]]` in a text can enclose IPA instead.
  public var takesIPA: Bool
  /// Whether the voices follow a direction in words, such as a parenthetical (`VoiceOptions.style`).
  public var takesDirections: Bool
  /// Whether the audio of a line depends on the texts around it, so that requests must include those
  /// texts.
  public var usesContext: Bool
  /// Whether the voices act on `VoiceEngineRequest.wantsWordTimings`.
  ///
  /// False for engines that always return word timings, and for those that never do.
  public var takesWordTimings: Bool

  /// Creates abilities; by default those of an engine that accepts any tempo and pitch.
  public init(
    rates: ClosedRange<Double> = 0...Double.infinity, takesPitch: Bool = true,
    takesPhonemes: Bool = false, takesIPA: Bool = false, takesDirections: Bool = false,
    usesContext: Bool = false, takesWordTimings: Bool = false
  ) {
    self.rates = rates
    self.takesPitch = takesPitch
    self.takesPhonemes = takesPhonemes
    self.takesIPA = takesIPA
    self.takesDirections = takesDirections
    self.usesContext = usesContext
    self.takesWordTimings = takesWordTimings
  }
}
