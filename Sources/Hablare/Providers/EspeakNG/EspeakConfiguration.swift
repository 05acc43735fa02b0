/// The configuration of the built-in espeak, which has no settings.
struct EspeakConfiguration: ProviderConfiguration {
  typealias Key = NoKey

  static let type = EspeakNGVoiceEngine.id
  static let isBuiltIn = true
  static let isAlwaysEnabled = true
  static let isSole = true
  static let hasPrices = false

  func displayName(of id: String) -> String { "eSpeak NG" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    EspeakNGVoiceProvider(slots: workshop.slots)
  }
}

extension ProviderSettings.Kind {
  /// The built-in espeak.
  public static var espeak: Self { Self(EspeakConfiguration()) }
}
