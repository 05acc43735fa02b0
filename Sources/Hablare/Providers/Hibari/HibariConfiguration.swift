/// The settings of the built-in hibari, which has none but the switch.
struct HibariConfiguration: ProviderConfiguration {
  typealias Key = NoKey

  static let type = HibariVoiceProvider.id
  static let isBuiltIn = true
  static let isSole = true
  static let hasPrices = false

  func displayName(of id: String) -> String { "Hibari" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    // One line at a time: words that no lexicon has are few. The line that a build has ready beside those that are
    // spoken waits in the worker: a process of a model takes 45 MB.
    HibariVoiceProvider(
      speller: EspeakNGVoiceEngine(slots: 1), slots: max(1, workshop.slots - 1),
      advice: workshop.advice)
  }
}

extension ProviderSettings.Kind {
  /// The built-in hibari.
  public static var hibari: Self { Self(HibariConfiguration()) }
}
