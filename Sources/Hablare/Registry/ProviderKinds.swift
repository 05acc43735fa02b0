public import FoundationEssentials

/// The kinds of providers that a user can configure, in the order in which messages list them.
enum ProviderKinds {
  /// All kinds.
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

/// What the program tells people about a built-in provider.
/// The provider's own folder states it.
package struct ProviderFacts: Sendable {
  /// The id of the provider, and the type of its entry in `config.json`.
  package let id: String
  /// The name shown to people.
  package let name: String
  /// A description in short sentences.
  package let summary: String
  /// The environment variables of the key; empty if the provider needs no key.
  package let keyVariables: [String]
  /// The maximum number of characters in one request; nil if there is no such limit.
  package let textLimit: Int?

  package static let builtIn = ProviderKinds.all.filter { $0.isBuiltIn }.map { ProviderFacts($0) }

  private init<Kind: ProviderConfiguration>(_ kind: Kind.Type) {
    let usual = Kind()
    (id, name) = (kind.type, usual.displayName(of: kind.type))
    (summary, textLimit) = (kind.summary ?? "", kind.textLimit)
    keyVariables = usual.keyVariables ?? []
  }

  /// Returns the facts about the built-in provider with an id; nil if there is none.
  package static func of(_ id: String) -> ProviderFacts? { builtIn.first { $0.id == id } }
}

extension CredentialVariables {
  /// Creates the list of environment variables that can contain keys.
  ///
  /// It contains the variables of the built-in services (such as `ELEVENLABS_API_KEY`) and of the
  /// providers in the user's configuration.
  public init(configuration: UserConfiguration) {
    self.init(ProviderKinds.builtIn.compactMapValues { $0.kind.configuration.keyVariables })
    for provider in configuration.providers {
      names[provider.id] = provider.kind.configuration.keyVariables
    }
  }
}

extension CredentialStore {
  /// Creates the store for this user and this process.
  ///
  /// The environment variables of keys are those of the user's configuration and of the built-in
  /// services.
  public init(
    configuration: UserConfiguration = UserConfiguration(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(
      environment: environment, folder: ConfigurationFolder.path(environment: environment),
      variables: CredentialVariables(configuration: configuration))
  }
}
