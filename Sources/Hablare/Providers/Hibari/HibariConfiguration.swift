/// The configuration of the built-in hibari.
///
/// Its only setting switches it on or off.
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
    HibariVoiceProvider(parts: workshop.neuralParts, folder: nil, advice: workshop.advice)
  }
}

extension ProviderSettings.Kind {
  /// The built-in hibari.
  public static var hibari: Self { Self(HibariConfiguration()) }
}
