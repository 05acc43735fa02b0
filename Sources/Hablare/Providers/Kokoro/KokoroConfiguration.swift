/// The settings of the built-in Kokoro, which has none but the switch.
///
/// A server under the id `kokoro` is older than this provider: such an entry speaks in its place.
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
