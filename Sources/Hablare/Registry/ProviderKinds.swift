/// The kinds of providers that a user can configure, in the order in which messages list them.
enum ProviderKinds {
  /// All kinds.
  ///
  /// To add a kind, add a folder to `Providers` and a line here.
  static let all: [any ProviderConfiguration.Type] = [
    EspeakConfiguration.self,
    HibariConfiguration.self,
    KokoroConfiguration.self,
    ElevenLabsConfiguration.self,
    OpenAIConfiguration.self,
    CommandConfiguration.self,
    PiperConfiguration.self,
  ]

  /// The providers that exist without a configuration entry, by id.
  static var builtIn: [String: ProviderSettings] {
    let providers = all.filter { $0.isBuiltIn }.map { kind in
      ProviderSettings(id: kind.type, kind: .init(kind.init()))
    }
    return Dictionary(uniqueKeysWithValues: providers.map { ($0.id, $0) })
  }
}
