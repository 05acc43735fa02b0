/// What a provider's voices can be asked to do beside reading a text in their own manner.
public struct VoiceAbilities: Sendable, Hashable {
  /// The tempos they take, as multiples of their own.
  public var rates: ClosedRange<Double>
  /// Whether their pitch can be moved.
  public var takesPitch: Bool
  /// Whether `[[…]]` in a text may enclose phonemes.
  public var takesPhonemes: Bool
  /// Whether `[[…]]` in a text may enclose IPA instead.
  public var takesIPA: Bool
  /// Whether they act on a direction in words, such as a parenthetical (`VoiceOptions.style`).
  public var takesDirections: Bool
  /// Whether a line's sound depends on the texts around it, which are to be given with it then.
  public var usesContext: Bool
  /// Whether they act on `VoiceEngineRequest.wantsWordTimings`; false for engines that give the places
  /// of words unasked, and for those that never do.
  public var takesWordTimings: Bool

  /// Makes abilities; those of an engine that takes any tempo and pitch, unless told otherwise.
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
