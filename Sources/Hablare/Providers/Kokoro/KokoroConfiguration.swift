/// The configuration of the built-in Kokoro.
///
/// Its only setting switches it on or off.
///
/// Before this provider existed, users could give the id `kokoro` to a server. Such an entry
/// replaces this provider.
struct KokoroConfiguration: ProviderConfiguration {
  typealias Key = NoKey

  static let type = KokoroVoiceProvider.id
  static let isBuiltIn = true
  static let isSole = true
  static let isReplaceable = true
  static let isKnownByID = false
  static let hasPrices = false

  func displayName(of id: String) -> String { "Kokoro" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    KokoroVoiceProvider(
      folders: VoiceFolders(environment: workshop.environment), parts: workshop.neuralParts,
      natural: NaturalFiles.folder(), advice: workshop.advice)
  }
}

extension ProviderSettings.Kind {
  /// The built-in Kokoro.
  public static var kokoro: Self { Self(KokoroConfiguration()) }
}
